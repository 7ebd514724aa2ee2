package store

import (
	"errors"
	"io"
	"sync"
)

// Reading anywhere behind a network goes by blocks, a few of which are kept: formats with an index read
// many small pieces that lie together.
const (
	blockSize  = 1 << 20
	blocksKept = 8
)

// blocks reads one version of a file anywhere.
type blocks struct {
	size    int64
	version string
	// open reads so many bytes from start on.
	open func(start, length int64) (io.ReadCloser, error)

	mu   sync.Mutex
	kept []block // the one that was used last is the last
}

type block struct {
	number int64
	bytes  []byte
}

func (f *blocks) Size() int64 { return f.size }

// Version returns the version that is read.
func (f *blocks) Version() (string, error) { return f.version, nil }

func (f *blocks) Close() error { return nil }

func (f *blocks) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, errors.New("store: ReadAt before the beginning")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for n < len(p) && off < f.size {
		b, err := f.block(off / blockSize)
		if err != nil {
			return n, err
		}
		k := copy(p[n:], b[off%blockSize:])
		n, off = n+k, off+int64(k)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// block is one block of the file, which is inside it.
func (f *blocks) block(number int64) ([]byte, error) {
	for i, b := range f.kept {
		if b.number == number {
			f.kept = append(append(f.kept[:i], f.kept[i+1:]...), b)
			return b.bytes, nil
		}
	}
	start := number * blockSize
	bytes := make([]byte, min(blockSize, f.size-start))
	r, err := f.open(start, int64(len(bytes)))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if _, err := io.ReadFull(r, bytes); err != nil {
		return nil, err
	}
	if len(f.kept) == blocksKept {
		f.kept = append(f.kept[:0], f.kept[1:]...)
	}
	f.kept = append(f.kept, block{number, bytes})
	return bytes, nil
}
