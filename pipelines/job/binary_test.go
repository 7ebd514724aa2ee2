package job

import (
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// program writes the header of a 64 bit program for a machine.
func program(t *testing.T, machine elf.Machine, mode os.FileMode) string {
	t.Helper()
	h := make([]byte, 64)
	copy(h, elf.ELFMAG)
	h[elf.EI_CLASS], h[elf.EI_DATA], h[elf.EI_VERSION] = byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)
	binary.LittleEndian.PutUint16(h[16:], uint16(elf.ET_EXEC))
	binary.LittleEndian.PutUint16(h[18:], uint16(machine))
	binary.LittleEndian.PutUint32(h[20:], uint32(elf.EV_CURRENT))
	binary.LittleEndian.PutUint16(h[52:], 64) // size of this header
	name := filepath.Join(t.TempDir(), "worker")
	if err := os.WriteFile(name, h, mode); err != nil {
		t.Fatal(err)
	}
	return name
}

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
		{"a binary for this machine", "PROCESS", "", program(t, own, 0o755), true, ""},
		{"for another machine", "PROCESS", "", program(t, other, 0o755), true, "is a program for " + name + ", and this machine is " + runtime.GOARCH + "; build it with GOARCH=" + runtime.GOARCH},
		{"for another machine, which may be that of the workers", "PROCESS", "", program(t, other, 0o755), false, ""},
		{"a script", "EXTERNAL", "localhost:50000", script, true, "is not a program for Linux; build it with GOOS=linux"},
		{"no right to execute", "PROCESS", "", program(t, own, 0o644), true, "is not executable"},
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
