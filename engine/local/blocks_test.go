package local

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"
)

func init() {
	register.Function1x2(blockFn)
	register.Function2x2(passFn)
	register.Function2x0(readFn)
	register.Function2x0(readAllFn)
	register.Function3x0(readBesideFn)
	register.Iter1[[]byte]()
}

// shelf counts what waits, by value.
type shelf struct {
	mu       sync.Mutex
	waiting  map[string]int
	released map[string]bool
	asked    map[string]bool
	late     []string
}

var theShelf *shelf

func (s *shelf) hold(value []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting[string(value)]++
}

func (s *shelf) release(value []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting[string(value)]--
	if s.waiting[string(value)] == 0 {
		s.released[string(value)] = true
		delete(s.waiting, string(value))
	}
}

// read notes a value that is read after its release.
func (s *shelf) read(value []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.released[string(value)] {
		s.late = append(s.late, string(value))
	}
}

// ahead notes values that are about to be read.
func (s *shelf) ahead(values [][]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range values {
		s.asked[string(v)] = true
	}
}

func blockFn(w string) (int, []byte)           { return len(w), []byte(w) }
func passFn(n int, block []byte) (int, []byte) { return n + 1, block }
func readFn(_ int, block []byte)               { theShelf.read(block) }
func readBesideFn(_ int, block []byte, n int)  { theShelf.read(block) }
func readAllFn(_ int, blocks func(*[]byte) bool) {
	var b []byte
	for blocks(&b) {
		theShelf.read(b)
	}
}

// Values are held once for each stage that waits for them, and released when all of these have
// processed them: two groups, one of them after a Flatten and a DoFn that passes the values on,
// and a DoFn with a side input.
func TestBlocks(t *testing.T) {
	theShelf = &shelf{waiting: map[string]int{}, released: map[string]bool{}, asked: map[string]bool{}}
	p, s, words := ptest.CreateList([]string{"a", "b", "cc", "dd", "eee"})
	blocks := beam.ParDo(s, blockFn, words)
	beam.ParDo0(s, readAllFn, beam.GroupByKey(s, blocks))
	beam.ParDo0(s, readAllFn, beam.GroupByKey(s, beam.Flatten(s, blocks, beam.ParDo(s, passFn, blocks))))
	beam.ParDo0(s, readBesideFn, blocks, beam.SideInput{Input: stats.CountElms(s, words)})
	beam.ParDo0(s, readFn, blocks)
	ctx := WithBlocks(context.Background(), Blocks{Hold: theShelf.hold, Release: theShelf.release,
		Ahead: theShelf.ahead, Early: 1 << 20, Size: func(value []byte) int64 { return int64(len(value)) }})
	if _, err := Execute(ctx, p); err != nil {
		t.Fatal(err)
	}
	if len(theShelf.waiting) > 0 || len(theShelf.late) > 0 {
		t.Errorf("not released: %v; read after its release: %v", theShelf.waiting, theShelf.late)
	}
	want := map[string]bool{"a": true, "b": true, "cc": true, "dd": true, "eee": true}
	if len(theShelf.asked) == 0 || !maps.Equal(theShelf.released, want) {
		t.Errorf("released: %v, asked for: %v", theShelf.released, theShelf.asked)
	}
}

