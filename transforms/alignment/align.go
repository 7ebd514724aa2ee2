package alignment

import (
	"context"
	"fmt"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment/seedextend"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/prose"
	"example.org/diagonal/transforms/signature"
)

// align aligns the pairs of each cell.
type align struct {
	Params RefineParams

	delivery.Comparison[document]
	Function engine.Side[prose.Words]
	Found    engine.Out[Side]
	Ledger   engine.Ledger

	worker *seedextend.Worker
	alike  *seedextend.Worker // of pairs of one side, where Params.Align is Directed; made when needed

	// scratch, never emitted
	recycler delivery.Recycler[document]
	terms    []uint32
	near     candidate.NearPair
	scratch  []uint64
	hits     []seedextend.Hit
	rare     []seedextend.Hit
	few      []seedextend.Hit
	copies   []seedextend.Copy
	passages []seedextend.Passage
}

func (fn *align) StartBundle() {
	if fn.worker == nil {
		fn.worker = seedextend.NewWorker(fn.Params.Align)
	}
	fn.recycler = delivery.NewRecycler(fn.Params.Shuffle, func(d *document) int { return cap(d.analysed.Words) })
}

func (fn *align) FinishBundle() error {
	fn.recycler = delivery.Recycler[document]{}
	return nil
}

// Reduce aligns the pairs of a cell.
func (fn *align) Reduce(ctx context.Context, _ uint64) error {
	return fn.EachPair(ctx, fn.Params.Shuffle, fn.document, fn.recycler.Keep,
		func(p delivery.Pair, a, b *document) error {
			if a == nil || b == nil {
				return fmt.Errorf("alignment: a pair of documents %x and %x came to a cell without them", p.A, p.B)
			}
			return fn.pair(p, a, b)
		})
}

// document reads a document as it was delivered, in the memory of one that is not needed any more.
func (fn *align) document(item []byte) (*document, error) {
	_, b, err := delivery.ReadItem(item)
	if err != nil {
		return nil, err
	}
	marks, encoded, err := readDelivered(b)
	if err != nil {
		return nil, err
	}
	d := fn.recycler.Take(record.CountWords(encoded))
	if err := d.analysed.Read(encoded); err != nil {
		return nil, err
	}
	d.encoded = append(d.encoded[:0], d.analysed.Spans...) // item is not kept
	d.analysed.Spans, d.analysed.Spelling, d.analysed.Numbers, d.analysed.Traits = d.encoded, nil, nil, nil
	return d, d.prepare(marks, &fn.terms)
}

