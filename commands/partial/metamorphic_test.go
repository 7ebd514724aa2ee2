package partial

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// mixed is the licences and the statutes, some of them hot with --max_documents=6, and
// large enough as one file to be read in ranges.
func mixed(t *testing.T) []testDocument {
	return append(readCorpus(t, "licences"), readCorpus(t, "statutes")...)
}

var (
	one        = shuffle.Params{Shards: 1}
	mixedFlags = []string{"--matching=diagonal", "--max_documents=6"}
)

// same reports where a result differs from the first one.
func same(t *testing.T, want, got result) {
	t.Helper()
	for _, name := range []string{"passages", "within", "hot", "hot-occurrences", "documents", "rejected", "largest"} {
		if w, g := want.stream(name), got.stream(name); w != g {
			diff := cmp.Diff(strings.Split(w, "\n"), strings.Split(g, "\n"))
			t.Errorf("%s (-want +got):\n%s", name, diff[:min(len(diff), 2000)])
		}
	}
	if diff := cmp.Diff(want, got); diff != "" && !t.Failed() {
		t.Errorf("files of the result (-want +got):\n%s", diff[:min(len(diff), 2000)])
	}
}

// pack compresses b as the name says.
func pack(t *testing.T, name string, b []byte) []byte {
	t.Helper()
	switch filepath.Ext(name) {
	case ".gz":
		var out bytes.Buffer
		for _, part := range [][]byte{b[:len(b)/2], b[len(b)/2:]} { // two members
			z := gzip.NewWriter(&out)
			z.Write(part)
			if err := z.Close(); err != nil {
				t.Fatal(err)
			}
		}
		return out.Bytes()
	case ".zst":
		z, err := zstd.NewWriter(nil)
		if err != nil {
			t.Fatal(err)
		}
		return z.EncodeAll(b, nil)
	}
	return b
}

// TestSameBytes holds the result to the same bytes for every order, cutting, packing
// and naming of the input, and for every number of shards and workers.
func TestSameBytes(t *testing.T) {
	docs := mixed(t)
	dir := t.TempDir()
	input := filetest.Write(t, filepath.Join(dir, "in.jsonl"), jobtest.Lines(docs))
	want := runWith(t, one, append(mixedFlags, "--input="+input)...)
	if len(want.passages(t)) < 300 || want.stream("hot") == "" {
		t.Fatal("too little is found to compare")
	}
	if plan, err := docio.NewPlan(t.Context(), params(t, "--input="+input).Job.Docs); err != nil ||
		len(plan.Ranges()) < 3 {
		t.Fatalf("the file is not read in ranges: %v", err)
	}
	shuffled := slices.Clone(docs)
	rand.New(rand.NewPCG(5, 5)).Shuffle(len(shuffled), func(i, j int) {
		shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
	})

	t.Run("shards and workers", func(t *testing.T) {
		for _, sh := range []shuffle.Params{{Shards: 3}, {Shards: 64, Workers: 2}, {Shards: 3, Workers: 8},
			{Shards: 1, Workers: 2}} {
			t.Run(fmt.Sprintf("%+v", sh), func(t *testing.T) {
				same(t, want, runWith(t, sh, append(mixedFlags, "--input="+input)...))
			})
		}
	})
	t.Run("memory", func(t *testing.T) { // shards are much larger than it
		parts := shuffle.Progress.Parts.Load()
		same(t, want, runWith(t, shuffle.Params{Shards: 1, Memory: 100_000}, append(mixedFlags, "--input="+input)...))
		same(t, runWith(t, one, "--input="+input), runWith(t, shuffle.Params{Shards: 1, Memory: 15_000_000},
			"--input="+input))
		if n := shuffle.Progress.Parts.Load() - parts; n < 20 {
			t.Errorf("shards came in %d parts, want many", n)
		}
	})
	t.Run("order", func(t *testing.T) {
		name := jobtest.Input(t, shuffled)
		same(t, want, runWith(t, one, append(mixedFlags, "--input="+name)...))
	})
	t.Run("arguments", func(t *testing.T) {
		same(t, want,
			runWith(t, one, append(mixedFlags, "--input="+input, "--input="+input, "--input="+dir,
				"--input="+dir+"/*.jsonl", "--input="+dir+"/**/in.*")...))
	})
	for _, ext := range []string{"", ".gz", ".zst"} {
		t.Run("7 files"+ext, func(t *testing.T) {
			dir := t.TempDir()
			for n := range 7 {
				part := jobtest.Lines(shuffled[len(docs)*n/7 : len(docs)*(n+1)/7])
				name := filepath.Join(dir, fmt.Sprintf("%d/part-%d.jsonl%s", n%3, n, ext))
				filetest.Write(t, name, pack(t, name, part))
			}
			same(t, want, runWith(t, shuffle.Params{Shards: 5}, append(mixedFlags, "--input="+dir)...))
		})
	}
	t.Run("one file.gz", func(t *testing.T) {
		name := filepath.Join(t.TempDir(), "x.jsonl.gz")
		filetest.Write(t, name, pack(t, name, jobtest.Lines(docs)))
		same(t, want, runWith(t, one, append(mixedFlags, "--input="+name)...))
	})
}

