package delivery

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
)

// many is a pipeline with 200 cells.
var many = shuffle.Params{Shards: 1, Workers: 100}

// dealt is what a Dealer sends: the pairs of each cell, and the cells that each document travels to.
type dealt struct {
	pairs map[uint64][][2]uint64
	needs map[uint64][]uint64
}

// largest returns the number of pairs in the largest cell.
func (d *dealt) largest() (n int) {
	for _, pairs := range d.pairs {
		n = max(n, len(pairs))
	}
	return n
}

// dealAll deals pairs that each carry something.
func dealAll(t *testing.T, p shuffle.Params, pairs [][2]uint64, carried []byte) *dealt {
	t.Helper()
	d := &dealt{map[uint64][][2]uint64{}, map[uint64][]uint64{}}
	each := func(f func(key uint64, payload []byte) error) func(int, []byte) {
		return func(_ int, b []byte) {
			if err := shuffle.Each(b, f); err != nil {
				t.Fatal(err)
			}
		}
	}
	deal(t, p, ByCell(p), func(st *dealing) {
		dealer := NewDealer(p, &st.Pairs, &st.Needs)
		for _, pair := range pairs {
			dealer.Deal(Pair{pair[0], pair[1], carried})
		}
		dealer.Finish()
	}, each(func(cell uint64, payload []byte) error {
		p, err := ReadPair(payload)
		if !bytes.Equal(p.Carried, carried) {
			t.Fatalf("pair %d, %d carries %d bytes, not %d", p.A, p.B, len(p.Carried), len(carried))
		}
		d.pairs[cell] = append(d.pairs[cell], [2]uint64{p.A, p.B})
		return err
	}), each(func(document uint64, payload []byte) error {
		cell, err := ReadNeed(payload)
		d.needs[document] = append(d.needs[document], cell)
		return err
	}))
	return d
}

// allPairs returns the pairs of the documents from up to to.
func allPairs(from, to uint64) (pairs [][2]uint64) {
	for a := from; a < to; a++ {
		for b := a + 1; b < to; b++ {
			pairs = append(pairs, [2]uint64{a, b})
		}
	}
	return pairs
}

// Documents that all have a text in common travel once, to one cell.
func TestDocumentsInCommonTravelOnce(t *testing.T) {
	var pairs [][2]uint64
	for n := range uint64(50) {
		pairs = append(pairs, allPairs(1000*n, 1000*n+20)...)
	}
	d := dealAll(t, many, pairs, nil)
	if len(d.needs) != 50*20 {
		t.Errorf("%d documents travel, not %d", len(d.needs), 50*20)
	}
	for document, cells := range d.needs {
		if len(cells) != 1 {
			t.Errorf("document %d travels %d times", document, len(cells))
		}
	}
	if len(d.pairs) < 30 {
		t.Errorf("50 texts go to %d cells", len(d.pairs))
	}
}

// The pairs of many documents with a text in common, of a document that has something in common with each of many
// others, and of few pairs that carry much, are not all in one cell.
func TestLargeClustersHaveManyCells(t *testing.T) {
	const hub = 1 << 40
	var star, turned [][2]uint64
	for n := range uint64(100_000) {
		star = append(star, [2]uint64{n, hub})
		turned = append(turned, [2]uint64{5, hub + n})
	}
	for name, tc := range map[string]struct {
		pairs   [][2]uint64
		carried int
	}{
		"a text of many":     {allPairs(0, 500), 0},
		"the greater of all": {star, 0},
		"the less of all":    {turned, 0},
		"few and large":      {allPairs(0, 12), 60 << 10},
	} {
		d := dealAll(t, many, tc.pairs, make([]byte, tc.carried))
		if largest := d.largest(); largest > len(tc.pairs)/8 {
			t.Errorf("%s: %d of %d pairs are in one cell", name, largest, len(tc.pairs))
		}
		slice := sliceBytes / (pairBytes + tc.carried)
		if n := len(d.needs[tc.pairs[0][0]]); n > len(tc.pairs)/max(1, slice)+1 {
			t.Errorf("%s: a document travels %d times for %d slices", name, n, len(tc.pairs)/max(1, slice)+1)
		}
	}
}

