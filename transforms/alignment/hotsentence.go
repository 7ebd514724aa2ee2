package alignment

import (
	"encoding/binary"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
)

// HotSentence is a sentence, or a part of one, in a run of hot units of a document. Its key is Key; its
// payload there begins with the key of the document, 8 bytes. Where its key is the document, the payload
// has no such beginning.
//
//	first [4]; words uvarint; hash [8]; range
type HotSentence struct {
	// First is the number of its first word in the document, Words how many it has, and
	// Hash the hash of them (package wordhash).
	First, Words uint32
	Hash         uint64
	Range        record.Range
}

// Key returns the key under which equal sentences meet. It is not Hash, because that of one word is below
// 2^32: all sentences of one word would be in one shard.
func (h HotSentence) Key() uint64 { return mix.Full(h.Hash) }

// AppendHotSentence appends the payload of h to dst.
func AppendHotSentence(dst []byte, h HotSentence) []byte {
	dst = binary.BigEndian.AppendUint32(dst, h.First)
	dst = binary.AppendUvarint(dst, uint64(h.Words))
	return appendRange(binary.BigEndian.AppendUint64(dst, h.Hash), h.Range)
}

// ReadHotSentence reads a payload without the key of the document. The error is wire.ErrShort.
func ReadHotSentence(b []byte) (HotSentence, error) {
	r := wire.NewReader(b)
	h := HotSentence{First: r.Uint32(), Words: uint32(r.Uvarint()), Hash: r.Uint64()}
	h.Range = readRange(&r)
	return h, r.Err()
}
