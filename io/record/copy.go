package record

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/io/wire"
)

// Copy is a place that a result names, with what is known of it. Its key is IDKey of ID.
type Copy struct {
	ID string
	// Start and End are code points.
	Start, End int64
	// Sentence and Sentences are the first sentence and how many of a passage that is made
	// of whole sentences; 0 sentences for one that is not.
	Sentence, Sentences uint32
	Kind                CopyKind
	// KeptID is, of a SourceCopy, the document of the source, and KeptStart and KeptEnd are
	// where in it; of a DocumentCopy it is the document that stands for its group.
	KeptID             string
	KeptStart, KeptEnd int64
}

// CopyKind says what a result says of a place.
type CopyKind uint8

const (
	// PassageCopy is a side of a passage.
	PassageCopy CopyKind = iota
	// HotCopy is a place of a hot passage.
	HotCopy
	// DocumentCopy is a document of a group.
	DocumentCopy
	// SourceCopy is a passage that stands word by word in a source, which is not cleaned.
	SourceCopy
	// RunCopy is a run of words that stands twice. It has no ID: it is of the document that it
	// meets by its key.
	RunCopy
	// CutCopy is a place at which an earlier pass has cut, in code points of the first text.
	CutCopy
	// PinnedCopy is a place that an earlier pass has named as kept, in code points of the
	// first text.
	PinnedCopy
)

// Tags order the records that meet at the id of a document.
const (
	TagHome byte = 0x20 + iota
	TagCopy
)

// AppendCopy appends the payload of c to dst.
//
//	TagCopy byte; id string; start, end varint; sentence, sentences uvarint; kind byte;
//	kept id string; kept start, kept end varint
func AppendCopy(dst []byte, c *Copy) []byte {
	dst = wire.AppendString(append(dst, TagCopy), c.ID)
	dst = binary.AppendVarint(binary.AppendVarint(dst, c.Start), c.End)
	dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(c.Sentence)), uint64(c.Sentences))
	dst = wire.AppendString(append(dst, byte(c.Kind)), c.KeptID)
	return binary.AppendVarint(binary.AppendVarint(dst, c.KeptStart), c.KeptEnd)
}

// ReadCopy reads a payload.
func ReadCopy(b []byte) (Copy, error) {
	r := wire.NewReader(b)
	r.Byte()
	c := Copy{ID: r.Text(), Start: r.Varint(), End: r.Varint()}
	c.Sentence, c.Sentences = uint32(r.Uvarint()), uint32(r.Uvarint())
	c.Kind = CopyKind(r.Byte())
	c.KeptID, c.KeptStart, c.KeptEnd = r.Text(), r.Varint(), r.Varint()
	return c, r.Err()
}

func readSum(r *wire.Reader) (sum [16]byte) {
	copy(sum[:], r.Bytes(16))
	return sum
}

// IDKey is the key under which the records of a document of a given id meet.
func IDKey(id string) uint64 { return xxhash.Sum64String(id) }

// SumKey is the key under which equal things meet whose hash is sum.
func SumKey(sum [16]byte) uint64 { return binary.BigEndian.Uint64(sum[:]) }

// Spot is where a document is written again: in the part of a file from byte Part on.
type Spot struct {
	File   string
	Part   int64
	Record int64
}

func appendSpot(dst []byte, s *Spot) []byte {
	dst = wire.AppendString(dst, s.File)
	dst = binary.AppendVarint(dst, s.Part)
	return binary.AppendVarint(dst, s.Record)
}

func readSpot(r *wire.Reader) Spot {
	return Spot{File: r.Text(), Part: r.Varint(), Record: r.Varint()}
}

// Home is a document of a collection that is cleaned: where it is and how long.
type Home struct {
	ID string
	Spot
	// Runes is the length of the text in code points.
	Runes int64
	// Content is a hash of the text, Sum a cryptographic one.
	Content uint64
	Sum     [16]byte
	// Gone says that the document is dropped: another one stands for it.
	Gone bool
}

// Less is the order in which, of two documents with the same id, the first is kept: that
// of Entry.Less.
func (h *Home) Less(o *Home) bool {
	return (&Entry{Content: h.Content, File: h.File, Record: h.Record}).Less(&Entry{Content: o.Content, File: o.File, Record: o.Record})
}

// AppendHome appends the payload of h to dst. Its key is IDKey.
//
//	TagHome byte; id string; spot; runes varint; content [8]; sum [16]; gone byte
func AppendHome(dst []byte, h *Home) []byte { return appendHome(append(dst, TagHome), h) }

