package thin

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle/mix"
)

// used is the memory of one call of Groups after the other.
var used Scratch

// groups collects what Groups says.
func groups(postings []Posting, p Params) (pairs, hot [][]Posting, c Counts) {
	c = Groups(slices.Clone(postings), p, &used, func(g []Posting, _ int) { pairs = append(pairs, slices.Clone(g)) },
		func(g []Posting, _ int) { hot = append(hot, slices.Clone(g)) })
	return pairs, hot, c
}

// plainly is the obvious version of Groups: a map of lists, and nothing in place.
func plainly(postings []Posting, p Params) (pairs, hot [][]Posting, c Counts) {
	lists := map[uint64][]Posting{}
	for _, x := range postings {
		lists[x.Signature] = append(lists[x.Signature], x)
	}
	var names []uint64
	for g := range lists {
		names = append(names, g)
	}
	slices.Sort(names)
	for _, g := range names {
		list := lists[g]
		slices.SortFunc(list, func(x, y Posting) int {
			return cmp.Or(cmp.Compare(x.Document, y.Document), cmp.Compare(x.Unit, y.Unit))
		})
		n := map[uint32]int{}
		var few []Posting
		for _, x := range list {
			if n[x.Document]++; n[x.Document] <= p.Repeats {
				few = append(few, x)
			}
		}
		d := int64(len(n))
		if p.Hot > 0 && int(d) > p.Hot {
			hot = append(hot, list)
		}
		copies := list[0].Unit&p.Copies != 0
		share := float64(mix.Full(g)>>32) / (1 << 32) // uniform in [0, 1)
		switch {
		case len(list) == 1:
		case p.Hot > 0 && int(d) > p.Hot && (copies || int(d) > p.Cap):
		case int(d) > p.Keep && !copies && share*float64(d) >= float64(p.Keep):
			c.Thinned++
			c.ThinnedPairs += d * (d - 1) / 2
		default:
			pairs = append(pairs, few)
			c.Repeats += int64(len(list) - len(few))
		}
	}
	return pairs, hot, c
}

func same(t *testing.T, postings []Posting, p Params) {
	t.Helper()
	wantPairs, wantHot, wantCounts := plainly(postings, p)
	pairs, hot, counts := groups(postings, p)
	if diff := gocmp.Diff([]any{wantPairs, wantHot, wantCounts}, []any{pairs, hot, counts}); diff != "" {
		t.Fatalf("%d postings, %+v (-want +got):\n%s", len(postings), p, diff)
	}
}