// Ahead is called once for all elements but the first ones, before they are taken.
func TestAhead(t *testing.T) {
	const n = 300
	for workers := range 4 {
		l, g := &list{}, &group{}
		for i := range n {
			l.elements = append(l.elements, element{1, []byte{byte(i), byte(i >> 8)}})
			g.todo = append(g.todo,
				&keyed{key: i, values: []values{valuesOf([]byte{byte(i), byte(i >> 8)}), valuesOf("no bytes")}})
		}
		for _, s := range []source{l, g} {
			var mu sync.Mutex
			asked := map[int]int{}
			q := &queue{source: s, length: n, window: s.window(workers + 1), ahead: func(values [][]byte) {
				mu.Lock()
				defer mu.Unlock()
				for _, v := range values {
					asked[int(v[0])|int(v[1])<<8]++
				}
			}}
			for i := range n {
				if _, _, _, ok := q.take(); !ok {
					t.Fatalf("%d of %d elements", i, n)
				}
				q.aheads.Wait()
				max := min(n-1, i+q.window)
				if i > 0 && asked[i] != 1 || len(asked) < min(n-1, i+q.window/2) || len(asked) > max {
					t.Fatalf("%T, %d workers: after element %d, which was asked for %d times, %d are asked for, want at most %d", s, workers+1, i, asked[i], len(asked), max)
				}
			}
			if _, _, _, ok := q.take(); ok || len(asked) != n-1 || asked[0] > 0 {
				t.Errorf("%T: %d of %d elements are asked for", s, len(asked), n)
			}
		}
	}
}

// While a stage works, ahead is called for the first keys of the next one, up to a number of bytes, and these keys
// come first although others get more values.
func TestEarly(t *testing.T) {
	const n, max = 40, 100
	g := newGroup(nil)
	for i := range n {
		g.keys[string(byte(i))] = &keyed{key: i,
			values: []values{valuesOf([]byte(fmt.Sprintf("%07d", i)), "no bytes"), {}}}
	}
	size := func(value []byte) int64 { return int64(len(value)) }
	var asked []string
	working := &list{elements: make([]element, 10)}
	q := &queue{source: working, length: 10, early: g.early(max, size), ahead: func(values [][]byte) {
		for _, v := range values {
			asked = append(asked, string(v))
		}
	}}
	for took := 1; ; took++ {
		if _, _, _, ok := q.take(); !ok {
			break
		}
		q.aheads.Wait()
		if want := max / 8 * took / 10; len(asked) != want {
			t.Fatalf("after %d of 10 elements %d values are asked for, want %d", took, len(asked), want)
		}
	}
	for i := range n { // the last ones get the most
		k := g.keys[string(byte(i))]
		for range i {
			k.values[1].add([]byte("more"))
		}
	}
	if g.open(blocks{}.size) != n {
		t.Fatalf("%d keys, want %d", len(g.todo), n)
	}
	var first []string
	for i := range g.todo[:max/8] {
		for b := range g.todo[i].values[0].bytes() {
			first = append(first, string(b))
		}
	}
	slices.Sort(asked)
	slices.Sort(first)
	if !slices.Equal(asked, first) {
		t.Errorf("the first keys have %v, asked for are %v", first, asked)
	}
	if last := g.todo[n-1].key.(int); g.todo[max/8].key.(int) != n-1 || last > max/8 {
		t.Errorf("after the early keys comes %v, and last %d: not those with the most values first",
			g.todo[max/8].key, last)
	}
}

// Blocks that were sent last come first; other elements keep their order.
func TestLastFirst(t *testing.T) {
	blocks, others := &list{}, &list{}
	for _, part := range []string{"abc", "", "d", "ef"} {
		toBlocks, toOthers := &listPart{of: blocks}, &listPart{of: others}
		for _, x := range part {
			if err := toBlocks.add(&exec.FullValue{Elm: 1, Elm2: []byte(string(x))}); err != nil {
				t.Fatal(err)
			}
			if err := toOthers.add(&exec.FullValue{Elm: string(x)}); err != nil {
				t.Fatal(err)
			}
		}
		toBlocks.finish()
		toOthers.finish()
	}
	got := ""
	for i := range blocks.open(nil) {
		v, _ := blocks.take(i)
		got += string(v.Elm2.([]byte))
	}
	for i := range others.open(nil) {
		v, _ := others.take(i)
		got += v.Elm.(string)
	}
	if want := "cdfbea" + "abcdef"; got != want {
		t.Errorf("the order is %s, want %s", got, want)
	}
}
