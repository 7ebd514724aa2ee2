//go:build linux

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

// spoolJob writes an input of 10 MB to dir, makes the folder dir/spool, and returns the job that keeps its blocks
// there. With held, the half of the input is in the blocks while the other one waits.
func spoolJob(t *testing.T, dir string) []string {
	t.Helper()
	var in strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&in, "{\"id\":\"%d\",\"text\":%q}\n", i, noise(5000, uint32(i)))
	}
	filetest.Put(t, dir, map[string]string{"in.jsonl": in.String(), "spool/": ""})
	return append([]string{"partial", "--input=in.jsonl", "--quiet", "--spool=spool"},
		withHeld(t, dir, noise(5_000_000, 1000))...)
}

// spoolFiles returns names for the files that a process has in a spool, which have lost their own.
func spoolFiles(cmd *exec.Cmd) (names []string) {
	fds, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", cmd.Process.Pid))
	for _, fd := range fds {
		to, _ := os.Readlink(fd)
		if strings.Contains(to, "/spool/spool-") && strings.HasSuffix(to, "(deleted)") {
			names = append(names, fd)
		}
	}
	return names
}

// blocks is how many bytes of blocks a process has in a spool.
func blocks(cmd *exec.Cmd) (bytes int64) {
	for _, name := range spoolFiles(cmd) {
		if info, err := os.Stat(name); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// during runs a command, calls f when half of its input is in the spool and before it has the other half, and returns
// the outcome.
func during(t *testing.T, dir string, cmd *exec.Cmd, f func()) outcome {
	t.Helper()
	_, letGo := held(t, cmd)
	r := begin(t, cmd)
	r.until(t, "half of its input is in the spool", func() bool { return blocks(cmd) > 64<<10 })
	f()
	letGo()
	o := outcome{code: r.end(), stderr: r.stderr.String()}
	noLeftovers(t, dir)
	return o
}

// mustFail checks that a run failed with one line that contains why, and left nothing.
func mustFail(t *testing.T, dir string, o outcome, why string) {
	t.Helper()
	if o.code != 1 || strings.Count(o.stderr, "\n") != 1 || !strings.Contains(o.stderr, why) {
		t.Errorf("exit code %d, %s; want 1 and a line with %q", o.code, o.stderr, why)
	}
	if _, err := os.Stat(filepath.Join(dir, "out")); err == nil {
		t.Error("there is a result")
	}
	if left, _ := os.ReadDir(filepath.Join(dir, "spool")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A folder of blocks that vanishes while a run uses it changes nothing.
func TestSpoolVanishes(t *testing.T) {
	dir := t.TempDir()
	job := spoolJob(t, dir)
	if o := finish(t, dir, program(dir, append(job, "--output=want")...)); o.code != 0 {
		t.Fatal(o.stderr)
	}
	o := during(t, dir, program(dir, append(job, "--output=out")...), func() {
		if err := os.RemoveAll(filepath.Join(dir, "spool")); err != nil {
			t.Error(err)
		}
	})
	if o.code != 0 {
		t.Fatalf("exit code %d, %s", o.code, o.stderr)
	}
	if diff := cmp.Diff(filesOf(t, filepath.Join(dir, "want")), filesOf(t, filepath.Join(dir, "out"))); diff != "" {
		t.Errorf("(-want +got):\n%.2000s", diff)
	}
}

// Blocks that change on disk end the run.
func TestSpoolAltered(t *testing.T) {
	dir := t.TempDir()
	cmd := program(dir, append(spoolJob(t, dir), "--output=out")...)
	o := during(t, dir, cmd, func() {
		for _, file := range spoolFiles(cmd) {
			alter(t, file)
		}
	})
	mustFail(t, dir, o, "a block is damaged")
}

// alter changes two bytes of each 1,024 of a file.
func alter(t *testing.T, file string) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		t.Error(err)
		return
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		t.Error(err)
	}
	for at := int64(0); at < size; at += 1 << 10 {
		f.WriteAt([]byte{0xaa, 0x55}, at)
	}
}

// A disk that others fill while a run has its blocks there.
func TestSpoolFull(t *testing.T) {
	dir := t.TempDir()
	job := spoolJob(t, dir)
	small(t, filepath.Join(dir, "spool"), "size=256m", 0)
	filler := filepath.Join(dir, "spool", "filler")
	o := during(t, dir, program(dir, append(job, "--output=out")...), func() {
		f, err := os.Create(filler)
		if err != nil {
			t.Error(err)
			return
		}
		defer f.Close()
		if n, err := io.Copy(f, io.LimitReader(zeros{}, 512<<20)); err == nil {
			t.Errorf("%d bytes did not fill the disk", n)
		}
	})
	os.Remove(filler)
	mustFail(t, dir, o, "no space left on device")
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// A folder in which nothing can be written is an error of the flag.
func TestSpoolReadOnly(t *testing.T) {
	dir := t.TempDir()
	job := spoolJob(t, dir)
	small(t, filepath.Join(dir, "spool"), "size=256m", syscall.MS_RDONLY)
	o := finish(t, dir, program(dir, append(job, "--output=out")...))
	if o.code != 2 || strings.Count(o.stderr, "\n") != 1 || !strings.HasPrefix(o.stderr, "diagonal: --spool=spool: ") {
		t.Errorf("exit code %d, %s", o.code, o.stderr)
	}
}

// small mounts a small disk until the test ends.
func small(t *testing.T, dir, size string, flags uintptr) {
	t.Helper()
	if err := syscall.Mount("none", dir, "tmpfs", flags, size); err != nil {
		t.Skipf("no small disk can be made here: mount: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
}

// Two runs in one folder of blocks do not touch each other's, and a run that was killed there
// leaves nothing and hinders no later one.
func TestSpoolShared(t *testing.T) {
	dir := t.TempDir()
	job := spoolJob(t, dir)
	start := func(output string) (r *running, letGo func()) {
		cmd := program(dir, append(job, output)...)
		_, letGo = held(t, cmd)
		r = begin(t, cmd)
		r.until(t, "it has blocks", func() bool { return blocks(cmd) > 0 })
		return r, letGo
	}
	killed, _ := start("--output=killed")
	killed.until(t, "the folder has lost its name, a moment after the file", func() bool {
		names, err := os.ReadDir(filepath.Join(dir, "spool"))
		return err == nil && len(names) == 0
	})
	killed.Process.Kill()
	killed.end()
	if left, _ := os.ReadDir(filepath.Join(dir, "spool")); len(left) > 0 {
		t.Errorf("the killed run left %v", left)
	}
	first, letGo := start("--output=first")
	if o := finish(t, dir, program(dir, append(job, "--output=second", "--memory=256MiB")...)); o.code != 0 {
		t.Errorf("the second run: %s", o.stderr)
	}
	letGo()
	if code := first.end(); code != 0 {
		t.Fatalf("the first run: exit code %d, %s", code, first.stderr.String())
	}
	if diff := cmp.Diff(filesOf(t, filepath.Join(dir, "first")), filesOf(t, filepath.Join(dir, "second"))); diff != "" {
		t.Errorf("(-first, +second):\n%.2000s", diff)
	}
	if left, _ := os.ReadDir(filepath.Join(dir, "spool")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
