package candidate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/simjoin"
)

// sentence is a set of signatures at a place.
type sentence struct {
	document uint64
	number   uint32
	set      []uint64 // sorted
}

// set makes signatures of small numbers, in their order.
func set(numbers ...int) []uint64 {
	var s []uint64
	for _, n := range numbers {
		s = append(s, uint64(n)<<40)
	}
	return simjoin.Set(s)
}

// indexed makes the postings of sentences, as signature.Emit does.
func indexed(tau float64, all []sentence) []posting {
	var out []posting
	for _, s := range all {
		for _, key := range s.set[:simjoin.Prefix(len(s.set), tau)] {
			out = append(out,
				posting{key, signature.Posting{Document: s.document, Sentence: s.number,
					Set: simjoin.AppendSet(nil, s.set)}})
		}
	}
	return out
}

func jaccard(tau float64, max MaxDocuments) Params {
	return Params{Tau: tau, Sequence: 1, MaxDocuments: max, Repeats: occurrence.DefaultRepeats,
		Shuffle: shuffle.Params{Shards: 3}}
}

func TestJaccard(t *testing.T) {
	for _, tc := range []struct {
		name   string
		p      Params
		in     []sentence
		want   []Match
		hot    []string
		ledger map[string]int64
	}{
		{name: "nothing", p: jaccard(0.5, 100)},
		{name: "one sentence", p: jaccard(0.5, 100), in: []sentence{{0, 0, set(1, 2)}}},
		{
			// Each has two signatures in its prefix, and is counted at one of them.
			name: "a run alone is counted", p: jaccard(0.5, 100),
			in:     []sentence{{0, 0, set(1, 2, 3)}, {0, 1, set(1, 2, 3)}, {0, 2, set(1, 2, 3)}},
			ledger: map[string]int64{RunsCut: 2},
		},
		{
			// 2 of 4 signatures are common. The prefix of 3 at .5 is 3-2+1 = 2: 1 and 2
			// against 2 and 3 meet once.
			name: "half", p: jaccard(0.5, 100), in: []sentence{{0, 5, set(1, 2, 3)}, {2, 6, set(2, 3, 4)}},
			want: []Match{{A: 0, B: 2, I: 5, K: 6, N: 1, Similarity: 0.5}}, ledger: map[string]int64{ComparedPairs: 1},
		},
		{
			name: "below", p: jaccard(0.51, 100), in: []sentence{{0, 5, set(1, 2, 3)}, {2, 6, set(2, 3, 4)}},
			ledger: map[string]int64{ComparedPairs: 1},
		},
		{
			// 2 of 5 cannot reach .5: the length ratio alone says so, at each of the two
			// signatures at which they meet (prefixes 5-3+1 = 3 and 2-1+1 = 2).
			name: "length ratio", p: jaccard(0.5, 100), in: []sentence{{0, 0, set(1, 2, 3, 4, 5)}, {2, 0, set(1, 2)}},
			ledger: map[string]int64{LengthPairs: 2},
		},
		{
			// Equal sets of two in three documents, cap 2: hot, at their first signature.
			name: "hot sentence", p: jaccard(0.9, 2),
			in:     []sentence{{0, 0, set(1, 2)}, {2, 1, set(1, 2)}, {4, 2, set(1, 2)}},
			hot:    []string{"0 0+1", "2 1+1", "4 2+1"},
			ledger: map[string]int64{HotSentences: 1, HotOccurrences: 3, HotPairs: 3},
		},
		{
			// Signature 1 is in three documents; two of the sentences are equal, and
			// are brought together all the same. 3 pairs less 1.
			name: "hot signature", p: jaccard(0.9, 2),
			in:     []sentence{{0, 0, set(1, 2)}, {2, 0, set(1, 2)}, {4, 0, set(1, 3)}},
			want:   []Match{match(0, 2, 0, 0, 1)},
			ledger: map[string]int64{HotSignaturePairs: 2},
		},
		{
			name: "a run of equal sets", p: jaccard(0.9, 100),
			in:     []sentence{{0, 0, set(1)}, {0, 1, set(1)}, {0, 2, set(1)}, {2, 7, set(1)}, {2, 8, set(1)}},
			want:   []Match{match(0, 2, 0, 7, 2), match(0, 2, 1, 7, 2)},
			ledger: map[string]int64{ComparedPairs: 1, RunsCut: 3},
		},
	} {
		got := pair(t, tc.p, indexed(tc.p.Tau, tc.in))
		if diff := cmp.Diff(tc.want, slices.Compact(got.matches), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: matches (-want +got):\n%s", tc.name, diff)
		}
		if diff := cmp.Diff(tc.hot, got.hot, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: hot (-want +got):\n%s", tc.name, diff)
		}
		if diff := cmp.Diff(tc.ledger, got.ledger, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: ledger (-want +got):\n%s", tc.name, diff)
		}
	}
}

