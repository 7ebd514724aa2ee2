package index_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/index"
	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/lockdir"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/transforms/lookup/winnow"
)

// execute runs the command, and returns what it prints, and its exit code.
func execute(ctx context.Context, args ...string) (string, int) {
	out, err := jobtest.Execute(ctx, index.Command(), args...)
	return out, line.ExitCode(err)
}

func must(t *testing.T, args ...string) string {
	t.Helper()
	out, code := execute(t.Context(), args...)
	if code != 0 {
		t.Fatalf("%v: exit code %d:\n%s", args, code, out)
	}
	return out
}

// text returns a text of its own for each number.
func text(n int) string {
	rng := rand.New(rand.NewPCG(uint64(n), 5))
	var b strings.Builder
	for range 120 {
		for range 2 + rng.IntN(5) {
			b.WriteByte("etaoinshrdlu"[rng.IntN(12)])
		}
		b.WriteByte(" .\n"[rng.IntN(3)])
	}
	return b.String()
}

// write writes documents as JSON Lines: each as ID, or as ID=N for the text n.
func write(t *testing.T, documents ...string) (path string) {
	t.Helper()
	var all []jobtest.Document
	for _, d := range documents {
		id, n := d, 0
		if before, number, ok := strings.Cut(d, "="); ok {
			id = before
			fmt.Sscan(number, &n)
		} else {
			fmt.Sscanf(d, "d%d", &n)
		}
		all = append(all, jobtest.Document{ID: id, Text: text(n)})
	}
	return jobtest.Input(t, all)
}

// find returns the ids of the documents that have the text n, and how similar each is.
func find(ctx context.Context, ix string, n int) (ids []string, err error) {
	x, err := indexio.Open(ctx, ix)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	ranks, err := lookup.Ranks(x)
	if err != nil {
		return nil, err
	}
	p := lookup.Defaults()
	p.Answer, p.Texts.Top, p.Texts.Threshold = lookup.Texts, 0, .95
	s, err := lookup.NewSearcher(x, ranks, p)
	if err != nil {
		return nil, err
	}
	a, err := s.Find(ctx, &record.Document{ID: "q", Text: []byte(text(n))})
	if err != nil {
		return nil, err
	}
	for _, r := range a.Unread {
		ids = append(ids, "unread "+r.ID)
	}
	for _, f := range a.Texts {
		ids = append(ids, fmt.Sprint(f.ID, " ", f.Start, "-", f.End, " ", f.Similarity))
	}
	slices.Sort(ids)
	return ids, nil
}

// has checks which documents, by id, have the text n.
func has(t *testing.T, ix string, n int, want ...string) {
	t.Helper()
	got, err := find(t.Context(), ix, n)
	for i := range got {
		got[i], _, _ = strings.Cut(got[i], " ")
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("text %d is in %v, want %v (error %v)", n, got, want, err)
	}
}

func TestChanges(t *testing.T) {
	ix := filepath.Join(t.TempDir(), "ix")
	out := must(t, "--input="+write(t, "d1", "d2", "d3", "d4", "d2=9"), "--index="+ix)
	if !strings.Contains(out, "5 documents (1 of them rejected: duplicate id)") {
		t.Errorf("the build:\n%s", out)
	}
	has(t, ix, 1, "d1")
	has(t, ix, 4, "d4")

	out = must(t, "--input="+write(t, "d5", "d3=6"), "--index="+ix, "--add")
	if !strings.Contains(out,
		"1 document is not added, because the index has the id already (--replace replaces them):\n  d3") {
		t.Errorf("--add:\n%s", out)
	}
	has(t, ix, 5, "d5")
	has(t, ix, 3, "d3")
	has(t, ix, 6)

	out = must(t, "--input="+write(t, "d3=6", "d7"), "--index="+ix, "--replace")
	if !strings.Contains(out, "1 document is replaced:\n  d3") {
		t.Errorf("--replace:\n%s", out)
	}
	has(t, ix, 3)
	has(t, ix, 6, "d3")
	has(t, ix, 7, "d7")

	list := filetest.Write(t, filepath.Join(t.TempDir(), "ids"), "d7\r\n\nd4\n")
	must(t, "--index="+ix, "--remove=d1", "--remove_list="+list)
	has(t, ix, 1)
	has(t, ix, 4)
	has(t, ix, 7)
	out, code := execute(t.Context(), "--index="+ix, "--remove=d5", "--remove=d1")
	if code != 2 || !strings.Contains(out, "1 document is not in the index; nothing was removed:\n  d1") {
		t.Errorf("--remove of one that is not there: exit code %d\n%s", code, out)
	}
	has(t, ix, 5, "d5")

	info := must(t, "--index="+ix, "--info")
	for _, want := range []string{"00001", "00003", "q 4, w 90", "distinct signatures", "would have to be others"} {
		if !strings.Contains(info, want) {
			t.Errorf("--info has no %q:\n%s", want, info)
		}
	}
	before := answers(t, ix)
	out = must(t, "--index="+ix, "--compact")
	if !strings.Contains(out, "in one segment of") {
		t.Errorf("--compact:\n%s", out)
	}
	if diff := cmp.Diff(before, answers(t, ix)); diff != "" {
		t.Errorf("--compact (-before +after):\n%s", diff)
	}
	must(t, "--input="+write(t, "d8"), "--index="+ix, "--add")
	has(t, ix, 8, "d8")
	has(t, ix, 6, "d3")
	if names := segments(t, ix); !slices.Equal(names, []string{"00004", "00005"}) {
		t.Errorf("segments %v", names) // the ones before are gone with the change after the next
	}
	must(t, "--index="+ix, "--compact", "--quiet")
	must(t, "--index="+ix, "--compact", "--quiet")
	has(t, ix, 6, "d3")
}

