package candidate

import (
	"encoding/binary"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/candidate/pairs"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/simjoin"
)

func init() {
	dofn.Plain(&equalFn{})
}

// Of sentences with several signatures, the places of a hot signature do not meet in one shard
// either. Similar sentences are not compared on it, but equal ones are still brought together. So
// each place goes on under the hash of all signatures of its sentence (hotPart). A sentence that is
// hot itself is spread there once more, and goes to its documents (hotPlace).

// hotPart is a place of a hot signature: Count equal sentences with several signatures. Its key is
// signature.SetKey of their set.
//
//	document [8], first [4], count [4], signature [8], leads byte; traits, the rest
type hotPart struct {
	Document     uint64
	First, Count uint32
	Signature    uint64
	Leads        bool   // the signature is the first one of the set
	Traits       []byte // of the document
}

func appendHotPart(dst []byte, h hotPart) []byte {
	dst = binary.BigEndian.AppendUint64(dst, h.Document)
	dst = binary.BigEndian.AppendUint32(dst, h.First)
	dst = binary.BigEndian.AppendUint32(dst, h.Count)
	dst = binary.BigEndian.AppendUint64(dst, h.Signature)
	return append(wire.AppendBool(dst, h.Leads), h.Traits...)
}

// hotPartSize is the size of a payload without traits.
const hotPartSize = 25

// readHotPart reads a payload. Traits is a view of it. The error is wire.ErrShort.
func readHotPart(b []byte) (hotPart, error) {
	if len(b) < hotPartSize {
		return hotPart{}, wire.ErrShort
	}
	return hotPart{
		Document: binary.BigEndian.Uint64(b), First: binary.BigEndian.Uint32(b[8:]), Count: binary.BigEndian.Uint32(b[12:]),
		Signature: binary.BigEndian.Uint64(b[16:]), Leads: b[24] != 0, Traits: b[hotPartSize:],
	}, nil
}

// samePlace reports whether two places differ in nothing but the traits of their document.
func (h *hotPart) samePlace(o hotPart) bool {
	return h.Document == o.Document && h.First == o.First && h.Count == o.Count && h.Signature == o.Signature
}

// hotParts packs the places of hot signatures of a bundle.
type hotParts struct {
	*shuffle.Packer
	spread  *shuffle.Spreader
	payload []byte // scratch, never emitted
}

func newHotParts(p Params) hotParts {
	return hotParts{shuffle.NewPacker(p.Shuffle), shuffle.NewSpreader(p.Shuffle, MostDocuments(p.MaxDocuments)), nil}
}

// send adds a run of sentences with a hot signature.
func (h *hotParts) send(hot uint64, r occurrence.Run, emit func(int, []byte)) {
	key := signature.SetKey(r.Set)
	h.payload = appendHotPart(h.payload[:0], hotPart{r.Document, r.First, r.Count, hot, simjoin.First(r.Set, hot), r.Traits})
	h.spread.Add(h.Packer, key, r.Document, h.payload, emit)
}

// equalFn pairs equal sentences with a hot signature, which meet by the hash of their set. It sends
// those in too many documents to their documents.
type equalFn struct {
	Params Params

	bundle          dofn.Bundle
	in              Params // Params for the collection at hand
	matches, counts *shuffle.Packer
	places          *shuffle.Packer
	counted         hotCounts // runs with each hot signature
	ledger          shuffle.Ledger
	// scratch, never emitted
	group   occurrence.Group
	parts   []hotPart
	same    map[uint64]int64
	payload []byte
}

// start begins a bundle.
func (fn *equalFn) start() error {
	fn.matches, fn.counts = shuffle.NewPacker(fn.Params.Shuffle), shuffle.NewPacker(fn.Params.Shuffle)
	fn.places = shuffle.NewPacker(fn.Params.Shuffle)
	fn.counted, fn.same, fn.ledger = hotCounts{}, map[uint64]int64{}, shuffle.Ledger{}
	return nil
}

func (fn *equalFn) ProcessElement(shard int, blocks func(*[]byte) bool, size int64, matches, places, counts func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(fn.start); err != nil {
		return err
	}
	fn.in = fn.Params.in(size)
	m := matcher{fn.Params, fn.matches, matches, fn.ledger}
	return fn.Params.Shuffle.EachGroup("candidate.Pair, equal sentences", blocks, func(sorted *block.Sorted, from, to int) error {
		documents, err := fn.read(sorted, from, to)
		if err != nil {
			return err
		}
		key := sorted.Key(from)
		if fn.in.trace != nil {
			documents = max(documents, fn.in.trace.Documents(key))
		}
		if fn.in.hot(documents) || fn.Params.Shuffle.Spread(key, shard) {
			fn.sendHot(key, places)
		} else {
			fn.pair(m)
		}
		if len(fn.counted) > mostCounted {
			fn.counted.send(fn.counts, counts)
		}
		return nil
	})
}

// read reads the places of one set, each once, and returns the number of their documents. Of a place of a document
// that was given several times under one id, the greatest traits are kept, as in a run of its postings, which are sorted.
func (fn *equalFn) read(sorted *block.Sorted, from, to int) (documents int, err error) {
	fn.parts = fn.parts[:0]
	for i := from; i < to; i++ {
		h, err := readHotPart(sorted.Payload(i))
		if err != nil {
			return 0, err
		}
		n := len(fn.parts)
		switch {
		case n == 0 || fn.parts[n-1].Document != h.Document:
			documents++
		case fn.parts[n-1].samePlace(h):
			fn.parts = fn.parts[:n-1]
		}
		fn.parts = append(fn.parts, h)
	}
	return documents, nil
}

// sendHot sends the places of a hot sentence to their documents, where they are counted.
func (fn *equalFn) sendHot(set uint64, emit func(int, []byte)) {
	for _, h := range fn.parts {
		fn.payload = appendHotPlace(fn.payload[:0], hotPlace{partPlace, h.Signature, set, h.First, h.Count})
		fn.places.Add(h.Document, fn.payload, emit)
		if h.Leads {
			fn.payload = appendHotPlace(fn.payload[:0], hotPlace{Kind: sentencePlace, Signature: set, First: h.First, Count: h.Count})
			fn.places.Add(h.Document, fn.payload, emit)
		}
	}
}

// pair pairs equal sentences, if their first signature is hot. Otherwise they are paired by that
// one. It counts at each hot signature the pairs of sentences that are not equal.
func (fn *equalFn) pair(m matcher) {
	clear(fn.same)
	fn.group.Reset()
	for _, h := range fn.parts {
		fn.same[h.Signature]++
		if h.Leads {
			fn.group.Runs = append(fn.group.Runs, occurrence.Run{Document: h.Document, First: h.First, Count: h.Count, Traits: h.Traits})
		}
	}
	for s, n := range fn.same {
		fn.counted.add(s, hotCount{Kind: partPlace, Places: n, Equal: pairs.Of(n)})
	}
	if len(fn.group.Runs) == 0 {
		return
	}
	for _, r := range fn.group.Runs {
		fn.Params.countRun(r, fn.ledger)
	}
	fn.ledger.Add(RepeatsCut, fn.group.Cut(fn.Params.Repeats))
	m.emitAll(fn.group.Runs, 0)
}

func (fn *equalFn) FinishBundle(_ int64, matches, places, counts func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() {
		fn.counted.send(fn.counts, counts)
		fn.matches.Flush(matches)
		fn.places.Flush(places)
		fn.counts.Flush(counts)
		fn.ledger.Flush(ledger)
	})
}