// pair aligns one pair.
func (fn *align) pair(p delivery.Pair, a, b *document) error {
	if err := fn.near.Read(p.Carried); err != nil {
		return err
	}
	fn.hits, fn.rare, fn.few, fn.copies = fn.hits[:0], fn.rare[:0], fn.few[:0], fn.copies[:0]
	for x := 0; x < len(fn.near.Copies); x += 2 {
		fn.copies = append(fn.copies, copyOf(fn.near.Copies[x], fn.near.Copies[x+1]))
	}
	for x, rare := range fn.near.Rare {
		h := seedextend.Hit{A: fn.near.Units[2*x], B: fn.near.Units[2*x+1]}
		fn.hits = append(fn.hits, h)
		if rare {
			fn.rare = append(fn.rare, h)
		}
		if fn.near.Few[x] {
			fn.few = append(fn.few, h)
		}
	}
	worker, directed := fn.workerOf(p)
	if t := trace.Of(fn.Params.Trace); t != nil {
		worker.Trace, t.Alignment.Turned = &t.Alignment, p.A != t.A
	}
	copiesOnly := !worker.Touch(&a.aligned, &b.aligned, fn.hits)
	if copiesOnly {
		if !worker.TouchCopy(&a.aligned, &b.aligned, fn.copies) && !worker.TouchQuote(fn.rare) {
			fn.Ledger.Add(Untouched, 1)
			return nil
		}
	}
	fn.index(a, b) // in most pairs that chance brought by n-grams it need not be
	shared := seedextend.Shared{
		Hits: fn.hits, Rare: fn.rare, RareKnown: true, Few: fn.few,
		Copies: fn.copies, CopiesOnly: copiesOnly,
	}
	if !worker.MayShow(&a.aligned, &b.aligned, shared) {
		fn.Ledger.Add(Alike, 1)
		return nil
	}
	fn.Ledger.Add(Aligned, 1)
	fn.passages = worker.AlignIn(fn.passages[:0], &a.aligned, &b.aligned, shared)
	for _, c := range [...]struct {
		name string
		n    int
	}{{Brief, worker.TooShort()}, {Formulas, worker.Formulas()}, {Lists, worker.Lists()}} {
		if c.n > 0 {
			fn.Ledger.Add(c.name, int64(c.n))
		}
	}
	reading := AnyOrder
	if p.A == p.B || directed {
		reading = Fixed
	}
	for _, q := range fn.passages {
		similarity, evidence := record.Round(q.Similarity), max(1, ThousandthsOf(q.Evidence))
		if similarity < fn.Params.MinSimilarity {
			fn.leaveOut(worker, &q, Dissimilar, trace.Similarity, similarity, fn.Params.MinSimilarity)
			continue
		}
		if evidence.Float() < fn.Params.MinEvidence {
			fn.leaveOut(worker, &q, Slight, trace.Amount, evidence.Float(), fn.Params.MinEvidence)
			continue
		}
		share := fn.Function.Value().Of(a.prose(q.A0, q.A1), b.prose(q.B0, q.B1))
		if share.Below(fn.Params.MinProse) {
			fn.leaveOut(worker, &q, NoProse, trace.Prose, share.Float(), fn.Params.MinProse)
			continue
		}
		f := Passage{
			A: p.A, B: p.B, Kind: kindOf(q.Kind), Reading: reading,
			ARange: a.spans.Range(q.A0, q.A1), BRange: b.spans.Range(q.B0, q.B1),
			Matched: uint32(q.Matched), Similarity: q.Similarity, Evidence: evidence, Prose: share,
		}
		for side, key := range [...]uint64{p.A, p.B} {
			fn.Found.Add(key, Side{f, byte(side)})
		}
	}
	return nil
}

// leaveOut counts a passage that has less of something than was asked for.
func (fn *align) leaveOut(
	worker *seedextend.Worker, q *seedextend.Passage, name string, what trace.What, value, need float64,
) {
	fn.Ledger.Add(name, 1)
	if t := worker.Trace; t != nil {
		t.Add(trace.Step{What: what, A0: q.A0, A1: q.A1, B0: q.B0, B1: q.B1, Value: value, Need: need})
	}
}

// workerOf returns the worker for a pair. directed is true if a is of the input and b of the source:
// the rules for pairs of two sides are not those for pairs of one (seedextend.Params.Directed).
func (fn *align) workerOf(p delivery.Pair) (worker *seedextend.Worker, directed bool) {
	if !fn.Params.Align.Directed || record.SideOf(p.A) != record.SideOf(p.B) {
		return fn.worker, fn.Params.Align.Directed
	}
	if fn.alike == nil {
		params := fn.Params.Align
		params.Directed = false
		fn.alike = seedextend.NewWorker(params)
	}
	return fn.alike, false
}

// index indexes the documents that are not.
func (fn *align) index(documents ...*document) {
	for _, d := range documents {
		if !d.aligned.Indexed() {
			fn.scratch = d.aligned.Index(fn.scratch)
		}
	}
}

// copyOf returns the copy of a fingerprint at two places.
func copyOf(placeA, placeB uint32) (c seedextend.Copy) {
	c.A, c.RunA = signature.ReadCopyPlace(placeA)
	c.B, c.RunB = signature.ReadCopyPlace(placeB)
	return c
}

func kindOf(k seedextend.Kind) Kind {
	switch k {
	case seedextend.Verbatim:
		return IsVerbatim
	case seedextend.Summary:
		return IsSummary
	}
	return IsReworded
}
