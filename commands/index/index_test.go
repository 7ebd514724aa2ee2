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
	"example.org/diagonal/io/store/storetest"
	"example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/transforms/lookup/winnow"
)

// execute runs the command, and returns what it prints, and its exit code.
func execute(ctx context.Context, args ...string) (out string, code int) {
	var b bytes.Buffer
	cmd := index.Command()
	cmd.SetOut(&b)
	cmd.SetErr(&b)
	cmd.SetArgs(args)
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	err := cmd.ExecuteContext(ctx)
	if err != nil {
		fmt.Fprintln(&b, err)
	}
	return b.String(), line.ExitCode(err)
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
	if !strings.Contains(out, "1 document is not added, because the index has the id already (--replace replaces them):\n  d3") {
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

// tables are the bytes of the tables of the only segment of an index.
func tables(t *testing.T, ix string) map[string][]byte {
	t.Helper()
	m, err := indexio.ReadManifest(t.Context(), ix)
	if err != nil || len(m.Segments) != 1 {
		t.Fatalf("segments of %+v, error %v", m, err)
	}
	all := map[string][]byte{}
	names, _ := filepath.Glob(filepath.Join(ix, "segments", m.Segments[0].Name, "*.table"))
	for _, name := range names {
		if all[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// An index whose frequencies were renewed is the index that is built anew over the same documents.
func TestRenew(t *testing.T) {
	ix, anew := filepath.Join(t.TempDir(), "ix"), filepath.Join(t.TempDir(), "ix")
	texts := t.TempDir()
	for n, name := range []string{"a.txt", "b.txt", "sub/c.txt"} {
		filetest.Write(t, filepath.Join(texts, name), text(20+n))
	}
	first, second := write(t, "d1", "d2", "d3", "d4", "d5"), write(t, "d3=6", "d7", "d8", "中=9")
	must(t, "--input="+first, "--index="+ix, "--quiet")
	must(t, "--input="+second, "--index="+ix, "--replace", "--quiet")
	must(t, "--input="+texts, "--index="+ix, "--add", "--quiet")
	must(t, "--index="+ix, "--remove=d2", "--quiet")
	must(t, "--index="+ix, "--compact", "--quiet") // keeps the frequencies
	must(t, "--input="+write(t, "d9"), "--index="+ix, "--add", "--quiet")
	must(t, "--index="+ix, "--remove=d9", "--quiet")
	moved := "0.0 % of them would have to be others"
	if info := must(t, "--index="+ix, "--info"); strings.Contains(info, moved) || !strings.Contains(info, "--compact --renew") {
		t.Errorf("--info before:\n%s", info)
	}
	out := must(t, "--index="+ix, "--compact", "--renew")
	if !strings.Contains(out, "10 documents in one segment of") {
		t.Errorf("--renew:\n%s", out)
	}
	if info := must(t, "--index="+ix, "--info"); !strings.Contains(info, moved) {
		t.Errorf("--info after:\n%s", info)
	}
	// The files are at the same paths, and have the same ids.
	must(t, "--input="+first, "--input="+texts, "--index="+anew, "--quiet")
	must(t, "--input="+second, "--index="+anew, "--replace", "--quiet")
	must(t, "--index="+anew, "--remove=d2", "--quiet")
	if diff := cmp.Diff(answers(t, anew), answers(t, ix)); diff != "" {
		t.Errorf("answers (-anew +renewed):\n%s", diff)
	}
	must(t, "--index="+anew, "--compact", "--renew", "--quiet")
	if diff := cmp.Diff(tables(t, anew), tables(t, ix)); diff != "" {
		t.Errorf("tables, by other changes (-anew +renewed):\n%.2000s", diff)
	}
	has(t, ix, 3)
	has(t, ix, 6, "d3")
	has(t, ix, 22, "sub/c.txt")
	must(t, "--input="+write(t, "d2"), "--index="+ix, "--add", "--quiet")
	has(t, ix, 2, "d2")
}

// Without a removal or a replacement, an index that was renewed has the bytes of a build in one go.
func TestRenewedBytes(t *testing.T) {
	ix, anew := filepath.Join(t.TempDir(), "ix"), filepath.Join(t.TempDir(), "ix")
	first, second := write(t, "d1", "d2", "d3"), write(t, "d4", "d5")
	must(t, "--input="+first, "--index="+ix, "--quiet")
	must(t, "--input="+second, "--index="+ix, "--add", "--quiet")
	must(t, "--index="+ix, "--compact", "--renew", "--quiet")
	must(t, "--input="+first, "--input="+second, "--index="+anew, "--quiet")
	want := tables(t, anew)
	if len(want) != 3 {
		t.Errorf("%d tables", len(want))
	}
	if diff := cmp.Diff(want, tables(t, ix)); diff != "" {
		t.Errorf("(-anew +renewed):\n%.2000s", diff)
	}
}

// Documents that have changed or are gone: their ids are printed, and the index stays as it was.
func TestRenewUnread(t *testing.T) {
	ix := filepath.Join(t.TempDir(), "ix")
	dir := t.TempDir()
	for n, name := range []string{"changed.txt", "gone.txt", "same.txt"} {
		filetest.Write(t, filepath.Join(dir, name), text(n))
	}
	must(t, "--input="+dir, "--index="+ix, "--quiet")
	must(t, "--input="+write(t, "d5", "d6"), "--index="+ix, "--add", "--quiet")
	before := filetest.Read(t, filepath.Join(ix, indexio.ManifestFile))
	filetest.Write(t, filepath.Join(dir, "changed.txt"), text(7))
	os.Remove(filepath.Join(dir, "gone.txt"))
	out, code := execute(t.Context(), "--index="+ix, "--compact", "--renew", "--quiet")
	want := "changed.txt\ngone.txt\n2 documents have changed since they were indexed, or cannot be read (standard output has the ids): nothing was changed;"
	if code != 1 || !strings.HasPrefix(out, want) {
		t.Errorf("exit code %d:\n%s\nwant %s", code, out, want)
	}
	if after, _ := os.ReadFile(filepath.Join(ix, indexio.ManifestFile)); !bytes.Equal(before, after) {
		t.Error("the manifest has changed")
	}
	if names := segments(t, ix); !slices.Equal(names, []string{"00001", "00002"}) {
		t.Errorf("segments %v", names)
	}
	must(t, "--input="+filepath.Join(dir, "changed.txt"), "--index="+ix, "--replace", "--quiet")
	must(t, "--index="+ix, "--remove=gone.txt", "--quiet")
	must(t, "--index="+ix, "--compact", "--renew", "--quiet")
	has(t, ix, 7, "changed.txt")
	has(t, ix, 2, "same.txt")
	has(t, ix, 5, "d5")
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
		if out, code := execute(t.Context(), "--input="+write(t, documents...), "--index="+ix+"-strict", "--strict"); code != 1 {
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

// A byte that is altered, and a file that is cut off or gone, is an error or the same answer.
func TestDamage(t *testing.T) {
	ix := filepath.Join(t.TempDir(), "ix")
	must(t, "--input="+write(t, "d1", "d2", "d3"), "--index="+ix, "--quiet")
	must(t, "--index="+ix, "--remove=d2", "--quiet")
	want := answers(t, ix)
	check := func(what string) {
		t.Helper()
		defer func() {
			if r := recover(); r != nil {
				t.Errorf("%s: panic: %v", what, r)
			}
		}()
		for n, ids := range want[:4] {
			got, err := find(t.Context(), ix, n)
			if err != nil {
				if text := err.Error(); strings.Contains(text, "\n") || !strings.Contains(text, ix) {
					t.Errorf("%s: the error is %q", what, text)
				}
				return
			}
			if diff := cmp.Diff(ids, got); diff != "" {
				t.Errorf("%s: text %d (-want +got):\n%s", what, n, diff)
			}
		}
	}
	files, _ := filepath.Glob(filepath.Join(ix, "segments", "*", "*.table"))
	files = append(files, filepath.Join(ix, indexio.ManifestFile))
	if len(files) != 4 {
		t.Fatalf("files %v", files)
	}
	for _, name := range files {
		whole := filetest.Read(t, name)
		put := func(b []byte) {
			filetest.Write(t, name, b)
		}
		step := max(1, len(whole)/400) // every byte of the footer and of the manifest, and some of the rest
		if strings.HasSuffix(name, ".json") {
			step = 1
		}
		for i := 0; i < len(whole); i++ {
			if i%step != 0 && len(whole)-i > 60 {
				continue
			}
			for _, bit := range []byte{1, 0x80} {
				b := slices.Clone(whole)
				b[i] ^= bit
				put(b)
				check(fmt.Sprintf("%s: byte %d of %d, bit %x", filepath.Base(name), i, len(whole), bit))
			}
		}
		for _, n := range []int{0, 1, 47, len(whole) / 2, len(whole) - 1} {
			if n < len(whole) {
				put(whole[:n])
				check(fmt.Sprintf("%s: %d bytes of %d", filepath.Base(name), n, len(whole)))
				if got, err := find(t.Context(), ix, 1); err == nil {
					t.Errorf("%s with %d bytes of %d: no error, %v", name, n, len(whole), got)
				}
			}
		}
		os.Remove(name)
		check(filepath.Base(name) + " is gone")
		if _, err := find(t.Context(), ix, 1); err == nil {
			t.Errorf("%s is gone: no error", name)
		}
		put(whole)
	}
	if diff := cmp.Diff(want, answers(t, ix)); diff != "" {
		t.Errorf("with all files as they were (-want +got):\n%s", diff)
	}
}

// A change of an index with an altered table fails, and the index stays as it is.
func TestChangeOfDamaged(t *testing.T) {
	ix := filepath.Join(t.TempDir(), "ix")
	must(t, "--input="+write(t, "d1", "d2", "d3"), "--index="+ix, "--quiet")
	must(t, "--input="+write(t, "d4"), "--index="+ix, "--add", "--quiet")
	manifest := filetest.Read(t, filepath.Join(ix, indexio.ManifestFile))
	in := write(t, "d5", "d1=6")
	for table, changes := range map[string][][]string{
		"postings":  {{"--compact"}},
		"documents": {{"--compact"}, {"--remove=d1"}, {"--input=" + in, "--replace"}},
		"counts":    {{"--compact"}, {"--input=" + in, "--add"}},
	} {
		name := filepath.Join(ix, "segments", "00001", table+"-00000-of-00001.table")
		whole := filetest.Read(t, name)
		altered := slices.Clone(whole)
		altered[len(altered)/3] ^= 4
		for what, b := range map[string][]byte{"altered": altered, "cut off": whole[:len(whole)/2]} {
			filetest.Write(t, name, b)
			for _, args := range changes {
				out, code := execute(t.Context(), append(args, "--index="+ix, "--quiet")...)
				if code != 1 || !strings.Contains(out, "is damaged") || strings.Count(out, "\n") != 1 {
					t.Errorf("%s %s, %v: exit code %d\n%s", table, what, args, code, out)
				}
			}
		}
		filetest.Write(t, name, whole)
	}
	if now, _ := os.ReadFile(filepath.Join(ix, indexio.ManifestFile)); !bytes.Equal(now, manifest) {
		t.Error("the manifest has changed")
	}
	if names := segments(t, ix); !slices.Equal(names, []string{"00001", "00002"}) {
		t.Errorf("segments %v", names)
	}
	must(t, "--input="+in, "--index="+ix, "--add", "--quiet")
	has(t, ix, 5, "d5")
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
	if _, err := find(t.Context(), ix, 1); err == nil || !strings.Contains(err.Error(), "signatures that this program does not know") {
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
		{[]string{"--index=" + ix, "--add", "--input=in", "--stability=.95"}, "--stability has no effect here: it chooses --w of a new index"},
		{[]string{"--index=new", "--input=in", "--stability=.95", "--w=90"}, "--stability and --w both choose the window: give one of them"},
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
	if out, code := execute(t.Context(), in, "--index="+ix, "--add"); code != 2 || !strings.Contains(out, "another run is changing this index") {
		t.Errorf("two runs at once: exit code %d\n%s", code, out)
	}
	lock.Release()
	must(t, "--input="+write(t, "d2"), "--index="+ix, "--add", "--quiet")
}

// TestFailedBuildLeavesNothing: a first build that fails leaves no folder, and one that was there stays.
func TestFailedBuildLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	made, old := filepath.Join(dir, "made"), filepath.Join(dir, "old")
	filetest.Folder(t, old)
	for _, ix := range []string{made, old} {
		for _, input := range []string{"", filepath.Join(dir, "none"), filepath.Join(dir, "*.none")} {
			if out, code := execute(t.Context(), "--input="+input, "--index="+ix); code != 2 {
				t.Errorf("--input=%s: exit code %d\n%s", input, code, out)
			}
		}
	}
	if _, err := os.Stat(made); err == nil {
		t.Error("a build that failed has left its folder")
	}
	if _, err := os.Stat(old); err != nil {
		t.Error(err)
	}
}

// A run that ends before its manifest changes nothing, and what it has left is in nobody's way.
func TestEndedRun(t *testing.T) {
	ix := filepath.Join(t.TempDir(), "ix")
	must(t, "--input="+write(t, "d1"), "--index="+ix, "--quiet")
	before := filetest.Read(t, filepath.Join(ix, indexio.ManifestFile))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, code := execute(ctx, "--input="+write(t, "d2"), "--index="+ix, "--add"); code == 0 {
		t.Error("a run that was interrupted succeeds")
	}
	if _, code := execute(t.Context(), "--input="+write(t, "d3", "d3=4"), "--index="+ix, "--add", "--strict"); code != 1 {
		t.Errorf("--strict: exit code %d", code)
	}
	if _, code := execute(t.Context(), "--input="+write(t, "d1=4"), "--index="+ix, "--add", "--strict"); code != 1 {
		t.Errorf("--strict with an id that is there: exit code %d", code)
	}
	// As if a run was killed between its segment and its manifest.
	os.MkdirAll(filepath.Join(ix, "segments", "00002"), 0o755)
	filetest.Write(t, filepath.Join(ix, "segments", "00002", "postings-00000-of-00001.table"), "left")
	if after, _ := os.ReadFile(filepath.Join(ix, indexio.ManifestFile)); !bytes.Equal(before, after) {
		t.Errorf("the manifest has changed:\n%s\n%s", before, after)
	}
	has(t, ix, 1, "d1")
	must(t, "--input="+write(t, "d5"), "--index="+ix, "--add", "--quiet")
	has(t, ix, 1, "d1")
	has(t, ix, 5, "d5")
}

// A reader that has opened the index goes on with it as it was.
func TestReaderIsNotDisturbed(t *testing.T) {
	ix := filepath.Join(t.TempDir(), "ix")
	must(t, "--input="+write(t, "d1", "d2"), "--index="+ix, "--quiet")
	m, err := indexio.ReadManifest(t.Context(), ix)
	if err != nil {
		t.Fatal(err)
	}
	must(t, "--input="+write(t, "d3"), "--index="+ix, "--add", "--quiet")
	must(t, "--index="+ix, "--compact", "--quiet")
	x, err := indexio.OpenManifest(t.Context(), ix, m) // as a worker that begins late does
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if refs, err := x.Named("d2"); err != nil || len(refs) != 1 {
		t.Errorf("d2: %v, error %v", refs, err)
	}
	if refs, err := x.Named("d3"); err != nil || len(refs) != 0 {
		t.Errorf("d3: %v, error %v", refs, err)
	}
}

// In a bucket the segment of a run that was killed hinders no change, and the second one removes it.
func TestLeftInBucket(t *testing.T) {
	s := storetest.Start(t, "b")
	const ix = "gs://b/ix"
	must(t, "--input="+write(t, "d1"), "--index="+ix, "--quiet")
	s.Put("b", "ix/segments/00002/postings-00000-of-00001.table", "left")
	for n, left := range []int{1, 0} {
		must(t, "--input="+write(t, fmt.Sprint("d", 2+n)), "--index="+ix, "--add", "--quiet")
		has(t, ix, 1, "d1")
		has(t, ix, 2+n, fmt.Sprint("d", 2+n))
		if got := s.Objects(t, "b", "ix/segments/00002/"); len(got) != left {
			t.Errorf("after %d changes: %v", n+1, got)
		}
	}
	m, err := indexio.ReadManifest(t.Context(), ix)
	if err != nil || len(m.Segments) != 3 || m.Segments[1].Name != "00003" || m.Segments[2].Name != "00004" {
		t.Errorf("%+v, error %v", m, err)
	}
}

func TestWinnowing(t *testing.T) {
	ix := filepath.Join(t.TempDir(), "ix")
	must(t, "--input="+write(t, "d1", "d2"), "--index="+ix, "--signature=winnowing", "--quiet")
	m, err := indexio.ReadManifest(t.Context(), ix)
	if err != nil || m.Frequencies != nil || (winnow.Params{Signature: m.Signature, Q: m.Q, W: m.W}) != winnow.Defaults(winnow.Random) {
		t.Errorf("%+v, error %v", m, err)
	}
	must(t, "--input="+write(t, "d3"), "--index="+ix, "--add", "--quiet")
	must(t, "--index="+ix, "--compact", "--quiet")
	if out, code := execute(t.Context(), "--index="+ix, "--compact", "--renew"); code != 2 || !strings.Contains(out, "need no frequencies") {
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
