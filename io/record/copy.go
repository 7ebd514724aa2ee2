package record

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// Copy is one place of a text that stands in several places, as a result tells it. Its
// key is the group of all its copies: a passage, a hot passage, a group of documents.
type Copy struct {
	// Rank comes before the id in the order in which of several copies the first is kept.
	Rank uint64
	ID   string
	// Start and End are code points; End is WholeEnd for all of a document.
	Start, End int64
	// Sentence, Sentences and Matched are those of a passage of sentences; 0 sentences
	// for a range.
	Sentence, Sentences, Matched uint32
	Kind                         CopyKind
}

// WholeEnd is the End of a copy that is a whole document, however long.
const WholeEnd = -1

// CopyKind says what a copy is a copy of.
type CopyKind uint8

const (
	// PassageCopy is a side of a passage.
	PassageCopy CopyKind = iota
	// HotCopy is a place of a hot passage.
	HotCopy
	// DocumentCopy is a document of a group; its Rank says whether it stands for it.
	DocumentCopy
	// SourceCopy is a side of a passage in a document of a source, which is not cleaned.
	SourceCopy
	// NeededCopy says that the document holds a copy that an earlier pass has kept.
	NeededCopy
)

// Tags order the records that meet at a document of a collection that is cleaned, and
// those that meet at a group of copies.
const (
	TagHome byte = 0x20 + iota
	TagRanked
	TagKept
	TagPieces
	TagCandidate
)

// AppendCopy appends the payload of c to dst. Bytes order as rank, id, start, end do.
//
//	rank [8]; id ordered; start, end [8]; sentence, sentences, matched uvarint; kind byte
func AppendCopy(dst []byte, c *Copy) []byte {
	dst = binary.BigEndian.AppendUint64(dst, c.Rank)
	dst = appendOrdered(dst, c.ID)
	dst = binary.BigEndian.AppendUint64(dst, uint64(c.Start))
	dst = binary.BigEndian.AppendUint64(dst, uint64(c.End))
	for _, v := range [...]uint32{c.Sentence, c.Sentences, c.Matched} {
		dst = binary.AppendUvarint(dst, uint64(v))
	}
	return append(dst, byte(c.Kind))
}

// ReadCopy reads a payload.
func ReadCopy(b []byte) (Copy, error) {
	r := reader{b: b}
	return r.copy(), r.err
}

func (r *reader) copy() Copy {
	c := Copy{Rank: r.uint64(), ID: r.ordered()}
	c.Start, c.End = int64(r.uint64()), int64(r.uint64())
	c.Sentence, c.Sentences, c.Matched = uint32(r.uvarint()), uint32(r.uvarint()), uint32(r.uvarint())
	c.Kind = CopyKind(r.byte())
	return c
}

func (r *reader) uint64() uint64 {
	if v := r.bytes(8); v != nil {
		return binary.BigEndian.Uint64(v)
	}
	return 0
}

// ordered reads what appendOrdered wrote.
func (r *reader) ordered() string {
	var s []byte
	for r.err == nil {
		c := r.byte()
		if c == 0 && r.byte() == 1 {
			break
		}
		s = append(s, c)
	}
	return string(s)
}

// IDKey is the key under which the records of a document of a given id meet.
func IDKey(id string) uint64 { return xxhash.Sum64String(id) }

// Home is a document of a collection that is cleaned: where it is and how long.
type Home struct {
	ID, File string
	// Branch and Part say where the file, or the part of it from that byte on, is
	// written again.
	Branch int
	Part   int64
	Record int64
	// Runes is the length of the text in code points.
	Runes int64
	// Content is a hash of the text.
	Content uint64
}

// Less is the order in which, of two documents with the same id, the first is kept: that
// of Entry.Less.
func (h *Home) Less(o *Home) bool {
	return (&Entry{Content: h.Content, File: h.File, Record: h.Record}).Less(&Entry{Content: o.Content, File: o.File, Record: o.Record})
}

// AppendHome appends the payload of h to dst.
//
//	TagHome byte; id, file string; branch uvarint; part, record, runes varint; content [8]
func AppendHome(dst []byte, h *Home) []byte { return appendHome(append(dst, TagHome), h) }

