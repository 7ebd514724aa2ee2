package shardio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"example.org/diagonal/io/store"
)

// mergedRuns is how many runs of a Sorter are merged at a time. Lines of n times its memory are written about
// 1 + log n / log mergedRuns times.
const mergedRuns = 64

// packedMore is how many bytes a packed line has besides the key and the line, at most.
const packedMore = 5

// Sorter sorts lines of any number by their keys, lines of equal keys by their bytes, in one process. What does not fit
// into its memory waits in sorted runs, in files of a folder. It is not safe for concurrent use.
type Sorter struct {
	ctx    context.Context
	dir    string
	memory int
	block  []byte
	ends   []int // of the packed lines in block
	runs   []part
	made   int
	most   int
}

// NewSorter returns a Sorter that holds up to so many bytes of lines, of one line at least, and makes files in the
// folder dir, which is there. The caller removes the folder.
func NewSorter(ctx context.Context, dir string, memory int) *Sorter {
	return &Sorter{ctx: ctx, dir: dir, memory: memory}
}

// Held is the most bytes of lines and keys that were in memory at a time.
func (s *Sorter) Held() int { return s.most }

// Add adds a line. No key begins another one (wire.AppendOrdered). Add keeps neither of its arguments. The error is
// that of the folder or of the context.
func (s *Sorter) Add(key, line []byte) error {
	if len(s.block) > 0 && len(s.block)+len(key)+len(line)+packedMore > s.memory {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.block = appendPacked(s.block, 0, key, line)
	s.ends = append(s.ends, len(s.block))
	s.most = max(s.most, len(s.block))
	return nil
}

// Each calls f with all lines so far, in order, and stops at its first error. f must not keep line. Each may be called
// again, and so may Add then.
func (s *Sorter) Each(f func(line []byte) error) error {
	if len(s.runs) == 0 {
		for _, packed := range s.sorted() {
			_, line, err := unpack(packed)
			if err != nil {
				return err
			}
			if err := f(line); err != nil {
				return err
			}
		}
		return s.ctx.Err()
	}
	if err := s.spill(); err != nil {
		return err
	}
	return merge(s.ctx, s.runs, nil, []byte{1}, leastRunBuffer, f)
}

// sorted returns the packed lines in memory, in order.
func (s *Sorter) sorted() [][]byte {
	lines, at := make([][]byte, 0, len(s.ends)), 0
	for _, end := range s.ends {
		lines, at = append(lines, s.block[at:end]), end
	}
	slices.SortFunc(lines, bytes.Compare)
	return lines
}

// spill writes the lines in memory as a run, and makes one run of many.
func (s *Sorter) spill() error {
	if len(s.ends) > 0 {
		err := s.run(func(write func(packed []byte) error) error {
			for _, packed := range s.sorted() {
				if err := write(packed); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		s.block, s.ends = s.block[:0], s.ends[:0]
	}
	if len(s.runs) < mergedRuns {
		return nil
	}
	old := s.runs
	s.runs = nil
	err := s.run(func(write func(packed []byte) error) error {
		return mergePacked(s.ctx, old, nil, []byte{1}, leastRunBuffer, write)
	})
	if err != nil {
		return err
	}
	files, err := store.For(s.dir)
	for _, r := range old {
		err = errors.Join(err, files.Remove(s.ctx, r.Run))
	}
	return err
}

// run writes a run.
func (s *Sorter) run(lines func(write func(packed []byte) error) error) error {
	name := store.Join(s.dir, fmt.Sprintf("run-%d", s.made))
	s.made++
	err := store.WriteFile(s.ctx, name, func(f io.Writer) error {
		w := bufio.NewWriterSize(f, leastRunBuffer)
		err := lines(func(packed []byte) error {
			w.Write(binary.AppendUvarint(w.AvailableBuffer(), uint64(len(packed))))
			_, err := w.Write(packed)
			return err
		})
		return errors.Join(err, w.Flush())
	})
	s.runs = append(s.runs, part{Run: name})
	return err
}
