package resemblance

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
)

// checkOnlyGroups holds a run that writes no pairs to groups and equal documents.
func checkOnlyGroups(
	t *testing.T, documents []testDocument, sh shuffle.Params, flags []string, groups []record.Grouped,
	equal []record.Equal,
) {
	t.Helper()
	got := run1(t, sh, documents, append(slices.Clone(flags), "--only_groups")...)
	if diff := gocmp.Diff(groups, got.groups); diff != "" {
		t.Errorf("only groups (-brute force +got):\n%s", diff)
	}
	if diff := gocmp.Diff(equal, got.equal); diff != "" {
		t.Errorf("only groups: equal documents (-brute force +got):\n%s", diff)
	}
	for name := range got.files {
		if strings.HasPrefix(name, "pairs") {
			t.Errorf("only groups: there is %s", name)
		}
	}
	c := got.summary.Counts
	if _, counted := c["pairs"]; counted || c["groups"] != groupsIn(groups) ||
		c["documents_in_groups"] != int64(len(groups)) || c["singletons"] != int64(len(documents)-len(groups)) {
		t.Errorf("only groups: counts %v, want %d groups of %d documents and no pairs", c, groupsIn(groups),
			len(groups))
	}
}

// copies returns near copies of texts, so that about a third of the pairs of copies of a text have a resemblance of .7.
func copies(rng *rand.Rand, texts, each int) (documents []testDocument) {
	word := func() string { return fmt.Sprintf("w%d", rng.IntN(5000)) }
	for text := range texts {
		var words []string
		for range 100 {
			words = append(words, word())
		}
		for range each {
			edited := slices.Clone(words)
			for range 2 {
				edited[rng.IntN(len(words))] = word()
			}
			documents = append(documents, testDocument{fmt.Sprintf("%d-%03d", text, len(documents)),
				strings.Join(edited, " ")})
		}
	}
	rng.Shuffle(len(documents), func(i, j int) { documents[i], documents[j] = documents[j], documents[i] })
	return documents
}

// Where so many documents are near copies that not all their pairs are made, the groups are those of brute force, and
// the same for any number of shards.
func TestOnlyGroupsOfManyCopies(t *testing.T) {
	documents := copies(rand.New(rand.NewPCG(40, 8)), 2, 400)
	_, groups, _ := bruteForce(documents, 5, .7, 0, false)
	if n := groupsIn(groups); n != 2 {
		t.Fatalf("brute force finds %d groups, want 2", n)
	}
	for _, shards := range []int{1, 12} {
		sh := shuffle.Params{Shards: shards, Workers: 2}
		checkOnlyGroups(t, documents, sh, []string{"--threshold=.7"}, groups, nil)
		got := run1(t, sh, documents, "--threshold=.7", "--only_groups")
		if got.summary.Ledger["document_pairs_on_a_frequent_signature"] == 0 {
			t.Errorf("%d shards: every pair was made", shards)
		}
	}
}

// What differs: where few of very many near copies make a pair, a document may be missing, or a group be in parts. No
// document comes into a group that is not its own, and the ledger counts the pairs that were not looked at. Where every
// pair was looked at, nothing differs.
func TestOnlyGroupsMayMissDocuments(t *testing.T) {
	differs := 0
	for _, threshold := range []float64{.8, .84} {
		documents := copies(rand.New(rand.NewPCG(41, 8)), 2, 400)
		_, want, _ := bruteForce(documents, 5, threshold, 0, false)
		of := map[string]string{}
		for _, g := range want {
			of[g.ID] = g.Group
		}
		got := run1(t, shuffle.Params{Shards: 3, Workers: 2}, documents, fmt.Sprintf("--threshold=%g", threshold),
			"--only_groups")
		parts := map[string]string{} // of a group by its representative, the group of brute force
		for _, g := range got.groups {
			if of[g.ID] == "" || parts[g.Group] != "" && parts[g.Group] != of[g.ID] {
				t.Errorf("threshold %g: %s is in the group of %s; brute force has it in %q", threshold, g.ID,
					g.Group, of[g.ID])
			}
			parts[g.Group] = of[g.ID]
		}
		missing := len(want) - len(got.groups)
		t.Logf("threshold %g: brute force %d documents in %d groups, only groups %d in %d; not looked at %d", threshold,
			len(want), groupsIn(want),
			len(got.groups), groupsIn(got.groups), got.summary.Ledger["document_pairs_on_a_frequent_signature"])
		if missing > 0 || groupsIn(want) != groupsIn(got.groups) {
			differs++
			if got.summary.Ledger["document_pairs_on_a_frequent_signature"] == 0 {
				t.Errorf("threshold %g: %d documents are missing, and the ledger says that every pair was made",
					threshold, missing)
			}
		}
	}
	if differs == 0 {
		t.Error("nothing differs: the test says nothing")
	}
}
