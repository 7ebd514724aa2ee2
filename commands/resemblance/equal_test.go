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

// lines is the text of a file of a result.
func (r result) lines(stream string) string { return r.files[stream+"-00000-of-00001.jsonl"] }

// Equal documents in two languages, one near copy, one short, two empty: what is written
// of them, by every method.
func TestEqualDocuments(t *testing.T) {
	const text, chinese = "one two three four five six seven eight nine ten of the best", "天地玄黄宇宙洪荒日月盈昃辰宿列张"
	documents := []testDocument{
		{"d", text}, {"b", strings.ToUpper(text) + "!"}, {"c", text + "  ..."}, {"a", "so " + text},
		{"y", chinese}, {"x", "天地玄黄,宇宙洪荒。日月盈昃,辰宿列张。"}, {"empty", ""}, {"empty too", " ?"}, {"short", "a word"},
		{"shorter", "A word."},
	}
	for _, tc := range []struct{ policy, pairs, equal, groups string }{
		{
			"keep_first", "a b",
			`{"id":"c","equal":"b"} {"id":"d","equal":"b"} {"id":"shorter","equal":"short"} {"id":"y","equal":"x"}`,
			"a: a b c d, short: short shorter, x: x y",
		},
		{
			"keep_longest", "a c",
			`{"id":"b","equal":"c"} {"id":"d","equal":"c"} {"id":"short","equal":"shorter"} {"id":"y","equal":"x"}`,
			"c: a b c d, shorter: short shorter, x: x y",
		},
	} {
		got := run1(t, shuffle.Params{Shards: 3, Workers: 2}, documents, "--policy="+tc.policy)
		var pairs, groups []string
		for _, p := range got.pairs {
			pairs = append(pairs, p.A+" "+p.B)
		}
		for i, g := range got.groups {
			if i == 0 || g.Group != got.groups[i-1].Group {
				groups = append(groups, g.Group+":")
			}
			groups[len(groups)-1] += " " + g.ID
		}
		if diff := gocmp.Diff(tc.pairs, strings.Join(pairs, ", ")); diff != "" {
			t.Errorf("%s: pairs (-want +got):\n%s", tc.policy, diff)
		}
		if diff := gocmp.Diff(tc.groups, strings.Join(groups, ", ")); diff != "" {
			t.Errorf("%s: groups (-want +got):\n%s", tc.policy, diff)
		}
		if diff := gocmp.Diff(strings.ReplaceAll(tc.equal, "} {", "}\n{")+"\n", got.lines("equal")); diff != "" {
			t.Errorf("equal documents (-want +got):\n%s", diff)
		}
		c, l := got.summary.Counts, got.summary.Ledger
		if c["pairs"] != 8 || l["pairs_of_equal_documents"] != 5 || l["pairs_of_copies"] != 2 ||
			l["documents_without_elements"] != 2 || c["singletons"] != 2 {
			t.Errorf("%s: counts %v, ledger %v", tc.policy, c, l)
		}
	}
}

// For every method, what is written without --equal_pairs is what is written with it less
// the pairs of documents that another one stands for, and groups are the same; and both
// are the same bytes for every order, and number of shards and workers.
func TestEqualOfEveryMethod(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	documents := garden(rng, 60)
	for i, d := range documents { // spot signatures want stop words
		documents[i].Text = "the " + strings.ReplaceAll(d.Text, " ", " the ")
	}
	for len(documents) < 90 {
		documents = append(documents,
			testDocument{fmt.Sprint("copy", len(documents)), documents[rng.IntN(len(documents))].Text})
	}
	for _, method := range []string{"exact", "modm", "minhash", "simhash", "spotsigs"} {
		t.Run(method, func(t *testing.T) {
			flags := append(loose(method), "--policy=keep_longest")
			all := run1(t, one, documents, append(flags, "--equal_pairs")...)
			got := run1(t, one, documents, flags...)
			want, ofEqual, ofCopies := representing(all.pairs, got.equal)
			if len(want) < 3 || ofEqual < 10 || len(got.equal) < 20 {
				t.Fatalf("%d pairs, %d of equal documents, %d equal: too few to compare", len(want), ofEqual,
					len(got.equal))
			}
			if diff := gocmp.Diff(want, got.pairs); diff != "" {
				t.Errorf("pairs (-want +got):\n%s", diff)
			}
			if l := got.summary.Ledger; l["pairs_of_equal_documents"] != ofEqual || l["pairs_of_copies"] != ofCopies {
				t.Errorf("ledger %v, want %d pairs of equal documents and %d of copies", l, ofEqual, ofCopies)
			}
			if diff := gocmp.Diff(all.summary.Counts, got.summary.Counts); diff != "" {
				t.Errorf("counts (-all +got):\n%s", diff)
			}
			if all.lines("groups") != got.lines("groups") || all.lines("equal") != got.lines("equal") {
				t.Error("groups or equal documents differ with and without --equal_pairs")
			}
			shuffled := slices.Clone(documents)
			rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			sh := shuffle.Params{Shards: 23, Workers: 2}
			for _, again := range [][2]result{{got, run1(t, sh, shuffled, flags...)},
				{all, run1(t, sh, shuffled, append(flags, "--equal_pairs")...)}} {
				if diff := gocmp.Diff(again[0].files, again[1].files); diff != "" {
					t.Errorf("another order, more shards (-want +got):\n%s", diff[:min(len(diff), 2000)])
				}
			}
		})
	}
}

