package local

import (
	"context"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"
)

// list is a collection that is kept as it is: the main input of a stage, or a side input.
type list struct {
	mu       sync.Mutex
	elements []element
	ends     []int // of what each worker sent
	side     sync.Once
	full     []exec.FullValue // elements, for a side input
}

// element is the fields of exec.FullValue that elements differ in.
type element struct{ elm, elm2 any }

type listPart struct {
	of       *list
	elements []element
}

func (c *listPart) add(v *exec.FullValue) error {
	c.elements = append(c.elements, element{v.Elm, v.Elm2})
	return nil
}

func (c *listPart) finish() {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	c.of.elements = append(c.of.elements, c.elements...)
	c.of.ends = append(c.of.ends, len(c.of.elements))
	c.elements = nil
}

// open puts blocks that were sent last first: of a large collection the system has these still in memory.
func (l *list) open(func([]byte) int64) int {
	if len(l.elements) > 0 {
		if _, blocks := l.elements[0].elm2.([]byte); blocks {
			l.elements = lastFirst(l.elements, l.ends)
		}
	}
	return len(l.elements)
}

// lastFirst returns the elements of parts that end at ends: the last one of each part, then the last but one, and so
// on.
func lastFirst(elements []element, ends []int) []element {
	ordered := make([]element, 0, len(elements))
	for k := 1; len(ordered) < len(elements); k++ {
		start := 0
		for _, end := range ends {
			if end-k >= start {
				ordered = append(ordered, elements[end-k])
			}
			start = end
		}
	}
	return ordered
}

func (l *list) drop() { l.elements, l.full = nil, nil }

// listWindow is the window of a list. What it has of blocks is some 30 MB: a disk with many requests at a time is
// several times as fast.
const listWindow = 512

func (l *list) window(int) int { return listWindow }

func (l *list) values(dst [][]byte, i int) [][]byte { return appendBytes(dst, l.elements[i].elm2) }

func (l *list) early(int64, func([]byte) int64) [][]byte { return nil }

// appendBytes appends a value to dst if it is bytes.
func appendBytes(dst [][]byte, value any) [][]byte {
	if bytes, ok := value.([]byte); ok {
		dst = append(dst, bytes)
	}
	return dst
}

func (l *list) take(i int) (exec.FullValue, []exec.ReStream) {
	e := l.elements[i]
	l.elements[i] = element{}
	return global(exec.FullValue{Elm: e.elm, Elm2: e.elm2}), nil
}

// NewIterable is the side input.
func (l *list) NewIterable(context.Context, exec.StateReader, typex.Window) (exec.ReStream, error) {
	l.side.Do(func() {
		for _, e := range l.elements {
			l.full = append(l.full, global(exec.FullValue{Elm: e.elm, Elm2: e.elm2}))
		}
	})
	return &exec.FixedReStream{Buf: l.full}, nil
}

// NewKeyedIterable is the part of the side input with one key.
func (l *list) NewKeyedIterable(_ context.Context, _ exec.StateReader, _ typex.Window, key any) (exec.ReStream, error) {
	var part values
	for _, e := range l.elements {
		if e.elm == key {
			part.add(e.elm2)
		}
	}
	return &part, nil
}
