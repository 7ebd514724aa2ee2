package record

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"

	"example.org/diagonal/io/wire"
)

// Excerpt is a piece of a document whose text has still to be read.
type Excerpt struct {
	// Origin says where the document is, ByteStart and ByteEnd where the piece is in
	// its text.
	Origin             Origin
	ByteStart, ByteEnd int64
	// Text is up to ExcerptRunes code points of the piece, once it was read; with Markup
	// that is still in it some more.
	Text   string
	Markup Markup
	// Value is the record that the text belongs to, as JSON.
	Value []byte
}

// ExcerptRunes is the most code points that the text of an excerpt has.
const ExcerptRunes = 300

// Origin is where a document was read.
type Origin struct {
	File           string
	Record, Offset int64
}

// originJSON is an Origin whose file is in bytes: its name need not be UTF-8.
type originJSON struct {
	File           []byte
	Record, Offset int64
}

// MarshalJSON and UnmarshalJSON keep the file, which is to be opened again.
func (o Origin) MarshalJSON() ([]byte, error) {
	return json.Marshal(originJSON{[]byte(o.File), o.Record, o.Offset})
}

func (o *Origin) UnmarshalJSON(b []byte) error {
	var v originJSON
	err := json.Unmarshal(b, &v)
	*o = Origin{string(v.File), v.Record, v.Offset}
	return err
}

// Place is where a range of sentences of one document stands.
type Place struct {
	ID                 string
	Start, End         int64
	ByteStart, ByteEnd int64
	Sentence           uint32
	Sentences          uint32
	Words              uint32
	// Hash is a hash of the words of the sentences.
	Hash uint64
}

// LocatedSide is one side of a passage with its place. Its key is the passage (Found.ID).
type LocatedSide struct {
	Side       byte
	Place      Place
	Origin     Origin
	Matched    uint32
	Similarity float64
	Reading    Reading
	Kind       Kind
}

// AppendLocatedSide appends the payload of s to dst, which begins with TagSide and the side.
func AppendLocatedSide(dst []byte, s *LocatedSide) []byte {
	dst = append(dst, TagSide, s.Side, byte(s.Reading), byte(s.Kind))
	dst = binary.AppendUvarint(dst, uint64(s.Matched))
	dst = binary.BigEndian.AppendUint64(dst, math.Float64bits(s.Similarity))
	return appendOrigin(appendPlace(dst, &s.Place), &s.Origin)
}

// ReadLocatedSide reads a payload.
func ReadLocatedSide(b []byte) (LocatedSide, error) {
	r := wire.NewReader(b)
	r.Byte()
	s := LocatedSide{Side: r.Byte(), Reading: Reading(r.Byte()), Kind: Kind(r.Byte()), Matched: uint32(r.Uvarint())}
	if f := r.Bytes(8); f != nil {
		s.Similarity = math.Float64frombits(binary.BigEndian.Uint64(f))
	}
	s.Place, s.Origin = readPlace(&r), readOrigin(&r)
	return s, r.Err()
}

// LocatedHot is one place of a hot passage. Its key is the hash of the passage's words.
type LocatedHot struct {
	Place  Place
	Origin Origin
}

// AppendLocatedHot appends the payload of h to dst, which begins with TagHot and
// orders by id, then start.
func AppendLocatedHot(dst []byte, h *LocatedHot) []byte {
	dst = wire.AppendOrdered(append(dst, TagHot), h.Place.ID)
	dst = binary.BigEndian.AppendUint64(dst, uint64(h.Place.Start))
	return appendOrigin(appendPlace(dst, &h.Place), &h.Origin)
}

// ReadLocatedHot reads a payload.
func ReadLocatedHot(b []byte) (LocatedHot, error) {
	r := wire.NewReader(b)
	r.Byte()
	for r.Err() == nil && (r.Byte() != 0 || r.Byte() != 1) { // the ordered id ends in 0 1
	}
	r.Bytes(8)
	h := LocatedHot{Place: readPlace(&r)}
	h.Origin = readOrigin(&r)
	return h, r.Err()
}

func appendPlace(dst []byte, p *Place) []byte {
	dst = wire.AppendString(dst, p.ID)
	for _, v := range [...]int64{p.Start, p.End - p.Start, p.ByteStart, p.ByteEnd - p.ByteStart, int64(p.Sentence), int64(p.Sentences), int64(p.Words)} {
		dst = binary.AppendUvarint(dst, uint64(v))
	}
	return binary.BigEndian.AppendUint64(dst, p.Hash)
}

func readPlace(r *wire.Reader) Place {
	p := Place{ID: r.Text()}
	p.Start = int64(r.Uvarint())
	p.End = p.Start + int64(r.Uvarint())
	p.ByteStart = int64(r.Uvarint())
	p.ByteEnd = p.ByteStart + int64(r.Uvarint())
	p.Sentence, p.Sentences, p.Words = uint32(r.Uvarint()), uint32(r.Uvarint()), uint32(r.Uvarint())
	if h := r.Bytes(8); h != nil {
		p.Hash = binary.BigEndian.Uint64(h)
	}
	return p
}

func appendOrigin(dst []byte, o *Origin) []byte {
	dst = wire.AppendString(dst, o.File)
	dst = binary.AppendVarint(dst, o.Record)
	return binary.AppendVarint(dst, o.Offset)
}

func readOrigin(r *wire.Reader) Origin {
	return Origin{File: r.Text(), Record: r.Varint(), Offset: r.Varint()}
}

// Origin is where the document of the entry was read.
func (e *Entry) Origin() Origin { return Origin{e.File, e.Record, e.Offset} }

// Place is where count sentences from first on stand.
func (e *Entry) Place(first, count uint32) (Place, bool) {
	if count == 0 || uint64(first)+uint64(count) > uint64(len(e.Sentences)) {
		return Place{}, false
	}
	sentences := e.Sentences[first : first+count]
	from, to := sentences[0], sentences[count-1]
	p := Place{
		ID: e.ID, Start: from.Start, End: to.End, ByteStart: from.ByteStart, ByteEnd: to.ByteEnd,
		Sentence: first, Sentences: count,
	}
	for _, s := range sentences {
		p.Words += s.Words
		p.Hash = joinWords(p.Hash, s.Hash, s.Words)
	}
	p.Hash = mix(p.Hash)
	return p, true
}

// PlaceOf is where a range stands: its sentences are those that it touches.
func (e *Entry) PlaceOf(g Range) Place {
	p := Place{ID: e.ID, Start: int64(g.Start), End: int64(g.End), ByteStart: int64(g.ByteStart), ByteEnd: int64(g.ByteEnd)}
	first, _ := slices.BinarySearchFunc(e.Sentences, p.Start, func(s Sentence, start int64) int { return cmp.Compare(s.End, start+1) })
	end, _ := slices.BinarySearchFunc(e.Sentences, p.End, func(s Sentence, end int64) int { return cmp.Compare(s.Start, end) })
	if end > first {
		p.Sentence, p.Sentences = uint32(first), uint32(end-first)
	}
	return p
}

// mix spreads every bit of x over all others (the finaliser of SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
