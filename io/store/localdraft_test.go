package store

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"example.org/diagonal/io/filetest"
)

// noExchange is a file system that cannot exchange names.
func noExchange(t *testing.T) {
	exchange = func(_, _ string) error { return syscall.EINVAL }
	t.Cleanup(func() { exchange = exchangeNames })
}

// kills are the moments at which TestKilled kills a run that replaces a result.
var kills = map[string]func(){
	"before": func() { exchange = func(_, _ string) error { return killed() } },
	"after":  func() { exchange = func(a, b string) error { exchangeNames(a, b); return killed() } },
	"between renames": func() {
		exchange, killHere = func(_, _ string) error { return syscall.EINVAL }, func() { killed() }
	},
}

func killed() error {
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// A run that is killed while it replaces a result leaves the earlier one, or the new one,
// under the name for the next run.
func TestKilled(t *testing.T) {
	if moment := os.Getenv("STORE_TEST_KILL"); moment != "" { // the run to be killed
		kills[moment]()
		commit(t, begin(t, folder(os.Getenv("STORE_TEST_PATH"), true), "new", "b"))
		t.Fatal("not killed")
	}
	for _, moment := range slices.Sorted(maps.Keys(kills)) {
		t.Run(moment, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "out")
			commit(t, begin(t, folder(path, false), "old", "a"))
			cmd := exec.Command(os.Args[0], "-test.run=^TestKilled$")
			cmd.Env = append(os.Environ(), "STORE_TEST_KILL="+moment, "STORE_TEST_PATH="+path)
			if out, err := cmd.CombinedOutput(); err == nil ||
				cmd.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
				t.Fatalf("%v\n%s", err, out)
			}
			want := whole("out/", "old", "a")
			if moment == "after" {
				if exchangeWorks(t) {
					want = whole("out/", "new", "b")
				}
			}
			if left, _ := filepath.Glob(filepath.Join(dir, ".out.partial-*")); len(left) != 1 {
				t.Fatalf("left behind: %v, want a draft", left)
			}
			var taken *TakenError
			if _, err := (local{}).Begin(t.Context(), folder(path, false)); !errors.As(err, &taken) ||
				taken.Why != takenWhy {
				t.Errorf("the next run: %v", err)
			}
			place{path, func() map[string]string { return readAll(t, dir) }}.check(t, "after the next run", want)
			commit(t, begin(t, folder(path, true), "next"))
		})
	}
}

func exchangeWorks(t *testing.T) bool {
	dir := t.TempDir()
	os.Mkdir(filepath.Join(dir, "a"), 0o755)
	os.Mkdir(filepath.Join(dir, "b"), 0o755)
	return exchangeNames(filepath.Join(dir, "a"), filepath.Join(dir, "b")) == nil
}

// An earlier result whose name something else has by now is kept, whatever that is.
func TestKilledAndNameTaken(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	commit(t, begin(t, folder(path, false), "old", "a"))
	cmd := exec.Command(os.Args[0], "-test.run=^TestKilled$")
	cmd.Env = append(os.Environ(), "STORE_TEST_KILL=between renames", "STORE_TEST_PATH="+path)
	if err := cmd.Run(); err == nil {
		t.Fatal("not killed")
	}
	put(t, local{}, filetest.Folder(t, path)+"/thesis.doc", "mine")
	if _, err := (local{}).Begin(t.Context(), folder(path, true)); err == nil {
		t.Error("Begin: no error")
	}
	got := readAll(t, dir)
	left, _ := filepath.Glob(filepath.Join(dir, ".out.partial-*", oldDir))
	if len(left) != 1 {
		t.Fatalf("the earlier result is gone: %v", got)
	}
	below, _ := filepath.Rel(dir, left[0])
	for name, content := range whole(below+"/", "old", "a") {
		if got[name] != content {
			t.Errorf("%s is %q, want %q", name, got[name], content)
		}
	}
	if got["out/thesis.doc"] != "mine" {
		t.Error("a stranger's file is gone")
	}
}

