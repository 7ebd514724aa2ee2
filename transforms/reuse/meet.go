package reuse

import (
	"cmp"
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/reuse/prefix"
)

func init() {
	dofn.Plain(&meetFn{})
	dofn.Plain(&meetRareFn{})
}

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

// Meet finds the pairs of wordings that share a key and can be alike. emitted is the result of Emit,
// size of candidate.Size. Meet panics if p is not valid.
//
// Keys of common words come first. Pairs of two wordings that are hot there are not made under other keys: hot wordings make no
// pairs, and each is known to be hot without the other one. So a text that k documents have with other words beside it
// costs k, where a few of these words are the same.
//
// Unless p.MaxDocuments is 0, the work on a key of more than largeGroup wordings is bounded. A wording that
// very probably is alike to more than MaxDocuments of them, by their maps of bits, is hot. And a wording is
// looked at with no more than mostFollowed larger ones.
func Meet(s beam.Scope, p Params, size beam.PCollection, emitted Emitted) Met {
	s = start(s, "Meet", p)
	fn := &meetFn{Params: p}
	common := p.met(beam.ParDo4(s, fn, shuffle.Group(s, p.Shuffle, emitted.Common), dofn.Side(fn, size)))
	if !p.Ordered() {
		return common
	}
	fnRare := &meetRareFn{meetFn{Params: p}}
	known := crowdsOf(s, p, common.Crowds.Single(s))
	rare := p.met(beam.ParDo4(s, fnRare, shuffle.Group(s, p.Shuffle, emitted.Rare), append(known.Side(fnRare), dofn.Side(fnRare, size))...))
	return Met{
		shuffle.Flatten(s, common.Pairs, rare.Pairs), shuffle.Flatten(s, common.Needs, rare.Needs),
		shuffle.Flatten(s, common.Crowds, rare.Crowds), beam.Flatten(s, common.Ledger, rare.Ledger),
	}
}

func (p Params) met(pairs, needs, crowds, ledger beam.PCollection) Met {
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
	known     crowds // hot wordings
	collector *delivery.Collector
	crowds    *shuffle.Packer
	ledger    shuffle.Ledger

	// scratch, never emitted
	group []prefix.Member
	alike []uint32 // how many others each member of the group very probably is alike to
	met   [][2]uint32
	crowd []bool // whether each member of the group is known
}

// start begins a bundle.
func (fn *meetFn) start(size int64) error {
	fn.in, fn.plan = fn.Params.in(size), prefix.NewPlan(fn.Params.ThetaS)
	fn.collector = delivery.NewCollector(fn.Params.Shuffle, fn.Params.Groups, fn.Params.Directed)
	fn.crowds = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{MetPairs: 0, FrequentPairs: 0}
	return nil
}

func (fn *meetFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, size int64, pairs, needs, crowds func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(func() error { return fn.start(size) }); err != nil {
		return err
	}
	return fn.meet(ctx, "reuse.Meet", blocks, pairs, needs, crowds)
}