// A document that is rejected for its id stands for no other one.
func TestEqualToRejected(t *testing.T) {
	const text, other = "one two three four five six seven eight nine ten",
		"eleven twelve thirteen fourteen fifteen sixteen"
	documents := []testDocument{{"a", text}, {"a", other}, {"b", text}, {"c", text}, {"d", other}, {"e", other}}
	got := run1(t, one, documents)
	if len(got.rejected) != 1 {
		t.Fatalf("rejected: %v", got.rejected)
	}
	r := got.rejected[0].Record
	want := run1(t, one, slices.Delete(slices.Clone(documents), int(r), int(r)+1))
	for _, stream := range []string{"pairs", "groups", "equal"} {
		if diff := gocmp.Diff(want.lines(stream), got.lines(stream)); diff != "" {
			t.Errorf("%s with and without the rejected document (-want +got):\n%s", stream, diff)
		}
	}
	if len(got.equal) != 3 {
		t.Errorf("equal documents: %v", got.equal)
	}
}

// The work for n equal documents is of the order n, and so is the result: records are
// counted, not time. Of a document up to four are shuffled, and its two lines of the result. Every pair would be 50
// million here.
func TestManyEqual(t *testing.T) {
	const n = 10_000
	text := "one two three four five six seven eight nine ten eleven twelve"
	var documents []testDocument
	for i := range n {
		documents = append(documents, testDocument{fmt.Sprintf("%05d", i), text})
	}
	documents = append(documents, testDocument{"near", text + " thirteen"})
	for _, method := range []string{"exact", "minhash"} {
		before := shuffle.Progress.Records.Load()
		got := run1(t, shuffle.Params{Shards: 4}, documents, "--method="+method)
		if records := shuffle.Progress.Records.Load() - before; records > 7*n {
			t.Errorf("%s: %d records were shuffled for %d documents", method, records, n)
		}
		if len(got.pairs) != 1 || len(got.groups) != n+1 || len(got.equal) != n-1 {
			t.Errorf("%s: %d pairs, %d lines of groups, %d of equal documents", method, len(got.pairs), len(got.groups),
				len(got.equal))
		}
		if want := (record.Grouped{ID: "near", Group: "00000",
			Resemblance: got.pairs[0].Resemblance}); got.groups[n] != want {
			t.Errorf("%s: %+v, want %+v", method, got.groups[n], want)
		}
		c, l := got.summary.Counts, got.summary.Ledger
		if c["pairs"] != n*(n+1)/2 || l["pairs_of_equal_documents"] != n*(n-1)/2 || l["pairs_of_copies"] != n-1 ||
			c["groups"] != 1 || c["documents_in_groups"] != n+1 || c["singletons"] != 0 {
			t.Errorf("%s: counts %v, ledger %v", method, c, l)
		}
	}
}

// loose returns the flags of a method, with values that find more than the defaults.
func loose(method string) []string {
	flags := []string{"--method=" + method}
	switch method {
	case "modm":
		flags = append(flags, "--modulus=2")
	case "simhash":
		flags = append(flags, "--distance=7")
	}
	return flags
}
