package partition

import (
	"encoding/binary"
	"fmt"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/partition/bounded"
)

// Vertex is a record about a set of package bounded. Its key is the set, and the payload is one of
//
//	tagMet byte; pages uvarint; other [8]; words uvarint
//	tagVertex byte; state; pages uvarint; class [8] each
//	tagLink byte; pages uvarint; state
//	tagChoice byte; pages uvarint; state
//	tagJoined byte; state
//
//	state: set [8]; pages, words, links uvarint
//
// tagMet is a link of a page, which is the key, with another one; words are those of the key. tagVertex is
// pages of the set, and the State of the set that they are in now. There may be several. tagLink is a link
// with the set of the state. tagChoice says that this set has chosen its link with the key. tagJoined is the set that
// the key has joined.
type Vertex []byte

// Append appends the payload to dst.
func (x *Vertex) Append(dst []byte) []byte { return append(dst, *x...) }

// Read reads a payload, a view.
func (x *Vertex) Read(payload []byte) error {
	*x = payload
	return nil
}

const (
	tagMet byte = 1 + iota
	tagVertex
	tagLink
	tagChoice
	tagJoined
)

func appendMet(dst []byte, pages uint32, other uint64, words uint32) []byte {
	dst = binary.BigEndian.AppendUint64(binary.AppendUvarint(append(dst, tagMet), uint64(pages)), other)
	return binary.AppendUvarint(dst, uint64(words))
}

func appendVertex(dst []byte, x bounded.State, pages []uint64) []byte {
	dst = binary.AppendUvarint(appendState(append(dst, tagVertex), x), uint64(len(pages)))
	for _, p := range pages {
		dst = binary.BigEndian.AppendUint64(dst, p)
	}
	return dst
}

// appendLink appends a link with the tag tagLink or tagChoice.
func appendLink(dst []byte, tag byte, l bounded.Link) []byte {
	return appendState(binary.AppendUvarint(append(dst, tag), uint64(l.Pages)), l.State)
}

func appendState(dst []byte, x bounded.State) []byte {
	dst = binary.BigEndian.AppendUint64(dst, x.Set)
	dst = binary.AppendUvarint(dst, uint64(x.Pages))
	return binary.AppendUvarint(binary.AppendUvarint(dst, x.Words), uint64(x.Links))
}

func readState(r *wire.Reader) bounded.State {
	return bounded.State{Set: r.Uint64(), Pages: uint32(r.Uvarint()), Words: r.Uvarint(), Links: uint32(r.Uvarint())}
}

// vertex is what is known at a set.
type vertex struct {
	// State is that of the set; after tagJoined, that of the set that it has joined.
	bounded.State
	// pages are the classes of its pages.
	pages []uint64
	// links are its links, in any order.
	links []bounded.Link
	// choices are the sets that chose their link with this one.
	choices []bounded.Link
}

// read reads the records of a set into v, whose slices it reuses.
func (v *vertex) read(key uint64, records *engine.In[Vertex]) error {
	*v = vertex{pages: v.pages[:0], links: v.links[:0], choices: v.choices[:0]}
	for i := range records.Len() {
		if err := v.add(key, records.Payload(i)); err != nil {
			return err
		}
	}
	return nil
}

// add adds a record to v. Records come in the order of their tags. The error is wire.ErrShort, or about a tag.
func (v *vertex) add(key uint64, payload []byte) error {
	r := wire.NewReader(payload)
	switch tag := r.Byte(); tag {
	case tagMet:
		v.links = append(v.links, bounded.Link{Pages: uint32(r.Uvarint()), State: bounded.State{Set: r.Uint64()}})
		v.State = bounded.State{Set: key, Pages: 1, Words: r.Uvarint()}
	case tagVertex:
		v.State = readState(&r)
		for n := r.Uvarint(); n > 0 && r.Err() == nil; n-- {
			v.pages = append(v.pages, r.Uint64())
		}
	case tagLink:
		v.links = append(v.links, readLink(&r))
	case tagChoice:
		v.choices = append(v.choices, readLink(&r))
	case tagJoined:
		v.State = readState(&r)
	default:
		return fmt.Errorf("partition: a record of set %x has the unknown tag %d", key, tag)
	}
	return r.Err()
}

func readLink(r *wire.Reader) bounded.Link {
	return bounded.Link{Pages: uint32(r.Uvarint()), State: readState(r)}
}
