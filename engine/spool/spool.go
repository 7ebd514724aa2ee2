// Package spool keeps blocks of bytes in files, so that only their places travel through
// a runner: a runner that copies and keeps every block takes several times the time and
// the memory.
//
// A stage fills a block that begins with New, and seals it as the next one of a Run. What Seal returns
// travels. Blocks does so with a block for each shard. The stage that receives what travels opens it:
//
//	tag     [1] 0: the block follows; 1: it is in a file; 2: it is in a file of a private folder
//	block   the bytes, with tag 0
//	sum     [8] xxhash64 of the block, big-endian, with tags 1 and 2
//	offset  uvarint
//	length  uvarint
//	file    the path, with tag 1; with tag 2 a uvarint, the number of the file in this process
//
// A folder for the files is made by Make, in the process that starts a job, and named by
// its path in the parameters of the stages. Every process writes one file there. Without
// a folder every block travels itself.
//
// If the whole job runs in this process, the folder is private: it has several files, the blocks of a Run
// are next to each other, and the room of a block is given to other blocks, or back to the disk, as
// soon as all stages that wait for it have read it (Hold, Release).
package spool

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"
)

// The tags.
const (
	inline   = 0
	placed   = 1
	numbered = 2
)

// inlineBytes is the size of a block up to which the block itself travels: about that of
// a place.
const inlineBytes = 256

// largeBlock is the least size of a block whose file is checked for its size first.
const largeBlock = 16 << 20

// ErrCorrupt is the error of Open for bytes that Seal has not returned, and for a block that
// has changed on disk.
var ErrCorrupt = errors.New("spool: a block is damaged")

// New returns an empty block, in the memory of b.
func New(b []byte) []byte { return append(b[:0], inline) }

// Len returns the number of bytes in an unsealed block.
func Len(b []byte) int { return max(0, len(b)-1) }

// Size returns the number of bytes in a sealed block, wherever they are; 0 if it is damaged.
func Size(sealed []byte) int64 {
	if len(sealed) > 0 && sealed[0] == inline {
		return int64(Len(sealed))
	}
	p, _ := placeOf(sealed)
	return p.length
}

// InFile reports whether a sealed block is in a file. Otherwise Open returns the block that traveled.
func InFile(sealed []byte) bool { return len(sealed) > 0 && sealed[0] != inline }

// place is where a block is.
type place struct {
	sum        uint64
	at, length int64
	path       string // "" if the file has a number
	number     uint64
}

// placeOf returns the place of a sealed block; false if it is in no file, or damaged.
func placeOf(sealed []byte) (p place, ok bool) {
	if len(sealed) < 9 || sealed[0] != placed && sealed[0] != numbered {
		return p, false
	}
	sum, rest := binary.BigEndian.Uint64(sealed[1:]), sealed[9:]
	at, n := binary.Uvarint(rest)
	if n <= 0 || at > 1<<62 {
		return p, false
	}
	length, m := binary.Uvarint(rest[n:])
	if m <= 0 || length > 1<<32 {
		return p, false
	}
	p, rest = place{sum: sum, at: int64(at), length: int64(length)}, rest[n+m:]
	if sealed[0] == placed {
		p.path = string(rest)
		return p, true
	}
	number, n := binary.Uvarint(rest)
	p.number = number
	return p, n > 0 && n == len(rest)
}

// appendPlace appends what travels of a block that is in f to dst.
func appendPlace(dst []byte, f *file, sum uint64, at, length int64) []byte {
	tag := byte(placed)
	if f.private {
		tag = numbered
	}
	dst = binary.BigEndian.AppendUint64(append(dst, tag), sum)
	dst = binary.AppendUvarint(dst, uint64(at))
	dst = binary.AppendUvarint(dst, uint64(length))
	if f.private {
		return binary.AppendUvarint(dst, f.number)
	}
	return append(dst, f.path...)
}

// Open returns a block that was sealed, here or in another process. The error wraps ErrCorrupt
// or that of the file system.
func Open(sealed []byte) ([]byte, error) {
	var block []byte
	return OpenIn(&block, sealed)
}

// OpenIn is Open in the memory of a block that nobody needs any more, which it replaces if that
// is too small. A block that traveled itself stays where it is.
func OpenIn(memory *[]byte, sealed []byte) ([]byte, error) {
	if len(sealed) == 0 {
		return nil, ErrCorrupt
	}
	if sealed[0] == inline {
		return sealed[1:], nil
	}
	p, ok := placeOf(sealed)
	if !ok {
		return nil, ErrCorrupt
	}
	block, f, err := p.read(memory)
	if err == nil && xxhash.Sum64(block) != p.sum {
		return nil, fmt.Errorf("%s, at byte %d: %w", f.path, p.at, ErrCorrupt)
	}
	return block, err
}

// PartIn returns size bytes of a block that was sealed, from byte at on, in the memory of bytes that nobody needs any
// more, as OpenIn does. It does not check that they are what was sealed.
func PartIn(memory *[]byte, sealed []byte, at, size int64) ([]byte, error) {
	if len(sealed) == 0 || at < 0 || size < 0 || at+size > Size(sealed) {
		return nil, ErrCorrupt
	}
	if !InFile(sealed) {
		return sealed[1+at:][:size:size], nil
	}
	p, _ := placeOf(sealed)
	p.at, p.length = p.at+at, size
	b, _, err := p.read(memory)
	return b, err
}

// read reads what is at a place, and returns its file, too.
func (p place) read(memory *[]byte) ([]byte, *file, error) {
	f, err := readerOf(p)
	if err != nil {
		return nil, nil, fmt.Errorf("a block of the shuffle cannot be read: %w", err)
	}
	if p.length > largeBlock { // before so much memory is allocated
		info, err := f.file.Stat()
		if err != nil || p.length > info.Size() {
			return nil, nil, fmt.Errorf("%s ends too early: %w", f.path, ErrCorrupt)
		}
	}
	if int64(cap(*memory)) < p.length {
		*memory = make([]byte, p.length)
	}
	block := (*memory)[:p.length]
	switch _, err := f.file.ReadAt(block, p.at); {
	case errors.Is(err, io.EOF):
		return nil, nil, fmt.Errorf("%s ends too early: %w", f.path, ErrCorrupt)
	case err != nil:
		return nil, nil, fmt.Errorf("a block of the shuffle cannot be read: %w", err)
	}
	return block, f, nil
}