func appendHome(dst []byte, h *Home) []byte {
	dst = appendSpot(wire.AppendString(dst, h.ID), &h.Spot)
	dst = binary.AppendVarint(dst, h.Runes)
	dst = append(binary.BigEndian.AppendUint64(dst, h.Content), h.Sum[:]...)
	return wire.AppendBool(dst, h.Gone)
}

// ReadHome reads a payload.
func ReadHome(b []byte) (Home, error) {
	r := wire.NewReader(b)
	r.Byte()
	return readHome(&r), r.Err()
}

func readHome(r *wire.Reader) Home {
	h := Home{ID: r.Text(), Spot: readSpot(r), Runes: r.Varint()}
	h.Content, h.Sum = r.Uint64(), readSum(r)
	h.Gone = r.Byte() == 1
	return h
}

// Member is a document among those of which one is kept: documents with the same text, or
// a group that a result names.
type Member struct {
	// Sum names the group. Rank comes before the id in the order of its documents.
	Sum  [16]byte
	Rank uint8
	Home Home
}

// AppendMember appends the payload of m to dst. Bytes order as sum, rank, id do. Its key is
// SumKey.
//
//	sum [16]; rank byte; id ordered; home
func AppendMember(dst []byte, m *Member) []byte {
	return appendHome(wire.AppendOrdered(append(append(dst, m.Sum[:]...), m.Rank), m.Home.ID), &m.Home)
}

// ReadMember reads a payload.
func ReadMember(b []byte) (Member, error) {
	r := wire.NewReader(b)
	m := Member{Sum: readSum(&r), Rank: r.Byte()}
	r.Ordered()
	m.Home = readHome(&r)
	return m, r.Err()
}

// Unit is a place of words of which one place is kept.
type Unit struct {
	// Sum is that of the words.
	Sum [16]byte
	// Pinned says that an earlier pass has named the place as kept: it comes first in the
	// order of places, and stays even if it is not the first.
	Pinned bool
	// Rank comes before the id in the order.
	Rank uint64
	ID   string
	// Start and End are code points, Number the unit's number in its document.
	Start, End int64
	Number     uint32
	// Hot says that a result has the place as hot.
	Hot  bool
	Spot Spot
}

// AppendUnit appends the payload of u to dst. Bytes order as sum, pinned first, rank, id,
// start do. Its key is SumKey.
//
//	sum [16]; not pinned byte; rank [8]; id ordered; start [8]; end, number uvarint; hot
//	byte; spot
func AppendUnit(dst []byte, u *Unit) []byte {
	dst = append(dst, u.Sum[:]...)
	dst = wire.AppendBool(dst, !u.Pinned)
	dst = wire.AppendOrdered(binary.BigEndian.AppendUint64(dst, u.Rank), u.ID)
	dst = binary.BigEndian.AppendUint64(dst, uint64(u.Start))
	dst = binary.AppendUvarint(binary.AppendUvarint(dst, uint64(u.End)), uint64(u.Number))
	return appendSpot(wire.AppendBool(dst, u.Hot), &u.Spot)
}

// ReadUnit reads a payload.
func ReadUnit(b []byte) (Unit, error) {
	r := wire.NewReader(b)
	u := Unit{Sum: readSum(&r), Pinned: r.Byte() == 0, Rank: r.Uint64(), ID: r.Ordered(), Start: int64(r.Uint64())}
	u.End, u.Number = int64(r.Uvarint()), uint32(r.Uvarint())
	u.Hot, u.Spot = r.Byte() == 1, readSpot(&r)
	return u, r.Err()
}

// Run is a run of words, in code points, of the document with that IDKey. Its key is the
// hash of its words.
type Run struct {
	Document   uint64
	Start, End int64
}

// AppendRun appends the payload of r to dst.
//
//	document [8]; start, end uvarint
func AppendRun(dst []byte, r Run) []byte {
	dst = binary.BigEndian.AppendUint64(dst, r.Document)
	return binary.AppendUvarint(binary.AppendUvarint(dst, uint64(r.Start)), uint64(r.End))
}

// ReadRun reads a payload.
func ReadRun(b []byte) (Run, error) {
	r := wire.NewReader(b)
	v := Run{Document: r.Uint64(), Start: int64(r.Uvarint()), End: int64(r.Uvarint())}
	return v, r.Err()
}
