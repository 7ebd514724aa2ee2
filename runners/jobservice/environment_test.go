package jobservice

import (
	"debug/elf"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"example.org/diagonal/runners/worker/workertest"
)

func TestCheckWorkers(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("workers on this machine are not checked")
	}
	own, other, name := elf.EM_X86_64, elf.EM_AARCH64, "arm64"
	if runtime.GOARCH == "arm64" {
		own, other, name = other, own, "amd64"
	}
	script := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	absent := filepath.Join(t.TempDir(), "absent")
	for _, tc := range []struct {
		name, environment, config, binary string
		local                             bool
		want                              string // empty: no error
	}{
		{"this process", "LOOPBACK", "", absent, true, ""},
		{"this binary", "PROCESS", "", "", true, ""},
		{"a binary for this machine", "PROCESS", "", workertest.Program(t, own, 0o755), true, ""},
		{"for another machine", "PROCESS", "", workertest.Program(t, other, 0o755), true,
			"is a program for " + name + ", and this machine is " + runtime.GOARCH + "; build it with GOARCH=" +
				runtime.GOARCH},
		{"for another machine, which may be that of the workers", "PROCESS", "", workertest.Program(t, other, 0o755),
			false, ""},
		{"a script", "EXTERNAL", "localhost:50000", script, true,
			"is not a program for Linux; build it with GOOS=linux"},
		{"no right to execute", "PROCESS", "", workertest.Program(t, own, 0o644), true, "is not executable"},
		{"absent", "PROCESS", "", absent, true, "no such file"},
		{"absent here, there on the workers", "PROCESS", "", absent, false, ""},
		{"absent, to be sent", "EXTERNAL", "pool:50000", absent, false, "no such file"},
		{"a pool without an address", "EXTERNAL", "", "", true, "needs --environment_config=HOST:PORT"},
		{"unknown", "PROCES", "", "", true, "--environment_type=PROCES is unknown"},
	} {
		err := checkWorkers(tc.environment, tc.config, tc.binary, tc.local)
		if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
	}
}
