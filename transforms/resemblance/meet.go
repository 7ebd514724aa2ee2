package resemblance

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/delivery"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

func init() {
	dofn.Plain(&meetFn{})
}

// Met is the result of Meet.
type Met struct {
	// Pairs is the pairs of classes to be compared, by cell. A pair may come more than once.
	Pairs shuffle.Blocks[delivery.Pair]
	// Needs is the cells that need each class, by class.
	Needs shuffle.Blocks[delivery.Need]
}

// Meet finds the pairs of classes that share a feature and can reach the bounds. features is
// the result of Emit. There is no cap: a feature of n classes of about the same size makes up
// to n²/2 pairs. Meet panics if p is not valid.
func Meet(s beam.Scope, p Params, features shuffle.Blocks[Feature]) Met {
	s = start(s, "Meet", p)
	pairs, needs := beam.ParDo2(s, &meetFn{Params: p}, shuffle.Group(s, p.Shuffle, features))
	return Met{shuffle.BlocksOf[delivery.Pair](p.byCell(), pairs), shuffle.BlocksOf[delivery.Need](p.Shuffle, needs)}
}

// meetFn pairs the classes of each feature.
type meetFn struct {
	Params Params

	collector *delivery.Collector

	// scratch, never emitted
	group []Feature
}

func (fn *meetFn) StartBundle(_, _ func(int, []byte)) {
	fn.collector = delivery.NewCollector(fn.Params.Shuffle, fn.Params.Groups, fn.Params.Directed)
}

func (fn *meetFn) ProcessElement(_ int, blocks func(*[]byte) bool, pairs, needs func(int, []byte)) error {
	return fn.Params.Shuffle.EachPart("resemblance.Meet", blocks, func(sorted *block.Sorted) error {
		for i := 0; i < sorted.Len(); {
			end := sorted.Group(i)
			if end-i == 1 {
				i = end
				continue
			}
			fn.group = fn.group[:0]
			for first := i; i < end; i++ {
				if i > first && bytes.Equal(sorted.Payload(i), sorted.Payload(i-1)) {
					continue // an equal document
				}
				f, err := readFeature(sorted.Payload(i))
				if err != nil {
					return err
				}
				fn.group = append(fn.group, f)
			}
			slices.SortFunc(fn.group, func(a, b Feature) int {
				return cmp.Or(cmp.Compare(a.Size, b.Size), cmp.Compare(a.Document, b.Document))
			})
			fn.Params.eachCandidate(fn.group, func(a, b uint64) {
				fn.collector.Add(a, b, pairs, needs)
			})
		}
		fn.collector.Deal(pairs, needs)
		return nil
	})
}

func (fn *meetFn) FinishBundle(pairs, needs func(int, []byte)) {
	fn.collector.Flush(pairs, needs)
}

// eachCandidate calls f for the pairs of a group that can reach the bounds. The group is in
// order of size.
func (p Params) eachCandidate(group []Feature, f func(a, b uint64)) {
	bounds := p.Bounds
	for x, a := range group {
		size, at := int(a.Size), int(a.Position)
		for _, b := range group[x+1:] {
			needed := bounds.Needed(size, int(b.Size))
			if p.Method == SimHash {
				needed = 0 // the angle between sets does not depend on their sizes
			}
			if size-at < needed {
				break // larger sets need even more
			}
			if int(b.Size)-int(b.Position) < needed || a.Document == b.Document || p.Directed && record.SideOf(a.Document) == record.SideOf(b.Document) {
				continue
			}
			f(a.Document, b.Document)
		}
	}
}