// Documents of one id in one build: one is kept, whatever their order, and the others are rejected, also
// if they have the same text.
func TestDuplicates(t *testing.T) {
	var kept []string
	for _, documents := range [][]string{
		{"d1", "same=2", "same=2", "same=3", "same=2", "d4"},
		{"d4", "same=3", "same=2", "d1", "same=2", "same=2"},
	} {
		ix := filepath.Join(t.TempDir(), "ix")
		out := must(t, "--input="+write(t, documents...), "--index="+ix)
		if !strings.Contains(out, "6 documents (3 of them rejected: duplicate id)") {
			t.Errorf("the build:\n%s", out)
		}
		files, _ := filepath.Glob(filepath.Join(ix, "segments", "00001", "rejected-*.jsonl"))
		rejected, err := os.ReadFile(files[0])
		if n := strings.Count(string(rejected), `"id":"same","reason":"duplicate id`); n != 3 || err != nil {
			t.Errorf("%d are rejected, error %v:\n%s", n, err, rejected)
		}
		has(t, ix, 1, "d1")
		has(t, ix, 4, "d4")
		found := fmt.Sprint(answers(t, ix))
		if strings.Count(found, "same 0-") != 1 {
			t.Errorf("same is found so: %s", found)
		}
		kept = append(kept, found)
		if out, code := execute(t.Context(), "--input="+write(t, documents...), "--index="+ix+"-strict",
			"--strict"); code != 1 {
			t.Errorf("--strict: exit code %d\n%s", code, out)
		}
		must(t, "--index="+ix, "--compact", "--quiet")
		must(t, "--index="+ix, "--compact", "--renew", "--quiet")
		if again := fmt.Sprint(answers(t, ix)); again != found {
			t.Errorf("after --compact: %s, want %s", again, found)
		}
	}
	if kept[0] != kept[1] {
		t.Errorf("the order decides: %s and %s", kept[0], kept[1])
	}
}

