package resemblance

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/shuffle"
)

func init() {
	dofn.Plain(&meetFn{})
}

// Met is the result of Meet.
type Met struct {
	// Pairs is the pairs of classes to be compared, by cell. A pair may come more than once.
	Pairs shuffle.Blocks[Pair]
	// Needs is the cells that need each class, by class.
	Needs shuffle.Blocks[record.Need]
}

// Meet finds the pairs of classes that share a feature and can reach the bounds. features is
// the result of Emit. There is no cap: a feature of n classes of about the same size makes up
// to n²/2 pairs. Meet panics if p is not valid.
func Meet(s beam.Scope, p Params, features shuffle.Blocks[Feature]) Met {
	s = start(s, "Meet", p)
	pairs, needs := beam.ParDo2(s, &meetFn{Params: p}, shuffle.Group(s, p.Shuffle, features))
	return Met{shuffle.BlocksOf[Pair](p.Shuffle, pairs), shuffle.BlocksOf[record.Need](p.Shuffle, needs)}
}

// maxMet is the number of pairs that are collected before repeats are dropped: 64 MB.
const maxMet = 4 << 20

// meetFn pairs the classes of each feature.
type meetFn struct {
	Params Params

	pairs, needs *shuffle.Packer

	// scratch, never emitted
	group []Feature
	met   [][2]uint64
}

func (fn *meetFn) StartBundle(_, _ func(int, []byte)) {
	fn.pairs = shuffle.NewPacker(fn.Params.Shuffle)
	fn.needs = shuffle.NewPacker(fn.Params.Shuffle)
}

func (fn *meetFn) ProcessElement(_ int, blocks func(*[]byte) bool, pairs, needs func(int, []byte)) error {
	sorted, err := shuffle.Receive("resemblance.Meet", blocks)
	if err != nil {
		return err
	}
	fn.met = fn.met[:0]
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
			fn.met = append(fn.met, [2]uint64{min(a, b), max(a, b)})
			if len(fn.met) == maxMet {
				fn.flush(pairs, needs)
			}
		})
	}
	fn.flush(pairs, needs)
	return nil
}

func (fn *meetFn) FinishBundle(pairs, needs func(int, []byte)) {
	fn.pairs.Flush(pairs)
	fn.needs.Flush(needs)
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

// flush sends the collected pairs, each once, and asks for their classes.
func (fn *meetFn) flush(pairs, needs func(int, []byte)) {
	slices.SortFunc(fn.met, func(a, b [2]uint64) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	fn.met = slices.Compact(fn.met)
	ask := newAsker(fn.Params.Groups, fn.pairs, fn.needs)
	for _, m := range fn.met {
		ask.compare(m[0], m[1], pairs, needs)
	}
	fn.met = fn.met[:0]
}

// asker sends pairs to their cells, and asks for their classes there once.
type asker struct {
	groups       int
	pairs, needs *shuffle.Packer
	asked        map[[2]uint64]struct{} // document and cell
	payload      []byte                 // scratch, never emitted
}

func newAsker(groups int, pairs, needs *shuffle.Packer) *asker {
	return &asker{groups: groups, pairs: pairs, needs: needs, asked: map[[2]uint64]struct{}{}}
}

// compare asks for the comparison of a pair.
func (q *asker) compare(a, b uint64, pairs, needs func(int, []byte)) {
	cell := record.CellOf(a, b, q.groups)
	q.payload = AppendPair(q.payload[:0], a, b)
	q.pairs.Add(cell, q.payload, pairs)
	for _, document := range [2]uint64{a, b} {
		k := [2]uint64{document, cell}
		if _, ok := q.asked[k]; ok {
			continue
		}
		q.asked[k] = struct{}{}
		q.payload = record.AppendNeed(q.payload[:0], cell)
		q.needs.Add(document, q.payload, needs)
	}
}
