package cleaning

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
)

// editKind is the kind of an Edit.
type editKind uint8

const (
	// subjectEdit is not an edit. It is the thing that edits belong to: a part of a file, or a
	// document.
	subjectEdit editKind = iota
	// refuseEdit rejects the document, because another one has its id: Reason.
	refuseEdit
	// dropEdit drops the document, because another one, KeptID, represents it.
	dropEdit
	// twinEdit says that the document represents others (Twin).
	twinEdit
	// neededEdit is an edit of a document with a place that is kept for others.
	neededEdit
	// breakEdit is a place, Start, at which an earlier pass has cut.
	breakEdit
	// pinEdit is a range that an earlier pass has kept for others.
	pinEdit
	// lookEdit is a range whose words may occur elsewhere. If it has a KeptID, they occur in a
	// source.
	lookEdit
	// takeEdit removes a unit, because its words occur in another place.
	takeEdit
	// spanEdit removes a range, because the user says so.
	spanEdit
)

// Edit is a change of one document. Its key is that of its Spot.
type Edit struct {
	// Spot is where the document meets the edit.
	Spot
	Kind editKind
	// Start and End are a range in code points. Sentence and Sentences are the first
	// sentence and the number of sentences of a lookEdit at whole sentences.
	Start, End          int64
	Sentence, Sentences uint32
	// KeptID, KeptStart and KeptEnd are the place that is kept, Number is the number of its
	// first part, noNumber if the place is in a source.
	KeptID             string
	KeptStart, KeptEnd int64
	Number             uint32
	// Hot edits are in a hot passage. Source is true if the place that is kept is one of the
	// source.
	Hot    bool
	Source bool
	Reason string
	// Subject is the thing that edits belong to, encoded, in a subjectEdit.
	Subject []byte
}

// noNumber is the Number of a place whose parts are not known.
const noNumber = ^uint32(0)

// SubjectAt returns what edits at a spot meet, as an Edit: a part of a file, or a document, as
// the caller encodes it. The Record of the spot is -1 for a part of a file.
func SubjectAt(at Spot, encoded []byte) Edit {
	return Edit{Spot: at, Kind: subjectEdit, Subject: encoded}
}

// Append appends the payload to dst. Bytes order as id, file, part, record, kind and start
// do: a subjectEdit comes before the edits of its documents.
//
//	id, file ordered; part, record + 1 [8]; kind byte; start [8]; end, sentence, sentences,
//	number uvarint; kept id string; kept start, kept end varint; hot, source byte; reason,
//	subject string
func (e Edit) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(e.place(dst), uint64(e.Record)+1)
	dst = append(dst, byte(e.Kind))
	dst = binary.BigEndian.AppendUint64(dst, uint64(e.Start))
	for _, v := range [...]uint64{uint64(e.End), uint64(e.Sentence), uint64(e.Sentences), uint64(e.Number)} {
		dst = binary.AppendUvarint(dst, v)
	}
	dst = wire.AppendString(dst, e.KeptID)
	dst = binary.AppendVarint(binary.AppendVarint(dst, e.KeptStart), e.KeptEnd)
	return wire.AppendString(wire.AppendString(wire.AppendBool(wire.AppendBool(dst, e.Hot), e.Source), e.Reason),
		e.Subject)
}

// Read reads a payload.
func (e *Edit) Read(b []byte) error {
	r := wire.NewReader(b)
	*e = Edit{Spot: Spot{ID: r.Ordered(), File: r.Ordered(), Part: int64(r.Uint64()), Record: int64(r.Uint64()) - 1}}
	e.Kind, e.Start, e.End = editKind(r.Byte()), int64(r.Uint64()), int64(r.Uvarint())
	e.Sentence, e.Sentences, e.Number = uint32(r.Uvarint()), uint32(r.Uvarint()), uint32(r.Uvarint())
	e.KeptID, e.KeptStart, e.KeptEnd = r.Text(), r.Varint(), r.Varint()
	e.Hot, e.Source, e.Reason = r.Bool(), r.Bool(), r.Text()
	e.Subject = r.Bytes(r.Uvarint())
	return r.Err()
}
