package local

import (
	"encoding/binary"
	"io"
	"iter"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec"
)

// values is a list of values that can be read more than once. It has no order.
//
// The places of the blocks of a large collection wait by the millions, so short slices of bytes are packed: one of 20
// bytes takes 21, not 85 (a slice, its header, and an interface).
type values struct {
	length int
	packed []byte // each value of at most maxPacked bytes, behind its length as a uvarint
	others []any
}

// maxPacked is the largest size, in bytes, of a value that is packed. A larger one takes little more than its bytes.
const maxPacked = 512

func (v *values) add(value any) {
	v.length++
	if b, ok := value.([]byte); ok && len(b) <= maxPacked {
		v.packed = append(binary.AppendUvarint(v.packed, uint64(len(b))), b...)
		return
	}
	v.others = append(v.others, value)
}

// join adds all values of w.
func (v *values) join(w *values) {
	v.length += w.length
	v.packed = append(v.packed, w.packed...)
	v.others = append(v.others, w.others...)
}

// bytes returns the values that are bytes.
func (v *values) bytes() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for rest := v.packed; len(rest) > 0; {
			var b []byte
			if b, rest = unpack(rest); !yield(b) {
				return
			}
		}
		for _, value := range v.others {
			if b, ok := value.([]byte); ok && !yield(b) {
				return
			}
		}
	}
}

// unpack returns the first packed value, and the rest.
func unpack(packed []byte) (b, rest []byte) {
	length, n := binary.Uvarint(packed)
	end := n + int(length)
	return packed[n:end:end], packed[end:]
}

// Open returns a stream of all values.
func (v *values) Open() (exec.Stream, error) { return &valueStream{v.packed, v.others}, nil }

type valueStream struct {
	packed []byte
	others []any
}

func (s *valueStream) Close() error { return nil }

func (s *valueStream) Read() (*exec.FullValue, error) {
	var value any
	switch {
	case len(s.packed) > 0:
		value, s.packed = unpack(s.packed)
	case len(s.others) > 0:
		value, s.others = s.others[0], s.others[1:]
	default:
		return nil, io.EOF
	}
	return &exec.FullValue{Elm: value}, nil
}
