package parquetio

import (
	"bytes"
	"io"
	"os"
)

// spillRoom is how much of a spill is in memory, in bytes.
const spillRoom = 4 << 20

// spill holds bytes that are written once and then read once: in memory, and in a file of the
// folder dir what has no room there.
type spill struct {
	dir    string
	memory []byte
	file   *os.File
	size   int64
}

// Write appends to the spill.
func (s *spill) Write(b []byte) (int, error) {
	if s.size+int64(len(b)) <= spillRoom {
		s.memory = append(s.memory, b...)
		s.size += int64(len(b))
		return len(b), nil
	}
	if s.file == nil {
		f, err := os.CreateTemp(s.dir, ".tmp-*")
		if err != nil {
			return 0, err
		}
		s.file = f
	}
	n, err := s.file.WriteAt(b, s.size-int64(len(s.memory)))
	s.size += int64(n)
	return n, err
}

// reader returns a reader of all of it.
func (s *spill) reader() io.Reader {
	memory := bytes.NewReader(s.memory)
	if s.file == nil {
		return memory
	}
	return io.MultiReader(memory, io.NewSectionReader(s.file, 0, s.size-int64(len(s.memory))))
}

// reset empties the spill.
func (s *spill) reset() { s.memory, s.size = s.memory[:0], 0 }

// close removes the file.
func (s *spill) close() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
}
