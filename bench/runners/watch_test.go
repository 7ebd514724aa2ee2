package main

import (
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/procfs"
)

// A busy grandchild is seen; a child that sleeps has memory, but nothing to do.
func TestLook(t *testing.T) {
	fs, err := procfs.NewDefaultFS()
	if err != nil {
		t.Skip("there is no /proc: ", err)
	}
	for script, want := range map[string]int{
		"sleep 60 & wait":                0,
		"(while :; do :; done) & wait":   1,
		"sleep 60 & while :; do :; done": 1,
	} {
		cmd := exec.Command("sh", "-c", script)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var memory, ready int
		// the shell starts its child
		for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			if memory, ready = look(fs, cmd.Process.Pid); memory > 0 && ready == want {
				break
			}
		}
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		cmd.Wait()
		if memory <= 0 || ready != want {
			t.Errorf("%s: look = %d bytes, %d ready; want %d ready", script, memory, ready, want)
		}
	}
}
