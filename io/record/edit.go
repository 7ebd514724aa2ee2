package record

import (
	"encoding/binary"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/wire"
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
	k := wire.AppendOrdered(nil, v.ID)
	k = binary.BigEndian.AppendUint64(k, uint64(v.Start))
	k = binary.BigEndian.AppendUint64(k, uint64(v.End))
	k = wire.AppendOrdered(k, v.KeptID)
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
	return binary.BigEndian.AppendUint64(wire.AppendOrdered(nil, v.ID), uint64(v.Start))
}

func encodeRemoved(v Removed) ([]byte, error) { return JSON(v) }
func decodeRemoved(b []byte) (Removed, error) { return fromJSON[Removed](b) }
func encodeCut(v Cut) ([]byte, error)         { return JSON(v) }
func decodeCut(b []byte) (Cut, error)         { return fromJSON[Cut](b) }

// EditKind says what is to be done to a document.
type EditKind uint8

const (
	// WritePart is no edit: it says that a part of a file is to be read or written.
	WritePart EditKind = iota
	// Refuse leaves the record out because its id was taken (Reason).
	Refuse
	// Drop leaves the document out because another one stands for it: KeptID.
	Drop
	// Twin says that this document stands for another one, which is KeptID and has End code
	// points.
	Twin
	// Needed says that a place stands in this document that is kept for others.
	Needed
	// Break is a place, Start, at which an earlier pass has cut.
	Break
	// Pin is a range that an earlier pass has named as kept.
	Pin
	// Look is a range in which words are looked for that stand elsewhere; with a KeptID,
	// those of a source.
	Look
	// Take takes a unit out, whose words stand in another place.
	Take
)

// Edit is what is to be done to one document, or to a part of a file. Its key is PartKey.
type Edit struct {
	File string
	Part int64
	// Record is that of the document; WritePart has none.
	Record int64
	Kind   EditKind
	// Start and End are a range in code points. Sentence and Sentences are which sentences a
	// Look has, where it has whole ones.
	Start, End          int64
	Sentence, Sentences uint32
	// KeptID, KeptStart and KeptEnd are the place that is kept, Number that of its unit.
	KeptID             string
	KeptStart, KeptEnd int64
	Number             uint32
	Hot                bool
	Reason             string
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
//	end, sentence, sentences, number uvarint; kept id string; kept start, kept end varint;
//	hot byte; reason, work string
func AppendEdit(dst []byte, e *Edit) []byte {
	dst = wire.AppendOrdered(dst, e.File)
	dst = binary.BigEndian.AppendUint64(dst, uint64(e.Part))
	number := uint64(0)
	if e.Kind != WritePart {
		number = uint64(e.Record) + 1
	}
	dst = binary.BigEndian.AppendUint64(dst, number)
	dst = append(dst, byte(e.Kind))
	dst = binary.BigEndian.AppendUint64(dst, uint64(e.Start))
	for _, v := range [...]uint64{uint64(e.End), uint64(e.Sentence), uint64(e.Sentences), uint64(e.Number)} {
		dst = binary.AppendUvarint(dst, v)
	}
	dst = wire.AppendString(dst, e.KeptID)
	dst = binary.AppendVarint(binary.AppendVarint(dst, e.KeptStart), e.KeptEnd)
	return wire.AppendString(wire.AppendString(wire.AppendBool(dst, e.Hot), e.Reason), e.Work)
}

// ReadEdit reads a payload.
func ReadEdit(b []byte) (Edit, error) {
	r := wire.NewReader(b)
	e := Edit{File: r.Ordered(), Part: int64(r.Uint64()), Record: int64(r.Uint64()) - 1, Kind: EditKind(r.Byte()), Start: int64(r.Uint64())}
	e.End = int64(r.Uvarint())
	e.Sentence, e.Sentences, e.Number = uint32(r.Uvarint()), uint32(r.Uvarint()), uint32(r.Uvarint())
	e.KeptID, e.KeptStart, e.KeptEnd = r.Text(), r.Varint(), r.Varint()
	e.Hot = r.Byte() == 1
	e.Reason = r.Text()
	e.Work = r.Bytes(r.Uvarint())
	return e, r.Err()
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
