package cleaning

import (
	"crypto/sha256"
	"encoding/binary"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue"
)

// Tags order the records that meet at the id of a document.
const (
	tagHome byte = 0x20 + iota
	tagCopy
)

// Spot is where a document and its edits meet. Where the texts are read again from files,
// that is a part of a file: File, and the byte at which the part begins. Where the
// documents travel, it is the document itself: ID is set, and Part is a hash of the text.
type Spot struct {
	ID, File string
	Part     int64
	// Record is the number of the document in its file.
	Record int64
}

// Key returns the key under which a document or a part of a file meets its edits. Record
// does not count.
func (s Spot) Key() uint64 {
	var scratch [128]byte
	return xxhash.Sum64(s.place(scratch[:0]))
}

// place appends all but Record to dst:
//
//	id, file ordered; part [8]
func (s Spot) place(dst []byte) []byte {
	dst = wire.AppendOrdered(wire.AppendOrdered(dst, s.ID), s.File)
	return binary.BigEndian.AppendUint64(dst, uint64(s.Part))
}

// same reports whether two documents meet their edits in one place.
func (s Spot) same(o Spot) bool { return s.ID == o.ID && s.File == o.File && s.Part == o.Part }

// append appends the spot to dst:
//
//	id, file string; part, record varint
func (s Spot) append(dst []byte) []byte {
	dst = wire.AppendString(wire.AppendString(dst, s.ID), s.File)
	return binary.AppendVarint(binary.AppendVarint(dst, s.Part), s.Record)
}

func readSpot(r *wire.Reader) Spot {
	return Spot{ID: r.Text(), File: r.Text(), Part: r.Varint(), Record: r.Varint()}
}

// Home is a document of the collection: where it meets its edits, how long it is, and hashes
// of its text. Its key is that of its id.
type Home struct {
	ID string
	Spot
	// Runes is the length of the text in code points.
	Runes int64
	// Content is a hash of the text, Sum a cryptographic one.
	Content uint64
	Sum     [16]byte
	// Gone is true if the document is dropped because another one represents it.
	Gone bool
	// Source is true if the document is one of the source: it is kept as it is.
	Source bool
	// Order comes before the id in the order of documents (Keep.Order).
	Order string
}

// homeOf returns the home of a document that meets its edits at a spot. It counts what is compared to decide which
// documents stay. The error is about the fields of the document.
func homeOf(d *record.Document, at Spot, keep Keep, count func(name string, n int64)) (Home, error) {
	h := Home{ID: d.ID, Spot: at, Runes: int64(utf8.RuneCount(d.Text)), Content: record.Content(d.Text),
		Source: d.Side == record.Source}
	sum := sha256.Sum256(d.Text)
	copy(h.Sum[:], sum[:])
	if h.Source { // it stays
		return h, nil
	}
	order, err := keep.Order(d, h.Runes, count)
	h.Order = order
	return h, err
}

// duplicate returns why the document of loser is rejected: winner has its id.
func duplicate(loser, winner *Home) string {
	if winner.File == "" {
		return "duplicate id"
	}
	return catalogue.DuplicateID(loser.ID, loser.Claim(), winner.Claim())
}

// Name and Claim decide which document of an id is kept (catalogue.First).
func (h *Home) Name() string { return h.ID }
func (h *Home) Claim() catalogue.Claim {
	return catalogue.Claim{Content: h.Content, File: h.File, Record: h.Record}
}

func (h Home) key() uint64 { return idKey(h.ID) }

// idKey returns the key under which the records of a document meet.
func idKey(id string) uint64 { return xxhash.Sum64String(id) }

// sumKey returns the key under which equal things meet whose hash is sum.
func sumKey(sum [16]byte) uint64 { return binary.BigEndian.Uint64(sum[:]) }

func readSum(r *wire.Reader) (sum [16]byte) {
	copy(sum[:], r.Bytes(16))
	return sum
}

// Append appends the payload to dst:
//
//	tagHome byte; id string; spot; runes varint; content [8]; sum [16]; gone, source
//	byte; order string
func (h Home) Append(dst []byte) []byte { return h.fields(append(dst, tagHome)) }

func (h *Home) fields(dst []byte) []byte {
	dst = h.Spot.append(wire.AppendString(dst, h.ID))
	dst = binary.AppendVarint(dst, h.Runes)
	dst = append(binary.BigEndian.AppendUint64(dst, h.Content), h.Sum[:]...)
	return wire.AppendString(wire.AppendBool(wire.AppendBool(dst, h.Gone), h.Source), h.Order)
}

// Tag is the first byte: a Home comes before the copies in its document.
func (h *Home) Tag() byte { return tagHome }

// Read reads a payload.
func (h *Home) Read(b []byte) error {
	r := wire.NewReader(b)
	r.Byte()
	*h = homeFields(&r)
	return r.Err()
}

func homeFields(r *wire.Reader) Home {
	h := Home{ID: r.Text(), Spot: readSpot(r), Runes: r.Varint()}
	h.Content, h.Sum = r.Uint64(), readSum(r)
	h.Gone, h.Source, h.Order = r.Bool(), r.Bool(), r.Text()
	return h
}

// The ranks of the documents of a group.
const (
	// sourceRank is that of documents of the source.
	sourceRank uint8 = iota
	// firstRank is that of the document that a group names, and of all where it names none.
	firstRank
	otherRank
)

// member is a document of a group of which one is kept: documents with the same text, or a
// group of similar ones. Its key is that of its group.
type member struct {
	// sum names the group. rank and then the order of home come before the id in the order of its documents.
	sum  [16]byte
	rank uint8
	home Home
}

func (m member) key() uint64 { return sumKey(m.sum) }

// Append appends the payload to dst. Bytes order as sum, rank, order, id do.
//
//	sum [16]; rank byte; order, id ordered; home
func (m member) Append(dst []byte) []byte {
	dst = wire.AppendOrdered(append(append(dst, m.sum[:]...), m.rank), m.home.Order)
	return m.home.fields(wire.AppendOrdered(dst, m.home.ID))
}

// Read reads a payload.
func (m *member) Read(b []byte) error {
	r := wire.NewReader(b)
	*m = member{sum: readSum(&r), rank: r.Byte()}
	r.Ordered()
	r.Ordered()
	m.home = homeFields(&r)
	return r.Err()
}