func segments(t *testing.T, ix string) (names []string) {
	entries, err := os.ReadDir(filepath.Join(ix, "segments"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// answers are the answers to the texts 1 to 9.
func answers(t *testing.T, ix string) (all [][]string) {
	t.Helper()
	for n := range 10 {
		ids, err := find(t.Context(), ix, n)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, ids)
	}
	return all
}

// The manifest does not depend on the order of the input or on its files, nor do answers.
func TestOrder(t *testing.T) {
	a, b := filepath.Join(t.TempDir(), "ix"), filepath.Join(t.TempDir(), "ix")
	must(t, "--input="+write(t, "d1", "d2", "d3"), "--index="+a)
	must(t, "--input="+write(t, "d3", "d1"), "--input="+write(t, "d2"), "--index="+b)
	if diff := cmp.Diff(answers(t, a), answers(t, b)); diff != "" {
		t.Errorf("(-one file +two):\n%s", diff)
	}
	for _, name := range []string{"postings", "counts"} {
		name = filepath.Join("segments", "00001", name+"-00000-of-00001.table")
		one := filetest.Read(t, filepath.Join(a, name))
		two := filetest.Read(t, filepath.Join(b, name))
		if len(one) == 0 || !bytes.Equal(one, two) {
			t.Errorf("%s differs", name)
		}
	}
}

// Parameters that this program does not know are refused.
func TestUnknownParameters(t *testing.T) {
	ix := filepath.Join(t.TempDir(), "ix")
	must(t, "--input="+write(t, "d1"), "--index="+ix, "--quiet")
	m, err := indexio.ReadManifest(t.Context(), ix)
	if err != nil {
		t.Fatal(err)
	}
	other := *m
	other.Q = 99
	if err := other.Write(t.Context(), ix, m); err != nil {
		t.Fatal(err)
	}
	if _, err := find(t.Context(), ix, 1); err == nil ||
		!strings.Contains(err.Error(), "signatures that this program does not know") {
		t.Errorf("q 99: %v", err)
	}
}

func TestUsage(t *testing.T) {
	ix, other := filepath.Join(t.TempDir(), "ix"), t.TempDir()
	filetest.Write(t, filepath.Join(other, "thesis.doc"), "")
	in := "--input=" + write(t, "d1")
	must(t, in, "--index="+ix, "--quiet")
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{in}, "--index is missing"},
		{[]string{in, "--index=" + ix}, "there is an index already"},
		{[]string{in, "--index=" + other}, "is no index, and contains thesis.doc"},
		{[]string{in, "--index=" + other, "--add"}, "there is no index (no file index.json)"},
		{[]string{"--index=" + ix, "--add"}, "--input is missing"},
		{[]string{"--index=" + ix, "--add", "--compact"}, "two tasks"},
		{[]string{"--index=" + ix, "--info", in}, "--input has no effect"},
		{[]string{"--index=" + ix, "--compact", "--memory=1GB"}, "--memory has no effect"},
		{[]string{"--index=" + ix, "--add", "--input=in", "--stability=.95"},
			"--stability has no effect here: it chooses --w of a new index"},
		{[]string{"--index=new", "--input=in", "--stability=.95", "--w=90"},
			"--stability and --w both choose the window: give one of them"},
		{[]string{"--index=new", "--input=in", "--stability=1"}, "--stability=1: want a number between 0 and 1"},
		{[]string{"--index=" + ix, "--renew", "--info"}, "--renew has no effect here: it belongs to --compact"},
		{[]string{in, "--index=" + ix, "--add", "--q=5"}, "was made with --q=4"},
		{[]string{in, "--index=" + filepath.Join(other, "new"), "--q=9"}, "--q=9"},
		{[]string{in, "--index=" + filepath.Join(other, "new"), "--signature=hash"}, "--signature=hash"},
		{[]string{"--index=" + ix, "--remove_list=" + filepath.Join(other, "none")}, "--remove_list="},
	} {
		out, code := execute(t.Context(), tc.args...)
		if code != 2 || !strings.Contains(out, tc.want) {
			t.Errorf("%v: exit code %d, want 2 and %q:\n%s", tc.args, code, tc.want, out)
		}
	}
	lock, err := lockdir.Hold(ix)
	if err != nil {
		t.Fatal(err)
	}
	if out, code := execute(t.Context(), in, "--index="+ix, "--add"); code != 2 ||
		!strings.Contains(out, "another run is changing this index") {
		t.Errorf("two runs at once: exit code %d\n%s", code, out)
	}
	lock.Release()
	must(t, "--input="+write(t, "d2"), "--index="+ix, "--add", "--quiet")
}

func TestWinnowing(t *testing.T) {
	ix := filepath.Join(t.TempDir(), "ix")
	must(t, "--input="+write(t, "d1", "d2"), "--index="+ix, "--signature=winnowing", "--quiet")
	m, err := indexio.ReadManifest(t.Context(), ix)
	if err != nil || m.Frequencies != nil || lookup.WinnowOf(m) != winnow.Defaults(winnow.Random) {
		t.Errorf("%+v, error %v", m, err)
	}
	must(t, "--input="+write(t, "d3"), "--index="+ix, "--add", "--quiet")
	must(t, "--index="+ix, "--compact", "--quiet")
	if out, code := execute(t.Context(), "--index="+ix, "--compact", "--renew"); code != 2 ||
		!strings.Contains(out, "need no frequencies") {
		t.Errorf("--renew: exit code %d\n%s", code, out)
	}
	must(t, "--index="+ix, "--info")
	has(t, ix, 2, "d2")
	has(t, ix, 3, "d3")
}

// An index of nothing finds nothing.
func TestEmpty(t *testing.T) {
	ix := filepath.Join(t.TempDir(), "ix")
	path := filetest.Write(t, filepath.Join(t.TempDir(), "empty.txt"), "")
	if out := must(t, "--input="+path, "--index="+ix); !strings.Contains(out, "1 document is shorter than a q-gram") {
		t.Error(out)
	}
	has(t, ix, 1)
	must(t, "--index="+ix, "--info")
	must(t, "--index="+ix, "--compact")
}
