package locate

import (
	"encoding/binary"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
)

func init() { dofn.Plain(&locatedFn{}) }

// Located is a passage with where its documents were read. Its key is that of the document of a.
//
//	documents of a and b [8]; origins of a and b; passage: JSON, the rest
type Located struct {
	Passage record.Passage
	// Documents are the keys of the documents of a and b, Origins where they were read.
	Documents [2]uint64
	Origins   [2]record.Origin
}

// Within reports whether the passage is inside one document.
func (l *Located) Within() bool { return l.Documents[0] == l.Documents[1] }

// AppendLocated appends the payload of l to dst.
func AppendLocated(dst []byte, l *Located) ([]byte, error) {
	passage, err := record.JSON(l.Passage)
	if err != nil {
		return nil, err
	}
	for _, d := range l.Documents {
		dst = binary.BigEndian.AppendUint64(dst, d)
	}
	for i := range l.Origins {
		dst = appendOrigin(dst, &l.Origins[i])
	}
	return append(dst, passage...), nil
}

// ReadLocated reads a payload.
func ReadLocated(b []byte) (l Located, err error) {
	r := wire.NewReader(b)
	l.Documents = [2]uint64{r.Uint64(), r.Uint64()}
	l.Origins = [2]record.Origin{readOrigin(&r), readOrigin(&r)}
	if r.Err() != nil {
		return l, r.Err()
	}
	return l, record.FromJSON(r.Rest(), &l.Passage)
}

// locatedFn joins the two sides of each passage, as joinFn does, with where they were read.
type locatedFn struct {
	Params Params

	packer  *shuffle.Packer
	payload []byte // scratch, never emitted
}

func (fn *locatedFn) StartBundle(_ func(int, []byte)) {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
}

func (fn *locatedFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	return fn.Params.Shuffle.EachGroup("locate.Locate, places", blocks, func(sorted *block.Sorted, i, end int) error {
		if end-i != 2 {
			return nil // joinFn counts it
		}
		a, err := readPlaced(sorted.Payload(i))
		if err != nil {
			return err
		}
		b, err := readPlaced(sorted.Payload(i + 1))
		if err != nil {
			return err
		}
		p, a2, b2, ok := join(&a, &b)
		if !ok {
			return nil
		}
		l := Located{Passage: p, Documents: [2]uint64{a2.Extent.Document, b2.Extent.Document}, Origins: [2]record.Origin{a2.Origin, b2.Origin}}
		if fn.payload, err = AppendLocated(fn.payload[:0], &l); err != nil {
			return err
		}
		fn.packer.Add(l.Documents[0], fn.payload, emit)
		return nil
	})
}

func (fn *locatedFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }
