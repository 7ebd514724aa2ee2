package shardio

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/result"
)

// names is the entries of a folder, hidden ones too.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := []string{}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func TestCommit(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "deep[1]", "结果")
	o, err := Begin(t.Context(), name, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); err == nil {
		t.Error("the result is there before Commit")
	}
	if err := o.Commit(t.Context(), nil); err == nil ||
		!strings.Contains(err.Error(), "the job ended without its result") {
		t.Errorf("Commit without summary.json: %v", err)
	}
	filetest.Write(t, filepath.Join(o.Dir(), result.SummaryFile),
		`{"counts":{"documents":3},"ledger":{"x":1},"lines":{"passages":2}}`)
	filetest.Write(t, filepath.Join(o.Dir(), runsDir, "0-00000"), "x")
	filetest.Write(t, filepath.Join(o.Dir(), ".tmp-killed"), "half a file of a worker that was killed")
	filetest.Write(t, filepath.Join(o.Dir(), "passages-00000-of-00001.jsonl"), "{}\n")
	if err := o.Commit(t.Context(), map[string]int{"seconds": 1}); err != nil {
		t.Fatal(err)
	}
	want := []string{result.SuccessFile, "passages-00000-of-00001.jsonl", result.RunFile, result.SummaryFile}
	if diff := cmp.Diff(want, names(t, name)); diff != "" {
		t.Errorf("the result (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"结果"}, names(t, filepath.Dir(name))); diff != "" {
		t.Errorf("beside it (-want +got):\n%s", diff)
	}
	if err := o.Abort(); err != nil || len(names(t, name)) != 4 {
		t.Errorf("Abort after Commit: %v", err)
	}
}

func TestAbortLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	o, err := Begin(t.Context(), filepath.Join(dir, "out"), false)
	if err != nil {
		t.Fatal(err)
	}
	filetest.Write(t, filepath.Join(o.Dir(), runsDir, "0-00000"), "x")
	if err := o.Abort(); err != nil || len(names(t, dir)) != 0 {
		t.Errorf("Abort: %v, left %v", err, names(t, dir))
	}
}

// make1 makes a result.
func make1(t *testing.T, out string) {
	t.Helper()
	o, err := Begin(t.Context(), out, false)
	if err != nil {
		t.Fatal(err)
	}
	filetest.Write(t, filepath.Join(o.Dir(), result.SummaryFile), `{}`)
	filetest.Write(t, filepath.Join(o.Dir(), "passages-00000-of-00001.jsonl"), "{}\n")
	if err := o.Commit(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsThereAlready(t *testing.T) {
	for _, tc := range []struct {
		name      string
		make      func(t *testing.T, out string)
		overwrite bool
		want      string // empty: allowed
	}{
		{"nothing", func(*testing.T, string) {}, false, ""},
		{"an empty folder", func(t *testing.T, out string) { os.Mkdir(out, 0o755) }, false, ""},
		{"a result", func(t *testing.T, out string) {
			filetest.Write(t, out+"/"+result.SuccessFile, "")
		}, false, "exists already; choose another folder, or add --overwrite"},
		{"a result, overwrite", func(t *testing.T, out string) { make1(t, out) }, true, ""},
		{"a result and a file of somebody", func(t *testing.T, out string) {
			make1(t, out)
			filetest.Write(t, out+"/thesis.txt", "x")
		}, true, "holds thesis.txt, which no run has written there"},
		{"an empty _SUCCESS", func(t *testing.T, out string) {
			filetest.Write(t, out+"/"+result.SuccessFile, "")
		}, true, "does not list its files"},
		{"somebody's files", func(t *testing.T, out string) {
			filetest.Write(t, out+"/thesis.txt", "x")
		}, true, "is no result of an earlier run: it holds thesis.txt, and no _SUCCESS"},
		{"sources with a summary", func(t *testing.T, out string) {
			filetest.Write(t, out+"/"+result.SummaryFile, "{}")
			filetest.Write(t, out+"/src/main.go", "x")
		}, true, "is no result of an earlier run: it holds src, and no _SUCCESS"},
		{"a file", func(t *testing.T, out string) { filetest.Write(t, out, "x") }, true, "is not a folder"},
		{"below a file", func(t *testing.T, out string) {
			filetest.Write(t, filepath.Dir(out), "x")
		}, false, "not a directory"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "parent", "out")
			if tc.name != "below a file" {
				os.Mkdir(filepath.Dir(out), 0o755)
			}
			tc.make(t, out)
			o, err := Begin(t.Context(), out, tc.overwrite)
			if tc.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				filetest.Write(t, filepath.Join(o.Dir(), result.SummaryFile), `{}`)
				if err := o.Commit(t.Context(), nil); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff([]string{result.SuccessFile, result.RunFile, result.SummaryFile},
					names(t, out)); diff != "" {
					t.Errorf("the result (-want +got):\n%s", diff)
				}
				return
			}
			var e *ExistsError
			if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), "--output="+out+": ") ||
				!strings.Contains(err.Error(), tc.want) {
				t.Errorf("Begin: %v, want %q", err, tc.want)
			}
		})
	}
}

// A result that appeared while the job ran is not overwritten.
func TestSomebodyWasFaster(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	o, err := Begin(t.Context(), out, false)
	if err != nil {
		t.Fatal(err)
	}
	filetest.Write(t, filepath.Join(o.Dir(), result.SummaryFile), `{}`)
	filetest.Write(t, out+"/theirs", "x")
	var e *ExistsError
	if err := o.Commit(t.Context(), nil); !errors.As(err, &e) {
		t.Errorf("Commit: %v", err)
	}
	if diff := cmp.Diff([]string{"theirs"}, names(t, out)); diff != "" {
		t.Errorf("what was there (-want +got):\n%s", diff)
	}
}

// Without the right to write, the error names the folder and says why.
func TestNoRightToWrite(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := t.TempDir()
	os.Chmod(dir, 0o555)
	_, err := Begin(t.Context(), filepath.Join(dir, "out"), false)
	var e *ExistsError
	if !errors.As(err, &e) || !strings.Contains(err.Error(), "cannot be written: mkdir") ||
		!strings.Contains(err.Error(), "permission denied") {
		t.Errorf("Begin: %v", err)
	}
}
