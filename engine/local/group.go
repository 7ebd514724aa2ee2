package local

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec"
)

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
	early  bool  // whether it comes before those that are not
	size   int64 // of all values, once the group is open or its early values were asked for
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
	c.parts[i].values.add(v.Elm2)
	return nil
}

func (c *groupPart) finish() {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	for i := range c.parts {
		p := &c.parts[i]
		k := c.of.keys[p.encoded]
		if k == nil {
			k = &keyed{key: p.key, values: make([]values, len(c.of.edge.Input))}
			c.of.keys[p.encoded] = k
		}
		k.values[c.input].join(&p.values)
	}
	c.index, c.parts = map[string]int{}, nil
}

// open puts the largest keys first, so that the workers end at about the same time.
func (g *group) open(size func([]byte) int64) int {
	g.todo = g.inOrder(size)
	g.keys = nil
	return len(g.todo)
}

// inOrder returns the keys: those that are early, then the others, each with the largest first.
func (g *group) inOrder(size func([]byte) int64) (all []*keyed) {
	for _, encoded := range slices.Sorted(maps.Keys(g.keys)) {
		k := g.keys[encoded]
		k.weigh(size)
		all = append(all, k)
	}
	slices.SortStableFunc(all, func(a, b *keyed) int {
		switch {
		case a.early != b.early && a.early:
			return -1
		case a.early != b.early:
			return 1
		}
		return cmp.Compare(b.size, a.size)
	})
	return all
}

func (g *group) early(max int64, size func([]byte) int64) (values [][]byte) {
	for _, k := range g.inOrder(size) {
		if max -= k.size; max < 0 {
			break
		}
		k.early = true
		values = append(values, k.bytes(nil)...)
	}
	return values
}

// weigh sets k.size: the bytes of the values of all inputs. A value that is no bytes counts one.
func (k *keyed) weigh(size func([]byte) int64) {
	k.size = 0
	for i := range k.values {
		k.size += int64(k.values[i].length)
		for value := range k.values[i].bytes() {
			k.size += size(value) - 1
		}
	}
}

func (g *group) take(i int) (exec.FullValue, []exec.ReStream) {
	k := g.todo[i]
	g.todo[i] = nil
	streams := make([]exec.ReStream, len(k.values))
	for i := range k.values {
		streams[i] = &k.values[i]
	}
	return global(exec.FullValue{Elm: k.key}), streams
}

// window returns a key for each worker: the values of a key may be hundreds of megabytes.
func (g *group) window(workers int) int { return workers }

func (g *group) values(dst [][]byte, i int) [][]byte { return g.todo[i].bytes(dst) }

// bytes appends the values that are bytes to dst.
func (k *keyed) bytes(dst [][]byte) [][]byte {
	for i := range k.values {
		dst = slices.AppendSeq(dst, k.values[i].bytes())
	}
	return dst
}

func (g *group) drop() { g.todo = nil }
