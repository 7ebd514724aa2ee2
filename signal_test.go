package main

import (
	"bufio"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// signalTest is the variable of the process to which TestSecondSignal sends signals.
const signalTest = "SIGNAL_TEST"

// A process that does not end at the first signal ends at the second one.
func TestSecondSignal(t *testing.T) {
	if os.Getenv(signalTest) != "" {
		ctx, _ := untilSignal()
		os.Stdout.WriteString("ready\n")
		<-ctx.Done()
		os.Stdout.WriteString("first\n")
		select {} // it never ends by itself
	}
	if signal.Ignored(os.Interrupt) {
		t.Skip("whoever started this test has it ignore SIGINT, as a shell does with what it starts by &")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestSecondSignal$")
	cmd.Env = append(os.Environ(), signalTest+"=1")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	lines := bufio.NewScanner(stdout)
	for _, want := range []string{"ready", "first"} {
		if !lines.Scan() || lines.Text() != want {
			t.Fatalf("the process prints %q, want %q", lines.Text(), want)
		}
		cmd.Process.Signal(os.Interrupt)
	}
	// The second signal may come before the first one is no more caught.
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case <-ended:
			if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() ||
				status.Signal() != syscall.SIGINT {
				t.Errorf("the process ends with %v", cmd.ProcessState)
			}
			return
		case <-time.After(10 * time.Millisecond):
			cmd.Process.Signal(os.Interrupt)
		}
	}
}