// Against brute force over the pairs that the ledger does not list: those that share a
// prefix signature in few enough documents, and equal ones that are not hot.
func TestJaccardIsBruteForce(t *testing.T) {
	found := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var all []sentence
		for d := range rng.Uint64N(6) + 1 {
			for i := range rng.Uint32N(5) { // at most 4: no repeat is cut
				var numbers []int
				for range 1 + rng.IntN(8) {
					numbers = append(numbers, 1+rng.IntN(10))
				}
				s := sentence{d, 2 * i, set(numbers...)}
				if len(all) > 0 && rng.IntN(3) == 0 {
					s.set = all[rng.IntN(len(all))].set
				}
				all = append(all, s)
			}
		}
		for _, tau := range []float64{0.5, 0.9, 1} {
			for _, max := range []MaxDocuments{0, 2, 100} {
				for _, sides := range allChoices {
					p := jaccard(tau, max)
					p.Choice = sides
					p.Shuffle.Shards = []int{1, 3, 64}[seed%3]
					name := fmt.Sprintf("seed %d, tau %g, at most %v, sides %v", seed, tau, max, sides)
					want, hot := bruteJaccard(p, all)
					got := pair(t, p, indexed(tau, all))
					if diff := cmp.Diff(want, points(t, got.matches), cmp.AllowUnexported(point{})); diff != "" {
						t.Fatalf("%s: points (-want +got):\n%s", name, diff)
					}
					if got.ledger[HotOccurrences] != hot || int64(len(got.hot)) != hot {
						t.Fatalf("%s: %d hot sentences, want %d", name, got.ledger[HotOccurrences], hot)
					}
					found += len(want)
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d pairs in all: the test compares next to nothing", found)
	}
}

func bruteJaccard(p Params, all []sentence) (map[point]float32, int64) {
	byPrefix, bySet := map[uint64]map[uint64]bool{}, map[string]map[uint64]bool{}
	prefix := func(s sentence) []uint64 { return s.set[:simjoin.Prefix(len(s.set), p.Tau)] }
	for _, s := range all {
		for _, signature := range prefix(s) {
			add(byPrefix, signature, s.document)
		}
		add(bySet, fmt.Sprint(s.set), s.document)
	}
	tooMany := func(documents map[uint64]bool) bool {
		return p.MaxDocuments > 0 && len(documents) > int(p.MaxDocuments)
	}
	hot := int64(0)
	want := map[point]float32{}
	for _, x := range all {
		isHot := tooMany(bySet[fmt.Sprint(x.set)])
		if isHot {
			hot++
		}
		for _, y := range all {
			if !before(p, x.document, y.document, x.number, y.number) {
				continue
			}
			shared := 0
			meet := false // at a prefix signature in few documents
			for _, s := range x.set {
				if slices.Contains(y.set, s) {
					shared++
				}
			}
			for _, s := range prefix(x) {
				meet = meet || slices.Contains(prefix(y), s) && !tooMany(byPrefix[s])
			}
			similarity := float64(shared) / float64(len(x.set)+len(y.set)-shared)
			if similarity >= p.Tau && (meet || slices.Equal(x.set, y.set) && !isHot) {
				want[point{x.document, y.document, x.number, y.number}] = float32(similarity)
			}
		}
	}
	return want, hot
}

func add[K comparable](m map[K]map[uint64]bool, key K, document uint64) {
	if m[key] == nil {
		m[key] = map[uint64]bool{}
	}
	m[key][document] = true
}

func TestJaccardIsLinearInAHotSentence(t *testing.T) {
	const n = 10_000
	var all []sentence
	for d := range uint64(n) {
		all = append(all, sentence{d, 0, set(1, 2, 3)})
	}
	got := pair(t, jaccard(0.9, 100), indexed(0.9, all))
	if len(got.matches) != 0 || len(got.hot) != n || got.ledger[HotPairs] != n*(n-1)/2 ||
		got.ledger[HotSignaturePairs] != 0 {
		t.Errorf("%d matches, %d hot, ledger %v", len(got.matches), len(got.hot), got.ledger)
	}
}
