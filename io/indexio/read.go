package indexio

import (
	"bytes"
	"fmt"
	"io"
	"sort"
	"sync"

	"example.org/diagonal/io/store"
)

// footerSize is the size of the footer of a table.
const footerSize = 48

// tableReader reads one table. Its methods may be called at the same time.
type tableReader struct {
	path string
	file store.ReaderAtCloser
	// The data blocks, and of each the key in the index: at or behind its last key, and before the first one
	// of the next block. Key i is keys[ends[i-1]:ends[i]].
	blocks []handle
	keys   []byte
	ends   []int
}

// openTable opens a table, whose footer was checked.
func openTable(path string, file store.ReaderAtCloser) (*tableReader, error) {
	t := &tableReader{path: path, file: file}
	if err := t.readIndex(); err != nil {
		return nil, t.errorOf(err)
	}
	return t, nil
}

// readIndex reads the index of the data blocks.
func (t *tableReader) readIndex() error {
	footer := make([]byte, min(footerSize, t.file.Size()))
	if _, err := t.file.ReadAt(footer, t.file.Size()-int64(len(footer))); err != nil && err != io.EOF {
		return err
	}
	index, err := readFooter(footer, t.file.Size())
	if err != nil {
		return err
	}
	var s scratch
	if err := t.read(&s, index); err != nil {
		return err
	}
	const entrySize = 16 // about: what is large enough for most is not made larger
	t.keys = make([]byte, 0, len(s.rest)/2)
	t.blocks, t.ends = make([]handle, 0, len(s.rest)/entrySize), make([]int, 0, len(s.rest)/entrySize)
	end := int64(0) // of the block before
	for s.next() {
		h, _, err := readHandle(s.value, index.offset)
		if err != nil {
			return err
		}
		if h.offset < end {
			return errHandle
		}
		end = h.offset + h.length + blockEnd
		t.keys = append(t.keys, s.key...)
		t.ends, t.blocks = append(t.ends, len(t.keys)), append(t.blocks, h)
	}
	return s.err
}

// key returns key i of the index; below 0 it is before all keys.
func (t *tableReader) key(i int) []byte {
	switch {
	case i < 0:
		return nil
	case i == 0:
		return t.keys[:t.ends[0]]
	}
	return t.keys[t.ends[i-1]:t.ends[i]]
}

// scratch is the memory for a block that is read. Blocks of all tables use it again.
type scratch struct {
	cursor
	stored, content []byte
	found           []byte // a key
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// read reads a block and puts the cursor of s before its entries.
func (t *tableReader) read(s *scratch, h handle) error {
	if n := int(h.length) + blockEnd; n > cap(s.stored) {
		s.stored = make([]byte, n)
	} else {
		s.stored = s.stored[:n]
	}
	if _, err := t.file.ReadAt(s.stored, h.offset); err != nil && err != io.EOF {
		return err
	}
	content, err := open(s.stored, s.content, max(minLimit, t.file.Size()))
	if err != nil {
		return err
	}
	if s.stored[h.length] != 0 { // it was decompressed
		s.content = content
	}
	s.begin(content)
	return s.err
}

func (t *tableReader) close() { t.file.Close() }

// last calls f with the last entry whose key is not behind one, if there is one. f must not keep it.
func (t *tableReader) last(key []byte, f func(key, value []byte) error) error {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	// It is in the first block that may have a key behind it, or at the end of the one before that has entries.
	first := min(len(t.blocks)-1, sort.Search(len(t.blocks), func(i int) bool {
		return bytes.Compare(t.key(i), key) >= 0
	}))
	for i := first; i >= 0; i-- {
		if err := t.read(s, t.blocks[i]); err != nil {
			return t.errorOf(err)
		}
		found, value := s.found[:0], []byte(nil)
		ok := false
		for s.next() && bytes.Compare(s.key, key) <= 0 {
			found, value, ok = append(found[:0], s.key...), s.value, true
		}
		s.found = found
		switch {
		case s.err != nil:
			return t.errorOf(s.err)
		case ok && bytes.Compare(found, t.key(i-1)) <= 0 && i > 0:
			return t.errorOf(errOrder)
		case ok:
			return f(found, value)
		}
	}
	return nil
}

// each calls f with the entries whose keys are from one to before another, in order; a nil limit is
// above all keys. f must not keep them.
func (t *tableReader) each(from, to []byte, f func(key, value []byte) error) error {
	first := sort.Search(len(t.blocks), func(i int) bool { return bytes.Compare(t.key(i), from) >= 0 })
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	for i := first; i < len(t.blocks) && (i == first || to == nil || bytes.Compare(t.key(i-1), to) < 0); i++ {
		if err := t.read(s, t.blocks[i]); err != nil {
			return t.errorOf(err)
		}
		least, most := t.key(i-1), t.key(i)
		for s.next() {
			if i > 0 && bytes.Compare(s.key, least) <= 0 || bytes.Compare(s.key, most) > 0 {
				return t.errorOf(errOrder)
			}
			least = nil // the other keys ascend from the first one
			if bytes.Compare(s.key, from) < 0 {
				continue
			}
			if to != nil && bytes.Compare(s.key, to) >= 0 {
				return nil
			}
			if err := f(s.key, s.value); err != nil {
				return err
			}
		}
		if s.err != nil {
			return t.errorOf(s.err)
		}
	}
	return nil
}

// errorOf returns the error of reading a table in words for the user: errors of the store stay as
// they are.
func (t *tableReader) errorOf(err error) error {
	for _, known := range []error{errFooter, errHandle, errChecksum, errKind, errBlock, errOrder} {
		if err == known {
			return &DamagedError{t.path, err}
		}
	}
	return fmt.Errorf("%s: %w", t.path, store.Reason(err))
}

// DamagedError is the error of a file of an index that is not as it was written.
type DamagedError struct {
	Path string
	Err  error
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s is damaged (%s): build the index again, or copy it again from where it is whole",
		e.Path, e.Err)
}
func (e *DamagedError) Unwrap() error { return e.Err }
