package resemblance

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
)

// starsOf is the groups of --groups=star, document by document.
func starsOf(documents []testDocument, pairs []record.SimilarPair, longest bool) (groups []record.Grouped) {
	order := slices.Clone(documents)
	slices.SortFunc(order, func(x, y testDocument) int {
		if longest {
			if c := cmp.Compare(len([]rune(y.Text)), len([]rune(x.Text))); c != 0 {
				return c
			}
		}
		return cmp.Compare(x.ID, y.ID)
	})
	r := map[[2]string]float64{}
	for _, p := range pairs {
		r[[2]string{p.A, p.B}], r[[2]string{p.B, p.A}] = p.Resemblance, p.Resemblance
	}
	taken := map[string]bool{}
	for i, of := range order {
		if taken[of.ID] {
			continue
		}
		var members []record.Grouped
		for _, d := range order[i+1:] {
			if x, ok := r[[2]string{of.ID, d.ID}]; ok && !taken[d.ID] {
				taken[d.ID] = true
				members = append(members, record.Grouped{ID: d.ID, Group: of.ID, Resemblance: x})
			}
		}
		if len(members) > 0 {
			groups = append(append(groups, members...), record.Grouped{ID: of.ID, Group: of.ID, Resemblance: 1})
		}
	}
	slices.SortFunc(groups, func(x, y record.Grouped) int {
		return cmp.Or(cmp.Compare(x.Group, y.Group), cmp.Compare(x.ID, y.ID))
	})
	return groups
}

// The groups of random collections are those of brute force, whatever the order of documents and the number of shards.
func TestStarsTwin(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 38))
		documents := garden(rng, 40)
		policy := []string{"keep_first", "keep_longest"}[seed%2]
		containment := []float64{0, .8, 0}[seed%3]
		pairs, _, _ := bruteForce(documents, 2, .4, containment, policy == "keep_longest")
		want := starsOf(documents, pairs, policy == "keep_longest")
		rng.Shuffle(len(documents), func(i, j int) { documents[i], documents[j] = documents[j], documents[i] })
		sh := []shuffle.Params{{Shards: 1}, {Shards: 40}, {Shards: 5, Memory: 3000, Spool: t.TempDir()}}[seed%3]
		got := run1(t, sh, documents, "--groups=star", "--n=2", "--threshold=.4",
			fmt.Sprintf("--containment=%g", containment), "--policy="+policy)
		if diff := gocmp.Diff(want, got.groups); diff != "" {
			t.Errorf("seed %d: groups (-brute force +got):\n%s", seed, diff)
		}
		if c := got.summary.Counts; c["groups"] != groupsIn(want) || c["documents_in_groups"] != int64(len(want)) ||
			c["singletons"] != int64(len(documents)-len(want)) {
			t.Errorf("seed %d: counts %v, want %d groups of %d documents", seed, c, groupsIn(want), len(want))
		}
	}
}

// A chain of 60 documents, each with 80 of the 100 words of the one before, is one group of components, in which two of
// 60 documents resemble the representative. As stars it is 30 groups of two, all of which do.
func TestStarsDoNotChain(t *testing.T) {
	var words []string
	for i := range 60*20 + 100 {
		words = append(words, fmt.Sprintf("w%d", i))
	}
	var documents []testDocument
	for i := range 60 {
		documents = append(documents, testDocument{fmt.Sprintf("%02d", i), strings.Join(words[20*i:20*i+100], " ")})
	}
	for _, tc := range []struct {
		groups                   string
		n, largest, near, paired int
	}{
		{"components", 1, 60, 2, 59},
		{"star", 30, 2, 60, 30},
	} {
		got := run1(t, one, documents, "--groups="+tc.groups, "--n=1", "--threshold=.6")
		size, near := map[string]int{}, 0
		for _, g := range got.groups {
			size[g.Group]++
			if g.Resemblance >= .6 {
				near++
			}
		}
		largest, paired := 0, 0
		of := map[string]string{}
		for _, g := range got.groups {
			largest, of[g.ID] = max(largest, size[g.Group]), g.Group
		}
		for _, p := range got.pairs {
			if of[p.A] == of[p.B] {
				paired++
			}
		}
		if len(got.pairs) != 59 || len(size) != tc.n || largest != tc.largest || near != tc.near ||
			paired != tc.paired {
			t.Errorf("%s: %d pairs, %d groups, the largest of %d; %d documents near, %d pairs in groups; want %+v",
				tc.groups, len(got.pairs), len(size), largest, near, paired, tc)
		}
	}
}
