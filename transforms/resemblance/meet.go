package resemblance

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"sort"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/sketch/minhash"
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
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Meet finds the pairs of classes that share a feature and can reach the bounds. features is
// the result of Emit. A feature of very many classes makes about mostMet pairs (followed), and the others are
// counted as FrequentPairs. Meet panics if p is not valid.
func Meet(s beam.Scope, p Params, features shuffle.Blocks[Feature]) Met {
	s = start(s, "Meet", p)
	pairs, needs, ledger := beam.ParDo3(s, &meetFn{Params: p}, shuffle.Group(s, p.Shuffle, features))
	return Met{shuffle.BlocksOf[delivery.Pair](p.byCell(), pairs), shuffle.BlocksOf[delivery.Need](p.Shuffle, needs), ledger}
}

// The pairs of one feature. Where n classes share one of their rarest shingles, they are nearly equal, and have n²/2 pairs. Of
// up to 1,448 classes all are made. A class of more is paired with as many of the next larger ones as make mostMet pairs in
// all, and with leastFollowed of them in any case, so that they are in one group. It is looked at with mostLooked of them.
//
// Classes that share a sentence share a band of MinHash by chance, and have too little else in common: their pairs are
// doubtful (leastSure). Of those, up to 128 classes make all, and more make about mostDoubtful.
const (
	mostMet       = 1 << 21
	leastFollowed = 16
	mostLooked    = 1 << 12
	mostDoubtful  = 1 << 13
)

// followed returns how many of the larger classes of a feature of n classes one is paired with, and how many of them
// doubtfully.
func followed(n int) (most, doubtful int) {
	n = max(1, n)
	return max(leastFollowed, mostMet/n), max(1, mostDoubtful/n)
}

// meetFn pairs the classes of each feature.
type meetFn struct {
	Params Params

	collector *delivery.Collector
	ledger    shuffle.Ledger

	// scratch, never emitted
	group []Feature
}

func (fn *meetFn) StartBundle(_, _ func(int, []byte), _ func(string, int64)) {
	fn.ledger = shuffle.Ledger{}
	fn.collector = delivery.NewCollector(fn.Params.Shuffle, fn.Params.Groups, fn.Params.Directed)
}

func (fn *meetFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, pairs, needs func(int, []byte), _ func(string, int64)) error {
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
			left, err := fn.Params.eachCandidate(ctx, fn.group, func(a, b uint64) {
				fn.collector.Add(a, b, pairs, needs)
			})
			if err != nil {
				return err
			}
			if left > 0 {
				fn.ledger.Add(FrequentPairs, left)
			}
		}
		fn.collector.Deal(pairs, needs)
		return nil
	})
}

func (fn *meetFn) FinishBundle(pairs, needs func(int, []byte), ledger func(string, int64)) {
	fn.collector.Flush(pairs, needs)
	fn.ledger.Flush(ledger)
}

// eachCandidate calls f for the pairs of a group that can reach the bounds, but for no more of one class than followed and
// mostLooked allow. It returns how many pairs it left out for that reason. The group is in order of size. eachCandidate ends
// soon after ctx, with its error.
func (p Params) eachCandidate(ctx context.Context, group []Feature, f func(a, b uint64)) (left int64, err error) {
	leastAgreeing, leastSure := p.leastAgreeing(), p.leastSure()
	most, mostDoubtful := followed(len(group))
	for x := range group {
		if ctx.Err() != nil {
			return left, context.Cause(ctx)
		}
		a, larger := &group[x], group[x+1:]
		rest := int(a.Size) - int(a.Position)
		possible := sort.Search(len(larger), func(i int) bool { return rest < p.needed(int(a.Size), int(larger[i].Size)) }) // larger sets need even more
		met, doubtful := 0, 0
		looked := min(possible, mostLooked)
		size, needed := uint32(0), 0
		for i := range looked {
			b := &larger[i]
			sure := true
			if p.Method == MinHash {
				agreeing := minhash.MostAgreeing(&a.Brief, &b.Brief, p.MinHash.Permutations)
				if agreeing < leastAgreeing {
					continue
				}
				sure = agreeing >= leastSure
			}
			if size != b.Size {
				size = b.Size
				needed = p.needed(int(a.Size), int(size))
			}
			if int(b.Size)-int(b.Position) < needed || a.Document == b.Document || p.Directed && record.SideOf(a.Document) == record.SideOf(b.Document) {
				continue
			}
			if !sure {
				if doubtful++; doubtful > mostDoubtful {
					left++
					continue
				}
			}
			if met++; met > most {
				looked = i
				break
			}
			f(a.Document, b.Document)
		}
		left += int64(possible - looked)
	}
	return left, nil
}

// leastAgreeing returns how many values of two MinHashes must be the same (measure).
func (p Params) leastAgreeing() int {
	permutations := p.MinHash.Permutations
	return sort.Search(permutations, func(n int) bool { return float64(n)/float64(permutations) >= p.Bounds.Resemblance })
}

// leastSure returns how many values of two MinHashes agree by their briefs, if a pair is not doubtful: as many as of two sets
// on average of which leastAgreeing values are the same.
func (p Params) leastSure() int {
	permutations := p.MinHash.Permutations
	return permutations - int(minhash.Differing(permutations, float64(p.leastAgreeing())/float64(permutations)))
}

// needed returns how many elements sets of a and b elements must share.
func (p Params) needed(a, b int) int {
	if p.Method == SimHash {
		return 0 // the angle between sets does not depend on their sizes
	}
	return p.Bounds.Needed(a, b)
}
