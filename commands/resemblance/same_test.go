package resemblance

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// corpus is the name of a file of testdata.
func corpus(name string) string {
	return filepath.Join("../../testdata/corpora", name, "corpus.jsonl.gz")
}

// TestSameBytes holds results to the same bytes for every order and cutting of the
// input, and for every number of shards and workers.
func TestSameBytes(t *testing.T) {
	text := filetest.Unpack(t, corpus("licences"))
	lines := strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
	lines[len(lines)-1] += "\n"
	rand.New(rand.NewPCG(5, 5)).Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	dir := t.TempDir()
	for i, part := range [][]string{lines[:20], lines[20:21], lines[21:]} {
		filetest.Write(t, filepath.Join(dir, string(rune('a'+i))+".jsonl"), strings.Join(part, ""))
	}
	for _, method := range []string{"exact", "modm", "minhash", "simhash", "spotsigs"} {
		t.Run(method, func(t *testing.T) {
			flags := append(loose(method), "--policy=keep_longest")
			if method == "exact" || method == "modm" || method == "spotsigs" {
				flags = append(flags, "--containment=0.8")
			}
			want := runFlags(t, one, append(flags, "--input="+corpus("licences"))...)
			if len(want.pairs) < 15 || len(want.groups) < 20 || len(want.equal) < 3 {
				t.Fatalf("%d pairs, %d lines of groups: too few to compare", len(want.pairs), len(want.groups))
			}
			got := runFlags(t, shuffle.Params{Shards: 37, Workers: 2}, append(flags, "--input="+dir)...)
			if diff := gocmp.Diff(want.files, got.files); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff[:min(len(diff), 2000)])
			}
		})
	}
}

// Sketches find most of what the exact method finds, and what they find beside it is
// near the threshold.
func TestSketchesAreNearExact(t *testing.T) {
	pairs := func(flags ...string) map[[2]string]float64 {
		m := map[[2]string]float64{}
		for _, p := range runFlags(t, one,
			append(flags, "--input="+corpus("licences"), "--input="+corpus("statutes"))...).pairs {
			m[[2]string{p.A, p.B}] = p.Resemblance
		}
		return m
	}
	all := pairs("--threshold=0.3")
	for _, tc := range []struct {
		flags       []string
		recall, off float64 // least share of the pairs; most that an estimate is off
	}{
		{[]string{"--method=minhash", "--permutations=256", "--threshold=0.7"}, 0.85, 0.15},
		{[]string{"--method=modm", "--modulus=10", "--threshold=0.7"}, 0.85, 0.25},
		{[]string{"--method=simhash", "--distance=7"}, 0.3, 0.5},
	} {
		got := pairs(tc.flags...)
		found, wanted := 0, 0
		for p, r := range all {
			if r >= 0.7 {
				wanted++
				if _, ok := got[p]; ok {
					found++
				}
			}
		}
		if float64(found) < tc.recall*float64(wanted) || wanted < 30 {
			t.Errorf("%v: %d of %d pairs", tc.flags, found, wanted)
		}
		for p, r := range got {
			if off := r - all[p]; off > tc.off || -off > tc.off {
				t.Errorf("%v: %v is estimated at %g and has %g", tc.flags, p, r, all[p])
			}
		}
	}
}

// Chinese without spaces has the shingles of Chinese with them.
func TestChinese(t *testing.T) {
	spaced := []testDocument{
		{"a", "天 地 玄 黄 宇 宙 洪 荒 日 月 盈 昃 辰 宿 列 张"}, {"b", "天 地 玄 黄 宇 宙 洪 荒 日 月 盈 昃 辰 宿 列 章"}, {"c", "寒 来 暑 往 秋 收 冬 藏"},
	}
	var plain []testDocument
	for _, d := range spaced {
		plain = append(plain, testDocument{d.ID, strings.ReplaceAll(d.Text, " ", "") + "。"})
	}
	want := []record.SimilarPair{{A: "a", B: "b", Resemblance: 0.8462, Containment: 0.9167, Shared: 11, ASize: 12,
		BSize: 12}}
	for _, documents := range [][]testDocument{spaced, plain} {
		if diff := gocmp.Diff(want, run1(t, one, documents).pairs); diff != "" {
			t.Errorf("pairs (-want +got):\n%s", diff)
		}
	}
}

