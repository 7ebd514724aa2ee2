package local

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/mtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"
)

// collector takes the elements that a worker sends to a later stage. It belongs to the
// worker until finish.
type collector interface {
	add(v *exec.FullValue) error
	// finish gives what was collected to the later stage.
	finish()
}

// collector makes the collector for one worker and one input.
func (p *pipeline) collector(r reading) collector {
	if g, ok := p.groups[r.edge.ID()]; ok {
		return &groupPart{of: g, input: r.input, key: exec.MakeElementEncoder(g.edge.Input[r.input].From.Coder.Components[0]), index: map[string]int{}}
	}
	return &listPart{of: p.lists[r]}
}

// sink is the last unit of a stage.
type sink struct {
	id     exec.UnitID
	to     collector
	blocks blocks
}

func (s *sink) ID() exec.UnitID                                             { return s.id }
func (s *sink) Up(context.Context) error                                    { return nil }
func (s *sink) Down(context.Context) error                                  { return nil }
func (s *sink) StartBundle(context.Context, string, exec.DataContext) error { return nil }
func (s *sink) String() string                                              { return fmt.Sprintf("sink[%T]", s.to) }
func (s *sink) FinishBundle(context.Context) error                          { s.to.finish(); return nil }
func (s *sink) ProcessElement(_ context.Context, v *exec.FullValue, _ ...exec.ReStream) error {
	s.blocks.hold(v.Elm2)
	return s.to.add(v)
}

// global puts an element into the global window.
func global(v exec.FullValue) exec.FullValue {
	v.Windows, v.Timestamp, v.Pane = window.SingleGlobalWindow, mtime.ZeroTimestamp, typex.NoFiringPane()
	return v
}

// list is a collection that is kept as it is: the main input of a stage, or a side input.
type list struct {
	mu       sync.Mutex
	elements []exec.FullValue
	ends     []int // of what each worker sent
}

type listPart struct {
	of       *list
	elements []exec.FullValue
}