// Documents that are nearly all partners of each other, with much in common, travel to a row and a column of cells, and
// their pairs to all.
func TestDocumentsWithMuchInCommon(t *testing.T) {
	pairs := allPairs(0, 120)
	d := dealAll(t, many, pairs, make([]byte, 4<<10))
	const rows = 14 // and columns, of 200 cells
	crossing := 0
	for document, cells := range d.needs {
		if crossing = max(crossing, len(cells)); len(cells) > 2*rows {
			t.Errorf("document %d travels %d times", document, len(cells))
		}
	}
	if used := len(d.pairs); crossing <= rows || used < rows*rows*9/10 || d.largest() > 6*len(pairs)/used {
		t.Errorf("%d pairs are in %d cells, %d of them in one; a document travels %d times at most", len(pairs), used,
			d.largest(), crossing)
	}
}

// Each pair is in one cell, and its documents travel there, once for each shard.
func TestDealer(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 5))
	for _, p := range []shuffle.Params{{Shards: 7}, {Shards: 3, Workers: 2}, many} {
		met := map[[2]uint64]bool{}
		for range 3000 {
			met[[2]uint64{mix.Full(uint64(random.IntN(300))), mix.Full(uint64(random.IntN(300)))}] = true
		}
		var pairs [][2]uint64
		for pair := range met {
			pairs = append(pairs, pair)
		}
		slices.SortFunc(pairs, func(x, y [2]uint64) int { return slices.Compare(x[:], y[:]) })
		d := dealAll(t, p, pairs, []byte("what a pair carries"))
		var got [][2]uint64
		needs := map[uint64][]uint64{}
		for cell, of := range d.pairs {
			got = append(got, of...)
			for _, pair := range of {
				for _, document := range pair {
					if !slices.Contains(needs[document], cell) {
						needs[document] = append(needs[document], cell)
					}
				}
			}
		}
		slices.SortFunc(got, func(x, y [2]uint64) int { return slices.Compare(x[:], y[:]) })
		if diff := cmp.Diff(pairs, got); diff != "" {
			t.Errorf("%+v: pairs (-want +got):\n%s", p, diff)
		}
		for _, cells := range []map[uint64][]uint64{needs, d.needs} {
			for _, of := range cells {
				slices.Sort(of)
			}
		}
		if diff := cmp.Diff(needs, d.needs); diff != "" {
			t.Errorf("%+v: needs (-want +got):\n%s", p, diff)
		}
	}
}

// What a Dealer holds of the pairs of a document is bounded.
func TestDealerMemory(t *testing.T) {
	const memory, carried = 12 << 20, 100 << 10
	p := shuffle.Params{Shards: 1, Memory: memory}
	drop := func(int, []byte) {}
	deal(t, p, ByCell(p), func(st *dealing) {
		d := NewDealer(p, &st.Pairs, &st.Needs)
		for b := range uint64(300) {
			d.Deal(Pair{1, b + 2, make([]byte, carried)})
			if len(d.carried) > d.max+carried || d.max > memory/8 {
				t.Fatalf("after %d pairs %d bytes are held, of %d", b, len(d.carried), d.max)
			}
		}
		d.Finish()
	}, drop, drop)
}

// A worker has several cells, and a large text more. Where a runner carries blocks, cells are smaller.
func TestNumberOfCells(t *testing.T) {
	for _, tc := range []struct {
		p    shuffle.Params
		want int
	}{
		{shuffle.Params{Shards: 8, Workers: 1}, 2},
		{shuffle.Params{Shards: 8, Workers: 64}, 128},
		{shuffle.Params{Shards: 64, Workers: 2, TextBytes: 1 << 30}, 32},
		{shuffle.Params{Shards: 64, Workers: 2, TextBytes: 1 << 30, Memory: 8 << 30}, 32},
		{shuffle.Params{Shards: 64, Workers: 2, TextBytes: 1 << 30, Memory: 96 << 20}, 64},
		{shuffle.Params{Shards: 8}, 8},
		{shuffle.Params{Shards: 64, TextBytes: 1 << 30}, 512},
	} {
		if got := cells(tc.p); got != tc.want {
			t.Errorf("cells(%+v) = %d, want %d", tc.p, got, tc.want)
		}
	}
}
