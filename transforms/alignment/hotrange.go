package alignment

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
)

// TagHotRange begins the payload of a HotRange, which comes after all other records of its
// document.
const TagHotRange byte = 3

// HotRange is a maximal run of hot units in one document, as a range of its text. Its
// key is the document.
//
//	TagHotRange byte; range; words uvarint; hash [8];
//	for each sentence: its start - that of the one before, or of the range, uvarint; key [8]
type HotRange struct {
	Range record.Range
	// Words is how many words the run has, Hash a hash of them.
	Words uint32
	Hash  uint64
	// Sentences are the sentences of the run.
	Sentences []HotStart
}

// HotStart is where a hot sentence of a HotRange begins, in code points, and its HotSentence.Key.
type HotStart struct{ Start, Key uint64 }

// Tag is the first byte of a payload.
func (*HotRange) Tag() byte { return TagHotRange }

// Append appends the payload of h to dst.
func (h *HotRange) Append(dst []byte) []byte {
	dst = appendRange(append(dst, TagHotRange), h.Range)
	dst = binary.AppendUvarint(dst, uint64(h.Words))
	dst = binary.BigEndian.AppendUint64(dst, h.Hash)
	last := h.Range.Start
	for _, s := range h.Sentences {
		dst = binary.BigEndian.AppendUint64(binary.AppendUvarint(dst, s.Start-last), s.Key)
		last = s.Start
	}
	return dst
}

// Read reads a payload. The error is wire.ErrShort.
func (h *HotRange) Read(payload []byte) error {
	r := wire.NewReader(payload)
	if r.Byte() != TagHotRange {
		return wire.ErrShort
	}
	*h = HotRange{Range: readRange(&r), Words: uint32(r.Uvarint()), Hash: r.Uint64(), Sentences: h.Sentences[:0]}
	for last := h.Range.Start; r.More() && r.Err() == nil; {
		last += r.Uvarint()
		h.Sentences = append(h.Sentences, HotStart{last, r.Uint64()})
	}
	return r.Err()
}
