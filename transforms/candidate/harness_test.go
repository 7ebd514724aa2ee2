package candidate

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/signature"
)

// posting is a signature.Posting under its signature.
type posting struct {
	signature uint64
	signature.Posting
}

// outcome is all that Pair made.
type outcome struct {
	matches []Match
	hot     []string // "DOCUMENT FIRST+COUNT"
	ledger  map[string]int64
}

// shards is blocks by shard.
type shards map[int][][]byte

func (s shards) emit(shard int, b []byte) { s[shard] = append(s[shard], b) }

// each calls f for every shard with an iterator over its blocks.
func (s shards) each(f func(shard int, blocks func(*[]byte) bool) error) error {
	for shard, all := range s {
		if err := f(shard, shuffletest.Iterate(all...)); err != nil {
			return err
		}
	}
	return nil
}

// pairSize is the size of the collection in pair, for AutoDocuments.
const pairSize = 300

// pair runs the stages of Pair without Beam.
func pair(t testing.TB, p Params, postings []posting) outcome {
	t.Helper()
	in := shards{}
	packer := shuffle.NewPacker(p.Shuffle)
	way := spreader{int(p.MaxDocuments), map[uint64]map[uint64]bool{}}
	for _, x := range postings {
		shard := shuffle.ShardOf(x.signature, p.Shuffle.Shards)
		if way.spread(x.signature, x.Document) {
			shard = shuffle.ShardOf(x.Document, p.Shuffle.Shards)
		}
		packer.AddTo(shard, x.signature, signature.AppendPosting(nil, x.Posting), in.emit)
	}
	packer.Flush(in.emit)
	out, _ := pairShards(t, p, in)
	return out
}

// pairShards is pair for postings in shards. It returns what went through the other shuffles as well, by name.
func pairShards(t testing.TB, p Params, in shards) (outcome, map[string]shards) {
	t.Helper()
	matches, places, hot, counts, equals := shards{}, shards{}, shards{}, shards{}, shards{}
	out := outcome{ledger: map[string]int64{}}
	count := func(name string, n int64) { out.ledger[name] += n }
	of := signed{Params: p, Size: engine.SideWith(int64(pairSize))}
	run := func(blocks shards, stage engine.Stage, emitters ...any) error {
		return blocks.each(func(i int, b func(*[]byte) bool) error {
			return engine.RunReduce(t.Context(), p.Shuffle, stage, i, b, emitters...)
		})
	}
	var err error
	switch {
	case !p.Exact:
		if err = run(in, &pairJaccard{signed: of}, matches.emit, equals.emit, count); err == nil {
			err = run(equals, &pairEqual{Params: p, Size: of.Size}, matches.emit, places.emit, counts.emit, count)
		}
	case p.Sequence == 1:
		err = run(in, &pairExact{signed: of}, matches.emit, places.emit, count)
	default:
		shared, sequential := shards{}, shards{}
		if err = run(in, &share{signed: of}, shared.emit, places.emit, count); err != nil {
			break
		}
		if err = run(shared, &sequence{Params: p}, sequential.emit); err == nil {
			err = run(sequential, &pairSequences{Params: p}, matches.emit, count)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	runHot(t, p.Shuffle, p.Choice, 0, places, hot, counts, count)
	matches.records(t, func(key uint64, payload []byte) {
		m, err := engine.Read[Match](payload)
		if err != nil {
			t.Fatal(err)
		}
		m.A = key
		out.matches = append(out.matches, m)
	})
	hot.records(t, func(key uint64, payload []byte) {
		h, err := engine.Read[HotRun](payload)
		if err != nil {
			t.Fatal(err)
		}
		out.hot = append(out.hot, fmt.Sprintf("%d %d+%d", key, h.First, h.Count))
	})
	for name, n := range out.ledger {
		if n == 0 {
			delete(out.ledger, name)
		}
	}
	slices.Sort(out.hot)
	slices.SortFunc(out.matches, compareMatches)
	return out, map[string]shards{"postings": in, "equal": equals, "places": places, "hot": hot}
}

func (s shards) records(t testing.TB, f func(uint64, []byte)) {
	for _, all := range s {
		for _, b := range all {
			if err := shuffle.Each(b, func(key uint64, payload []byte) error {
				f(key, payload)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func compareMatches(x, y Match) int {
	return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B), cmp.Compare(x.I, y.I), cmp.Compare(x.K, y.K),
		cmp.Compare(x.N, y.N))
}

// point is a pair of sentences.
type point struct {
	a, b uint64
	i, k uint32
}

// points expands matches; each point has the similarity of its matches, which must agree.
func points(t *testing.T, matches []Match) map[point]float32 {
	t.Helper()
	all := map[point]float32{}
	for _, m := range matches {
		for n := range m.N {
			at := point{m.A, m.B, m.I + n, m.K + n}
			if s, ok := all[at]; ok && s != m.Similarity {
				t.Errorf("%+v has the similarities %g and %g", at, s, m.Similarity)
			}
			all[at] = m.Similarity
		}
	}
	return all
}

// before reports whether (a, i) is the first of two sentences, and whether they are compared.
func before(p Params, a, b uint64, i, k uint32) bool {
	return first(p.Choice, a, b) || a == b && i < k && (!p.Directed || p.AlsoInput && record.SideOf(a) == record.Input)
}

// allChoices are the ways to choose documents by their sides.
var allChoices = []Choice{{}, {Directed: true}, {Directed: true, AlsoInput: true}}

// first reports whether two different documents are compared, with a as the first.
func first(s Choice, a, b uint64) bool {
	switch {
	case s.Directed && record.SideOf(a) != record.SideOf(b):
		return record.SideOf(a) == record.Input
	case s.Directed && (!s.AlsoInput || record.SideOf(a) == record.Source):
		return false
	}
	return a < b
}
