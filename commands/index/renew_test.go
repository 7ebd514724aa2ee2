package index_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/indexio"
)

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
	if info := must(t, "--index="+ix, "--info"); strings.Contains(info, moved) ||
		!strings.Contains(info, "--compact --renew") {
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
	want := "changed.txt\ngone.txt\n" +
		"2 documents have changed since they were indexed, or cannot be read (standard output has the ids): nothing was changed;"
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
