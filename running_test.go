package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"example.org/diagonal/io/filetest"
)

// running is a program that runs beside a test, which waits for what it does and not for a time.
type running struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
	ended          chan struct{}
}

// begin starts a program. It ends with the test at the latest.
func begin(t *testing.T, cmd *exec.Cmd) *running {
	t.Helper()
	r := &running{Cmd: cmd, ended: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = &r.stdout, &r.stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(r.ended)
		cmd.Wait()
	}()
	t.Cleanup(func() {
		cmd.Process.Kill()
		r.end()
	})
	return r
}

// until returns when something holds. The test fails if the program ends before.
func (r *running) until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for !holds() {
		select {
		case <-r.ended:
			if !holds() {
				t.Fatalf("the run ended (%v), and never: %s\n%s", r.ProcessState, what, r.stderr.String())
			}
		case <-time.After(100 * time.Microsecond):
		}
	}
}

// end waits for the end of the program, and returns its exit code.
func (r *running) end() int {
	<-r.ended
	return r.ProcessState.ExitCode()
}

// withHeld are flags of a run in dir that reads a text of its own, behind its other input: its file, which is empty, is
// the cheapest. With held, the text comes when the test lets it.
func withHeld(t *testing.T, dir, text string) []string {
	t.Helper()
	filetest.Put(t, dir, map[string]string{"last.held": "", "held.txt": text, "hold.sh": `
if [ -n "$HOLD" ]; then
	: > "$HOLD.waits"
	while [ -e "$HOLD" ] && [ -e held.txt ]; do sleep 0.02; done
fi
cat held.txt
`})
	return []string{"--input=last.held", "--pre=sh hold.sh", "--pre_glob=*.held", "--pre_timeout=1h"}
}

// held makes a run with the flags of withHeld wait in the middle of its reading. waits reports whether it does, and
// letGo ends that.
func held(t *testing.T, cmd *exec.Cmd) (waits func() bool, letGo func()) {
	t.Helper()
	file := filetest.Write(t, filepath.Join(t.TempDir(), "hold"), "")
	cmd.Env = append(cmd.Environ(), "HOLD="+file)
	return func() bool {
			_, err := os.Stat(file + ".waits")
			return err == nil
		}, func() {
			if err := os.Remove(file); err != nil {
				t.Error(err)
			}
		}
}
