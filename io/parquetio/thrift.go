package parquetio

import (
	"encoding/binary"
	"errors"
)

// errShort reports that a structure goes on behind the bytes there are.
var errShort = errors.New("it ends too early")

// errStructure reports that bytes are no structure.
var errStructure = errors.New("it has no valid structure")

// maxNesting is how deep structures may be nested. Parquet has fewer than ten levels.
const maxNesting = 32

// The types of the compact protocol of Thrift, as they are written:
// https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
const (
	thriftTrue = iota + 1
	thriftFalse
	thriftByte
	thriftI16
	thriftI32
	thriftI64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStruct
)

// structure walks over a Thrift structure at the head of b and returns its length. It makes
// sure that no length in it exceeds the data: parquet-go allocates what lengths say before it
// reads. The error is errShort or errStructure.
func structure(b []byte) (n int, err error) {
	w := walker{b: b}
	w.structure(0)
	return w.at, w.err
}

type walker struct {
	b   []byte
	at  int
	err error
}

func (w *walker) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *walker) byte() byte {
	if w.err != nil || w.at >= len(w.b) {
		w.fail(errShort)
		return 0
	}
	w.at++
	return w.b[w.at-1]
}

func (w *walker) uvarint() uint64 {
	if w.err != nil {
		return 0
	}
	v, n := binary.Uvarint(w.b[w.at:])
	switch {
	case n == 0:
		w.fail(errShort)
	case n < 0:
		w.fail(errStructure)
	default:
		w.at += n
	}
	return v
}

func (w *walker) skip(n uint64) {
	if n > uint64(len(w.b)-w.at) {
		w.fail(errShort)
		return
	}
	w.at += int(n)
}

func (w *walker) structure(depth int) {
	for w.err == nil {
		head := w.byte()
		if head == 0 || w.err != nil {
			return
		}
		if head>>4 == 0 {
			w.uvarint() // the number of the field
		}
		if kind := head & 15; kind != thriftTrue && kind != thriftFalse { // which have no bytes
			w.value(kind, depth+1)
		}
	}
}

// value walks over a value of a field or an element.
func (w *walker) value(kind byte, depth int) {
	if depth > maxNesting {
		w.fail(errStructure)
		return
	}
	switch kind {
	case thriftTrue, thriftFalse, thriftByte:
		w.byte()
	case thriftI16, thriftI32, thriftI64:
		w.uvarint()
	case thriftDouble:
		w.skip(8)
	case thriftBinary:
		w.skip(w.uvarint())
	case thriftList, thriftSet:
		head := w.byte()
		size := uint64(head >> 4)
		if size == 15 {
			size = w.uvarint()
		}
		w.elements(size, depth, head&15)
	case thriftMap:
		if size := w.uvarint(); size > 0 {
			kinds := w.byte()
			w.elements(size, depth, kinds>>4, kinds&15)
		}
	case thriftStruct:
		w.structure(depth)
	default:
		w.fail(errStructure)
	}
}

// elements walks over so many elements of these kinds in turn. Each takes a byte at least.
func (w *walker) elements(size uint64, depth int, kinds ...byte) {
	if w.err == nil && size > uint64(len(w.b)-w.at) {
		w.fail(errShort)
	}
	for ; size > 0 && w.err == nil; size-- {
		for _, kind := range kinds {
			w.value(kind, depth+1)
		}
	}
}
