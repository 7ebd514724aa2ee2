package reuse

import (
	"cmp"
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/reuse/prefix"
)

func init() { engine.RegisterReduce[*meet]() }

// Met is the result of Meet.
type Met struct {
	// Pairs is the pairs of wordings to be compared, by cell. A pair may come more than once.
	Pairs engine.Blocks[delivery.Pair]
	// Needs is the cells that need each wording, by wording.
	Needs engine.Blocks[delivery.Need]
	// Crowds is by wording.
	Crowds engine.Blocks[Crowd]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Meet finds the pairs of wordings that share a key and can be alike. emitted is the result of Emit,
// size of candidate.Size. Meet panics if p is not valid.
//
// Keys of common words come first. Pairs of two wordings that are hot there are not made under other keys: hot wordings
// make no pairs, and each is known to be hot without the other one. So a text that k documents have with other words
// beside it costs k, where a few of these words are the same.
//
// Unless p.MaxDocuments is 0, the work on a key of more than largeGroup wordings is bounded. A wording that
// very probably is alike to more than MaxDocuments of them, by their maps of bits, is hot. And a wording is
// looked at with no more than maxFollowed larger ones.
func Meet(s beam.Scope, p Params, size beam.PCollection, emitted Emitted) Met {
	p.check()
	common := meetAt(s, p, "reuse.Meet", size, emitted.Common, engine.Side[crowds]{})
	if !p.Ordered() {
		return common
	}
	known := crowdsOf(s, p, common.Crowds.Single(s))
	rare := meetAt(s, p, "reuse.Meet, rare words", size, emitted.Rare, known.Input())
	return Met{
		shuffle.Flatten(s, common.Pairs, rare.Pairs), shuffle.Flatten(s, common.Needs, rare.Needs),
		shuffle.Flatten(s, common.Crowds, rare.Crowds), beam.Flatten(s, common.Ledger, rare.Ledger),
	}
}

// meetAt finds pairs at some keys.
func meetAt(
	s beam.Scope, p Params, name string, size beam.PCollection, features engine.Blocks[Feature],
	known engine.Side[crowds],
) Met {
	st := engine.Reduce(s, p.Shuffle, name, &meet{
		Params: p, Features: engine.From(features), Known: known, Size: engine.SideOf[int64](size),
		Pairs: engine.To[delivery.Pair](p.byCell()), Ledger: engine.Counting(MetPairs, FrequentPairs),
	})
	return Met{st.Pairs.Blocks(), st.Needs.Blocks(), st.Crowds.Blocks(), st.Ledger.Collection()}
}

// largeGroup is the size of a group that is bounded. The pairs of smaller ones are all collected: half a
// million, which takes some milliseconds.
const largeGroup = 1024

// maxFollowed bounds the members of a key that are looked at for one of them. A group of so many
// takes about a second.
const maxFollowed = 1 << 16

// meet pairs the wordings of each key.
type meet struct {
	Params Params

	Features engine.In[Feature]
	Known    engine.Side[crowds] // hot wordings
	Size     engine.Side[int64]
	Pairs    engine.Out[delivery.Pair]
	Needs    engine.Out[delivery.Need]
	Crowds   engine.Out[Crowd]
	Ledger   engine.Ledger

	in        Params // Params for the collection at hand
	plan      prefix.Plan
	collector *delivery.Collector

	// scratch
	group []prefix.Member
	alike []uint32 // how many others each member of the group very probably is alike to
	met   [][2]uint32
	crowd []bool // whether each member of the group is known
}

func (st *meet) StartBundle() {
	st.in, st.plan = st.Params.in(st.Size.Value()), prefix.NewPlan(st.Params.ThetaS)
	st.collector = delivery.NewCollector(st.Params.Shuffle, &st.Pairs, &st.Needs, st.Params.Groups)
}

// Group returns the key at which a wording meets others.
func (*meet) Group(featureKey uint64) uint32 { return uint32(featureKey >> 32) }

func (st *meet) Reduce(ctx context.Context, featureKey uint64) error {
	if st.Features.Len() == 1 {
		return nil
	}
	st.read()
	return st.pair(ctx, prefix.KindOf(st.Group(featureKey)))
}

func (st *meet) FinishShard() error {
	st.collector.Deal()
	return nil
}

// read reads the members of a key, each once, in order of size. A member that has two keys of one hash has
// the larger Rest of the two.
func (st *meet) read() {
	st.group = st.group[:0]
	for f := range st.Features.All {
		m := f.Member
		if last := len(st.group) - 1; last >= 0 && st.group[last].ID == m.ID {
			st.group[last].Rest = max(st.group[last].Rest, m.Rest)
			continue
		}
		m.Needed = uint32(st.plan.Needed(int(m.Size)))
		st.group = append(st.group, m)
	}
	if last := len(st.group) - 1; last >= 0 && st.group[last].Size >= 255 {
		slices.SortFunc(st.group, func(a, b prefix.Member) int {
			return cmp.Or(cmp.Compare(a.Size, b.Size), cmp.Compare(a.ID, b.ID))
		})
	}
}

// maxMet is how many pairs of a large group are kept until it is known which of its members are hot: 8 MB.
const maxMet = 1 << 20

// pair collects the pairs of the group. It ends soon after ctx, with its error.
func (st *meet) pair(ctx context.Context, kind uint32) error {
	group, many := st.group, st.in.crowd()
	crowded := int64(0) // pairs that are not made because of hot wordings
	if st.in.MaxDocuments == 0 || len(group) <= max(largeGroup, many) {
		st.crowd = st.Known.Value().appendHas(st.crowd[:0], group)
		met, _, _, err := st.follow(ctx, kind, 0, func(i, j int) bool {
			if st.crowd[i] && st.crowd[j] {
				crowded++
			} else {
				st.collector.Add(group[i].ID, group[j].ID)
			}
			return false
		})
		st.Ledger.Add(MetPairs, met)
		st.countCrowded(crowded)
		return err
	}
	st.alike, st.met = append(st.alike[:0], make([]uint32, len(group))...), st.met[:0]
	hot := func(i int) bool { return int(st.alike[i]) >= many }
	all := true // that may be needed are in st.met
	met, frequent, hotter, err := st.follow(ctx, kind, many, func(i, j int) bool {
		crowded++
		if all && !hot(i) && !hot(j) {
			if all = len(st.met) < maxMet; all {
				st.met = append(st.met, [2]uint32{uint32(i), uint32(j)})
			}
		}
		if !prefix.Probable(&group[i], &group[j]) {
			return false
		}
		st.alike[i]++
		st.alike[j]++
		return true
	})
	if err != nil {
		return err
	}
	st.Ledger.Add(MetPairs, met)
	st.Ledger.Add(FrequentPairs, frequent)
	for i, m := range group {
		if hot(i) {
			st.Crowds.Add(m.ID, Crowd{})
		}
	}
	crowded += hotter
	add := func(i, j int) {
		if !hot(i) && !hot(j) {
			crowded--
			st.collector.Add(group[i].ID, group[j].ID)
		}
	}
	if all {
		for _, m := range st.met {
			add(int(m[0]), int(m[1]))
		}
		st.countCrowded(crowded)
		return nil
	}
	_, _, _, err = st.follow(ctx, kind, many, func(i, j int) bool { // too many to keep: the same pairs again
		add(i, j)
		return prefix.Probable(&group[i], &group[j])
	})
	st.countCrowded(crowded)
	return err
}

// countCrowded counts pairs that are not made because of hot wordings.
func (st *meet) countCrowded(pairs int64) {
	if pairs > 0 {
		st.Ledger.Add(CrowdPairs, pairs)
	}
}

// follow calls f for the pairs of the group that can be alike. f returns whether they very probably are. If many is not
// 0, the larger members that are looked at for one of them are bounded: no more than maxFollowed, and none after many
// of them very probably are alike to it. follow returns how many it looked at, how many it left out because of
// maxFollowed, and how many after many alike ones.
func (st *meet) follow(
	ctx context.Context, kind uint32, many int, f func(i, j int) bool,
) (met, frequent, hotter int64, err error) {
	p, group := &st.in, st.group
	near := p.is(QSign, PartEnum)
	max := 0
	if many > 0 {
		max = maxFollowed
	}
	for i := range group {
		if ctx.Err() != nil {
			return met, frequent, hotter, context.Cause(ctx)
		}
		a, alike := &group[i], 0 // larger ones only: each wording is to count for as many larger ones
		looked, left := st.plan.Follow(kind, group[i:], max, func(j int) bool {
			b := &group[i+j]
			if p.Directed && record.SideOf(a.ID) == record.SideOf(b.ID) ||
				near && !p.Sign.Near(a.Signature, b.Signature) {
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