// meet receives a shard of features.
func (fn *meetFn) meet(ctx context.Context, stage string, blocks func(*[]byte) bool, pairs, needs, crowds func(int, []byte)) error {
	return fn.Params.Shuffle.EachPart(stage, blocks, func(sorted *block.Sorted) error {
		for i := 0; i < sorted.Len(); {
			end := sorted.GroupBy(i, metAt)
			if end-i == 1 {
				i = end
				continue
			}
			if err := fn.read(sorted, i, end); err != nil {
				return err
			}
			if err := fn.pair(ctx, prefix.KindOf(metAt(sorted.Key(i))), pairs, needs, crowds); err != nil {
				return err
			}
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

// mostMet is how many pairs of a large group are kept until it is known which of its members are hot: 8 MB.
const mostMet = 1 << 20

// pair collects the pairs of the group. It ends soon after ctx, with its error.
func (fn *meetFn) pair(ctx context.Context, kind uint32, pairs, needs, crowds func(int, []byte)) error {
	group, many := fn.group, fn.in.crowd()
	crowded := int64(0) // pairs that are not made because of hot wordings
	if fn.in.MaxDocuments == 0 || len(group) <= max(largeGroup, many) {
		fn.crowd = fn.known.appendHas(fn.crowd[:0], group)
		met, _, _, err := fn.follow(ctx, kind, 0, func(i, j int) bool {
			if fn.crowd[i] && fn.crowd[j] {
				crowded++
			} else {
				fn.collector.Add(group[i].ID, group[j].ID, pairs, needs)
			}
			return false
		})
		fn.ledger.Add(MetPairs, met)
		fn.countCrowded(crowded)
		return err
	}
	fn.alike, fn.met = append(fn.alike[:0], make([]uint32, len(group))...), fn.met[:0]
	hot := func(i int) bool { return int(fn.alike[i]) >= many }
	all := true // that may be needed are in fn.met
	met, frequent, hotter, err := fn.follow(ctx, kind, many, func(i, j int) bool {
		crowded++
		if all && !hot(i) && !hot(j) {
			if all = len(fn.met) < mostMet; all {
				fn.met = append(fn.met, [2]uint32{uint32(i), uint32(j)})
			}
		}
		if !prefix.Probable(&group[i], &group[j]) {
			return false
		}
		fn.alike[i]++
		fn.alike[j]++
		return true
	})
	if err != nil {
		return err
	}
	fn.ledger.Add(MetPairs, met)
	fn.ledger.Add(FrequentPairs, frequent)
	for i, m := range group {
		if hot(i) {
			fn.crowds.Add(m.ID, crowd, crowds)
		}
	}
	crowded += hotter
	add := func(i, j int) {
		if !hot(i) && !hot(j) {
			crowded--
			fn.collector.Add(group[i].ID, group[j].ID, pairs, needs)
		}
	}
	if all {
		for _, m := range fn.met {
			add(int(m[0]), int(m[1]))
		}
		fn.countCrowded(crowded)
		return nil
	}
	_, _, _, err = fn.follow(ctx, kind, many, func(i, j int) bool { // too many to keep: the same pairs again
		add(i, j)
		return prefix.Probable(&group[i], &group[j])
	})
	fn.countCrowded(crowded)
	return err
}

// countCrowded counts pairs that are not made because of hot wordings.
func (fn *meetFn) countCrowded(pairs int64) {
	if pairs > 0 {
		fn.ledger.Add(CrowdPairs, pairs)
	}
}

// follow calls f for the pairs of the group that can be alike. f returns whether they very probably are. If many is not
// 0, the larger members that are looked at for one of them are bounded: no more than mostFollowed, and none after many of
// them very probably are alike to it. follow returns how many it looked at, how many it left out because of
// mostFollowed, and how many after many alike ones.
func (fn *meetFn) follow(ctx context.Context, kind uint32, many int, f func(i, j int) bool) (met, frequent, hotter int64, err error) {
	p, group := &fn.in, fn.group
	near := p.is(QSign, PartEnum)
	most := 0
	if many > 0 {
		most = mostFollowed
	}
	for i := range group {
		if ctx.Err() != nil {
			return met, frequent, hotter, context.Cause(ctx)
		}
		a, alike := &group[i], 0 // larger ones only: each wording is to count for as many larger ones
		looked, left := fn.plan.Follow(kind, group[i:], most, func(j int) bool {
			b := &group[i+j]
			if p.Directed && record.SideOf(a.ID) == record.SideOf(b.ID) || near && !p.Sign.Near(a.Signature, b.Signature) {
				return true
			}
			if f(i, i+j) {
				alike++
			}
			return many == 0 || alike < many
		})
		met += int64(looked)
		if alike < many {
			frequent += int64(left)
		} else {
			hotter += int64(left)
		}
	}
	return met, frequent, hotter, nil
}

func (fn *meetFn) FinishBundle(_ int64, pairs, needs, crowds func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() {
		fn.collector.Flush(pairs, needs)
		fn.crowds.Flush(crowds)
		fn.ledger.Flush(ledger)
	})
}

// meetRareFn is meetFn for the keys that are not common.
type meetRareFn struct{ meetFn }

func (fn *meetRareFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, known []byte, size int64, pairs, needs, crowds func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(func() (err error) {
		if fn.known, err = readCrowds(known); err != nil {
			return err
		}
		return fn.start(size)
	}); err != nil {
		return err
	}
	return fn.meet(ctx, "reuse.Meet, rare words", blocks, pairs, needs, crowds)
}

func (fn *meetRareFn) FinishBundle(known []byte, size int64, pairs, needs, crowds func(int, []byte), ledger func(string, int64)) {
	fn.meetFn.FinishBundle(size, pairs, needs, crowds, ledger)
}
