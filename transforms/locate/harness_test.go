package locate

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/catalogue"
)

// located is all that Locate makes, sorted.
type located struct {
	passages    []record.Passage
	hot         []record.HotPassage
	excerpts    []record.Excerpt // of hot, without their values
	largest     []record.Passage
	occurrences []record.HotOccurrence
	reuse       []Reuse // by key
	rejected    []record.Rejected
	ledger      map[string]int64 // without types
	types       map[string]int64 // passages by record.Type
	shares      [][2]float64     // of passages
}

// given is what Locate joins, packed as one shard.
type given struct{ packed []byte }

func (g *given) entry(key uint64, e catalogue.Entry) {
	g.packed = shuffle.Append(g.packed, key, e.Append(nil))
}

func (g *given) found(f alignment.Passage) {
	g.packed = shuffle.Append(g.packed, f.A, alignment.AppendSide(nil, &f, 0))
	g.packed = shuffle.Append(g.packed, f.B, alignment.AppendSide(nil, &f, 1))
}

func (g *given) hot(key uint64, first, count uint32) {
	g.packed = shuffle.Append(g.packed, key, (&candidate.HotRun{First: first, Count: count}).Append(nil))
}

// locate runs the stages of Locate without Beam.
func locate(t testing.TB, g given) (located, error) {
	t.Helper()
	out := located{ledger: map[string]int64{}, types: map[string]int64{}}
	p := Params{Shuffle: shuffle.Params{Shards: 1}}
	var placed [][]byte
	emit := func(_ int, b []byte) { placed = append(placed, b) }
	var sums, packed [][]byte
	sum := func(_ int, b []byte) { sums = append(sums, b) }
	reuse := func(_ int, b []byte) { packed = append(packed, b) }
	occurrence := func(o record.HotOccurrence) { out.occurrences = append(out.occurrences, o) }
	reject := func(r record.Rejected) { out.rejected = append(out.rejected, r) }
	count := func(name string, n int64) {
		if slices.Contains(typeNames[:], name) {
			out.types[name] += n
		} else {
			out.ledger[name] += n
		}
	}
	none := func(int, []byte) { t.Error("a record for witnesses, though all documents are compared") }
	if err := engine.RunReduce(t.Context(), p.Shuffle, &place{Params: p}, 0, shuffletest.Iterate(g.packed), emit, sum,
		reuse, none, none, occurrence, reject, count); err != nil {
		return out, err
	}

	passage := func(p record.Passage) {
		out.shares = append(out.shares, [2]float64{p.AShare, p.BShare})
		out.passages = append(out.passages, withoutShares(p))
	}
	hot := func(e record.Excerpt) {
		var h record.HotPassage
		if err := record.FromJSON(e.Value, &h); err != nil {
			t.Fatal(err)
		}
		e.Value = nil
		out.hot, out.excerpts = append(out.hot, h), append(out.excerpts, e)
	}
	var kept [][]byte
	top := func(_ int, b []byte) { kept = append(kept, b) }
	if err := engine.RunReduce(t.Context(), p.Shuffle, &addHot{}, 0, shuffletest.Iterate(sums...), hot,
		count); err != nil {
		return out, err
	}
	p.Sides = true
	var sidesOf [][]byte
	sides := func(_ int, b []byte) { sidesOf = append(sidesOf, b) }
	if err := engine.RunReduce(t.Context(), p.Shuffle, &join{Params: p}, 0, shuffletest.Iterate(placed...), passage,
		passage, top, reuse, sides, none, count); err != nil {
		return out, err
	}
	checkSides(t, p, sidesOf, out.passages)
	if err := p.Shuffle.EachPart("test", shuffletest.Iterate(packed...), func(sorted *block.Sorted) error {
		for i := range sorted.Len() {
			u, err := engine.Read[Reuse](sorted.Payload(i))
			if err != nil {
				return err
			}
			out.reuse = append(out.reuse, u)
		}
		return nil
	}); err != nil {
		return out, err
	}
	slices.Reverse(kept) // their order must not matter
	err := engine.RunReduce(t.Context(), p.Shuffle, &longest{}, 0, shuffletest.Iterate(kept...),
		func(e record.Excerpt) {
			var p record.Passage
			if err := record.FromJSON(e.Value, &p); err != nil {
				t.Fatal(err)
			}
			out.largest = append(out.largest, withoutShares(p))
		})
	slices.SortFunc(out.passages, func(x, y record.Passage) int { return slices.Compare(x.SortKey(), y.SortKey()) })
	slices.SortFunc(out.occurrences, func(x, y record.HotOccurrence) int {
		return slices.Compare(x.SortKey(), y.SortKey())
	})
	slices.SortFunc(out.rejected, func(x, y record.Rejected) int { return slices.Compare(x.SortKey(), y.SortKey()) })
	slices.SortFunc(out.hot, func(x, y record.HotPassage) int { return cmp.Compare(x.Words, y.Words) })
	return out, err
}