// Where names cannot be exchanged, two renames do it, and an error puts the earlier
// result back.
func TestWithoutExchange(t *testing.T) {
	noExchange(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	p := place{path, func() map[string]string { return readAll(t, dir) }}
	commit(t, begin(t, folder(path, false), "1", "a"))
	commit(t, begin(t, folder(path, true), "2", "b"))
	p.check(t, "replaced", whole("out/", "2", "b"))

	d := begin(t, folder(path, true), "3")
	killHere = func() { os.RemoveAll(d.Dir()) } // the second rename fails
	defer func() { killHere = func() {} }()
	if err := d.Commit(t.Context()); err == nil {
		t.Error("Commit: no error")
	}
	if err := d.Abort(); err != nil {
		t.Error(err)
	}
	p.check(t, "after an error", whole("out/", "2", "b"))

	d = begin(t, folder(path, true), "4")
	killHere = func() { put(t, local{}, filepath.Join(d.(*localDraft).own.Path(), oldDir, "thesis.doc"), "mine") }
	var taken *TakenError
	if err := d.Commit(t.Context()); !errors.As(err, &taken) || !strings.Contains(taken.Why, "thesis.doc") {
		t.Errorf("Commit over a file that has just come: %v", err)
	}
	d.Abort()
	want := whole("out/", "2", "b")
	want["out/thesis.doc"] = "mine"
	p.check(t, "after a stranger's file", want)
}

// A file that comes between the last look and the exchange is seen after it.
func TestStrangerInTheLastMoment(t *testing.T) {
	if !exchangeWorks(t) {
		t.Skip("names cannot be exchanged here")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	p := place{path, func() map[string]string { return readAll(t, dir) }}
	want := whole("out/", "1", "a")
	want["out/thesis.doc"] = "mine"
	for _, back := range []bool{true, false} {
		if back {
			commit(t, begin(t, folder(path, false), "1", "a"))
		}
		d := begin(t, folder(path, true), "2")
		first := true
		exchange = func(a, b string) error {
			if first {
				put(t, local{}, filepath.Join(path, "thesis.doc"), "mine")
			} else if !back {
				return syscall.EIO
			}
			first = false
			return exchangeNames(a, b)
		}
		err := d.Commit(t.Context())
		exchange = exchangeNames
		if err == nil || !strings.Contains(err.Error(), "thesis.doc") {
			t.Errorf("Commit: %v", err)
		}
		abort := d.Abort()
		if back {
			p.check(t, "afterwards", want)
			os.Remove(filepath.Join(path, "thesis.doc"))
			continue
		}
		// They could not be exchanged back: nothing is removed, and the error says so.
		left, _ := filepath.Glob(filepath.Join(dir, ".out.partial-*", oldDir, "thesis.doc"))
		if len(left) != 1 || abort == nil || !strings.Contains(abort.Error(), filepath.Dir(left[0])) {
			t.Errorf("left: %v; Abort: %v", left, abort)
		}
	}
}

// Of two runs into one folder one succeeds, the other one is told, on a disk as well.
func TestLocalTwoRuns(t *testing.T) {
	for _, how := range []string{"new", "replaced", "replaced by renames"} {
		t.Run(how, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "out")
			if how == "replaced by renames" {
				noExchange(t)
			}
			if how != "new" {
				commit(t, begin(t, folder(path, false), "old"))
			}
			one, two := begin(t, folder(path, true), "1", "a"), begin(t, folder(path, true), "2", "b")
			commit(t, one)
			var taken *TakenError
			if err := two.Commit(t.Context()); !errors.As(err, &taken) || taken.Why != fasterWhy {
				t.Errorf("the second: %v", err)
			}
			if err := two.Abort(); err != nil {
				t.Error(err)
			}
			place{path, func() map[string]string {
				return readAll(t, dir)
			}}.check(t, "afterwards", whole("out/", "1", "a"))
		})
	}
}

// What is no file and no folder is a stranger's, and a link in place of the folder stays.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "disk", "out"), filepath.Join(dir, "link")
	commit(t, begin(t, folder(target, false), "1", "a"))
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	commit(t, begin(t, folder(link, true), "2", "a"))
	place{target, func() map[string]string {
		return readAll(t, filepath.Dir(target))
	}}.check(t, "through a link", whole("out/", "2", "a"))
	if to, err := os.Readlink(link); err != nil || to != target {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	var taken *TakenError
	a := filepath.Join(target, "a")
	mine := filepath.Join(dir, "a")
	if err := errors.Join(os.Rename(a, mine), os.Symlink(mine, a)); err != nil {
		t.Fatal(err)
	}
	if _, err := (local{}).Begin(t.Context(), folder(target, true)); !errors.As(err, &taken) ||
		!strings.HasPrefix(taken.Why, "holds a, which no run") {
		t.Errorf("a link in a result: %v", err)
	}
	if err := errors.Join(os.RemoveAll(target), os.Mkdir(target, 0o755),
		os.Mkdir(filepath.Join(target, "_SUCCESS"), 0o755)); err != nil {
		t.Fatal(err)
	}
	if _, err := (local{}).Begin(t.Context(), folder(target, true)); !errors.As(err, &taken) ||
		!strings.HasPrefix(taken.Why, "holds a _SUCCESS that this version") {
		t.Errorf("a folder _SUCCESS: %v", err)
	}
	os.RemoveAll(target)
	if _, err := (local{}).Begin(t.Context(), folder(link, true)); !errors.As(err, &taken) ||
		taken.Why != "is a link to something that is not there" {
		t.Errorf("a dead link: %v", err)
	}
}

// Folders, empty ones too, and names of all bytes are listed.
func TestMarkerOfATree(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	d := begin(t, folder(path, false), "1")
	filetest.Folder(t, filepath.Join(d.Dir(), "pan"))
	filetest.Folder(t, filepath.Join(d.Dir(), "documents", "深"))
	for _, name := range []string{"documents/深/a b.txt", "documents/\xff\n.txt", `documents/"q"`, "run.json"} {
		put(t, local{}, filepath.Join(d.Dir(), name), "text")
	}
	commit(t, d)
	want := fmt.Sprintf("%s/ documents\n4 \"documents/\\\"q\\\"\"\n/ documents/深\n4 documents/深/a b.txt\n"+
		"4 \"documents/\\xff\\n.txt\"\n/ pan\n- run.json\n1 summary.json\n", markerHead)
	if got := readAll(t, path)["_SUCCESS"]; got != want {
		t.Errorf("the marker is\n%s\nwant\n%s", got, want)
	}
	put(t, local{}, filepath.Join(path, "run.json"), "of another size")
	commit(t, begin(t, folder(path, true), "2"))
}
