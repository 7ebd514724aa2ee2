package program

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A program that fails is an error with what it said, not a fast run.
func TestRun(t *testing.T) {
	c, err := Run(t.Context(), "/bin/sh", "-c", "sleep 0.01")
	if err != nil || c.Wall < 10*time.Millisecond { // too short for its memory: TestRunMemory
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := Run(t.Context(), "/bin/sh", "-c", "echo no >&2; exit 3"); err == nil ||
		err.Error() != "sh -c echo no >&2; exit 3: exit status 3\nno\n" {
		t.Errorf("error %v, want the exit status and what was said", err)
	}
}

// A program that takes too long is ended, and its cost is known; one that fails is an error.
func TestRunWithin(t *testing.T) {
	// The kernel ends it by ticks of its clock, and counts its time more finely.
	c, ended, err := RunWithin(t.Context(), 1, "/bin/sh", "-c", "while :; do :; done")
	if err != nil || !ended || c.CPU < 500*time.Millisecond || c.Memory < 100<<10 {
		t.Errorf("%+v, %t, %v", c, ended, err)
	}
	if _, ended, err := RunWithin(t.Context(), 9, "/bin/sh", "-c", "exit 3"); err == nil || ended {
		t.Errorf("%t, %v", ended, err)
	}
	if _, ended, err := RunWithin(t.Context(), 9, "/bin/true"); err != nil || ended {
		t.Errorf("%t, %v", ended, err)
	}
}

// The memory is that of the program, and not what this one had when it started the program.
func TestRunMemory(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("there is no /proc")
	}
	large := make([]byte, 200<<20)
	for i := 0; i < len(large); i += 4 << 10 {
		large[i] = 1
	}
	c, err := Run(t.Context(), "/bin/sh", "-c", "sleep .2; true") // sleep is a process of its own
	if err != nil || c.Memory < 100<<10 || c.Memory > 50<<20 {
		t.Errorf("%+v, %v, want a few MB", c, err)
	}
	runtime.KeepAlive(large)
}

type title string

func (t title) Title() string { return string(t) }

func TestChoose(t *testing.T) {
	got, err := Choose("--commands", []title{"partial", "clean", "reuse"}, []string{"reuse", "partial"})
	if err != nil || len(got) != 2 || got[0] != "partial" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := Choose("--commands", []title{"partial", "clean", "reuse"}, []string{"all"}); err == nil ||
		!strings.Contains(err.Error(), `no "all": want some of partial, clean, reuse`) {
		t.Errorf("%v", err)
	}
}
