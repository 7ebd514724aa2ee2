package reuse

import (
	"cmp"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/delivery"
	"example.org/diagonal/transforms/reuse/prefix"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

func init() { dofn.Plain(&meetFn{}) }

// Met is the result of Meet.
type Met struct {
	// Pairs is the pairs of wordings to be compared, by cell. A pair may come more than once.
	Pairs shuffle.Blocks[delivery.Pair]
	// Needs is the cells that need each wording, by wording.
	Needs shuffle.Blocks[delivery.Need]
	// Crowds is by wording.
	Crowds shuffle.Blocks[Crowd]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Meet finds the pairs of wordings that share a key and can be alike. features is the result of Emit,
// size of candidate.Size. Meet panics if p is not valid.
//
// Unless p.MaxDocuments is 0, the work on a key of more than largeGroup wordings is bounded. A wording that
// very probably is alike to more than MaxDocuments of them, by their maps of bits, is hot. And a wording is
// looked at with no more than mostFollowed larger ones.
func Meet(s beam.Scope, p Params, size beam.PCollection, features shuffle.Blocks[Feature]) Met {
	s = start(s, "Meet", p)
	fn := &meetFn{Params: p}
	pairs, needs, crowds, ledger := beam.ParDo4(s, fn, shuffle.Group(s, p.Shuffle, features), dofn.Side(fn, size))
	return Met{shuffle.BlocksOf[delivery.Pair](p.byCell(), pairs), shuffle.BlocksOf[delivery.Need](p.Shuffle, needs), shuffle.BlocksOf[Crowd](p.Shuffle, crowds), ledger}
}

// largeGroup is the size of a group that is bounded. The pairs of smaller ones are all collected: half a
// million, which takes some milliseconds.
const largeGroup = 1024

// mostFollowed bounds the members of a key that are looked at for one of them. A group of so many
// takes about a second.
const mostFollowed = 1 << 16

// meetFn pairs the wordings of each key.
type meetFn struct {
	Params Params

	bundle    dofn.Bundle
	in        Params // Params for the collection at hand
	plan      prefix.Plan
	collector *delivery.Collector
	crowds    *shuffle.Packer
	ledger    shuffle.Ledger

	// scratch, never emitted
	group []prefix.Member
	alike []uint32 // how many others each member of the group very probably is alike to
	met   [][2]uint32
}

// start begins a bundle.
func (fn *meetFn) start(size int64) error {
	fn.in, fn.plan = fn.Params.in(size), prefix.NewPlan(fn.Params.ThetaS)
	fn.collector = delivery.NewCollector(fn.Params.Shuffle, fn.Params.Groups, fn.Params.Directed)
	fn.crowds = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{MetPairs: 0, FrequentPairs: 0}
	return nil
}

func (fn *meetFn) ProcessElement(_ int, blocks func(*[]byte) bool, size int64, pairs, needs, crowds func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(func() error { return fn.start(size) }); err != nil {
		return err
	}
	return fn.Params.Shuffle.EachPart("reuse.Meet", blocks, func(sorted *block.Sorted) error {
		for i := 0; i < sorted.Len(); {
			end := sorted.GroupBy(i, metAt)
			if end-i == 1 {
				i = end
				continue
			}
			if err := fn.read(sorted, i, end); err != nil {
				return err
			}
			fn.pair(prefix.KindOf(metAt(sorted.Key(i))), pairs, needs, crowds)
			i = end
		}
		fn.collector.Deal(pairs, needs)
		return nil
	})
}

// read reads the members of a key, each once, in order of size. A member that has two keys of one hash has
// the larger Rest of the two.
func (fn *meetFn) read(sorted *block.Sorted, from, to int) error {
	fn.group = fn.group[:0]
	for i := from; i < to; i++ {
		var m prefix.Member
		if err := readFeature(sorted.Payload(i), &m); err != nil {
			return err
		}
		if last := len(fn.group) - 1; last >= 0 && fn.group[last].ID == m.ID {
			fn.group[last].Rest = max(fn.group[last].Rest, m.Rest)
			continue
		}
		m.Needed = uint32(fn.plan.Needed(int(m.Size)))
		fn.group = append(fn.group, m)
	}
	if last := len(fn.group) - 1; fn.group[last].Size >= 255 {
		slices.SortFunc(fn.group, func(a, b prefix.Member) int {
			return cmp.Or(cmp.Compare(a.Size, b.Size), cmp.Compare(a.ID, b.ID))
		})
	}
	return nil
}

// pair collects the pairs of the group.
func (fn *meetFn) pair(kind uint32, pairs, needs, crowds func(int, []byte)) {
	p, group := &fn.in, fn.group
	near := p.is(QSign, PartEnum)
	crowded := p.MaxDocuments > 0 && len(group) > max(largeGroup, p.crowd())
	most := 0
	if crowded {
		most = mostFollowed
	}
	if crowded {
		fn.alike, fn.met = append(fn.alike[:0], make([]uint32, len(group))...), fn.met[:0]
	}
	met, frequent := 0, 0
	for i := range group {
		a, larger := &group[i], 0
		looked, left := fn.plan.Follow(kind, group[i:], most, func(j int) bool {
			b := &group[i+j]
			if p.Directed && record.SideOf(a.ID) == record.SideOf(b.ID) || near && !p.Sign.Near(a.Signature, b.Signature) {
				return true
			}
			if !crowded {
				fn.collector.Add(a.ID, b.ID, pairs, needs)
				return true
			}
			fn.met = append(fn.met, [2]uint32{uint32(i), uint32(i + j)})
			if prefix.Probable(a, b) {
				larger++
				fn.alike[i]++
				fn.alike[i+j]++
			}
			return larger < p.crowd() // not alike[i]: each wording is to count for as many larger ones
		})
		met += looked
		if larger < p.crowd() {
			frequent += left
		}
	}
	fn.ledger.Add(MetPairs, int64(met))
	fn.ledger.Add(FrequentPairs, int64(frequent))
	if !crowded {
		return
	}
	hot := func(i uint32) bool { return int(fn.alike[i]) >= p.crowd() }
	for i, m := range group {
		if hot(uint32(i)) {
			fn.crowds.Add(m.ID, crowd, crowds)
		}
	}
	for _, m := range fn.met {
		if !hot(m[0]) && !hot(m[1]) {
			fn.collector.Add(group[m[0]].ID, group[m[1]].ID, pairs, needs)
		}
	}
}

func (fn *meetFn) FinishBundle(_ int64, pairs, needs, crowds func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() {
		fn.collector.Flush(pairs, needs)
		fn.crowds.Flush(crowds)
		fn.ledger.Flush(ledger)
	})
}
