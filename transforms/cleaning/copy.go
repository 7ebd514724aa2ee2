package cleaning

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
)

// Copy is a place in a document that may be removed, or that an earlier pass has cut or
// kept. Its key is that of the document's id.
type Copy struct {
	ID string
	// Document is the key of a runCopy, which has no ID.
	Document uint64
	// Start and End are a range in code points.
	Start, End int64
	// Sentence is the first sentence of a passage of whole sentences, and Sentences their
	// number, which is 0 for every other copy.
	Sentence, Sentences uint32
	Kind                copyKind
	// Source is true if the document is one of the source.
	Source bool
	// KeptID, KeptStart and KeptEnd are the place in the source that a sourceCopy is equal
	// to. The KeptID of a documentCopy is the representative of its group, that of a setCopy
	// is its set, that of a similarCopy the document of the source.
	KeptID             string
	KeptStart, KeptEnd int64
	// KeptSource is true if the document that keeps the words of a spanCopy is one of the source,
	// and Reason is why it goes.
	KeptSource bool
	Reason     string
}

// copyKind is the kind of a Copy.
type copyKind uint8

const (
	// passageCopy is a side of a passage.
	passageCopy copyKind = iota
	// hotCopy is an occurrence of a hot passage.
	hotCopy
	// documentCopy is a document of a group.
	documentCopy
	// sourceCopy is a passage that a source contains word for word. The source is not
	// cleaned.
	sourceCopy
	// runCopy is a run of words that occurs twice. It belongs to the document that it meets
	// by its key.
	runCopy
	// cutCopy is a range that an earlier pass has cut, in code points of the first text.
	cutCopy
	// pinnedCopy is a range that an earlier pass has kept for others, in code points of the
	// first text.
	pinnedCopy
	// setCopy is a document of a set.
	setCopy
	// similarCopy is a document that one of the source resembles.
	similarCopy
	// spanCopy is a range that is to be removed, as the user says. KeptID is the document that
	// keeps its words.
	spanCopy
	// keptCopy is a document that keeps words of a spanCopy.
	keptCopy
)

// name returns the name of the document.
func (c *Copy) name() name { return name{c.ID, c.Source} }

// whole reports whether the copy is a whole document.
func (c *Copy) whole() bool {
	return c.Kind == documentCopy || c.Kind == setCopy || c.Kind == similarCopy || c.Kind == keptCopy
}

func (c Copy) key() uint64 {
	if c.Kind == runCopy {
		return c.Document
	}
	return idKey(c.ID)
}

// Append appends the payload to dst:
//
//	tagCopy byte; id string; start, end varint; sentence, sentences uvarint; kind,
//	source byte; kept id string; kept start, kept end varint; kept source byte; reason
//	string
func (c Copy) Append(dst []byte) []byte {
	dst = wire.AppendString(append(dst, tagCopy), c.ID)
	dst = binary.AppendVarint(binary.AppendVarint(dst, c.Start), c.End)
	dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(c.Sentence)), uint64(c.Sentences))
	dst = wire.AppendString(wire.AppendBool(append(dst, byte(c.Kind)), c.Source), c.KeptID)
	dst = binary.AppendVarint(binary.AppendVarint(dst, c.KeptStart), c.KeptEnd)
	return wire.AppendString(wire.AppendBool(dst, c.KeptSource), c.Reason)
}

// Tag is the first byte.
func (c *Copy) Tag() byte { return tagCopy }

// Read reads a payload.
func (c *Copy) Read(b []byte) error {
	r := wire.NewReader(b)
	r.Byte()
	*c = Copy{ID: r.Text(), Start: r.Varint(), End: r.Varint()}
	c.Sentence, c.Sentences = uint32(r.Uvarint()), uint32(r.Uvarint())
	c.Kind, c.Source = copyKind(r.Byte()), r.Bool()
	c.KeptID, c.KeptStart, c.KeptEnd = r.Text(), r.Varint(), r.Varint()
	c.KeptSource, c.Reason = r.Bool(), r.Text()
	return r.Err()
}
