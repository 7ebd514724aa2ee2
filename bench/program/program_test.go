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
