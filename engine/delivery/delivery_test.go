package delivery

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/engine/wire/wiretest"
)

// The bytes that go through the shuffles, field by field.
func TestBytes(t *testing.T) {
	wiretest.Golden(t, "Need", appendNeed(nil, 0x0102030405060708), "02"+"0102030405060708")
	wiretest.Golden(t, "Item", append(AppendItem(nil, 1), 9), "00"+"0000000000000001"+"09")
	wiretest.Golden(t, "Pair", AppendPair(nil, Pair{1, 2, []byte{9}}), "01"+"0000000000000001"+"0000000000000002"+"09")
	wiretest.Prefixes(t, "Need", appendNeed(nil, 1), func(b []byte) error { _, err := ReadNeed(b); return err })
	wiretest.Prefixes(t, "Item", AppendItem(nil, 1), func(b []byte) error { _, _, err := ReadItem(b); return err })
	wiretest.Prefixes(t, "Pair", AppendPair(nil, Pair{}), func(b []byte) error { _, err := ReadPair(b); return err })
}

// A collector deals each pair once.
func TestCollector(t *testing.T) {
	var pairs, needs []string
	emit := func(to *[]string) func(int, []byte) {
		return func(_ int, b []byte) {
			if err := shuffle.Each(b, func(key uint64, payload []byte) error {
				*to = append(*to, fmt.Sprintf("%x %x", key, payload))
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	p := shuffle.Params{Shards: 1}
	deal(t, p, ByGroups(p, 2, false), func(d *dealing) {
		c := NewCollector(p, &d.Pairs, &d.Needs, 2)
		for range 3 {
			c.Add(5<<32, 7<<32)
			c.Add(7<<32, 5<<32)
			c.Add(7<<32, 9<<32)
		}
		c.Deal()
	}, emit(&pairs), emit(&needs))
	if len(pairs) != 2 || len(needs) > 4 {
		t.Errorf("pairs %v, needs %v", pairs, needs)
	}
	slices.Sort(needs)
	var want []string
	for _, pair := range [][2]uint64{{5 << 32, 7 << 32}, {7 << 32, 9 << 32}} {
		for _, document := range pair {
			want = append(want, fmt.Sprintf("%x %x", document, appendNeed(nil, Cell(pair[0], pair[1], 2))))
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(slices.Compact(want), slices.Compact(needs)); diff != "" {
		t.Errorf("needs (-want +got):\n%s", diff)
	}
}

// What a collector keeps is bounded by the memory of a worker, however many documents meet.
func TestCollectorMemory(t *testing.T) {
	const memory = 12 << 20
	p := shuffle.Params{Shards: 1, Memory: memory}
	drop := func(int, []byte) {}
	deal(t, p, ByGroups(p, 2, false), func(d *dealing) {
		c := NewCollector(p, &d.Pairs, &d.Needs, 2)
		for i := range uint64(1 << 20) {
			c.Add(mix.Full(i), mix.Full(i+1<<40))
			if kept := 16*cap(c.met) + 8*cap(c.cells); kept > memory {
				t.Fatalf("after %d pairs %d bytes are kept", i, kept)
			}
		}
	}, drop, drop)
}

// run deals pairs to cells, as many as workers have, brings the items of the given documents, and returns each pair
// as EachPair sees it, sorted.
func run(t *testing.T, workers int, pairs []Pair, documents map[uint64]string) (seen []string) {
	t.Helper()
	p := shuffle.Params{Shards: 1, Workers: workers}
	var toCells, toDocuments []byte
	collect := func(to *[]byte) func(int, []byte) {
		return func(_ int, b []byte) {
			if err := shuffle.Each(b, func(key uint64, payload []byte) error {
				*to = shuffle.Append(*to, key, payload)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	deal(t, p, ByCell(p), func(d *dealing) {
		dealer := NewDealer(p, &d.Pairs, &d.Needs)
		for i, pair := range pairs {
			if i == len(pairs)/2 {
				dealer.Finish()
			}
			dealer.Deal(pair)
		}
		dealer.Finish()
	}, collect(&toCells), collect(&toDocuments))
	bring := &bringing{documents: documents, made: map[uint64]int{}}
	if err := engine.RunReduce(t.Context(), p, bring, 0, shuffletest.Iterate(toDocuments),
		collect(&toCells)); err != nil {
		t.Error(err)
	}
	for document := range documents {
		if n := bring.made[document]; n > 1 {
			t.Errorf("an item is made %d times", n)
		}
	}

	items := map[string]int{}
	read := func(item []byte) (*string, error) {
		_, delivered, err := ReadItem(item)
		s := string(delivered)
		items[s]++
		return &s, err
	}
	text := func(s *string) string {
		if s == nil {
			return "none"
		}
		return *s
	}
	ended := map[string]int{}
	done := func(s *string) {
		ended[*s]++
		*s = "an item that was done with"
	}
	if err := eachPair(t.Context(), shuffle.Params{Shards: 1}, [][]byte{toCells}, read, done,
		func(p Pair, a, b *string) error {
			seen = append(seen, fmt.Sprintf("%s %s %s", text(a), text(b), p.Carried))
			return nil
		}); err != nil {
		t.Fatal(err)
	}
	for s, n := range items {
		if n > cells(p) {
			t.Errorf("%q is read %d times in %d cells", s, n, cells(p))
		}
		if ended[s] != n {
			t.Errorf("%q is read %d times, and done with %d times", s, n, ended[s])
		}
	}
	slices.Sort(seen)
	return seen
}

func TestDelivery(t *testing.T) {
	const a, b, c, d = 1 << 33, 2 << 33, 3 << 33, 4 << 33
	pairs := []Pair{
		{b, a, nil}, {a, c, []byte("x")}, {a, a, nil}, {c, d, nil},
		{a, c, []byte("y")}, // the second one again, which carries something else
	}
	documents := map[uint64]string{a: "A", b: "B", c: "C", 9 << 33: "not needed"}
	want := strings.Split("A A |A C x|A C y|B A |C none ", "|")
	for _, workers := range []int{0, 1, 7} {
		if diff := cmp.Diff(want, run(t, workers, pairs, documents)); diff != "" {
			t.Errorf("%d workers (-want +got):\n%s", workers, diff)
		}
	}
	if got := run(t, 3, nil, documents); len(got) != 0 {
		t.Errorf("no pair makes %v", got)
	}
}

// An error of the reader, or of f, ends the shard.
func TestErrors(t *testing.T) {
	cell := shuffle.Append(shuffle.Append(nil, 5, AppendItem(nil, 1)), 5, AppendPair(nil, Pair{1, 1, nil}))
	for name, b := range map[string][]byte{
		"a short pair": shuffle.Append(nil, 5, []byte{TagPair, 1}),
		"a short item": shuffle.Append(nil, 5, []byte{TagItem, 1}),
		"f":            cell,
	} {
		given := b
		err := eachPair(t.Context(), shuffle.Params{Shards: 1}, [][]byte{given},
			func([]byte) (*int, error) { return new(int), nil }, nil,
			func(Pair, *int, *int) error { return fmt.Errorf("f") })
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// dealing is a stage that deals pairs.
type dealing struct {
	Pairs engine.Out[Pair]
	Needs engine.Out[Need]

	f func(*dealing)
}

func (d *dealing) Map(context.Context, int) error {
	d.f(d)
	return nil
}

// deal runs f in a stage, whose pairs are packed with byCell, and gives the blocks that it sends to pairs and needs.
func deal(t *testing.T, p, byCell shuffle.Params, f func(*dealing), pairs, needs func(int, []byte)) {
	t.Helper()
	st := &dealing{Pairs: engine.To[Pair](byCell), f: f}
	if err := engine.RunMap(t.Context(), p, st, []int{0}, pairs, needs); err != nil {
		t.Fatal(err)
	}
}

// bringing is a stage that brings the texts of documents to cells.
type bringing struct {
	Needs engine.In[Need]
	Cells engine.Out[Item[string]]

	documents map[uint64]string
	made      map[uint64]int
}

func (b *bringing) Reduce(_ context.Context, document uint64) error {
	if text, ok := b.documents[document]; ok {
		BringItem(&b.Needs, &b.Cells, func() Item[string] {
			b.made[document]++
			return Item[string]{document, []byte(text)}
		})
	}
	return nil
}
