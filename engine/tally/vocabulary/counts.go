package vocabulary

import (
	"encoding/binary"
	"errors"
)

// Count is a word and how often it was counted.
type Count struct {
	Word uint32
	N    uint64
}

var errCounts = errors.New("vocabulary: counts of words are damaged")

// AppendCounts appends counts to dst, for each the word, four bytes little-endian, and the
// number, a uvarint.
func AppendCounts(dst []byte, counts ...Count) []byte {
	for _, c := range counts {
		dst = binary.LittleEndian.AppendUint32(dst, c.Word)
		dst = binary.AppendUvarint(dst, c.N)
	}
	return dst
}

// ReadCounts appends to dst the counts that AppendCounts wrote to b.
func ReadCounts(dst []Count, b []byte) ([]Count, error) {
	for len(b) > 0 {
		if len(b) < 5 {
			return nil, errCounts
		}
		n, w := binary.Uvarint(b[4:])
		if w <= 0 {
			return nil, errCounts
		}
		dst = append(dst, Count{binary.LittleEndian.Uint32(b), n})
		b = b[4+w:]
	}
	return dst, nil
}
