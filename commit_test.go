package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/store/storetest"
)

// endsAt is a context that has ended as soon as a file is there: a signal that comes in
// the moment of the commit.
type endsAt struct {
	context.Context
	file string
}

func (c endsAt) Err() error {
	if _, err := os.Stat(c.file); err == nil {
		return context.Canceled
	}
	return c.Context.Err()
}

// TestSignalAtTheCommit: once its result stands a command has succeeded.
func TestSignalAtTheCommit(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in.jsonl": lineA + lineB})
	partialIn(t, dir, "--input=in.jsonl")
	in, found := "--input="+filepath.Join(dir, "in.jsonl"), "--result="+filepath.Join(dir, "out")
	for i, args := range [][]string{
		{"partial", in},
		{"resemblance", in},
		{"partition", in},
		{"reuse", in},
		{"clean", in, found},
		{"clean", in, found, "--passes=1"},
	} {
		out := filepath.Join(dir, fmt.Sprint("other", i))
		ctx := endsAt{t.Context(), filepath.Join(out, "_SUCCESS")}
		if err := execute(ctx, append(args, "--output="+out)); err != nil || ctx.Err() == nil {
			t.Errorf("%s: %v, and the context has ended: %v", args[0], err, ctx.Err() != nil)
		}
	}
}

// TestSignalAfterTheCommitAtABucket: so has one that writes to a bucket, and reads what
// it reports from there. The signal comes with the nth request after the commit.
func TestSignalAfterTheCommitAtABucket(t *testing.T) {
	for n := int64(1); ; n *= 2 {
		s := storetest.Start(t, "in", "out")
		s.Put("in", "a.jsonl", lineA+lineB)
		ctx, cancel := context.WithCancel(t.Context())
		var requests atomic.Int64
		var committed atomic.Bool
		s.After(func(r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/x/_SUCCESS") && strings.Contains(r.URL.Path, "rewriteTo") {
				requests.CompareAndSwap(0, 1) // from here on every request counts
				committed.Store(true)
			}
			if committed.Load() && requests.Add(1) == n+1 {
				cancel()
			}
		})
		err := execute(ctx, []string{"partial", "--matching=diagonal", "--input=gs://in/a.jsonl",
			"--output=gs://out/x"})
		s.After(nil)
		done := ctx.Err() == nil
		cancel()
		if _, whole := s.Objects(t, "out", "")["x/_SUCCESS"]; err != nil || !whole {
			t.Errorf("%d requests after the commit: %v, result: %v", n, err, whole)
		}
		if done {
			if n < 4 {
				t.Errorf("only %d requests after the commit", n)
			}
			return
		}
	}
}

// TestSignalsAroundTheCommit sends real signals to runs of the program, in the moments
// around the commit.
func TestSignalsAroundTheCommit(t *testing.T) {
	committed := 0
	for i, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT,
		syscall.SIGTERM, syscall.SIGHUP} {
		dir := t.TempDir()
		filetest.Put(t, dir, map[string]string{"in.jsonl": lineA + lineB})
		cmd := program(dir, "partial", "--matching=diagonal", "--input=in.jsonl", "--output=out")
		r := begin(t, cmd)
		watched := filepath.Join(dir, "out")
		if i >= 3 { // a moment before
			watched = filepath.Join(dir, ".out.partial-*", "made", "run.json")
		}
		r.until(t, "the result is there", func() bool {
			names, _ := filepath.Glob(watched)
			_, err := os.Stat(filepath.Join(dir, "out"))
			return len(names) > 0 || err == nil
		})
		cmd.Process.Signal(sig)
		code, stdout, stderr := r.end(), r.stdout.String(), r.stderr.String()
		_, err := os.Stat(filepath.Join(dir, "out", "_SUCCESS"))
		switch {
		case err == nil:
			committed++
			if code != 0 || !strings.Contains(stdout, "The result is in out") || strings.Contains(stderr, "no result") {
				t.Errorf("%v: a whole result and exit %d:\n%s%s", sig, code, stdout, stderr)
			}
		case code != 130 || !strings.Contains(stderr, line.Interrupted.Error()):
			t.Errorf("%v: no result and exit %d:\n%s", sig, code, stderr)
		}
		noLeftovers(t, dir)
	}
	if committed == 0 {
		t.Error("no signal came after a commit")
	}
}

// TestReaderGone: nobody reads the closing lines.
func TestReaderGone(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in.jsonl": lineA + lineB})
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	cmd := program(dir, "partial", "--matching=diagonal", "--input=in.jsonl", "--output=out")
	cmd.Stdout = w
	if err := cmd.Run(); err != nil {
		t.Error(err)
	}
	w.Close()
}

// TestTemporaryFoldersOfKilledRuns: the next run removes them, and not those of a run
// that is alive.
func TestTemporaryFoldersOfKilledRuns(t *testing.T) {
	dir, temp := t.TempDir(), t.TempDir()
	filetest.Put(t, dir, map[string]string{"in.jsonl": lineA + lineB})
	flags := withHeld(t, dir, lineA)
	start := func(out string) (*running, string) {
		cmd := program(dir,
			append([]string{"partial", "--matching=diagonal", "--quiet", "--input=in.jsonl", "--output=" + out},
				flags...)...)
		cmd.Env = append(os.Environ(), "TMPDIR="+temp)
		waits, _ := held(t, cmd)
		r := begin(t, cmd)
		r.until(t, "it is at work", waits)
		names, _ := filepath.Glob(filepath.Join(dir, "."+out+".partial-*", "made"))
		if len(names) != 1 {
			t.Fatalf("drafts: %v, want one", names)
		}
		return r, filepath.Dir(names[0])
	}
	dead, _ := start("out")
	dead.Process.Kill()
	dead.end()
	alive, draft := start("alive") // and removes what the dead one has left in temp
	if names, _ := filepath.Glob(filepath.Join(temp, "diagonal-*")); len(names) != 1 {
		t.Errorf("temporary folders: %v, want that of the living run", names)
	}
	alive.Process.Signal(syscall.SIGSTOP)
	cmd := program(dir, "partial", "--matching=diagonal", "--quiet", "--input=in.jsonl", "--output=out")
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	if err := cmd.Run(); err != nil {
		t.Error(err)
	}
	noLeftovers(t, dir)
	cmd = program(dir, "partial", "--matching=diagonal", "--quiet", "--input=in.jsonl", "--output=alive")
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	if err := cmd.Run(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(draft); err != nil {
		t.Errorf("the draft of a living run is gone: %v", err)
	}
	if names, _ := filepath.Glob(filepath.Join(temp, "diagonal-*")); len(names) != 1 {
		t.Errorf("temporary folders: %v, want that of the living run", names)
	}
}

// TestLimits: too few files or too little address space is one line, and leaves nothing.
func TestLimits(t *testing.T) {
	for limit, want := range map[string]string{
		"-n 12":      "diagonal: only 12 files may be open at once, and ",
		"-v 2000000": "diagonal: the address space is limited to 2048 MB, and ",
	} {
		dir := t.TempDir()
		filetest.Put(t, dir, map[string]string{"in.jsonl": lineA + lineB})
		cmd := exec.Command("sh", "-c", "ulimit "+limit+` && exec "$0" partial --input=in.jsonl --output=out`, binary)
		cmd.Dir = dir
		o := finish(t, dir, cmd)
		if o.code != 1 || !strings.HasPrefix(o.stderr, want) || strings.Count(o.stderr, "\n") != 1 {
			t.Errorf("ulimit %s: exit %d, %s", limit, o.code, o.stderr)
		}
	}
}
