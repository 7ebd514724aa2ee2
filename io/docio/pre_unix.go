//go:build unix

package docio

import (
	"os/exec"
	"syscall"
)

// killGroup makes the end of the command's context end the processes that it has started, too.
func killGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