// TestUnrelatedDocument: a document with nothing in common changes nothing for shingles.
func TestUnrelatedDocument(t *testing.T) {
	docs := readCorpus(t, "licences")[:60]
	flags := []string{"--signature=shingle", "--tau=0.8", "--max_documents=6"}
	find := func(docs []testDocument) result {
		return runWith(t, one, append(flags, "--input="+jobtest.Input(t, docs))...)
	}
	want := find(docs)
	got := find(append([]testDocument{{"MPL-0",
		"Zwölf Boxkämpfer jagen Viktor quer über den Sylter Deich. 天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。"}}, docs...))
	for _, stream := range []string{"passages", "within", "hot", "hot-occurrences", "documents"} {
		if diff := cmp.Diff(strings.Split(want.stream(stream), "\n"),
			strings.Split(got.stream(stream), "\n")); diff != "" {
			t.Errorf("%s (-without +with):\n%s", stream, diff)
		}
	}
	if len(want.passages(t)) < 50 {
		t.Error("too little is found to compare")
	}
}

// TestSource: to compare input with source finds what comparing all with all finds
// between the two.
func TestSource(t *testing.T) {
	docs := mixed(t)
	var sides [2][]testDocument
	for i, d := range docs {
		d.ID = "io"[i%2:i%2+1] + "/" + d.ID // so that the input's ids are the smaller ones
		sides[i%2] = append(sides[i%2], d)
	}
	dir := t.TempDir()
	a := filetest.Write(t, filepath.Join(dir, "a.jsonl"), jobtest.Lines(sides[0]))
	b := filetest.Write(t, filepath.Join(dir, "b.jsonl"), jobtest.Lines(sides[1]))
	for _, flags := range [][]string{{"--matching=diagonal"}, {"--preset=fast"}, {"--gap=1", "--max_documents=6"},
		{"--signature=shingle", "--max_documents=9"}} {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			var want []record.Passage
			for _, p := range runWith(t, one, append(flags, "--input="+a, "--input="+b)...).passages(t) {
				if p.A[0] != p.B[0] {
					p.Source = true
					want = append(want, p)
				}
			}
			got := runWith(t, one, append(flags, "--input="+a, "--source="+b)...).passages(t)
			if diff := cmp.Diff(want, got); diff != "" || len(got) < 100 {
				t.Errorf("%d passages (-all with all +input with source):\n%s", len(got), diff[:min(len(diff), 2000)])
			}
		})
	}
}

// TestSwappedIDs: with the ids in the opposite order, A-B is B-A. That holds without
// gaps; with them the contract prefers the step that is shorter in a.
func TestSwappedIDs(t *testing.T) {
	docs := mixed(t)
	checkSwappedIDs(t, docs, "--preset=fast")
	checkSwappedIDs(t, docs, "--signature=shingle", "--tau=0.6", "--gap=0")
}

// checkSwappedIDs compares the passages of docs with those of the same documents when their ids
// are in the opposite order.
func checkSwappedIDs(t *testing.T, docs []testDocument, flags ...string) {
	t.Helper()
	ids := make([]string, len(docs))
	for i, d := range docs {
		ids[i] = d.ID
	}
	slices.Sort(ids)
	var turned []testDocument
	original := map[string]string{}
	for _, d := range docs {
		n, _ := slices.BinarySearch(ids, d.ID)
		id := fmt.Sprintf("%04d", len(ids)-n)
		original[id] = d.ID
		turned = append(turned, testDocument{id, d.Text})
	}
	find := func(docs []testDocument) []record.Passage {
		return runWith(t, one, append(slices.Clone(flags), "--input="+jobtest.Input(t, docs))...).passages(t)
	}
	want := find(docs)
	var got []record.Passage
	for _, p := range find(turned) {
		if p.A != p.B {
			p = record.Passage{
				A: p.B, AStart: p.BStart, AEnd: p.BEnd, AByteStart: p.BByteStart, AByteEnd: p.BByteEnd,
				ASentence: p.BSentence, ASentences: p.BSentences,
				B: p.A, BStart: p.AStart, BEnd: p.AEnd, BByteStart: p.AByteStart, BByteEnd: p.AByteEnd,
				BSentence: p.ASentence, BSentences: p.ASentences,
				Kind: p.Kind, Matched: p.Matched, Similarity: p.Similarity, Evidence: p.Evidence, Prose: p.Prose,
				AShare: p.BShare, BShare: p.AShare,
			}
		}
		p.A, p.B = original[p.A], original[p.B]
		got = append(got, p)
	}
	slices.SortFunc(got, func(x, y record.Passage) int { return bytes.Compare(x.SortKey(), y.SortKey()) })
	if diff := cmp.Diff(want, got); diff != "" || len(got) < 100 {
		t.Errorf("%v: %d passages (-want +turned):\n%s", flags, len(got), diff[:min(len(diff), 2000)])
	}
}
