package process

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"
)

// TestCost: a process that works has cost time and memory.
func TestCost(t *testing.T) {
	if os.Getenv("DIAGONAL_TEST_CHILD") != "" {
		return
	}
	before := CPU()
	for start := time.Now(); CPU() == before; {
		if time.Since(start) > 10*time.Second {
			t.Fatalf("CPU() stays %v", before)
		}
	}
	if got := Peak(); got < 1<<20 || got > 1<<40 {
		t.Errorf("Peak() = %d bytes", got)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestCost$")
	cmd.Env = append(os.Environ(), "DIAGONAL_TEST_CHILD=1")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if got := PeakOf(cmd.ProcessState); runtime.GOOS != "windows" && (got < 1<<20 || got > 1<<40) {
		t.Errorf("PeakOf() = %d bytes", got)
	}
}
