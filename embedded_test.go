package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

// filesOf returns the files of a result with their contents, but for run.json.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := filetest.Tree(t, dir)
	maps.DeleteFunc(files, func(name, _ string) bool { return path.Base(name) == "run.json" })
	return files
}

// The runners in this process give the same bytes, on any number of cores.
func TestRunnersInTheProcess(t *testing.T) {
	corpora, err := filepath.Abs("testdata/corpora")
	if err != nil {
		t.Fatal(err)
	}
	input := "--input=" + corpora + "/*/corpus.jsonl.gz"
	dir := t.TempDir()
	if o := finish(t, dir, program(dir, "partial", input, "--matching=diagonal", "--quiet",
		"--output=found")); o.code != 0 {
		t.Fatal(o.stderr)
	}
	for name, args := range map[string][]string{
		"refine":      {"partial", input},
		"chains":      {"partial", input, "--candidates=chains"},
		"imatch":      {"partial", input, "--preset=fast"},
		"shingle":     {"partial", input, "--signature=shingle", "--gamma=0"},
		"spotsigs":    {"partial", input, "--signature=spotsigs"},
		"resemblance": {"resemblance", input},
		"partition":   {"partition", input},
		"reuse":       {"reuse", input},
		"lsh":         {"reuse", input, "--method=lsh"},
		"clean":       {"clean", input, "--result=found", "--passes=1"},
	} {
		t.Run(name, func(t *testing.T) {
			var want map[string]string
			for _, on := range []struct{ runner, cores string }{
				{"local", "1"}, {"local", "2"}, {"local", "7"}, {"direct", "2"}, {"prism", "2"},
			} {
				out := strings.Join([]string{name, on.runner, on.cores}, "-")
				cmd := program(dir,
					slices.Concat(args, []string{"--quiet", "--runner=" + on.runner, "--output=" + out})...)
				cmd.Env = append(os.Environ(), "GOMAXPROCS="+on.cores)
				if o := finish(t, dir, cmd); o.code != 0 {
					t.Fatalf("%s: %s", out, o.stderr)
				}
				got := filesOf(t, filepath.Join(dir, out))
				if want == nil {
					want = got
				} else if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s (-local on one core, +got):\n%.2000s", out, diff)
				}
			}
		})
	}
}

// Blocks that are kept in a folder change nothing, and nothing is left of them.
func TestSpool(t *testing.T) {
	corpora, err := filepath.Abs("testdata/corpora")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	spool := filetest.Folder(t, filepath.Join(dir, "spool"))
	job := []string{"partial", "--input=" + corpora + "/*/corpus.jsonl.gz", "--quiet"}
	if o := finish(t, dir, program(dir, append(job, "--output=beside")...)); o.code != 0 {
		t.Fatal(o.stderr)
	}
	want := filesOf(t, filepath.Join(dir, "beside"))
	for _, runner := range []string{"local", "direct", "prism"} {
		if o := finish(t, dir,
			program(dir, append(job, "--output="+runner, "--spool=spool", "--runner="+runner)...)); o.code != 0 {
			t.Fatal(o.stderr)
		}
		if diff := cmp.Diff(want, filesOf(t, filepath.Join(dir, runner))); diff != "" {
			t.Errorf("%s (-default, +with --spool):\n%.2000s", runner, diff)
		}
	}
	if left, _ := os.ReadDir(spool); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	o := finish(t, dir, program(dir, append(job, "--output=none", "--spool=absent")...))
	if o.code != 2 || !strings.HasPrefix(o.stderr, "diagonal: --spool=absent: ") || strings.Count(o.stderr, "\n") != 1 {
		t.Errorf("a folder that is not there: exit code %d, %s", o.code, o.stderr)
	}
}

// sockets returns the sockets that a process has.
func sockets(pid int) (all []string) {
	fds, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, fd := range fds {
		if to, _ := os.Readlink(fd); strings.HasPrefix(to, "socket:") {
			all = append(all, to)
		}
	}
	return all
}

// looks is how often a run is looked at while it waits in the middle.
const looks = 50

// watched runs a command, which reads with the flags of withHeld, and returns the most sockets it had. A socket counts
// if it is there at two looks: to find the name of the user, the C library asks a service (nscd) that is not there,
// with one that is closed at once.
func watched(t *testing.T, cmd *exec.Cmd) (most int) {
	t.Helper()
	waits, letGo := held(t, cmd)
	r := begin(t, cmd)
	var before []string
	for look := 0; ; look++ {
		now := sockets(cmd.Process.Pid)
		stayed := 0
		for _, s := range now {
			if slices.Contains(before, s) {
				stayed++
			}
		}
		before, most = now, max(most, stayed)
		if look >= looks && letGo != nil && waits() {
			letGo()
			letGo = nil
		}
		select {
		case <-r.ended:
			if r.end() != 0 {
				t.Fatal(r.stderr.String())
			}
			return most
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// The default opens no port, and no other socket. Prism does, so the test sees sockets.
func TestNoPort(t *testing.T) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("this system has no /proc")
	}
	corpora, err := filepath.Abs("testdata/corpora")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	job := []string{"partial", "--input=" + corpora + "/*/corpus.jsonl.gz", "--quiet", "--overwrite", "--output=out"}
	job = append(job, withHeld(t, dir, lineA)...)
	if most := watched(t, program(dir, job...)); most > 0 {
		t.Errorf("the default had %d sockets", most)
	}
	if most := watched(t, program(dir, append(job, "--runner=prism")...)); most == 0 {
		t.Error("prism had no socket: the test sees none")
	}
}
