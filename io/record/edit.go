package record

import (
	"encoding/binary"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

func init() {
	beam.RegisterCoder(reflect.TypeFor[Removed](), encodeRemoved, decodeRemoved)
	beam.RegisterCoder(reflect.TypeFor[Cut](), encodeCut, decodeCut)
}

// Removed is one line of the manifest of `clean`: a passage that was taken out of a
// document and where a copy of it was kept; or one line of dropped: a document that is
// not in the cleaned collection. Ranges are half open, in code points of the input text.
type Removed struct {
	ID    string `json:"id"`
	Start int64  `json:"start"`
	End   int64  `json:"end"`
	// KeptID is empty, and the range 0 to 0, where no copy is kept.
	KeptID    string `json:"kept_id"`
	KeptStart int64  `json:"kept_start"`
	KeptEnd   int64  `json:"kept_end"`
	Reason    string `json:"reason"`
}

// SortKey orders by id, start, end, then the kept copy.
func (v Removed) SortKey() []byte {
	k := appendOrdered(nil, v.ID)
	k = binary.BigEndian.AppendUint64(k, uint64(v.Start))
	k = binary.BigEndian.AppendUint64(k, uint64(v.End))
	k = appendOrdered(k, v.KeptID)
	k = binary.BigEndian.AppendUint64(k, uint64(v.KeptStart))
	return binary.BigEndian.AppendUint64(k, uint64(v.KeptEnd))
}

// Cut is one line of cuts: exactly what was cut out of a document, white space around
// sentences included, in code points of the input text. The cuts of a document do not
// touch each other.
type Cut struct {
	ID    string `json:"id"`
	Start int64  `json:"start"`
	End   int64  `json:"end"`
}

// SortKey orders by id, then start.
func (v Cut) SortKey() []byte {
	return binary.BigEndian.AppendUint64(appendOrdered(nil, v.ID), uint64(v.Start))
}

func encodeRemoved(v Removed) ([]byte, error) { return JSON(v) }
func decodeRemoved(b []byte) (Removed, error) { return fromJSON[Removed](b) }
func encodeCut(v Cut) ([]byte, error)         { return JSON(v) }
func decodeCut(b []byte) (Cut, error)         { return fromJSON[Cut](b) }

// EditKind says what is to be done to a document.
type EditKind uint8

const (
	// WritePart is no edit: it says that a part of a file is to be written.
	WritePart EditKind = iota
	// Refuse leaves the record out because its id was taken (Reason).
	Refuse
	// Drop leaves the document out because a copy of it is kept.
	Drop
	// Needed says that a copy that is kept for other documents stands in this one.
	Needed
	// Take takes sentences, or the sentences inside a range, out.
	Take
)

// Edit is what is to be done to one document, or to a part of a file. Its key is PartKey.
type Edit struct {
	File string
	Part int64
	// Record is that of the document; ID is told for WritePart never.
	Record int64
	Kind   EditKind
	// Start and End are where the passage stands, Sentence and Sentences which sentences
	// it has: 0 for a range.
	Start, End          int64
	Sentence, Sentences uint32
	// First and Count are the sentences to take out of it.
	First, Count uint32
	KeptID       string
	Kept         []KeptRange
	Reason       string
	// Work is for WritePart what its reader needs.
	Work []byte
}

// PartKey is the key of a part of a file.
func PartKey(file string, part int64) uint64 {
	return IDKey(string(binary.BigEndian.AppendUint64([]byte(file), uint64(part))))
}

// AppendEdit appends the payload of e to dst. Bytes order as file, part, record, kind,
// start do, and WritePart comes before all edits of its part.
//
//	file ordered; part, record [8] (0 for WritePart, else one more); kind byte; start [8];
//	end, sentence, sentences, first, count uvarint; kept id string; kept; reason, work string
func AppendEdit(dst []byte, e *Edit) []byte {
	dst = appendOrdered(dst, e.File)
	dst = binary.BigEndian.AppendUint64(dst, uint64(e.Part))
	number := uint64(0)
	if e.Kind != WritePart {
		number = uint64(e.Record) + 1
	}
	dst = binary.BigEndian.AppendUint64(dst, number)
	dst = append(dst, byte(e.Kind))
	dst = binary.BigEndian.AppendUint64(dst, uint64(e.Start))
	for _, v := range [...]uint64{uint64(e.End), uint64(e.Sentence), uint64(e.Sentences), uint64(e.First), uint64(e.Count)} {
		dst = binary.AppendUvarint(dst, v)
	}
	dst = appendKept(appendString(dst, e.KeptID), e.Kept)
	return appendString(appendString(dst, e.Reason), e.Work)
}

// ReadEdit reads a payload.
func ReadEdit(b []byte) (Edit, error) {
	r := reader{b: b}
	e := Edit{File: r.ordered(), Part: int64(r.uint64()), Record: int64(r.uint64()) - 1, Kind: EditKind(r.byte()), Start: int64(r.uint64())}
	e.End = int64(r.uvarint())
	e.Sentence, e.Sentences, e.First, e.Count = uint32(r.uvarint()), uint32(r.uvarint()), uint32(r.uvarint()), uint32(r.uvarint())
	e.KeptID, e.Kept = r.string(), r.kept()
	e.Reason = r.string()
	e.Work = r.bytes(r.uvarint())
	return e, r.err
}

// Editor says what becomes of the documents of a file that is written again.
type Editor interface {
	// Touches says whether the record of that number may be changed.
	Touches(number int64) bool
	// Edit says what becomes of a record for which Touches holds. Records come in the
	// order of the file.
	Edit(d Document) (Edited, error)
}

// Edited is what becomes of a record.
type Edited struct {
	// Drop leaves it out.
	Drop bool
	// Text replaces the text, where HasText is set. It is valid UTF-8.
	Text    []byte
	HasText bool
	// Field is the JSON value of a field that is added; nil adds none.
	Field []byte
}
