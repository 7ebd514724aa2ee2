package spool

import (
	"bytes"
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// Run seals blocks that will be read one after the other, such as those of one shard. In a private
// folder they lie next to each other in extents, so that the disk reads many of them at a time. The zero
// value is ready. A Run is not safe for concurrent use, and all its blocks are in one folder.
type Run struct {
	extents *extents
	extent  *extent // nil: none yet
}

// Seal ends a block that began with New, and returns what travels: a small block itself, or the place of
// the block in a file of the folder dir. With dir "" every block travels itself. free reports whether the caller may
// use the memory of b again; otherwise sealed is that memory. The error wraps that of the file system: a full disk, a
// folder that was removed.
func (r *Run) Seal(dir string, b []byte) (sealed []byte, free bool, err error) {
	switch {
	case dir == "":
		return b, false, nil
	case len(b) <= inlineBytes:
		return bytes.Clone(b), true, nil // b may have memory for a full block
	}
	w, err := writerOf(dir, false)
	if err != nil {
		return nil, false, err
	}
	block := b[1:]
	f, at, err := w.write(r, block)
	if err != nil {
		return nil, false, fmt.Errorf("a block of the shuffle cannot be written: %w", err)
	}
	return appendPlace(nil, f, xxhash.Sum64(block), at, int64(len(block))), true, nil
}

// End lets other runs use the rest of the extent. r may be used again.
func (r *Run) End() {
	if r.extent != nil {
		r.extents.end(r)
	}
}
