package candidate

import (
	"encoding/binary"
	"maps"
	"slices"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/candidate/pairs"
)

// kindOfPlace says what has a hot signature.
type kindOfPlace byte

const (
	sentencePlace kindOfPlace = iota
	gramPlace
	chainPlace
	// partPlace is a place of one of several signatures of a sentence that is hot. As a hotCount it
	// is all runs with a hot signature, whether their sentences are hot or not.
	partPlace
	// equalParts is of a hotCount only: the runs of one hot sentence with one of its signatures. When
	// all of them are counted, they are Equal of a hotCount of the signature.
	equalParts
)

// hotPlace is a place of a signature in too many documents. Its key is the document.
//
//	kind byte; signature [8]; set [8] if kind is partPlace; first [4], count [4]
type hotPlace struct {
	Kind      kindOfPlace
	Signature uint64 // of a hot sentence with several signatures: signature.SetKey
	Set       uint64 // of partPlace: signature.SetKey of the sentence, else 0
	// First is the first of Count equal sentences; or the unit, or the place in it, that has
	// the n-gram Count times.
	First, Count uint32
}

func appendHotPlace(dst []byte, h hotPlace) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, byte(h.Kind)), h.Signature)
	if h.Kind == partPlace {
		dst = binary.BigEndian.AppendUint64(dst, h.Set)
	}
	dst = binary.BigEndian.AppendUint32(dst, h.First)
	return binary.BigEndian.AppendUint32(dst, h.Count)
}

// Append appends the payload of h to dst.
func (h *hotPlace) Append(dst []byte) []byte { return appendHotPlace(dst, *h) }

// Read reads a payload. The error is wire.ErrShort.
func (h *hotPlace) Read(payload []byte) (err error) {
	*h, err = readHotPlace(payload)
	return err
}

// readHotPlace reads a payload. The error is wire.ErrShort.
func readHotPlace(b []byte) (hotPlace, error) {
	r := wire.NewReader(b)
	h := hotPlace{Kind: kindOfPlace(r.Byte()), Signature: r.Uint64()}
	if h.Kind == partPlace {
		h.Set = r.Uint64()
	}
	h.First, h.Count = r.Uint32(), r.Uint32()
	return h, r.Err()
}

// hotCount is what one bundle counted of a hot signature. Its key is the signature; that of
// equalParts is a hash of the signature and the set.
//
//	kind byte; signature [8] if kind is equalParts; documents of the input, of the source, places uvarint;
//	equal uvarint if kind is partPlace
type hotCount struct {
	Kind      kindOfPlace
	Signature uint64   // of equalParts
	Documents [2]int64 // by side; not of partPlace and equalParts
	Places    int64    // sentences; of partPlace and equalParts: runs
	Equal     int64    // of partPlace: pairs of runs of equal sentences
}

func appendHotCount(dst []byte, c hotCount) []byte {
	dst = append(dst, byte(c.Kind))
	if c.Kind == equalParts {
		dst = binary.BigEndian.AppendUint64(dst, c.Signature)
	}
	for _, n := range [...]int64{c.Documents[0], c.Documents[1], c.Places} {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	if c.Kind == partPlace {
		dst = binary.AppendUvarint(dst, uint64(c.Equal))
	}
	return dst
}

// Append appends the payload of c to dst.
func (c *hotCount) Append(dst []byte) []byte { return appendHotCount(dst, *c) }

// Read reads a payload. The error is wire.ErrShort.
func (c *hotCount) Read(payload []byte) (err error) {
	*c, err = readHotCount(payload)
	return err
}

// readHotCount reads a payload. The error is wire.ErrShort.
func readHotCount(b []byte) (hotCount, error) {
	r := wire.NewReader(b)
	c := hotCount{Kind: kindOfPlace(r.Byte())}
	if c.Kind == equalParts {
		c.Signature = r.Uint64()
	}
	c.Documents = [2]int64{int64(r.Uvarint()), int64(r.Uvarint())}
	c.Places = int64(r.Uvarint())
	if c.Kind == partPlace {
		c.Equal = int64(r.Uvarint())
	}
	return c, r.Err()
}

// add adds what another bundle counted of the same signature.
func (c *hotCount) add(d hotCount) {
	c.Kind, c.Signature = d.Kind, d.Signature
	c.Documents[0] += d.Documents[0]
	c.Documents[1] += d.Documents[1]
	c.Places += d.Places
	c.Equal = pairs.Add(c.Equal, d.Equal)
}

// hotCounts are the counts of a bundle, by key.
type hotCounts map[uint64]hotCount

// maxCounted bounds the keys that are counted before the counts are sent.
const maxCounted = 1 << 16

// add adds a count.
func (h hotCounts) add(key uint64, c hotCount) {
	sum := h[key]
	sum.add(c)
	h[key] = sum
}

// sendTo calls add for the counts, in the order of their keys, and forgets them.
func (h hotCounts) sendTo(add func(key uint64, c hotCount)) {
	for _, key := range slices.Sorted(maps.Keys(h)) {
		add(key, h[key])
	}
	clear(h)
}
