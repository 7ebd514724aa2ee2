package shuffle

import (
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/spool"
)

// Keeper says how elements of type T are kept: a struct without fields.
type Keeper[T any] interface {
	// Key returns the key of the record of an element.
	Key(*T) uint64
	// Append appends the payload of an element to dst.
	Append(dst []byte, element *T) []byte
	// Read reads the element of a payload into an element that nobody needs any more, whose memory
	// it may use. It may be a view of the payload.
	Read(payload []byte, into *T) error
}

// RegisterKeep registers the DoFn of Keep. It must be called in an init function.
func RegisterKeep[T any, K Keeper[T]]() {
	dofn.Direct(func(fn *keepFn[T, K], a []any) []any {
		fn.ProcessElement(a[0].(T), a[1].(func(int, []byte)))
		return nil
	})
}

// Keep packs the elements of a PCollection<T> into blocks.
//
// It is for a stage that needs a table of the whole collection. Such a stage makes the table of
// the elements, and then reads them in these blocks with EachKept, in the DoFn that has the table
// as its side input. A runner keeps the main input of that DoFn until the table is there. Flink
// and Spark wait for ever if one task sends more than 400 MB of it; with a spool they get only the
// places of the blocks.
//
// Keep panics if p is not valid. If the blocks are not grouped, p.Ungrouped() is enough.
func Keep[T any, K Keeper[T]](s beam.Scope, p Params, elements beam.PCollection) Blocks[T] {
	return BlocksOf[T](p, beam.ParDo(s, &keepFn[T, K]{Shuffle: p}, elements))
}

// keepFn packs elements.
type keepFn[T any, K Keeper[T]] struct {
	Shuffle Params

	packer  *Packer
	payload []byte // scratch, never emitted
}

func (fn *keepFn[T, K]) StartBundle(_ func(int, []byte)) { fn.packer = NewPacker(fn.Shuffle) }

func (fn *keepFn[T, K]) ProcessElement(element T, emit func(int, []byte)) {
	var k K
	fn.payload = k.Append(fn.payload[:0], &element)
	fn.packer.Add(k.Key(&element), fn.payload, emit)
	if cap(fn.payload) > maxKept {
		fn.payload = nil
	}
}

func (fn *keepFn[T, K]) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }

// maxKept is the largest size, in bytes, of a payload whose memory is used again.
const maxKept = 16 << 20

// maxRead is the largest size, in bytes, of a block whose memory is used again.
const maxRead = 4 * blockBytes

// readers keep the memory of EachKept: of blocks without a large element.
var readers = sync.Pool{New: func() any { return new(reader) }}

type reader struct {
	block   []byte
	element any // a pointer
}

// EachKept calls f for each element of a block of Keep, until f returns an error. f may use the
// element until it returns. The error is that of f, of K.Read, or of a block that cannot be read.
func EachKept[T any, K Keeper[T]](kept []byte, f func(*T) error) error {
	var k K
	memory := readers.Get().(*reader)
	defer readers.Put(memory)
	element, _ := memory.element.(*T)
	if element == nil {
		element = new(T)
	}
	memory.element = nil
	b, err := spool.OpenIn(&memory.block, kept)
	if err != nil {
		return err
	}
	err = block.Each(b, func(_ uint64, payload []byte) error {
		if err := k.Read(payload, element); err != nil {
			return err
		}
		return f(element)
	})
	if cap(memory.block) <= maxRead {
		memory.element = element
	} else {
		memory.block = nil
	}
	return err
}
