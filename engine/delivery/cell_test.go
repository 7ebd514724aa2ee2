package delivery

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/shuffletest"
)

// itemBytes is the size of the payload of each item in a cell of cellOf.
const itemBytes = 9

// cellOf returns a cell of so many documents with items, and the given pairs.
func cellOf(t *testing.T, documents int, pairs [][2]int) *cell {
	t.Helper()
	var items, others []byte
	for n := range documents {
		items = block.Append(items, 5, AppendItem(nil, uint64(n)))
	}
	for x, p := range pairs {
		others = block.Append(others, 5, AppendPair(nil, Pair{uint64(p[0]), uint64(p[1]), fmt.Append(nil, x)}))
	}
	sorted := func(b []byte) *block.Sorted {
		s, err := block.Sort([][]byte{b})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	c, err := readCell(sorted(items), sorted(others))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// seenIn returns the pairs as f of eachOfCell gets them, sorted, and how often each item was read.
func seenIn(t *testing.T, c *cell, max int64) (seen []string, reads map[uint64]int) {
	t.Helper()
	reads = map[uint64]int{}
	read := func(item []byte) (*uint64, error) {
		key, _, err := ReadItem(item)
		reads[key]++
		return &key, err
	}
	if err := eachOfCell(c, max, read, nil, func(p Pair, a, b *uint64) error {
		seen = append(seen, fmt.Sprint(p.A, p.B, *a, *b, string(p.Carried)))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(seen)
	return seen, reads
}

// A cell with more items than may be held has the same pairs. Every other cell is of two groups: the even
// and the odd documents.
func TestTiles(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 400 {
		documents := 1 + random.IntN(40)
		var pairs [][2]int
		for range random.IntN(120) {
			if p := [2]int{random.IntN(documents), random.IntN(documents)}; round%2 == 0 || (p[0]+p[1])%2 == 1 {
				pairs = append(pairs, p)
			}
		}
		want, _ := seenIn(t, cellOf(t, documents, pairs), 1<<20)
		limit := int64(itemBytes * random.IntN(20))
		got, reads := seenIn(t, cellOf(t, documents, pairs), limit)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%d bytes held (-all of them, +got):\n%s", limit, diff)
		}

		c := cellOf(t, documents, pairs)
		sizes, tiles := map[uint32]int64{}, c.tile(limit)
		for n, tile := range tiles.tiles {
			if reads[uint64(n)] > 0 && tile > 0 {
				sizes[tile] += itemBytes
			}
		}
		for _, p := range c.pairs {
			if tiles.of(p) == 0 {
				t.Fatalf("documents %d and %d both pass by", p.a, p.b)
			}
		}
		for tile, size := range sizes {
			if len(sizes) > 1 && size > max(limit, itemBytes) {
				t.Fatalf("tile %d has %d bytes, want at most %d", tile, size, limit)
			}
		}
		for n, times := range reads {
			if times > len(sizes) {
				t.Fatalf("document %d is read %d times, with %d tiles", n, times, len(sizes))
			}
		}
	}
}

// The tiles of a cell are as few as there can be, and none is a small rest.
func TestTilesAreEven(t *testing.T) {
	for documents := 2; documents < 60; documents += 3 {
		var pairs [][2]int
		for n := range documents {
			for m := range n {
				pairs = append(pairs, [2]int{m, n})
			}
		}
		for held := 1; held <= 20; held++ {
			c := cellOf(t, documents, pairs)
			tiles := c.tile(int64(held * itemBytes))
			sizes := map[uint32]int{}
			for _, tile := range tiles.tiles[:documents] {
				if tile > 0 { // all but the last document, of which none is the first of a pair
					sizes[tile]++
				}
			}
			fewest := (documents - 1 + held - 1) / held
			for tile, size := range sizes {
				if len(sizes) != fewest || size > held || size < (documents-1)/fewest-1 {
					t.Fatalf("%d documents, %d held: tile %d of %d has %d", documents, held, tile, len(sizes), size)
				}
			}
		}
	}
}

// Of two groups, the documents of one are read once, and those of the other once for each tile.
func TestTilesOfTwoGroups(t *testing.T) {
	const of1, of2 = 40, 30
	var pairs [][2]int
	for n := range of1 {
		for m := range of2 {
			pairs = append(pairs, [2]int{n, of1 + m})
		}
	}
	for _, tc := range []struct{ held, want int }{
		{of1 + of2, of1 + of2},
		{of1, of1 + of2},
		{of2, of1 + of2},
		{of2 - 1, of1 + 2*of2}, // the 40 documents in two tiles; the other way is 30 + 2*40
		{10, min(of1+4*of2, of2+3*of1)},
	} {
		_, reads := seenIn(t, cellOf(t, of1+of2, pairs), int64(tc.held*itemBytes))
		all := 0
		for _, times := range reads {
			all += times
		}
		if all != tc.want {
			t.Errorf("with %d of %d and %d documents held, documents are read %d times, want %d", tc.held, of1, of2,
				all, tc.want)
		}
	}
}

// Where a few documents have pairs with all others, which have none with each other, these few are held, and the others
// pass by, whether they come first in the pairs or second.
func TestFewDocumentsAreHeld(t *testing.T) {
	const few, all, held = 20, 100, 10
	for _, second := range []bool{false, true} {
		var pairs [][2]int
		for n := range few {
			for m := n + 1; m < all; m++ {
				if second {
					pairs = append(pairs, [2]int{m, n})
				} else {
					pairs = append(pairs, [2]int{n, m})
				}
			}
		}
		_, reads := seenIn(t, cellOf(t, all, pairs), held*itemBytes)
		got := 0
		for _, times := range reads {
			got += times
		}
		// the few in two tiles, of which those of the first pass by the second
		if want := few + held + few/held*(all-few); got != want {
			t.Errorf("documents are read %d times, want %d", got, want)
		}
	}
}

// Documents of small clusters are read once, and few of them twice, although they are dealt to
// many tiles and have no order.
func TestTilesKeepClusters(t *testing.T) {
	const documents, cluster = 1000, 5
	order := rand.New(rand.NewPCG(3, 4)).Perm(documents)
	var pairs [][2]int
	for n := range documents {
		for m := n - n%cluster; m < n; m++ {
			pairs = append(pairs, [2]int{order[m], order[n]})
		}
	}
	_, reads := seenIn(t, cellOf(t, documents, pairs), 100*itemBytes)
	all := 0
	for _, times := range reads {
		all += times
	}
	if len(reads) != documents || all > documents+documents/10 {
		t.Errorf("%d of %d documents are read %d times in all", len(reads), documents, all)
	}
}

// A worker with little memory holds fewer items.
func TestHeld(t *testing.T) {
	for _, tc := range []struct{ memory, want int64 }{
		{0, heldBytes}, // not known, but enough
		{192 << 20, heldBytes},
		{96 << 20, heldBytes / 2},
		{8 << 30, heldBytes},
	} {
		if got := held(shuffle.Params{Memory: tc.memory}); got != tc.want {
			t.Errorf("a worker with %d bytes holds %d, want %d", tc.memory, got, tc.want)
		}
	}
}

// A cell with more pairs than memory is for has the same pairs, each once, with the same items.
func TestPortions(t *testing.T) {
	folder := t.TempDir()
	const documents = 300
	random := rand.New(rand.NewPCG(8, 2))
	packer := shuffle.NewPacker(shuffle.Params{Shards: 1, Spool: folder})
	var sealed [][]byte
	emit := func(_ int, b []byte) { sealed = append(sealed, b) }
	for n := range uint64(documents) {
		packer.Add(5<<32, AppendItem(nil, n<<32), emit)
	}
	for range 40_000 {
		a, b := random.Uint64N(documents), random.Uint64N(documents)
		packer.Add(5<<32, AppendPair(nil, Pair{min(a, b) << 32, max(a, b) << 32, []byte("carried")}), emit)
	}
	packer.Flush(emit)
	pairs := func(memory int64) (seen []string, reads int) {
		p := shuffle.Params{Shards: 1, Spool: folder, Memory: memory}
		read := func(item []byte) (*uint64, error) {
			reads++
			key, _, err := ReadItem(item)
			return &key, err
		}
		if err := eachPair(t.Context(), p, sealed, read, nil, func(p Pair, a, b *uint64) error {
			seen = append(seen, fmt.Sprint(p.A, p.B, *a, *b, string(p.Carried)))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		slices.Sort(seen)
		return seen, reads
	}
	want, reads := pairs(0)
	if len(want) < documents || reads != documents || len(slices.Compact(slices.Clone(want))) != len(want) {
		t.Fatalf("%d pairs of %d documents, which are read %d times", len(want), documents, reads)
	}
	got, reads := pairs(500_000) // the cell has 1.4 MB
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("in portions (-whole, +got):\n%s", diff)
	}
	if reads <= documents {
		t.Errorf("%d items are read: there were no portions", reads)
	}
}

// stage compares the pairs of cells by its functions.
type stage[T any] struct {
	Comparison[T]

	params engine.Params
	read   func([]byte) (*T, error)
	done   func(*T)
	f      func(Pair, *T, *T) error
}

func (s *stage[T]) Reduce(ctx context.Context, _ uint64) error {
	return s.EachPair(ctx, s.params, s.read, s.done, s.f)
}

// eachPair runs a stage on the blocks of a shard.
func eachPair[T any](
	ctx context.Context, p engine.Params, blocks [][]byte, read func([]byte) (*T, error), done func(*T),
	f func(Pair, *T, *T) error,
) error {
	return engine.RunReduce(ctx, p, &stage[T]{params: p, read: read, done: done, f: f}, 0,
		shuffletest.Iterate(blocks...))
}

// A context that has ended ends the comparison of a cell.
func TestEachPairIsInterrupted(t *testing.T) {
	const documents = 200
	b := shuffle.Append(nil, 5<<32, AppendItem(nil, 0))
	for n := range uint64(documents) {
		b = shuffle.Append(shuffle.Append(b, 5<<32, AppendItem(nil, n<<32)), 5<<32,
			AppendPair(nil, Pair{0, n << 32, nil}))
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	why, compared := errors.New("why"), 0
	err := eachPair(ctx, shuffle.Params{Shards: 1}, [][]byte{b}, func([]byte) (*int, error) {
		return new(int), nil
	}, nil, func(Pair, *int, *int) error {
		if compared++; compared == 50 {
			cancel(why)
		}
		return nil
	})
	if !errors.Is(err, why) || compared >= documents {
		t.Errorf("the error is %v after %d of %d pairs", err, compared, documents)
	}
}
