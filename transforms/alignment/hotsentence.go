package alignment

import (
	"encoding/binary"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
)

// HotSentence is a sentence, or a part of one, in a run of hot units of a document. Its key is the document.
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

// Append appends the payload of h to dst.
func (h *HotSentence) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint32(dst, h.First)
	dst = binary.AppendUvarint(dst, uint64(h.Words))
	return appendRange(binary.BigEndian.AppendUint64(dst, h.Hash), h.Range)
}

// Read reads a payload. The error is wire.ErrShort.
func (h *HotSentence) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*h = HotSentence{First: r.Uint32(), Words: uint32(r.Uvarint()), Hash: r.Uint64()}
	h.Range = readRange(&r)
	return r.Err()
}

// HotPlace is a HotSentence that meets equal ones. Its key is HotSentence.Key.
//
//	document [8]; the sentence
type HotPlace struct {
	Document uint64
	HotSentence
}

// Append appends the payload of h to dst.
func (h *HotPlace) Append(dst []byte) []byte {
	return h.HotSentence.Append(binary.BigEndian.AppendUint64(dst, h.Document))
}

// Read reads a payload. The error is wire.ErrShort.
func (h *HotPlace) Read(payload []byte) error {
	r := wire.NewReader(payload)
	if h.Document = r.Uint64(); r.Err() != nil {
		return r.Err()
	}
	return h.HotSentence.Read(r.Rest())
}
