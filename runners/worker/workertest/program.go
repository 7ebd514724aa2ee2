// Package workertest writes programs for tests of workers.
package workertest

import (
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
)

// Program writes the header of a 64-bit program for a machine and returns its file.
func Program(t *testing.T, machine elf.Machine, mode os.FileMode) string {
	t.Helper()
	h := make([]byte, 64)
	copy(h, elf.ELFMAG)
	h[elf.EI_CLASS], h[elf.EI_DATA], h[elf.EI_VERSION] = byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB),
		byte(elf.EV_CURRENT)
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
