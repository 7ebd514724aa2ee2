package shardio

import (
	"context"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/spool"
)

// Sorter sorts lines of any number by their keys, lines of equal keys by their bytes, in one process. It is not safe
// for concurrent use.
type Sorter struct {
	ctx    context.Context
	lines  *shuffle.Sorter
	packed []byte // scratch
}

// NewSorter returns a Sorter that sorts in about so many bytes of memory. All lines wait in a folder, until it is
// closed.
func NewSorter(ctx context.Context, folder *spool.Folder, memory int) *Sorter {
	return &Sorter{ctx: ctx, lines: shuffle.NewSorter(folder, int64(memory))}
}

// Add adds a line. No key begins another one (wire.AppendOrdered). Add keeps neither of its arguments. The error is
// that of the folder.
func (s *Sorter) Add(key, line []byte) error {
	s.packed = appendPacked(s.packed[:0], 0, key, line)
	return s.lines.Add(head(s.packed), s.packed)
}

// Each calls f with all lines so far, in order, and stops at its first error, or that of the context. f must not keep
// line. Each may be called again, and so may Add then.
func (s *Sorter) Each(f func(line []byte) error) error {
	n := 0
	err := s.lines.Each(func(_ uint64, packed []byte) error {
		if n++; n%checkLines == 0 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		_, line, err := unpack(packed)
		if err != nil {
			return err
		}
		return f(line)
	})
	if err != nil {
		return err
	}
	return s.ctx.Err()
}
