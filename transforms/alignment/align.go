package alignment

import (
	"fmt"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment/seedextend"
	"example.org/diagonal/transforms/shuffle"
)

// alignFn aligns the pairs of each cell.
type alignFn struct {
	Params RefineParams

	worker *seedextend.Worker
	packer *shuffle.Packer
	ledger shuffle.Ledger

	// scratch, never emitted
	scratch  []uint64
	hits     []seedextend.Hit
	rare     []seedextend.Hit
	passages []seedextend.Passage
	payload  []byte
}

func (fn *alignFn) Setup() { fn.worker = seedextend.NewWorker(fn.Params.Align) }

func (fn *alignFn) StartBundle(_ func(int, []byte), _ func(string, int64)) {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
}

// delivered is a document of the cell at hand.
type delivered struct {
	document *seedextend.Document
	spans    *record.Spans
}

func (fn *alignFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte), _ func(string, int64)) error {
	sorted, err := shuffle.Receive("alignment.Refine", blocks)
	if err != nil {
		return err
	}
	for i := 0; i < sorted.Len(); {
		end := sorted.Group(i)
		// The documents of the cell come before its pairs.
		documents := map[uint64]delivered{}
		for ; i < end && sorted.Payload(i)[0] == record.TagDocument; i++ {
			if err := fn.receive(documents, sorted.Payload(i)); err != nil {
				return err
			}
		}
		var p record.Pair
		for ; i < end; i++ {
			if err := record.ReadPair(sorted.Payload(i), &p); err != nil {
				return err
			}
			if err := fn.pair(documents, &p, emit); err != nil {
				return err
			}
		}
	}
	return nil
}

func (fn *alignFn) FinishBundle(emit func(int, []byte), ledger func(string, int64)) {
	fn.packer.Flush(emit)
	fn.ledger.Flush(ledger)
}

// receive adds a document to those of the cell.
func (fn *alignFn) receive(documents map[uint64]delivered, payload []byte) error {
	key, marks, encoded, err := record.ReadDelivery(payload)
	if err != nil {
		return err
	}
	if _, ok := documents[key]; ok {
		return nil // the same document under the same id again
	}
	a, err := record.ReadAnalysed(encoded)
	if err != nil {
		return err
	}
	var hot []bool
	if len(marks) > 0 {
		hot = make([]bool, len(marks))
		for u, m := range marks {
			hot[u] = m == 1
		}
	}
	d, spans, err := documentOf(&a, hot)
	if err != nil {
		return err
	}
	documents[key] = delivered{d, spans}
	return nil
}

// pair aligns one pair.
func (fn *alignFn) pair(documents map[uint64]delivered, p *record.Pair, emit func(int, []byte)) error {
	a, okA := documents[p.A]
	b, okB := documents[p.B]
	if !okA || !okB {
		return fmt.Errorf("alignment: a pair of documents %x and %x came to a cell without them", p.A, p.B)
	}
	fn.hits, fn.rare = fn.hits[:0], fn.rare[:0]
	for x, rare := range p.Rare {
		h := seedextend.Hit{A: p.Units[2*x], B: p.Units[2*x+1]}
		fn.hits = append(fn.hits, h)
		if rare {
			fn.rare = append(fn.rare, h)
		}
	}
	if !fn.worker.Touch(a.document, b.document, fn.hits) {
		fn.ledger.Add(Untouched, 1)
		return nil
	}
	for _, d := range []*seedextend.Document{a.document, b.document} {
		if !d.Indexed() { // and in most pairs that chance brought it need not be
			fn.scratch = d.Index(fn.scratch)
		}
	}
	fn.ledger.Add(Aligned, 1)
	if p.Kind == record.ByWord { // chains are of rare words, which is evidence enough
		fn.passages = fn.worker.Align(fn.passages[:0], a.document, b.document, fn.hits)
	} else {
		fn.passages = fn.worker.AlignIn(fn.passages[:0], a.document, b.document, fn.hits, fn.rare)
	}
	for name, n := range map[string]int{Brief: fn.worker.TooShort, Formulas: fn.worker.Formulas} {
		if n > 0 {
			fn.ledger.Add(name, int64(n))
		}
	}
	reading := record.AnyOrder
	if p.A == p.B || fn.Params.Align.Directed {
		reading = record.Fixed
	}
	for _, q := range fn.passages {
		if record.Round(q.Similarity) < fn.Params.MinSimilarity {
			fn.ledger.Add(Dissimilar, 1)
			continue
		}
		f := record.Found{
			A: p.A, B: p.B, Kind: kindOf(q.Kind), Reading: reading,
			ARange: a.spans.Range(q.A0, q.A1), BRange: b.spans.Range(q.B0, q.B1),
			Matched: uint32(q.Matched), Similarity: q.Similarity,
		}
		for side, key := range [...]uint64{p.A, p.B} {
			fn.payload = record.AppendSide(fn.payload[:0], &f, byte(side))
			fn.packer.Add(key, fn.payload, emit)
		}
	}
	return nil
}

func kindOf(k seedextend.Kind) record.Kind {
	switch k {
	case seedextend.Verbatim:
		return record.IsVerbatim
	case seedextend.Summary:
		return record.IsSummary
	}
	return record.IsReworded
}