func (c *listPart) add(v *exec.FullValue) error {
	c.elements = append(c.elements, *v)
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
func (l *list) open() int {
	if len(l.elements) > 0 {
		if _, blocks := l.elements[0].Elm2.([]byte); blocks {
			l.elements = lastFirst(l.elements, l.ends)
		}
	}
	return len(l.elements)
}

// lastFirst returns the elements of parts that end at ends: the last one of each part, then the last but one, and so
// on.
func lastFirst(elements []exec.FullValue, ends []int) []exec.FullValue {
	ordered := make([]exec.FullValue, 0, len(elements))
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

func (l *list) drop() { l.elements = nil }

// listWindow is the window of a list. What it has of blocks is some 30 MB: a disk with many requests at a time is
// several times as fast.
const listWindow = 512

func (l *list) window(int) int { return listWindow }

func (l *list) values(dst [][]byte, i int) [][]byte { return appendBytes(dst, l.elements[i].Elm2) }

func (l *list) early(int64, func([]byte) int64) [][]byte { return nil }

// appendBytes appends a value to dst if it is bytes.
func appendBytes(dst [][]byte, value any) [][]byte {
	if bytes, ok := value.([]byte); ok {
		dst = append(dst, bytes)
	}
	return dst
}

func (l *list) take(i int) (exec.FullValue, []exec.ReStream) {
	v := l.elements[i]
	l.elements[i] = exec.FullValue{}
	return v, nil
}

// NewIterable is the side input.
func (l *list) NewIterable(context.Context, exec.StateReader, typex.Window) (exec.ReStream, error) {
	return &exec.FixedReStream{Buf: l.elements}, nil
}

// NewKeyedIterable is the part of the side input with one key.
func (l *list) NewKeyedIterable(_ context.Context, _ exec.StateReader, _ typex.Window, key any) (exec.ReStream, error) {
	var part values
	for _, v := range l.elements {
		if v.Elm == key {
			part = append(part, v.Elm2)
		}
	}
	return part, nil
}

// group contains the values that a GroupByKey or CoGroupByKey has collected.
type group struct {
	edge *graph.MultiEdge
	mu   sync.Mutex
	keys map[string]*keyed // by the encoded key
	todo []*keyed          // when the group is open
}

// keyed is a key with its values, by input.
type keyed struct {
	key    any
	values []values
	early  bool // whether it comes before those that are not
}

func newGroup(e *graph.MultiEdge) *group { return &group{edge: e, keys: map[string]*keyed{}} }

// groupPart is one worker's part of one input of a group.
type groupPart struct {
	of    *group
	input int
	key   exec.ElementEncoder
	buf   bytes.Buffer // scratch
	index map[string]int
	parts []groupedPart
}

type groupedPart struct {
	encoded string
	key     any
	values  values
}

func (c *groupPart) add(v *exec.FullValue) error {
	c.buf.Reset()
	if err := c.key.Encode(&exec.FullValue{Elm: v.Elm}, &c.buf); err != nil {
		return fmt.Errorf("a key of %s cannot be encoded: %w", c.of.edge.Name(), err)
	}
	i, ok := c.index[string(c.buf.Bytes())]
	if !ok {
		i = len(c.parts)
		encoded := c.buf.String()
		c.index[encoded] = i
		c.parts = append(c.parts, groupedPart{encoded: encoded, key: v.Elm})
	}
	c.parts[i].values = append(c.parts[i].values, v.Elm2)
	return nil
}

func (c *groupPart) finish() {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	for _, p := range c.parts {
		k := c.of.keys[p.encoded]
		if k == nil {
			k = &keyed{key: p.key, values: make([]values, len(c.of.edge.Input))}
			c.of.keys[p.encoded] = k
		}
		k.values[c.input] = append(k.values[c.input], p.values...)
	}
	c.index, c.parts = map[string]int{}, nil
}

// open puts the keys with the most values first, so that the workers end at about the same time.
func (g *group) open() int {
	g.todo = g.inOrder()
	g.keys = nil
	return len(g.todo)
}

// inOrder returns the keys: those that are early, then the others, each with the most values first.
func (g *group) inOrder() (all []*keyed) {
	for _, encoded := range slices.Sorted(maps.Keys(g.keys)) {
		all = append(all, g.keys[encoded])
	}
	slices.SortStableFunc(all, func(a, b *keyed) int {
		switch {
		case a.early != b.early && a.early:
			return -1
		case a.early != b.early:
			return 1
		}
		return cmp.Compare(b.length(), a.length())
	})
	return all
}

func (g *group) early(most int64, size func([]byte) int64) (values [][]byte) {
	for _, k := range g.inOrder() {
		of := k.bytes(nil)
		for _, value := range of {
			most -= size(value)
		}
		if most < 0 {
			break
		}
		k.early = true
		values = append(values, of...)
	}
	return values
}

// length returns the number of values of all inputs.
func (k *keyed) length() (n int) {
	for _, v := range k.values {
		n += len(v)
	}
	return n
}

func (g *group) take(i int) (exec.FullValue, []exec.ReStream) {
	k := g.todo[i]
	g.todo[i] = nil
	streams := make([]exec.ReStream, len(k.values))
	for i, v := range k.values {
		streams[i] = v
	}
	return global(exec.FullValue{Elm: k.key}), streams
}

// window returns a key for each worker: the values of a key may be hundreds of megabytes.
func (g *group) window(workers int) int { return workers }

func (g *group) values(dst [][]byte, i int) [][]byte { return g.todo[i].bytes(dst) }

// bytes appends the values that are bytes to dst.
func (k *keyed) bytes(dst [][]byte) [][]byte {
	for _, input := range k.values {
		for _, value := range input {
			dst = appendBytes(dst, value)
		}
	}
	return dst
}

func (g *group) drop() { g.todo = nil }

// values is a list of values that can be read more than once.
type values []any

func (v values) Open() (exec.Stream, error) { return &valueStream{v}, nil }

type valueStream struct{ rest values }

func (s *valueStream) Close() error { return nil }

func (s *valueStream) Read() (*exec.FullValue, error) {
	if len(s.rest) == 0 {
		return nil, io.EOF
	}
	v := exec.FullValue{Elm: s.rest[0]}
	s.rest = s.rest[1:]
	return &v, nil
}
