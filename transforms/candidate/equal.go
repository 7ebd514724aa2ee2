package candidate

import (
	"context"
	"encoding/binary"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/candidate/pairs"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/simjoin"
)

func init() { engine.RegisterReduce[*pairEqual]() }

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

// Append appends the payload of h to dst.
func (h *hotPart) Append(dst []byte) []byte { return appendHotPart(dst, *h) }

// Read reads a payload, a view. The error is wire.ErrShort.
func (h *hotPart) Read(payload []byte) (err error) {
	*h, err = readHotPart(payload)
	return err
}

// readHotPart reads a payload. Traits is a view of it. The error is wire.ErrShort.
func readHotPart(b []byte) (hotPart, error) {
	if len(b) < hotPartSize {
		return hotPart{}, wire.ErrShort
	}
	return hotPart{
		Document: binary.BigEndian.Uint64(b), First: binary.BigEndian.Uint32(b[8:]),
		Count:     binary.BigEndian.Uint32(b[12:]),
		Signature: binary.BigEndian.Uint64(b[16:]), Leads: b[24] != 0, Traits: b[hotPartSize:],
	}, nil
}

// samePlace reports whether two places differ in nothing but the traits of their document.
func (h *hotPart) samePlace(o hotPart) bool {
	return h.Document == o.Document && h.First == o.First && h.Count == o.Count && h.Signature == o.Signature
}

// hotParts sends the places of hot signatures of a bundle.
type hotParts struct {
	out    *engine.Out[hotPart]
	spread *shuffle.Spreader
}

func newHotParts(p Params, out *engine.Out[hotPart]) *hotParts {
	return &hotParts{out, shuffle.NewSpreader(p.Shuffle, p.MaxDocuments.AnySize())}
}

// send sends a run of sentences with a hot signature.
func (h *hotParts) send(hot uint64, r occurrence.Run) {
	key := signature.SetKey(r.Set)
	h.out.AddTo(h.spread.Shard(key, r.Document), key,
		hotPart{r.Document, r.First, r.Count, hot, simjoin.First(r.Set, hot), r.Traits})
}

// pairEqual pairs equal sentences with a hot signature, which meet by the hash of their set. It sends
// those in too many documents to their documents.
type pairEqual struct {
	Params Params

	Parts   engine.In[hotPart]
	Size    engine.Side[int64] // of the collection
	Matches engine.Out[Match]
	Places  engine.Out[hotPlace]
	Counts  engine.Out[hotCount]
	Ledger  engine.Ledger

	in      Params // Params for the collection at hand
	shard   int
	counted hotCounts // runs with each hot signature
	// scratch
	group occurrence.Group
	parts []hotPart
	same  map[uint64]int64
}

func (st *pairEqual) StartBundle() { st.counted, st.same = hotCounts{}, map[uint64]int64{} }

func (st *pairEqual) StartShard(shard int) {
	st.in, st.shard = st.Params.in(st.Size.Value()), shard
}

func (st *pairEqual) Reduce(_ context.Context, set uint64) error {
	documents := st.read()
	if st.in.trace != nil {
		documents = max(documents, st.in.trace.Documents(set))
	}
	if st.in.hot(documents) || st.Params.Shuffle.Spread(set, st.shard) {
		st.sendHot(set)
	} else {
		st.pair(matcher{&st.Params, &st.Matches, &st.Ledger})
	}
	if len(st.counted) > maxCounted {
		st.counted.sendTo(st.Counts.Add)
	}
	return nil
}

func (st *pairEqual) FinishBundle() error {
	st.counted.sendTo(st.Counts.Add)
	return nil
}

// read reads the places of one set, each once, and returns the number of their documents. Of a place of a document
// that was given several times under one id, the greatest traits are kept, as in a run of its postings, which are
// sorted.
func (st *pairEqual) read() (documents int) {
	st.parts = st.parts[:0]
	for h := range st.Parts.All {
		n := len(st.parts)
		switch {
		case n == 0 || st.parts[n-1].Document != h.Document:
			documents++
		case st.parts[n-1].samePlace(*h):
			st.parts = st.parts[:n-1]
		}
		st.parts = append(st.parts, *h)
	}
	return documents
}

// sendHot sends the places of a hot sentence to their documents, where they are counted.
func (st *pairEqual) sendHot(set uint64) {
	for _, h := range st.parts {
		st.Places.Add(h.Document, hotPlace{partPlace, h.Signature, set, h.First, h.Count})
		if h.Leads {
			st.Places.Add(h.Document, hotPlace{Kind: sentencePlace, Signature: set, First: h.First, Count: h.Count})
		}
	}
}

// pair pairs equal sentences, if their first signature is hot. Otherwise they are paired by that
// one. It counts at each hot signature the pairs of sentences that are not equal.
func (st *pairEqual) pair(m matcher) {
	clear(st.same)
	st.group.Reset()
	for _, h := range st.parts {
		st.same[h.Signature]++
		if h.Leads {
			st.group.Runs = append(st.group.Runs, occurrence.Run{
				Document: h.Document, First: h.First, Count: h.Count, Traits: h.Traits,
			})
		}
	}
	for s, n := range st.same {
		st.counted.add(s, hotCount{Kind: partPlace, Places: n, Equal: pairs.Of(n)})
	}
	if len(st.group.Runs) == 0 {
		return
	}
	for _, r := range st.group.Runs {
		st.Params.countRun(r, &st.Ledger)
	}
	st.Ledger.Add(RepeatsCut, st.group.Cut(st.Params.Repeats))
	m.emitAll(st.group.Runs, 0)
}