// TestBadInput: what cannot be used is rejected, the rest is compared, and nothing is lost on
// the way.
func TestBadInput(t *testing.T) {
	const text = "one two three four five six seven eight nine ten"
	input := strings.Join([]string{
		`{"id":"a","text":"` + text + `"}`,
		`{"id":"b","text":"` + text + `"}`,
		`{"id":"b","text":"` + text + `"}`, // the same again
		`{"id":"c","text":"other ` + text + `"}`,
		`{"id":"c","text":"another ` + text + `"}`, // one id, two texts
		`{"id":"d","text":""}`,
		`{"id":"e","text":"\u0000 !?"}`,
		`{"id":"f","text":"one"}`,
		`{"id":"g","text":"One!"}`,
		`{"id":"h"}`,
		`nonsense`,
		"{\"id\":\"i\",\"text\":\"" + text + " ———— \xff\xfe\"}", // mostly UTF-8
	}, "\n")
	got := runFlags(t, shuffle.Params{Shards: 3}, "--threshold=0.5", "--input="+write(t, "in.jsonl", []byte(input)))
	var pairs []string
	for _, p := range got.pairs {
		pairs = append(pairs, p.A+p.B)
	}
	if diff := gocmp.Diff([]string{"ac"}, pairs); diff != "" { // of ab, ac, ai, bc, bi, ci, fg
		t.Errorf("pairs (-want +got):\n%s", diff)
	}
	if diff := gocmp.Diff([]record.Equal{{ID: "b", Equal: "a"}, {ID: "i", Equal: "a"}, {ID: "g", Equal: "f"}},
		got.equal); diff != "" {
		t.Errorf("equal documents (-want +got):\n%s", diff)
	}
	if c := got.summary.Counts["pairs"]; c != 7 {
		t.Errorf("%d pairs are counted, want 7", c)
	}
	var reasons []string
	for _, r := range got.rejected {
		reasons = append(reasons, r.ID)
	}
	slices.Sort(reasons)
	if len(reasons) != 4 {
		t.Errorf("%d records are rejected, want 4: %v", len(reasons), got.rejected)
	}
	c := got.summary.Counts
	if c["documents"] != 10 || c["rejected_duplicate_id"] != 2 || c["singletons"] != 2 || c["groups"] != 2 ||
		got.summary.Ledger["documents_without_elements"] != 2 {
		t.Errorf("counts %v, ledger %v", c, got.summary.Ledger)
	}
}

func TestNothing(t *testing.T) {
	for _, documents := range [][]testDocument{nil, {{"a", "alone in the world it is"}}} {
		got := run1(t, one, documents)
		if len(got.pairs)+len(got.groups)+len(got.rejected) != 0 ||
			got.summary.Counts["singletons"] != int64(len(documents)) {
			t.Errorf("%d documents: %+v", len(documents), got)
		}
	}
}

// TestSource: what input and source share is what comparing all with all says, input
// first, and there are no groups. Equal documents of one side are one.
func TestSource(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	documents := garden(rng, 80)
	var sides [2]bytes.Buffer
	for i, d := range documents {
		sides[i%2].WriteString(`{"id":"` + d.ID + `","text":"` + d.Text + "\"}\n")
		documents[i].ID = "ba"[i%2:i%2+1] + d.ID // the source has the smaller ids
	}
	found, _, _ := bruteForce(documents, 5, 0.5, 0, false)
	found = slices.DeleteFunc(found, func(p record.SimilarPair) bool { return p.A[0] == p.B[0] })
	var equal []record.Equal
	for side := range 2 {
		var part []testDocument
		for i := side; i < len(documents); i += 2 {
			part = append(part, documents[i])
		}
		equal = append(equal, equalOf(part, false)...)
	}
	few, _, ofCopies := representing(found, equal)
	if len(few) < 10 || ofCopies < 3 || len(equal) < 5 {
		t.Fatalf("%d pairs, %d of copies, %d equal documents: too few to compare", len(few), ofCopies, len(equal))
	}
	for i, e := range equal {
		equal[i] = record.Equal{ID: e.ID[1:], Equal: e.Equal[1:], Source: e.ID[0] == 'a'}
	}
	for _, all := range []bool{false, true} {
		written := few
		if all {
			written, ofCopies = found, 0
		}
		var want []record.SimilarPair
		for _, p := range written {
			want = append(want, record.SimilarPair{A: p.B[1:], B: p.A[1:], Resemblance: p.Resemblance,
				Containment: p.Containment, Shared: p.Shared, ASize: p.BSize, BSize: p.ASize, Source: true})
		}
		slices.SortFunc(want, func(x, y record.SimilarPair) int { return bytes.Compare(x.SortKey(), y.SortKey()) })
		got := runFlags(t, shuffle.Params{Shards: 4}, "--threshold=0.5", fmt.Sprintf("--equal_pairs=%t", all),
			"--input="+write(t, "i.jsonl", sides[0].Bytes()), "--source="+write(t, "s.jsonl", sides[1].Bytes()))
		if diff := gocmp.Diff(want, got.pairs); diff != "" {
			t.Errorf("all=%t: %d pairs (-want +got):\n%s", all, len(got.pairs), diff)
		}
		if diff := gocmp.Diff(equal, got.equal); diff != "" {
			t.Errorf("all=%t: equal documents (-want +got):\n%s", all, diff)
		}
		if l := got.summary.Ledger; l["pairs_of_copies"] != ofCopies || l["pairs_of_equal_documents"] != 0 ||
			got.summary.Counts["pairs"] != int64(len(found)) {
			t.Errorf("all=%t: ledger %v, counts %v, want %d pairs and %d of copies", all, l, got.summary.Counts,
				len(found), ofCopies)
		}
		if _, ok := got.files["groups-00000-of-00001.jsonl"]; ok {
			t.Error("there are groups")
		}
	}
}

// A long chain, each document like the next, is one group.
func TestChain(t *testing.T) {
	var documents []testDocument
	var words []string
	rng := rand.New(rand.NewPCG(2, 2))
	for range 300 {
		words = append(words,
			string([]byte{'a' + byte(rng.IntN(26)), 'a' + byte(rng.IntN(26)), 'a' + byte(rng.IntN(26))}))
	}
	for i := range 250 {
		documents = append(documents, testDocument{string(rune('一' + i)), strings.Join(words[i:i+40], " ")})
	}
	checkTwin(t, documents, shuffle.Params{Shards: 300}, 3, 0.9, 0, "keep_first")
}
