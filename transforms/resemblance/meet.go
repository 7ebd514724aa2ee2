package resemblance

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/sketch/minhash"
)

func init() { engine.RegisterReduce[*meet]() }

// Met is the result of Meet.
type Met struct {
	// Pairs is the pairs of classes to be compared, by cell. A pair may come more than once.
	Pairs engine.Blocks[delivery.Pair]
	// Needs is the cells that need each class, by class.
	Needs engine.Blocks[delivery.Need]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Meet finds the pairs of classes that share a feature and can reach the bounds. features is
// the result of Emit. A feature of very many classes makes about maxMet pairs (followed), and the others are
// counted as FrequentPairs. Meet panics if p is not valid.
func Meet(s beam.Scope, p Params, features engine.Blocks[Feature]) Met {
	s = start(s, "Meet", p)
	st := engine.Reduce(s, p.Shuffle, "resemblance.Meet",
		&meet{
			Params: p, Features: engine.From(features),
			Pairs: engine.To[delivery.Pair](delivery.ByGroups(p.Shuffle, p.Groups, p.Directed)),
		})
	return Met{st.Pairs.Blocks(), st.Needs.Blocks(), st.Ledger.Collection()}
}

// The pairs of one feature. Where n classes share one of their rarest shingles, they are nearly equal, and have n²/2
// pairs. Of up to 1,448 classes all are made. A class of more is paired with as many of the next larger ones as make
// maxMet pairs in all, and with minFollowed of them in any case, so that they are in one group. It is looked at with
// maxLooked of them. Where only groups are wanted, maxLinking and minLinking take their places: of up to 181
// classes all pairs are made, and those of 512 and more are proportional to the classes.
//
// Classes that share a sentence share a band of MinHash by chance, and have too little else in common: their pairs are
// doubtful (minSure). Of those, up to 128 classes make all, and more make about maxDoubtful.
const (
	maxMet      = 1 << 21
	minFollowed = 16
	maxLinking  = 1 << 15 // of one feature, with Params.OnlyGroups
	minLinking  = 64
	maxLooked   = 1 << 12
	maxDoubtful = 1 << 13
)

// followed returns how many of the larger classes of a feature of n classes one is paired with, and how many of them
// doubtfully.
func (p Params) followed(n int) (limit, doubtful int) {
	n = max(1, n)
	min, pairs := minFollowed, maxMet
	if p.OnlyGroups {
		min, pairs = minLinking, maxLinking
	}
	return max(min, pairs/n), max(1, maxDoubtful/n)
}

// meet pairs the classes of each feature.
type meet struct {
	Params Params

	Features engine.In[Feature]
	Pairs    engine.Out[delivery.Pair]
	Needs    engine.Out[delivery.Need]
	Ledger   engine.Ledger

	collector *delivery.Collector
	group     []Feature // scratch
}

func (st *meet) StartBundle() {
	st.collector = delivery.NewCollector(st.Params.Shuffle, &st.Pairs, &st.Needs, st.Params.Groups)
}

func (st *meet) Reduce(ctx context.Context, _ uint64) error {
	if st.Features.Len() == 1 {
		return nil
	}
	st.group = st.group[:0]
	for f := range st.Features.Distinct { // equal documents have equal ones
		st.group = append(st.group, *f)
	}
	slices.SortFunc(st.group, func(a, b Feature) int {
		return cmp.Or(cmp.Compare(a.Size, b.Size), cmp.Compare(a.Document, b.Document))
	})
	left, err := st.Params.eachCandidate(ctx, st.group, st.collector.Add)
	if left > 0 {
		st.Ledger.Add(FrequentPairs, left)
	}
	return err
}

func (st *meet) FinishShard() error {
	st.collector.Deal()
	return nil
}

// eachCandidate calls f for the pairs of a group that can reach the bounds, but for no more of one class than followed
// and maxLooked allow. It returns how many pairs it left out for that reason. The group is in order of size.
// eachCandidate ends soon after ctx, with its error.
func (p Params) eachCandidate(ctx context.Context, group []Feature, f func(a, b uint64)) (left int64, err error) {
	minAgreeing, minSure := p.minAgreeing(), p.minSure()
	max, maxDoubtful := p.followed(len(group))
	for x := range group {
		if ctx.Err() != nil {
			return left, context.Cause(ctx)
		}
		a, larger := &group[x], group[x+1:]
		rest := int(a.Size) - int(a.Position)
		// larger sets need even more
		possible := sort.Search(len(larger), func(i int) bool {
			return rest < p.needed(int(a.Size), int(larger[i].Size))
		})
		met, doubtful := 0, 0
		looked := min(possible, maxLooked)
		size, needed := uint32(0), 0
		for i := range looked {
			b := &larger[i]
			sure := true
			if p.Method == MinHash {
				agreeing := minhash.MaxAgreeing(&a.Brief, &b.Brief, p.MinHash.Permutations)
				if agreeing < minAgreeing {
					continue
				}
				sure = agreeing >= minSure
			}
			if size != b.Size {
				size = b.Size
				needed = p.needed(int(a.Size), int(size))
			}
			if int(b.Size)-int(b.Position) < needed || a.Document == b.Document ||
				p.Directed && record.SideOf(a.Document) == record.SideOf(b.Document) {
				continue
			}
			if !sure {
				if doubtful++; doubtful > maxDoubtful {
					left++
					continue
				}
			}
			if met++; met > max {
				looked = i
				break
			}
			f(a.Document, b.Document)
		}
		left += int64(possible - looked)
	}
	return left, nil
}

// minAgreeing returns how many values of two MinHashes must be the same (measure).
func (p Params) minAgreeing() int {
	permutations := p.MinHash.Permutations
	return sort.Search(permutations, func(n int) bool {
		return float64(n)/float64(permutations) >= p.Bounds.Resemblance
	})
}

// minSure returns how many values of two MinHashes agree by their briefs, if a pair is not doubtful: as many as of
// two sets on average of which minAgreeing values are the same.
func (p Params) minSure() int {
	permutations := p.MinHash.Permutations
	return permutations - int(minhash.Differing(permutations, float64(p.minAgreeing())/float64(permutations)))
}

// needed returns how many elements sets of a and b elements must share.
func (p Params) needed(a, b int) int {
	if p.Method == SimHash {
		return 0 // the angle between sets does not depend on their sizes
	}
	return p.Bounds.Needed(a, b)
}
