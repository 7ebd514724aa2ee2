package cluster

import (
	"encoding/binary"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/wire"
	"example.org/diagonal/transforms/cluster/spot"
	"example.org/diagonal/transforms/locate"
	"example.org/diagonal/transforms/resemblance"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

// sideFn sends both sides of each passage to their documents.
type sideFn struct{ Params Params }

func (fn *sideFn) ProcessElement(_ int, b []byte, emit func(int, []byte)) error {
	packer := shuffle.NewPacker(fn.Params.Shuffle)
	var payload []byte
	err := shuffle.Each(b, func(_ uint64, located []byte) error {
		l, err := locate.ReadLocated(located)
		if err != nil {
			return err
		}
		passage := xxhash.Sum64(located)
		sides, err := fn.sides(&l)
		if err != nil {
			return err
		}
		for i, m := range sides {
			payload = appendMember(binary.BigEndian.AppendUint64(payload[:0], passage), &m)
			packer.Add(l.Documents[i], payload, emit)
		}
		return nil
	})
	packer.Flush(emit)
	return err
}

// sides returns the two places of a passage. The error is about a date.
func (fn *sideFn) sides(l *locate.Located) ([2]member, error) {
	p := &l.Passage
	both := [2]member{
		{ID: p.A, Start: p.AStart, End: p.AEnd, ByteStart: p.AByteStart, ByteEnd: p.AByteEnd, Fields: p.AFields},
		{ID: p.B, Start: p.BStart, End: p.BEnd, ByteStart: p.BByteStart, ByteEnd: p.BByteEnd, Fields: p.BFields, Source: p.Source},
	}
	for i := range both {
		m := &both[i]
		m.Origin, m.Passages, m.Similarity, m.Verbatim = l.Origins[i], 1, p.Similarity, p.Kind == record.Verbatim
		if fn.Params.DateField != "" {
			_, text, ok, err := m.Fields.Date(fn.Params.DateField)
			if err != nil {
				return both, fmt.Errorf("document %s, field %s: %w", m.ID, fn.Params.DateField, err)
			}
			if ok {
				m.Date = text
			}
		}
	}
	return both, nil
}

// spotFn finds the spots of each document.
type spotFn struct{ Params Params }

func (fn *spotFn) ProcessElement(_ int, blocks func(*[]byte) bool, ends, spots func(int, []byte)) error {
	toPassages, toSpots := shuffle.NewPacker(fn.Params.Shuffle), shuffle.NewPacker(fn.Params.Shuffle)
	var payload []byte
	err := fn.Params.Shuffle.EachGroup("cluster.Join", blocks, func(sorted *block.Sorted, from, to int) error {
		members, places, passages := make([]member, to-from), make([]spot.Place, to-from), make([]uint64, to-from)
		for i := range members {
			b := wire.NewReader(sorted.Payload(from + i))
			passages[i] = b.Uint64()
			m, err := readMember(b.Rest())
			if err != nil {
				return err
			}
			members[i], places[i] = m, spot.Place{Start: m.Start, End: m.End}
		}
		anchors := spot.Of(places)
		for i, anchor := range anchors {
			if i != anchor {
				members[anchor].add(&members[i])
			}
		}
		for i, anchor := range anchors {
			key := spotKey(sorted.Key(from), places[anchor].Start, places[anchor].End)
			payload = binary.BigEndian.AppendUint64(payload[:0], key)
			toPassages.Add(passages[i], payload, ends)
			if i == anchor {
				payload = appendMember(payload[:0], &members[i])
				toSpots.Add(key, payload, spots)
			}
		}
		return nil
	})
	toPassages.Flush(ends)
	toSpots.Flush(spots)
	return err
}

// add adds the passages of another place of the spot.
func (m *member) add(other *member) {
	m.Passages += other.Passages
	m.Similarity = max(m.Similarity, other.Similarity)
	m.Verbatim = m.Verbatim && other.Verbatim
}

// linkFn makes an edge of the two ends of each passage.
type linkFn struct{ Params Params }

func (fn *linkFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	packer := shuffle.NewPacker(fn.Params.Shuffle)
	var payload []byte
	err := fn.Params.Shuffle.EachGroup("cluster.Join, edges", blocks, func(sorted *block.Sorted, from, to int) error {
		if to-from < 2 {
			return nil
		}
		a := resemblance.Vertex{Key: binary.BigEndian.Uint64(sorted.Payload(from))}
		b := resemblance.Vertex{Key: binary.BigEndian.Uint64(sorted.Payload(from + 1))}
		if a.Key != b.Key {
			payload = resemblance.AppendLink(payload[:0], &a, &b)
			packer.Add(a.Key, payload, emit)
		}
		return nil
	})
	packer.Flush(emit)
	return err
}