// withoutShares returns a passage without its shares, which TestTypes is about.
func withoutShares(p record.Passage) record.Passage {
	p.AShare, p.BShare = 0, 0
	return p
}

// checkSides checks that both sides of each passage are there, in their documents.
func checkSides(t testing.TB, p Params, blocks [][]byte, passages []record.Passage) {
	t.Helper()
	var got, want []string
	documents := map[uint64]string{}
	pairs := map[uint64][]string{}
	if err := p.Shuffle.EachPart("test", shuffletest.Iterate(blocks...), func(sorted *block.Sorted) error {
		for i := range sorted.Len() {
			s, err := engine.Read[Side](sorted.Payload(i))
			if err != nil {
				return err
			}
			id := record.SidedID(s.ID, s.Source)
			if in, ok := documents[sorted.Key(i)]; ok && in != id {
				t.Errorf("a side of %q is in the document %q", id, in)
			}
			documents[sorted.Key(i)] = id
			place := fmt.Sprint(id, s.Start, s.End, s.ByteStart, s.ByteEnd, s.Verbatim, s.Similarity, s.Fields)
			pairs[s.Passage] = append(pairs[s.Passage], place)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, both := range pairs {
		slices.Sort(both)
		got = append(got, fmt.Sprint(both))
	}
	for _, q := range passages {
		verbatim := q.Kind == record.Verbatim
		both := []string{
			fmt.Sprint(q.A, q.AStart, q.AEnd, q.AByteStart, q.AByteEnd, verbatim, q.Similarity, q.AFields),
			fmt.Sprint(record.SidedID(q.B, q.Source), q.BStart, q.BEnd, q.BByteStart, q.BByteEnd, verbatim,
				q.Similarity, q.BFields),
		}
		slices.Sort(both)
		want = append(want, fmt.Sprint(both))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(want, got) {
		t.Errorf("sides of passages %q, want %q", got, want)
	}
}

// entry is a document of sentences of ten code points and twenty bytes each, with the
// given hashes and as many words.
func entry(id, file string, number int64, content uint64, hashes ...uint64) catalogue.Entry {
	e := catalogue.Entry{ID: id, File: file, Record: number, Offset: 100 * number, Content: content}
	for i, h := range hashes {
		n := int64(i)
		e.Sentences = append(e.Sentences, catalogue.Sentence{
			Start: 10 * n, End: 10*n + 9, ByteStart: 20 * n, ByteEnd: 20*n + 18, Words: uint32(h), Hash: h,
		})
	}
	return e
}

// verbatim is the passage of n sentences from i and k on.
func verbatim(a, b string, i, k, n uint32, kind string) record.Passage {
	x, y := int64(i), int64(k)
	end := int64(n-1)*10 + 9
	return record.Passage{
		A: a, AStart: 10 * x, AEnd: 10*x + end, AByteStart: 20 * x, AByteEnd: 20*x + 2*end, ASentence: i, ASentences: n,
		B: b, BStart: 10 * y, BEnd: 10*y + end, BByteStart: 20 * y, BByteEnd: 20*y + 2*end, BSentence: k, BSentences: n,
		Kind: kind, Matched: n, Similarity: 1,
	}
}

func found(a, b uint64, i, k, n uint32, r alignment.Reading) alignment.Passage {
	return alignment.Passage{A: a, B: b, ASentence: i, ASentences: n, BSentence: k, BSentences: n, Matched: n,
		Similarity: 1, Reading: r}
}
