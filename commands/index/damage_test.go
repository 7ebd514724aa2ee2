package index_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/store/storetest"
)

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
	if _, code := execute(t.Context(), "--input="+write(t, "d3", "d3=4"), "--index="+ix, "--add",
		"--strict"); code != 1 {
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
