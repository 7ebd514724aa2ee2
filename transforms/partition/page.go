package partition

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/resemblance"
)

// The first byte of the payload of a record by class is a tag. Records with one key are sorted by
// their payload, so a stage reads them in the order of their tags. Records of package resemblance
// come before all of these.
const (
	tagContent byte = 0x20 + iota
	tagAssigned
	tagPage
	tagPlaced
)

func appendUint64(dst []byte, tag byte, v uint64) []byte {
	return binary.BigEndian.AppendUint64(append(dst, tag), v)
}

// Content is the words of the documents of a class: those with the same words in the same order. Its
// key is the class, and the payload is
//
//	tagContent byte; check [8]; text
//
// A class may have several, which differ in their sentences, because punctuation differs. The
// first one in the order of bytes is used.
type Content []byte

// Tag is the first byte of a payload.
func (*Content) Tag() byte { return tagContent }

// Append appends the payload to dst.
func (c *Content) Append(dst []byte) []byte { return append(dst, *c...) }

// Read reads a payload, a view.
func (c *Content) Read(payload []byte) error {
	*c = payload
	return nil
}

// text is words and sentences:
//
//	words uvarint; ends uvarint; gap uvarint each; skeletons uvarint; skeleton uvarint each; word [4] each
type text struct {
	words []uint32
	ends  []uint32 // ends[i] is the number of words before the end of sentence i
	// skeletons are those of the sentences (site.Skeletons), or none if no sentence has one.
	skeletons []uint32
}

func (t *text) append(dst []byte) []byte {
	words, ends := t.words, t.ends
	dst = binary.AppendUvarint(dst, uint64(len(words)))
	dst = binary.AppendUvarint(dst, uint64(len(ends)))
	last := uint32(0)
	for _, end := range ends {
		dst = binary.AppendUvarint(dst, uint64(end-last))
		last = end
	}
	dst = binary.AppendUvarint(dst, uint64(len(t.skeletons)))
	for _, s := range t.skeletons {
		dst = binary.AppendUvarint(dst, uint64(s))
	}
	for _, w := range words {
		dst = binary.LittleEndian.AppendUint32(dst, w)
	}
	return dst
}

// read reads a text into t, whose slices it reuses.
func (t *text) read(r *wire.Reader) {
	words, ends := r.Uvarint(), r.Uvarint()
	t.words, t.ends, t.skeletons = t.words[:0], t.ends[:0], t.skeletons[:0]
	if uint64(r.Len()) < words || uint64(r.Len()) < ends {
		r.Bytes(uint64(r.Len()) + 1) // too short
		return
	}
	last := uint64(0)
	for range ends {
		last += r.Uvarint()
		t.ends = append(t.ends, uint32(last))
	}
	skeletons := r.Uvarint()
	if skeletons != 0 && skeletons != ends {
		r.Bytes(uint64(r.Len()) + 1)
		return
	}
	for range skeletons {
		t.skeletons = append(t.skeletons, uint32(r.Uvarint()))
	}
	b := r.Bytes(4 * words)
	for ; len(b) > 0; b = b[4:] {
		t.words = append(t.words, binary.LittleEndian.Uint32(b))
	}
	if last > words {
		r.Bytes(uint64(r.Len()) + 1)
	}
}

// Page is one document, or several with the same words in the same order. Its key is the class of
// the documents, or the perhaps-similar set of the page, and the payload is
//
//	tagPage byte; class, check [8]; id string; copies uvarint; shards uvarint; shard uvarint each;
//	hash [8]; changed, earlier byte; if that is 1: earlier (resemblance.Earlier) string; text
type Page struct {
	// Class is the key of the documents' class, and Check its second fingerprint.
	Class, Check uint64
	// ID is the smallest id of the documents, in byte order.
	ID string
	// Changed is true if an earlier result has that document with other words.
	Changed bool
	// Copies is the number of documents that are new: those that no earlier result has.
	Copies int64
	// Shards are the shards with new documents of the class, if it has two documents or more.
	Shards []uint32
	// Earlier is the line of a document of the class in an earlier result: of the representative of its set, if the
	// class has one.
	Earlier *record.InSet
	// Hash is the simhash of the words. It is 0 with another method.
	Hash uint64

	text
}

// Tag is the first byte of a payload.
func (*Page) Tag() byte { return tagPage }

// Append appends the payload of p to dst.
func (p *Page) Append(dst []byte) []byte {
	dst = appendUint64(dst, tagPage, p.Class)
	dst = binary.BigEndian.AppendUint64(dst, p.Check)
	dst = wire.AppendString(dst, p.ID)
	dst = binary.AppendUvarint(dst, uint64(p.Copies))
	dst = binary.AppendUvarint(dst, uint64(len(p.Shards)))
	for _, s := range p.Shards {
		dst = binary.AppendUvarint(dst, uint64(s))
	}
	dst = binary.BigEndian.AppendUint64(dst, p.Hash)
	if dst = wire.AppendBool(wire.AppendBool(dst, p.Changed), p.Earlier != nil); p.Earlier != nil {
		dst = wire.AppendString(dst, (&resemblance.Earlier{InSet: *p.Earlier}).Append(nil))
	}
	return p.text.append(dst)
}

// Read reads a payload. The error is wire.ErrShort.
func (p *Page) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	p.Class, p.Check, p.ID, p.Copies = r.Uint64(), r.Uint64(), r.Text(), int64(r.Uvarint())
	p.Shards = p.Shards[:0]
	for n := r.Uvarint(); n > 0 && r.Err() == nil; n-- {
		p.Shards = append(p.Shards, uint32(r.Uvarint()))
	}
	p.Hash, p.Changed, p.Earlier = r.Uint64(), r.Bool(), nil
	if r.Bool() {
		var e resemblance.Earlier
		if err := e.Read(r.Bytes(r.Uvarint())); err != nil {
			return err
		}
		p.Earlier = &e.InSet
	}
	p.text.read(&r)
	return r.Err()
}

// settled reports whether the set of the page is known, and no other page can be in it for its sake.
func (p *Page) settled() bool { return p.Earlier != nil && !p.represents() }

// represents reports whether the page represents a set of an earlier result.
func (p *Page) represents() bool { return p.Earlier != nil && p.Earlier.ID == p.Earlier.Representative }

// Assigned says in which perhaps-similar set a page is. Its key is the class.
//
//	tagAssigned byte; set [8]
type Assigned struct{ Set uint64 }

// Tag is the first byte of a payload.
func (*Assigned) Tag() byte { return tagAssigned }

// Append appends the payload of a to dst.
func (a *Assigned) Append(dst []byte) []byte { return appendUint64(dst, tagAssigned, a.Set) }

// Read reads a payload. The error is wire.ErrShort.
func (a *Assigned) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	a.Set = r.Uint64()
	return r.Err()
}

// Placed says in which set of the result the documents of a class are. Its key is the class, its
// shard one with documents of the class, and the payload is
//
//	tagPlaced byte; check [8]; r float [8]; set, representative string
type Placed struct {
	Check               uint64
	R                   float64
	Set, Representative string
}
