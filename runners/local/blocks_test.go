package local

import (
	"context"
	"maps"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
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
	theShelf = &shelf{waiting: map[string]int{}, released: map[string]bool{}}
	p, s, words := ptest.CreateList([]string{"a", "b", "cc", "dd", "eee"})
	blocks := beam.ParDo(s, blockFn, words)
	beam.ParDo0(s, readAllFn, beam.GroupByKey(s, blocks))
	beam.ParDo0(s, readAllFn, beam.GroupByKey(s, beam.Flatten(s, blocks, beam.ParDo(s, passFn, blocks))))
	beam.ParDo0(s, readBesideFn, blocks, beam.SideInput{Input: stats.CountElms(s, words)})
	beam.ParDo0(s, readFn, blocks)
	ctx := WithBlocks(context.Background(), Blocks{Hold: theShelf.hold, Release: theShelf.release})
	if _, err := Execute(ctx, p); err != nil {
		t.Fatal(err)
	}
	if len(theShelf.waiting) > 0 || len(theShelf.late) > 0 {
		t.Errorf("not released: %v; read after its release: %v", theShelf.waiting, theShelf.late)
	}
	want := map[string]bool{"a": true, "b": true, "cc": true, "dd": true, "eee": true}
	if !maps.Equal(theShelf.released, want) {
		t.Errorf("released: %v", theShelf.released)
	}
}
