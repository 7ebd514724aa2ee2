// Package catalogue holds an entry for each document: its id, where it was read, and where
// its sentences are in its text. It also decides which of two documents with one id is kept.
package catalogue

import (
	"encoding/binary"
	"math/bits"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
)

// TagEntry begins the payload of an entry. Payloads that other stages send to a document
// begin with higher tags, so that its entry comes first.
const TagEntry byte = 0

// Entry is the record of one document. Its key is the document.
type Entry struct {
	ID, File       string
	Date           string
	Record, Offset int64
	// Fields are those of the record that were kept.
	Fields record.Fields
	// Content is a hash of the text.
	Content   uint64
	Sentences []Sentence
	// Lead is the number of code points of the first sentence with words that are before its
	// first word. Tail is that of the last one behind its last word.
	Lead, Tail int64
}

// Sentence is one sentence of an entry.
type Sentence struct {
	// Start and End are code points of the text, ByteStart and ByteEnd its bytes; half open.
	Start, End, ByteStart, ByteEnd int64
	// Words is how many words the sentence has.
	Words uint32
	// Hash is wordhash.Of of its words.
	Hash uint64
}

// Origin returns where the document was read.
func (e *Entry) Origin() record.Origin {
	return record.Origin{File: e.File, Record: e.Record, Offset: e.Offset}
}

// minSentence is the least number of bytes that a sentence takes.
const minSentence = 11

// Tag is the first byte of a payload: an entry comes before what other stages send to its document.
func (*Entry) Tag() byte { return TagEntry }

// Append appends the payload of e to dst:
//
//	TagEntry byte; id, date, file string; record, offset varint; content [8];
//	lead, tail uvarint; wide byte; n uvarint;
//	n times: gap, length uvarint in code points, and in bytes if wide; words uvarint; hash [8];
//	fields, the rest
//
// Places are gaps from the end of the sentence before, so most fields take one byte.
func (e *Entry) Append(dst []byte) []byte {
	dst = append(dst, TagEntry)
	dst = wire.AppendString(dst, e.ID)
	dst = wire.AppendString(dst, e.Date)
	dst = wire.AppendString(dst, e.File)
	dst = binary.AppendVarint(dst, e.Record)
	dst = binary.AppendVarint(dst, e.Offset)
	dst = binary.BigEndian.AppendUint64(dst, e.Content)
	dst = binary.AppendUvarint(dst, uint64(e.Lead))
	dst = binary.AppendUvarint(dst, uint64(e.Tail))
	wide := byte(0)
	if n := len(e.Sentences); n > 0 && e.Sentences[n-1].End != e.Sentences[n-1].ByteEnd {
		wide = 1
	}
	dst = append(dst, wide)
	dst = binary.AppendUvarint(dst, uint64(len(e.Sentences)))
	var last Sentence
	for _, s := range e.Sentences {
		dst = binary.AppendUvarint(dst, uint64(s.Start-last.End))
		dst = binary.AppendUvarint(dst, uint64(s.End-s.Start))
		if wide == 1 {
			dst = binary.AppendUvarint(dst, uint64(s.ByteStart-last.ByteEnd))
			dst = binary.AppendUvarint(dst, uint64(s.ByteEnd-s.ByteStart))
		}
		dst = binary.AppendUvarint(dst, uint64(s.Words))
		dst = binary.LittleEndian.AppendUint64(dst, s.Hash)
		last = s
	}
	return append(dst, e.Fields...)
}

// Read reads a payload into e, whose Sentences are reused.
func (e *Entry) Read(b []byte) error {
	r := wire.NewReader(b)
	if r.Byte() != TagEntry {
		return wire.ErrShort
	}
	e.ID, e.Date, e.File = r.Text(), r.Text(), r.Text()
	e.Record, e.Offset = r.Varint(), r.Varint()
	if c := r.Bytes(8); c != nil {
		e.Content = binary.BigEndian.Uint64(c)
	}
	e.Lead, e.Tail = int64(r.Uvarint()), int64(r.Uvarint())
	wide := r.Byte() == 1
	n := r.Uvarint()
	if hi, lo := bits.Mul64(n, minSentence); hi != 0 || lo > uint64(r.Len()) {
		return wire.ErrShort
	}
	e.Sentences = e.Sentences[:0]
	var last Sentence
	for range n {
		var s Sentence
		s.Start = last.End + int64(r.Uvarint())
		s.End = s.Start + int64(r.Uvarint())
		s.ByteStart, s.ByteEnd = s.Start, s.End
		if wide {
			s.ByteStart = last.ByteEnd + int64(r.Uvarint())
			s.ByteEnd = s.ByteStart + int64(r.Uvarint())
		}
		s.Words = uint32(r.Uvarint())
		if h := r.Bytes(8); h != nil {
			s.Hash = binary.LittleEndian.Uint64(h)
		}
		e.Sentences = append(e.Sentences, s)
		last = s
	}
	e.Fields = record.Fields(r.Rest())
	return r.Err()
}
