package boilerplate

import (
	"encoding/binary"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/catalogue/wordhash"
)

// words returns the number of words of the run, and their hash.
func (r *run) words() (n uint32, hash uint64) {
	for _, s := range r.sentences {
		n, hash = n+s.Words, wordhash.Join(hash, s.Hash, s.Words)
	}
	return n, hash
}

// long reports whether the run is as long as a unit: a shorter one says nothing.
func (r *run) long() bool { words, _ := r.words(); return words >= unit.MinWords }

// documents counts the documents of the records from i to end of one key, which are in the
// order of their documents.
func documents(sorted *block.Sorted, i, end int) (n int) {
	last := uint64(0)
	for first := true; i < end; i++ {
		if d := binary.BigEndian.Uint64(sorted.Payload(i)); first || d != last {
			n, last, first = n+1, d, false
		}
	}
	return n
}

// sentenceFn sends the sentences that are in enough documents back to their documents.
type sentenceFn struct {
	Params Params

	bundle dofn.Bundle
	packer *shuffle.Packer
	ledger shuffle.Ledger
}

func (fn *sentenceFn) ProcessElement(shard int, blocks func(*[]byte) bool, size int64, emit func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(func() error {
		fn.packer, fn.ledger = shuffle.NewPacker(fn.Params.Shuffle), shuffle.Ledger{}
		return nil
	}); err != nil {
		return err
	}
	most := fn.Params.cap(size)
	return fn.Params.Shuffle.EachGroup("boilerplate.Find", blocks, func(sorted *block.Sorted, i, end int) error {
		if documents(sorted, i, end) <= most && !fn.Params.Shuffle.Spread(sorted.Key(i), shard) {
			fn.ledger.Add(RareSentences, int64(end-i))
			return nil
		}
		for ; i < end; i++ {
			payload := sorted.Payload(i)
			fn.packer.Add(binary.BigEndian.Uint64(payload), payload[8:], emit)
		}
		return nil
	})
}

func (fn *sentenceFn) FinishBundle(_ int64, emit func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() {
		fn.packer.Flush(emit)
		fn.ledger.Flush(ledger)
	})
}

// chainFn joins the hot sentences of each document into maximal runs.
type chainFn struct {
	Params Params

	packer   *shuffle.Packer
	spreader *shuffle.Spreader
}

func (fn *chainFn) StartBundle(_ func(int, []byte)) {
	fn.packer, fn.spreader = shuffle.NewPacker(fn.Params.Shuffle), fn.Params.spreader()
}

func (fn *chainFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	return fn.Params.Shuffle.EachGroup("boilerplate.Find, sentences", blocks, func(sorted *block.Sorted, i, end int) error {
		r := run{document: sorted.Key(i)}
		next := uint32(0)
		for ; i < end; i++ {
			s, err := alignment.ReadHotSentence(sorted.Payload(i))
			if err != nil {
				return err
			}
			if len(r.sentences) > 0 && s.First != next {
				fn.send(&r, emit)
			}
			r.sentences = append(r.sentences, s)
			next = s.First + s.Words
		}
		fn.send(&r, emit)
		return nil
	})
}

// send sends a run that is long enough, and empties it.
func (fn *chainFn) send(r *run, emit func(int, []byte)) {
	if r.long() {
		_, hash := r.words()
		fn.spreader.Add(fn.packer, hash, r.document, appendRun(nil, r), emit)
	}
	r.sentences = r.sentences[:0]
}

func (fn *chainFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }

// runFn counts the documents of each run. It sends those of frequent runs to their documents,
// and the sentences of rare runs on, each as a run of its own. Those that are rare are counted
// if Last is set.
type runFn struct {
	Params Params
	Last   bool

	bundle    dofn.Bundle
	hot, left *shuffle.Packer
	spreader  *shuffle.Spreader // of left
	ledger    shuffle.Ledger
}

func (fn *runFn) ProcessElement(shard int, blocks func(*[]byte) bool, size int64, hot, left func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(func() error {
		fn.hot, fn.left, fn.ledger = shuffle.NewPacker(fn.Params.Shuffle), shuffle.NewPacker(fn.Params.Shuffle), shuffle.Ledger{}
		fn.spreader = fn.Params.spreader()
		return nil
	}); err != nil {
		return err
	}
	most := fn.Params.cap(size)
	var r run
	return fn.Params.Shuffle.EachGroup("boilerplate.Find, runs", blocks, func(sorted *block.Sorted, i, end int) error {
		frequent := documents(sorted, i, end) > most || fn.Params.Shuffle.Spread(sorted.Key(i), shard)
		for ; i < end; i++ {
			if err := r.read(sorted.Payload(i)); err != nil {
				return err
			}
			switch {
			case frequent:
				h := r.hotRange()
				fn.hot.Add(r.document, h.Append(nil), hot)
			case fn.Last:
				fn.ledger.Add(RareSentences, int64(len(r.sentences)))
			default:
				for _, s := range r.sentences {
					fn.spreader.Add(fn.left, s.Key(), r.document, appendRun(nil, &run{r.document, []alignment.HotSentence{s}}), left)
				}
			}
		}
		return nil
	})
}

func (fn *runFn) FinishBundle(_ int64, hot, left func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() {
		fn.hot.Flush(hot)
		fn.left.Flush(left)
		fn.ledger.Flush(ledger)
	})
}
