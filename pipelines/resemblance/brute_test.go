package resemblance

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"diagonal/io/record"
	"diagonal/transforms/shuffle"
)

// The twin: sets of shingles as strings, every two documents compared, labels spread
// until nothing changes. It shares no code with the job but for the records.

func shinglesOf(text string, n int) map[string]bool {
	words := strings.Fields(text)
	set := map[string]bool{}
	if len(words) > 0 && len(words) < n {
		set[strings.Join(words, " ")] = true
	}
	for i := 0; i+n <= len(words); i++ {
		set[strings.Join(words[i:i+n], " ")] = true
	}
	return set
}

func measure(a, b map[string]bool) (shared int, resemblance, containment float64) {
	for s := range a {
		if b[s] {
			shared++
		}
	}
	if shared == 0 {
		return 0, 0, 0
	}
	return shared, float64(shared) / float64(len(a)+len(b)-shared), float64(shared) / float64(min(len(a), len(b)))
}

// round is to four digits, and what is just below a threshold for its rounding is on it.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

func bruteForce(documents []testDocument, n int, threshold, containment float64, longest bool) (pairs []record.SimilarPair, groups []record.Grouped, singletons int64) {
	sets := make([]map[string]bool, len(documents))
	label := make([]int, len(documents))
	for i, d := range documents {
		sets[i], label[i] = shinglesOf(d.Text, n), i
	}
	for i, a := range documents {
		for j, b := range documents {
			if a.ID >= b.ID {
				continue
			}
			shared, r, c := measure(sets[i], sets[j])
			if shared == 0 || r < threshold-1e-12 && (containment == 0 || c < containment-1e-12) {
				continue
			}
			pairs = append(pairs, record.SimilarPair{A: a.ID, B: b.ID, Resemblance: round(r), Containment: round(c), Shared: int64(shared), ASize: int64(len(sets[i])), BSize: int64(len(sets[j]))})
			from, to := label[j], label[i]
			for k := range label {
				if label[k] == from {
					label[k] = to
				}
			}
		}
	}
	for l := range documents {
		var members []int
		for k := range label {
			if label[k] == l {
				members = append(members, k)
			}
		}
		if len(members) == 1 {
			singletons++
		}
		if len(members) < 2 {
			continue
		}
		best := slices.MinFunc(members, func(x, y int) int {
			if longest {
				if c := cmp.Compare(len([]rune(documents[y].Text)), len([]rune(documents[x].Text))); c != 0 {
					return c
				}
			}
			return cmp.Compare(documents[x].ID, documents[y].ID)
		})
		for _, k := range members {
			_, r, _ := measure(sets[k], sets[best])
			groups = append(groups, record.Grouped{ID: documents[k].ID, Group: documents[best].ID, Resemblance: round(r)})
		}
	}
	slices.SortFunc(pairs, func(x, y record.SimilarPair) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
	slices.SortFunc(groups, func(x, y record.Grouped) int {
		return cmp.Or(cmp.Compare(x.Group, y.Group), cmp.Compare(x.ID, y.ID))
	})
	return pairs, groups, singletons
}

// garden makes documents of few words: near copies in chains, parts of others, equal
// ones, short and empty ones, and a boilerplate in most.
func garden(rng *rand.Rand, n int) []testDocument {
	alphabets := [][]string{strings.Fields("alpha beta gamma delta epsilon zeta eta theta iota kappa"), strings.Split("天地玄黄宇宙洪荒日月", "")}
	words := alphabets[rng.IntN(2)]
	fresh := func(n int) []string {
		var ws []string
		for range n {
			ws = append(ws, words[rng.IntN(len(words))])
		}
		return ws
	}
	boilerplate := fresh(9)
	var texts [][]string
	for len(texts) < n {
		var ws []string
		switch k := rng.IntN(10); {
		case k < 5 && len(texts) > 0: // a near copy
			ws = slices.Clone(texts[rng.IntN(len(texts))])
			for range rng.IntN(4) {
				if len(ws) > 0 {
					ws[rng.IntN(len(ws))] = fresh(1)[0]
				}
			}
		case k < 7 && len(texts) > 0: // a part, or a whole with more
			ws = slices.Clone(texts[rng.IntN(len(texts))])
			if rng.IntN(2) == 0 {
				ws = ws[:rng.IntN(len(ws)+1)]
			} else {
				ws = append(ws, fresh(rng.IntN(60))...)
			}
		default:
			ws = fresh(rng.IntN(50))
			if rng.IntN(2) == 0 {
				ws = append(ws, boilerplate...)
			}
		}
		texts = append(texts, ws)
	}
	var documents []testDocument
	for i, ws := range texts {
		documents = append(documents, testDocument{fmt.Sprintf("%03d", (i*37)%n), strings.Join(ws, " ")})
	}
	return documents
}

// checkTwin holds a run of the job to brute force.
func checkTwin(t *testing.T, documents []testDocument, sh shuffle.Params, n int, threshold, containment float64, policy string) {
	t.Helper()
	got := run1(t, sh, documents, fmt.Sprintf("--n=%d", n), fmt.Sprintf("--threshold=%g", threshold), fmt.Sprintf("--containment=%g", containment), "--policy="+policy)
	pairs, groups, singletons := bruteForce(documents, n, threshold, containment, policy == "keep_longest")
	if diff := gocmp.Diff(pairs, got.pairs); diff != "" {
		t.Errorf("pairs (-brute force +got):\n%s", diff)
	}
	if diff := gocmp.Diff(groups, got.groups); diff != "" {
		t.Errorf("groups (-brute force +got):\n%s", diff)
	}
	if got.summary.Counts["singletons"] != singletons || got.summary.Counts["pairs"] != int64(len(pairs)) || got.summary.Counts["documents_in_groups"] != int64(len(groups)) {
		t.Errorf("counts %v, want %d singletons, %d pairs, %d documents in groups", got.summary.Counts, singletons, len(pairs), len(groups))
	}
}

func TestBruteForce(t *testing.T) {
	for _, tc := range []struct {
		n                      int
		threshold, containment float64
		policy                 string
		sh                     shuffle.Params
	}{
		{5, 0.7, 0, "keep_first", one},
		{5, 0.7, 0.9, "keep_longest", shuffle.Params{Shards: 7, Branches: 2}},
		{1, 0.5, 0, "keep_longest", shuffle.Params{Shards: 40, Branches: 1}}, // two rounds of forests
		{3, 0.05, 0, "keep_first", shuffle.Params{Shards: 3, Branches: 3}},
		{2, 1, 1, "keep_first", shuffle.Params{Shards: 5, Branches: 2}},
		{4, 0.9, 0.3, "keep_first", shuffle.Params{Shards: 300, Branches: 2}},
	} {
		t.Run(fmt.Sprintf("%+v", tc), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(tc.n), 9))
			checkTwin(t, garden(rng, 150), tc.sh, tc.n, tc.threshold, tc.containment, tc.policy)
		})
	}
}

// FuzzBruteForce looks for collections and bounds for which the job and brute force differ.
func FuzzBruteForce(f *testing.F) {
	f.Add(uint64(1), uint8(20), uint8(3), uint8(70), uint8(0))
	f.Add(uint64(2), uint8(40), uint8(5), uint8(50), uint8(80))
	f.Fuzz(func(t *testing.T, seed uint64, documents, n, threshold, containment uint8) {
		rng := rand.New(rand.NewPCG(seed, 1))
		sh := shuffle.Params{Shards: 1 + int(seed%9), Branches: 1 + int(seed%2)}
		checkTwin(t, garden(rng, 2+int(documents%60)), sh, 1+int(n%8), float64(1+threshold%100)/100, float64(containment%101)/100, []string{"keep_first", "keep_longest"}[seed%2])
	})
}
