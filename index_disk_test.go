//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/indexio"
)

// A full disk at each step of a change: the change happens completely, or one line says that there is
// no room, the index is as it was, nothing is left, and with more room the same change succeeds.
func TestIndexFullDisk(t *testing.T) {
	dir := t.TempDir()
	disk := filepath.Join(dir, "disk")
	filetest.Put(t, dir, map[string]string{"disk/": ""})
	before, more := essays(t, dir, "before.jsonl", 0, 150), essays(t, dir, "more.jsonl", 1000, 150)
	run := func(args ...string) *exec.Cmd {
		cmd := program(dir, append([]string{"index", "--index=disk/ix", "--quiet"}, args...)...)
		cmd.Env = append(os.Environ(), "TMPDIR="+os.TempDir())
		return cmd
	}
	must := func(args ...string) {
		t.Helper()
		if o := finish(t, dir, run(args...)); o.code != 0 {
			t.Fatalf("%v: exit %d, %s", args, o.code, o.stderr)
		}
	}
	build, add, compact := []string{"--input=" + before}, []string{"--input=" + more, "--add"}, []string{"--compact"}
	spool := "--spool=" + dir // its space is asked for first
	for _, tc := range []struct {
		what    string
		prepare [][]string
		change  []string
		knows   []int // before and after a change that failed
	}{
		{"first build", nil, append(build, spool), nil},
		{"first build, spool", nil, build, nil},
		{"--add", [][]string{build}, append(add, spool), []int{149}},
		{"--compact", [][]string{build, add}, compact, []int{1149}},
	} {
		t.Run(tc.what, func(t *testing.T) {
			failed := 0
			// So many bytes are free: at the first run, at tables, at the manifest, enough.
			for _, free := range []int64{0, 100 << 10, 250 << 10, 400 << 10, 32 << 20} {
				if err := syscall.Mount("none", disk, "tmpfs", 0, "size=64m"); err != nil {
					t.Skipf("no small disk can be made here: mount: %v", err)
				}
				for _, args := range tc.prepare {
					must(args...)
				}
				manifest := filepath.Join(disk, "ix", indexio.ManifestFile)
				was, _ := os.ReadFile(manifest) // none before the first build
				filler := filepath.Join(disk, "filler")
				fill(t, filler, disk, free)
				o := finish(t, dir, run(tc.change...))
				now, _ := os.ReadFile(manifest)
				if o.code != 0 {
					failed++
					if o.code > 2 || strings.Count(o.stderr, "\n") != 1 ||
						!strings.Contains(o.stderr, "no space left on device") {
						t.Errorf("%d bytes free: exit %d, %s", free, o.code, o.stderr)
					}
					if string(now) != string(was) {
						t.Errorf("%d bytes free: the run failed, and the manifest has changed", free)
					}
					if left, _ := filepath.Glob(filepath.Join(disk, "ix", "segments",
						"*")); len(left) > len(tc.prepare) {
						t.Errorf("%d bytes free: left %v", free, left)
					}
					if left, _ := filepath.Glob(filepath.Join(disk, "ix", "segments", ".*")); len(left) > 0 {
						t.Errorf("%d bytes free: left %v", free, left)
					}
					if left, _ := filepath.Glob(filepath.Join(disk, "ix", ".tmp*")); len(left) > 0 {
						t.Errorf("%d bytes free: left %v", free, left)
					}
					inIndex(t, dir, "disk/ix", true, tc.knows...)
				}
				if err := os.Remove(filler); err != nil {
					t.Fatal(err)
				}
				if o.code != 0 {
					must(tc.change...)
					inIndex(t, dir, "disk/ix", true, 7)
				}
				if err := syscall.Unmount(disk, 0); err != nil {
					t.Fatal(err)
				}
				if o.code == 0 {
					break
				}
			}
			if failed < 2 {
				t.Errorf("%d runs failed", failed)
			}
		})
	}
}

// fill makes a file on a small disk that leaves so many bytes free.
func fill(t *testing.T, file, disk string, free int64) {
	t.Helper()
	var stat syscall.Statfs_t
	if err := syscall.Statfs(disk, &stat); err != nil {
		t.Fatal(err)
	}
	filetest.Write(t, file, make([]byte, int64(stat.Bavail)*stat.Bsize-free))
}
