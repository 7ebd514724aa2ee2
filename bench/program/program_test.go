package program

import (
	"testing"
	"time"
)

// A program that fails is an error with what it said, not a fast run.
func TestRun(t *testing.T) {
	c, err := Run(t.Context(), "/bin/sh", "-c", "sleep 0.01")
	if err != nil || c.Wall < 10*time.Millisecond || c.Memory < 100<<10 {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := Run(t.Context(), "/bin/sh", "-c", "echo no >&2; exit 3"); err == nil || err.Error() != "sh -c echo no >&2; exit 3: exit status 3\nno\n" {
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
