package candidate

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/signature"
)

// sentences makes postings of documents 0, 2, 4, ... (all of the input side), one
// letter a sentence; a dot is a sentence without a signature.
func sentences(documents ...string) []posting {
	var all []posting
	for d, text := range documents {
		for i, letter := range []byte(text) {
			if letter != '.' {
				all = append(all,
					posting{uint64(letter) << 40, signature.Posting{Document: uint64(2 * d), Sentence: uint32(i)}})
			}
		}
	}
	return all
}

func exact(sequence int, max MaxDocuments) Params {
	return Params{Tau: 1, Exact: true, Sequence: sequence, MaxDocuments: max, Repeats: occurrence.DefaultRepeats,
		Shuffle: shuffle.Params{Shards: 3}}
}

func match(a, b uint64, i, k, n uint32) Match {
	return Match{A: a, B: b, I: i, K: k, N: n, Similarity: 1}
}

func TestExact(t *testing.T) {
	directed := exact(1, 2)
	directed.Directed = true
	for _, tc := range []struct {
		name   string
		p      Params
		in     []posting
		want   []Match
		hot    []string
		ledger map[string]int64
	}{
		{name: "nothing", p: exact(1, 100)},
		{name: "one document of one sentence", p: exact(1, 100), in: sentences("A")},
		{name: "two documents", p: exact(1, 100), in: sentences("xAB", "A.B"),
			want: []Match{match(0, 2, 1, 0, 1), match(0, 2, 2, 2, 1)}},
		{name: "inside one document", p: exact(1, 100), in: sentences("AxA"), want: []Match{match(0, 0, 0, 2, 1)}},
		{name: "three documents make three pairs", p: exact(1, 3), in: sentences("A", "A", "A"),
			want: []Match{match(0, 2, 0, 0, 1), match(0, 4, 0, 0, 1), match(2, 4, 0, 0, 1)}},
		{
			name: "a sentence in more documents than the cap", p: exact(1, 2), in: sentences("AAxA", "yA", "A"),
			hot:    []string{"0 0+2", "0 3+1", "2 1+1", "4 0+1"},
			ledger: map[string]int64{HotSentences: 1, HotOccurrences: 5, HotPairs: 3},
		},
		{
			name: "0 is no cap", p: exact(1, 0), in: sentences("A", "A", "A", "A"),
			want: []Match{match(0, 2, 0, 0, 1), match(0, 4, 0, 0, 1), match(0, 6, 0, 0, 1), match(2, 4, 0, 0, 1),
				match(2, 6, 0, 0, 1), match(4, 6, 0, 0, 1)},
		},
		{
			// AAAAA and AAA: aligned at their starts, and at their ends.
			name: "runs of equal sentences", p: exact(1, 100), in: sentences("AAAAA", ".AAA"),
			want:   []Match{match(0, 2, 0, 1, 3), match(0, 2, 2, 1, 3)},
			ledger: map[string]int64{RunsCut: 4 + 2},
		},
		{name: "a run alone is counted", p: exact(1, 100), in: sentences("AAAAAAAAA"),
			ledger: map[string]int64{RunsCut: 8}},
		{name: "a hot run is reported, not counted", p: exact(1, 1), in: sentences("AA", "A"),
			hot: []string{"0 0+2", "2 0+1"}, ledger: map[string]int64{HotSentences: 1, HotOccurrences: 3, HotPairs: 1}},
		{name: "sequence: a run alone", p: exact(3, 100), in: sentences("AAAA"), ledger: map[string]int64{RunsCut: 3}},
		{name: "directed: repeats of one side are nobody's", p: exactDirected(0), in: sentences("AAAA")},
		{
			// The fifth and the sixth run of A are cut: 1 + 2 sentences.
			name: "repeats", p: exact(1, 100), in: sentences("A.A.A.A.A.AA", "A"),
			want: []Match{
				match(0, 0, 0, 2, 1), match(0, 0, 0, 4, 1), match(0, 0, 0, 6, 1), match(0, 0, 2, 4, 1),
				match(0, 0, 2, 6, 1), match(0, 0, 4, 6, 1),
				match(0, 2, 0, 0, 1), match(0, 2, 2, 0, 1), match(0, 2, 4, 0, 1), match(0, 2, 6, 0, 1),
			},
			ledger: map[string]int64{RepeatsCut: 3, RunsCut: 1},
		},
		{
			name: "a posting that comes twice", p: exact(1, 100), in: append(sentences("A", "A"), sentences("A")...),
			want: []Match{match(0, 2, 0, 0, 1)},
		},
		{
			// 3 and 5 are sources; 0 is not compared with 2, nor 3 with 5.
			name: "directed", p: exactDirected(0), in: at('A', 0, 2, 3, 5),
			want: []Match{match(0, 3, 0, 0, 1), match(0, 5, 0, 0, 1), match(2, 3, 0, 0, 1), match(2, 5, 0, 0, 1)},
		},
		{name: "directed: the input is a, whichever key is smaller", p: exactDirected(0), in: at('A', 3, 8),
			want: []Match{match(8, 3, 0, 0, 1)}},
		{name: "directed: one side alone", p: exactDirected(0), in: append(at('A', 0, 2), at('B', 3, 5)...)},
		{
			name: "directed and hot: pairs across the sides", p: directed, in: at('A', 0, 2, 4, 3, 5),
			hot:    []string{"0 0+1", "2 0+1", "3 0+1", "4 0+1", "5 0+1"},
			ledger: map[string]int64{HotSentences: 1, HotOccurrences: 5, HotPairs: 6},
		},
		{name: "sequence: too short", p: exact(3, 100), in: sentences("ABC", "ABx", "xBC")},
		{
			name: "sequence", p: exact(3, 100), in: sentences("xABC", "ABCy", "zzz"),
			want: []Match{match(0, 2, 1, 0, 3)}, ledger: map[string]int64{SharedChains: 1, RunsCut: 2},
		},
		{
			name: "sequences that overlap", p: exact(3, 100), in: sentences("ABCD", ".ABCD"),
			want: []Match{match(0, 2, 0, 1, 3), match(0, 2, 1, 2, 3)}, ledger: map[string]int64{SharedChains: 2},
		},
		{
			name: "sequence: a hot sentence breaks it", p: exact(2, 2), in: sentences("AxB", "AxB", "x"),
			hot:    []string{"0 1+1", "2 1+1", "4 0+1"},
			ledger: map[string]int64{HotSentences: 1, HotOccurrences: 3, HotPairs: 3},
		},
		{
			name: "sequence of equal sentences", p: exact(3, 100), in: sentences("AAAAA", "AAA"),
			want:   []Match{match(0, 2, 0, 0, 3), match(0, 2, 2, 0, 3)},
			ledger: map[string]int64{SharedChains: 1, RunsCut: 6},
		},
	} {
		got := pair(t, tc.p, tc.in)
		if diff := cmp.Diff(tc.want, got.matches, cmpopts.EquateEmpty()); diff != "" {
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

func exactDirected(max MaxDocuments) Params {
	p := exact(1, max)
	p.Directed = true
	return p
}

// at puts one sentence into each of the documents.
func at(letter byte, documents ...uint64) []posting {
	var all []posting
	for _, d := range documents {
		all = append(all, posting{uint64(letter) << 40, signature.Posting{Document: d}})
	}
	return all
}

// What a hot sentence and a document of repeats make grows with the input, not with its square.
func TestExactIsLinear(t *testing.T) {
	const n = 10_000
	var hot []uint64
	for d := range uint64(n) {
		hot = append(hot, d)
	}
	for _, sequence := range []int{1, 3} {
		got := pair(t, exact(sequence, 100), at('A', hot...))
		if len(got.matches) != 0 || len(got.hot) != n || got.ledger[HotPairs] != n*(n-1)/2 {
			t.Errorf("sequence %d: %d matches, %d hot, %d pairs left out", sequence, len(got.matches), len(got.hot),
				got.ledger[HotPairs])
		}
		var run, turns []posting
		for d := range uint64(2) {
			for i := range uint32(n) {
				run = append(run, posting{1, signature.Posting{Document: 2 * d, Sentence: i}})
				turns = append(turns, posting{uint64(i%2) + 1, signature.Posting{Document: 2 * d, Sentence: i}})
			}
		}
		if got := pair(t, exact(sequence, 100), run); len(got.matches) != 1 || len(points(t, got.matches)) != n {
			t.Errorf("sequence %d: two runs of %d equal sentences make %d matches of %d points", sequence, n,
				len(got.matches), len(points(t, got.matches)))
		}
		// Of each signature 4 sentences of a document stay: at most 8*7/2 pairs for
		// each of the two, and the others are counted.
		if got := pair(t, exact(sequence, 100), turns); len(got.matches) > 2*28 || got.ledger[RepeatsCut] != 2*(n-8) {
			t.Errorf("sequence %d: two turns of sentences make %d matches, %d cut", sequence, len(got.matches),
				got.ledger[RepeatsCut])
		}
	}
}

// Against brute force: all pairs of equal sentences, of them those in straight runs of
// Sequence. The documents have no equal neighbours, and no sentence five times.
func TestExactIsBruteForce(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var all []posting
		for d := range rng.Uint64N(5) + 1 {
			uses, last := map[uint64]int{}, uint64(0)
			for i := range rng.Uint32N(14) {
				s := rng.Uint64N(5) + 1
				if s == last || uses[s] == 4 {
					last = 0
					continue
				}
				uses[s]++
				last = s
				all = append(all, posting{s, signature.Posting{Document: d, Sentence: i}})
			}
		}
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, sequence := range []int{1, 2, 3} {
			for _, max := range []MaxDocuments{0, 2, 100} {
				for _, sides := range allChoices {
					p := exact(sequence, max)
					p.Choice = sides
					p.Shuffle.Shards = []int{1, 3, 64}[seed%3]
					name := fmt.Sprintf("seed %d, sequence %d, at most %v, sides %v", seed, sequence, max, sides)
					want, hot := bruteForce(p, all)
					got := pair(t, p, all)
					if diff := cmp.Diff(want, points(t, got.matches), cmp.AllowUnexported(point{})); diff != "" {
						t.Fatalf("%s: points (-want +got):\n%s", name, diff)
					}
					if got.ledger[HotOccurrences] != hot || int64(len(got.hot)) != hot {
						t.Fatalf("%s: %d hot sentences, want %d", name, got.ledger[HotOccurrences], hot)
					}
				}
			}
		}
	}
}

func bruteForce(p Params, all []posting) (map[point]float32, int64) {
	documents := map[uint64]map[uint64]bool{}
	for _, x := range all {
		if documents[x.signature] == nil {
			documents[x.signature] = map[uint64]bool{}
		}
		documents[x.signature][x.Document] = true
	}
	isHot := func(s uint64) bool { return p.MaxDocuments > 0 && len(documents[s]) > int(p.MaxDocuments) }
	hot := int64(0)
	every := map[point]float32{}
	for _, x := range all {
		if isHot(x.signature) {
			hot++
			continue
		}
		for _, y := range all {
			if x.signature == y.signature && before(p, x.Document, y.Document, x.Sentence, y.Sentence) {
				every[point{x.Document, y.Document, x.Sentence, y.Sentence}] = 1
			}
		}
	}
	inSequence := map[point]float32{}
	for at := range every {
		n := 1
		for step := (point{at.a, at.b, at.i - 1, at.k - 1}); every[step] > 0; step.i, step.k = step.i-1, step.k-1 {
			n++
		}
		for step := (point{at.a, at.b, at.i + 1, at.k + 1}); every[step] > 0; step.i, step.k = step.i+1, step.k+1 {
			n++
		}
		if n >= p.Sequence {
			inSequence[at] = 1
		}
	}
	return inSequence, hot
}