func appendHome(dst []byte, h *Home) []byte {
	dst = appendString(appendString(dst, h.ID), h.File)
	dst = binary.AppendUvarint(dst, uint64(h.Branch))
	for _, v := range [...]int64{h.Part, h.Record, h.Runes} {
		dst = binary.AppendVarint(dst, v)
	}
	return binary.BigEndian.AppendUint64(dst, h.Content)
}

// ReadHome reads a payload.
func ReadHome(b []byte) (Home, error) {
	r := reader{b: b}
	r.byte()
	return r.home(), r.err
}

func (r *reader) home() Home {
	h := Home{ID: r.string(), File: r.string(), Branch: int(r.uvarint())}
	h.Part, h.Record, h.Runes = r.varint(), r.varint(), r.varint()
	h.Content = r.uint64()
	return h
}

// AtDocument is what a document is told about copies: of a group, a copy of its own and,
// with TagCandidate, the one that is to be kept, if any is.
type AtDocument struct {
	Tag     byte // TagRanked, TagKept or TagCandidate
	Group   uint64
	Copy    Copy
	HasKept bool
	Kept    Copy
}

// AppendAtDocument appends the payload of a to dst. Its key is IDKey of the copy's id.
//
//	tag byte; group [8]; copy; with a kept copy: that
func AppendAtDocument(dst []byte, a *AtDocument) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, a.Tag), a.Group)
	dst = AppendCopy(dst, &a.Copy)
	if a.HasKept {
		dst = AppendCopy(dst, &a.Kept)
	}
	return dst
}

// ReadAtDocument reads a payload.
func ReadAtDocument(b []byte) (AtDocument, error) {
	r := reader{b: b}
	a := AtDocument{Tag: r.byte(), Group: r.uint64(), Copy: r.copy()}
	if a.HasKept = len(r.b) > 0; a.HasKept {
		a.Kept = r.copy()
	}
	return a, r.err
}

// Piece is an intact part of a kept copy, and what of it surely stays.
type Piece struct {
	Start, End          int64
	Sentence, Sentences uint32
	Names               []KeptRange
}

// KeptRange is a half-open range of code points that stays in its document.
type KeptRange struct{ Start, End int64 }

// AppendPieces appends the payload of the intact parts of the kept copy of a group to
// dst. Its key is the group.
//
//	TagPieces byte; n uvarint; n times: start, end, sentence, sentences uvarint; names
func AppendPieces(dst []byte, pieces []Piece) []byte {
	dst = binary.AppendUvarint(append(dst, TagPieces), uint64(len(pieces)))
	for _, p := range pieces {
		for _, v := range [...]uint64{uint64(p.Start), uint64(p.End), uint64(p.Sentence), uint64(p.Sentences)} {
			dst = binary.AppendUvarint(dst, v)
		}
		dst = appendKept(dst, p.Names)
	}
	return dst
}

func appendKept(dst []byte, kept []KeptRange) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(kept)))
	for _, k := range kept {
		dst = binary.AppendUvarint(dst, uint64(k.Start))
		dst = binary.AppendUvarint(dst, uint64(k.End))
	}
	return dst
}

func (r *reader) kept() (kept []KeptRange) {
	for n := r.uvarint(); n > 0 && r.err == nil; n-- {
		kept = append(kept, KeptRange{int64(r.uvarint()), int64(r.uvarint())})
	}
	return kept
}

// ReadPieces reads a payload.
func ReadPieces(b []byte) (pieces []Piece, err error) {
	r := reader{b: b}
	r.byte()
	for n := r.uvarint(); n > 0 && r.err == nil; n-- {
		p := Piece{Start: int64(r.uvarint()), End: int64(r.uvarint()), Sentence: uint32(r.uvarint()), Sentences: uint32(r.uvarint())}
		p.Names = r.kept()
		pieces = append(pieces, p)
	}
	return pieces, r.err
}

// AppendCandidate appends the payload of a copy that may be taken out, with the place of
// its document, to dst. Its key is the group.
//
//	TagCandidate byte; candidate, kept copy; home
func AppendCandidate(dst []byte, candidate, kept *Copy, h *Home) []byte {
	return appendHome(AppendCopy(AppendCopy(append(dst, TagCandidate), candidate), kept), h)
}

// ReadCandidate reads a payload.
func ReadCandidate(b []byte) (candidate, kept Copy, h Home, err error) {
	r := reader{b: b}
	r.byte()
	candidate, kept, h = r.copy(), r.copy(), r.home()
	return candidate, kept, h, r.err
}