func TestGroupsByHand(t *testing.T) {
	in := []Posting{
		{5, 1, 9}, {5, 0, 3}, // two documents
		{6, 0, 0},                                             // alone
		{7, 2, 4}, {7, 2, 1}, {7, 2, 1}, {7, 2, 3}, {7, 1, 0}, // three times in one, twice in one unit
		{8, 0, 1}, {8, 1, 1}, {8, 2, 1}, {8, 3, 2}, {8, 3, 3}, // in four documents: hot
		{9, 3, 7}, {9, 3, 5}, // inside one document
		{10, 0, 1}, {10, 1, 1}, {10, 2, 1}, // in three: hot, and paired
		{11, 0, 9}, {11, 1, 9}, {11, 2, 9}, // as copies they are not paired
	}
	pairs, hot, c := groups(in, Params{Hot: 2, Cap: 3, Keep: 10, Repeats: 2, Copies: 8})
	want := []any{
		[][]Posting{{{5, 0, 3}, {5, 1, 9}}, {{7, 1, 0}, {7, 2, 1}, {7, 2, 1}}, {{9, 3, 5}, {9, 3, 7}},
			{{10, 0, 1}, {10, 1, 1}, {10, 2, 1}}},
		[][]Posting{{{8, 0, 1}, {8, 1, 1}, {8, 2, 1}, {8, 3, 2}, {8, 3, 3}}, {{10, 0, 1}, {10, 1, 1}, {10, 2, 1}},
			{{11, 0, 9}, {11, 1, 9}, {11, 2, 9}}},
		Counts{Repeats: 2},
	}
	if diff := gocmp.Diff(want, []any{pairs, hot, c}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Of n-grams in d documents keep/d are used, so that a document meets about keep others.
func TestThinningKeepsItsShare(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, d := range []int{10, 11, 20, 100} {
		const n = 4000
		var in []Posting
		for range n {
			g := rng.Uint64() >> 16
			for doc := range d {
				in = append(in, Posting{g, uint32(doc), 0})
			}
		}
		pairs, _, c := groups(in, Params{Hot: 100, Cap: 100, Keep: 10, Repeats: 4})
		want := n * 10 / d
		if len(pairs)+int(c.Thinned) != n || len(pairs) < want*9/10 || len(pairs) > max(want*11/10, want) {
			t.Errorf("in %d documents: %d of %d n-grams are used, want about %d", d, len(pairs), n, want)
		}
	}
}

func TestGroupsIsItsTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	for _, n := range []int{0, 1, 2, 63, 64, 65, 3000} {
		for _, p := range []Params{{Hot: 100, Cap: 100, Keep: 10, Repeats: 4}, {Keep: 2, Repeats: 1},
			{Hot: 3, Cap: 6, Keep: 3, Repeats: 2, Copies: 4}} {
			for _, bits := range []int{1, 4, 16, 48} {
				in := make([]Posting, n)
				for i := range in {
					in[i] = Posting{rng.Uint64() >> (64 - bits), rng.Uint32N(20), rng.Uint32N(6)}
				}
				same(t, in, p)
			}
		}
	}
}

func FuzzGroups(f *testing.F) {
	f.Add([]byte("aab1aac2bad3bad3"), uint8(2), uint8(1), uint8(1))
	f.Fuzz(func(t *testing.T, b []byte, hot, keep, repeats uint8) {
		var in []Posting
		for ; len(b) >= 3; b = b[3:] {
			in = append(in, Posting{uint64(b[0]) * 0x010101010101, uint32(b[1]), uint32(b[2])})
		}
		same(t, in, Params{Hot: int(hot), Cap: 2 * int(hot), Keep: int(keep) + 1, Repeats: int(repeats) + 1, Copies: 1})
	})
}

func BenchmarkGroups(b *testing.B) {
	rng := rand.New(rand.NewPCG(4, 4))
	in := make([]Posting, 1<<18)
	for i := range in {
		in[i] = Posting{rng.Uint64N(1<<17) * 0x9e3779b97f4a7c15 >> 16, rng.Uint32N(4000), rng.Uint32N(50)}
	}
	work, scratch := make([]Posting, len(in)), Scratch{}
	b.ReportAllocs()
	b.SetBytes(int64(len(in)) * 7)
	for b.Loop() {
		copy(work, in)
		Groups(work, Params{Hot: 100, Cap: 100, Keep: 10, Repeats: 4, Copies: 0}, &scratch, func([]Posting, int) {},
			func([]Posting, int) {})
	}
}

// Of the postings of two documents, what becomes of each signature is what becomes of it among the
// postings of all documents.
func TestGroupsOfAPart(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	all := make([]Posting, 4000)
	for i := range all {
		all[i] = Posting{rng.Uint64N(300), min(rng.Uint32N(40), rng.Uint32N(40), rng.Uint32N(40)), rng.Uint32N(50)}
	}
	for n := range uint64(20) { // in one document only
		all = append(all, Posting{1000 + n, 1, uint32(n)})
	}
	documents, want := map[uint64]int{}, map[uint64]Fate{}
	p := Params{Hot: 12, Cap: 12, Keep: 5, Repeats: 2}
	p.Seen = func(group []Posting, n int, fate Fate) {
		documents[group[0].Signature], want[group[0].Signature] = n, fate
	}
	Groups(slices.Clone(all), p, &used, func([]Posting, int) {}, func([]Posting, int) {})
	part := slices.DeleteFunc(slices.Clone(all), func(x Posting) bool { return x.Document > 2 })
	got := map[Fate]int{}
	p.Documents = func(signature uint64) int { return documents[signature] }
	p.Seen = func(group []Posting, n int, fate Fate) {
		s := group[0].Signature
		if got[fate]++; n != documents[s] || fate != want[s] && (fate != Alone || len(group) > 1) {
			t.Errorf("signature %d of %d postings is %s in %d documents, want %s in %d", s, len(group), fate, n,
				want[s], documents[s])
		}
	}
	Groups(part, p, &used, func([]Posting, int) {}, func([]Posting, int) {})
	if len(got) != 4 {
		t.Errorf("too little to compare: %v", got)
	}
}

// Pairs that do not fit in an int64 are the largest number.
func TestThinnedPairsOfBillions(t *testing.T) {
	var in []Posting
	for signature := range uint64(40) {
		in = append(in, Posting{signature, 0, 0}, Posting{signature, 1, 0})
	}
	documents := func(uint64) int { return 1_000_000_000 }
	_, _, c := groups(in, Params{Keep: 1, Repeats: 1, Documents: documents})
	if want := (Counts{Thinned: 40, ThinnedPairs: math.MaxInt64}); c != want {
		t.Errorf("%+v, want %+v", c, want)
	}
}
