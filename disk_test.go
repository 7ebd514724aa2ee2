//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// allOrNothing runs the main job where the disk may be too small. The result is whole, or
// there is none and one line says which file could not be written. It reports which.
func allOrNothing(t *testing.T, dir, why string, cmd *exec.Cmd) (whole bool) {
	t.Helper()
	o := finish(t, dir, cmd)
	out := filepath.Join(dir, "out")
	_, err := os.Stat(filepath.Join(out, "_SUCCESS"))
	switch {
	case o.code == 0 && err == nil:
	case o.code != 1 || strings.Count(o.stderr, "\n") != 1 || !strings.Contains(o.stderr, why):
		t.Errorf("exit %d, _SUCCESS: %v, %s; want %q", o.code, err, o.stderr, why)
	default:
		if _, err := os.Stat(out); err == nil {
			t.Errorf("the run failed, and left a result: %s", o.stderr)
		}
	}
	if err := os.RemoveAll(out); err != nil {
		t.Fatal(err)
	}
	return o.code == 0
}

// jobOn is the main job over the licences: results of some megabytes.
func jobOn(t *testing.T, format string) []string {
	t.Helper()
	input, err := filepath.Abs("testdata/corpora/licences/corpus.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	return []string{"partial", "--input=" + input, "--output=out", "--quiet", "--output_format=" + format}
}

// A disk that is full: at the sorted runs of workers, or at the files of the result.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	for _, format := range []string{"jsonl", "parquet", "pan"} {
		failed, last := 0, false
		for _, size := range []string{"100k", "700k", "1800k", "2600k", "3400k", "64m"} {
			if err := syscall.Mount("none", dir, "tmpfs", 0, "size="+size); err != nil {
				t.Skipf("no small disk can be made here: mount: %v", err)
			}
			cmd := program(dir, jobOn(t, format)...)
			cmd.Env = append(os.Environ(), "TMPDIR="+os.TempDir())
			if last = allOrNothing(t, dir, "no space left on device", cmd); !last {
				failed++
			}
			if err := syscall.Unmount(dir, 0); err != nil {
				t.Fatal(err)
			}
		}
		if failed < 2 || !last {
			t.Errorf("%s: %d runs failed, the one with room did: %v", format, failed, !last)
		}
	}
}

// A limit on the size of a file.
func TestFileTooLarge(t *testing.T) {
	dir := t.TempDir()
	for blocks, whole := range map[int]bool{0: false, 1: false, 16: false, 1024: false, 1 << 20: true} {
		limit := fmt.Sprintf(`ulimit -f %d && exec "$0" "$@"`, blocks)
		cmd := exec.Command("sh", append([]string{"-c", limit, binary}, jobOn(t, "jsonl")...)...)
		cmd.Dir = dir
		if got := allOrNothing(t, dir, "file too large", cmd); got != whole {
			t.Errorf("%d blocks: the result is whole: %v", blocks, got)
		}
	}
}
