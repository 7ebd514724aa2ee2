package candidate

import (
	"encoding/binary"

	"example.org/diagonal/io/wire"
)

// kindOfPlace says what has a hot signature.
type kindOfPlace byte

const (
	sentencePlace kindOfPlace = iota
	gramPlace
	chainPlace
)

// hotPlace is a place of a signature in too many documents. Its key is the document.
//
//	kind byte; signature [8], first [4], count [4]
type hotPlace struct {
	Kind      kindOfPlace
	Signature uint64
	// First is the first of Count equal sentences; or the unit, or the place in it, that has
	// the n-gram Count times.
	First, Count uint32
}

func appendHotPlace(dst []byte, h hotPlace) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, byte(h.Kind)), h.Signature)
	dst = binary.BigEndian.AppendUint32(dst, h.First)
	return binary.BigEndian.AppendUint32(dst, h.Count)
}

// readHotPlace reads a payload. The error is wire.ErrShort.
func readHotPlace(b []byte) (hotPlace, error) {
	if len(b) != 17 {
		return hotPlace{}, wire.ErrShort
	}
	return hotPlace{kindOfPlace(b[0]), binary.BigEndian.Uint64(b[1:]), binary.BigEndian.Uint32(b[9:]), binary.BigEndian.Uint32(b[13:])}, nil
}

// hotCount is what one bundle counted of a hot signature. Its key is the signature.
//
//	kind byte; documents of the input, of the source, sentences uvarint
type hotCount struct {
	Kind      kindOfPlace
	Documents [2]int64 // by side
	Sentences int64
}

func appendHotCount(dst []byte, c hotCount) []byte {
	dst = append(dst, byte(c.Kind))
	for _, n := range [...]int64{c.Documents[0], c.Documents[1], c.Sentences} {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	return dst
}

// readHotCount reads a payload. The error is wire.ErrShort.
func readHotCount(b []byte) (hotCount, error) {
	r := wire.NewReader(b)
	c := hotCount{Kind: kindOfPlace(r.Byte())}
	c.Documents = [2]int64{int64(r.Uvarint()), int64(r.Uvarint())}
	c.Sentences = int64(r.Uvarint())
	return c, r.Err()
}

// add adds what another bundle counted of the same signature.
func (c *hotCount) add(d hotCount) {
	c.Kind = d.Kind
	c.Documents[0] += d.Documents[0]
	c.Documents[1] += d.Documents[1]
	c.Sentences += d.Sentences
}
