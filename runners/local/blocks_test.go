package local

import (
	"context"
	"maps"
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
	ctx := WithBlocks(context.Background(), Blocks{Hold: theShelf.hold, Release: theShelf.release, Ahead: theShelf.ahead})
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
			l.elements = append(l.elements, exec.FullValue{Elm: 1, Elm2: []byte{byte(i), byte(i >> 8)}})
			g.todo = append(g.todo, &keyed{i, []values{{[]byte{byte(i), byte(i >> 8)}}, {"no bytes"}}})
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
				if _, _, ok := q.take(); !ok {
					t.Fatalf("%d of %d elements", i, n)
				}
				q.aheads.Wait()
				most := min(n-1, i+q.window)
				if i > 0 && asked[i] != 1 || len(asked) < min(n-1, i+q.window/2) || len(asked) > most {
					t.Fatalf("%T, %d workers: after element %d, which was asked for %d times, %d are asked for, want at most %d", s, workers+1, i, asked[i], len(asked), most)
				}
			}
			if _, _, ok := q.take(); ok || len(asked) != n-1 || asked[0] > 0 {
				t.Errorf("%T: %d of %d elements are asked for", s, len(asked), n)
			}
		}
	}
}
