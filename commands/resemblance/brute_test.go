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

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
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

func bruteForce(
	documents []testDocument, n int, threshold, containment float64, longest bool,
) (pairs []record.SimilarPair, groups []record.Grouped, singletons int64) {
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
			pairs = append(pairs, record.SimilarPair{A: a.ID, B: b.ID, Resemblance: round(r), Containment: round(c),
				Shared: int64(shared), ASize: int64(len(sets[i])), BSize: int64(len(sets[j]))})
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
			groups = append(groups, record.Grouped{ID: documents[k].ID, Group: documents[best].ID,
				Resemblance: round(r)})
		}
	}
	slices.SortFunc(pairs, func(x, y record.SimilarPair) int {
		return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	})
	slices.SortFunc(groups, func(x, y record.Grouped) int {
		return cmp.Or(cmp.Compare(x.Group, y.Group), cmp.Compare(x.ID, y.ID))
	})
	return pairs, groups, singletons
}

// garden makes documents of few words: near copies in chains, parts of others, equal
// ones, short and empty ones, and a notice in most.
func garden(rng *rand.Rand, n int) []testDocument {
	alphabets := [][]string{strings.Fields("alpha beta gamma delta epsilon zeta eta theta iota kappa"),
		strings.Split("天地玄黄宇宙洪荒日月", "")}
	words := alphabets[rng.IntN(2)]
	fresh := func(n int) []string {
		var ws []string
		for range n {
			ws = append(ws, words[rng.IntN(len(words))])
		}
		return ws
	}
	notice := fresh(9)
	var texts [][]string
	for len(texts) < n {
		var ws []string
		switch k := rng.IntN(10); {
		case k < 2 && len(texts) > 0: // an equal one
			ws = texts[rng.IntN(len(texts))]
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
				ws = append(ws, notice...)
			}
		}
		texts = append(texts, ws)
	}
	var documents []testDocument
	for i, ws := range texts {
		between := strings.Repeat(" ", 1+rng.IntN(2)) // equal documents may differ in length
		documents = append(documents, testDocument{fmt.Sprintf("%03d", (i*37)%n), strings.Join(ws, between)})
	}
	return documents
}

// checkTwin holds three runs of the job to brute force: one with every pair, one in which equal
// documents are one, and one that writes no pairs.
func checkTwin(
	t *testing.T, documents []testDocument, sh shuffle.Params, n int, threshold, containment float64, policy string,
) {
	t.Helper()
	pairs, groups, singletons := bruteForce(documents, n, threshold, containment, policy == "keep_longest")
	equal := equalOf(documents, policy == "keep_longest")
	few, ofEqual, ofCopies := representing(pairs, equal)
	flags := []string{fmt.Sprintf("--n=%d", n), fmt.Sprintf("--threshold=%g", threshold),
		fmt.Sprintf("--containment=%g", containment), "--policy=" + policy}
	checkOnlyGroups(t, documents, sh, flags, groups, equal)
	for _, all := range []bool{false, true} {
		got := run1(t, sh, documents, append(flags, fmt.Sprintf("--equal_pairs=%t", all))...)
		want, ledger := few, [2]int64{ofEqual, ofCopies}
		if all {
			want, ledger = pairs, [2]int64{}
		}
		if diff := gocmp.Diff(want, got.pairs); diff != "" {
			t.Errorf("all=%t: pairs (-brute force +got):\n%s", all, diff)
		}
		if diff := gocmp.Diff(groups, got.groups); diff != "" {
			t.Errorf("all=%t: groups (-brute force +got):\n%s", all, diff)
		}
		if diff := gocmp.Diff(equal, got.equal); diff != "" {
			t.Errorf("all=%t: equal documents (-brute force +got):\n%s", all, diff)
		}
		c := got.summary.Counts
		if c["singletons"] != singletons || c["pairs"] != int64(len(pairs)) ||
			c["documents_in_groups"] != int64(len(groups)) || c["groups"] != groupsIn(groups) {
			t.Errorf("all=%t: counts %v, want %d singletons, %d pairs, %d groups, %d documents in groups", all, c,
				singletons, len(pairs), groupsIn(groups), len(groups))
		}
		if l := got.summary.Ledger; l["pairs_of_equal_documents"] != ledger[0] || l["pairs_of_copies"] != ledger[1] {
			t.Errorf("all=%t: ledger %v, want %d pairs of equal documents and %d of copies", all, l,
				ledger[0], ledger[1])
		}
	}
}

func groupsIn(lines []record.Grouped) int64 {
	groups := map[string]bool{}
	for _, g := range lines {
		groups[g.Group] = true
	}
	return int64(len(groups))
}

// equalOf is the documents with the words of another that stands for them, by comparing
// every two of them.
func equalOf(documents []testDocument, longest bool) (equal []record.Equal) {
	for _, d := range documents {
		first := d
		for _, e := range documents {
			if strings.Join(strings.Fields(d.Text), " ") != strings.Join(strings.Fields(e.Text), " ") {
				continue
			}
			byID, byLength := cmp.Compare(e.ID, first.ID), cmp.Compare(len([]rune(first.Text)), len([]rune(e.Text)))
			if longest && byLength < 0 || (!longest || byLength == 0) && byID < 0 {
				first = e
			}
		}
		if first.ID != d.ID && len(strings.Fields(d.Text)) > 0 {
			equal = append(equal, record.Equal{ID: d.ID, Equal: first.ID})
		}
	}
	slices.SortFunc(equal, func(x, y record.Equal) int {
		return cmp.Or(cmp.Compare(x.Equal, y.Equal), cmp.Compare(x.ID, y.ID))
	})
	return equal
}

// representing is the pairs of which both documents stand for their equals, and the
// numbers of those of two equal documents and of all others.
func representing(
	pairs []record.SimilarPair, equal []record.Equal,
) (few []record.SimilarPair, ofEqual, ofCopies int64) {
	first := map[string]string{}
	for _, e := range equal {
		first[e.ID] = e.Equal
	}
	of := func(id string) string { return cmp.Or(first[id], id) }
	for _, p := range pairs {
		switch {
		case of(p.A) == of(p.B):
			ofEqual++
		case of(p.A) != p.A || of(p.B) != p.B:
			ofCopies++
		default:
			few = append(few, p)
		}
	}
	return few, ofEqual, ofCopies
}

func TestBruteForce(t *testing.T) {
	for _, tc := range []struct {
		n                      int
		threshold, containment float64
		policy                 string
		sh                     shuffle.Params
	}{
		{5, 0.7, 0, "keep_first", one},
		{5, 0.7, 0.9, "keep_longest", shuffle.Params{Shards: 7, Workers: 2}},
		{1, 0.5, 0, "keep_longest", shuffle.Params{Shards: 40}}, // two rounds of forests
		{3, 0.05, 0, "keep_first", shuffle.Params{Shards: 3, Workers: 3}},
		{2, 1, 1, "keep_first", shuffle.Params{Shards: 5, Workers: 2}},
		{4, 0.9, 0.3, "keep_first", shuffle.Params{Shards: 300, Workers: 2}},
		// counted as a large collection
		{3, 0.4, 0.8, "keep_longest", shuffle.Params{Shards: 9, Workers: 2, TextBytes: 1 << 30}},
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
		sh := shuffle.Params{Shards: 1 + int(seed%9), Workers: 1 + int(seed%2)}
		checkTwin(t, garden(rng, 2+int(documents%60)), sh, 1+int(n%8), float64(1+threshold%100)/100,
			float64(containment%101)/100, []string{"keep_first", "keep_longest"}[seed%2])
	})
}
