package cluster

import (
	"encoding/binary"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/transforms/cluster/spot"
	"example.org/diagonal/transforms/locate"
	"example.org/diagonal/transforms/resemblance"
)

// spotFn finds the spots of each document.
type spotFn struct{ Params Params }

func (fn *spotFn) ProcessElement(_ int, blocks func(*[]byte) bool, ends, spots func(int, []byte)) error {
	toPassages, toSpots := shuffle.NewPacker(fn.Params.Shuffle), shuffle.NewPacker(fn.Params.Shuffle)
	var payload []byte
	err := fn.Params.Shuffle.EachGroup("cluster.Join", blocks, func(sorted *block.Sorted, from, to int) error {
		members, places, passages := make([]member, to-from), make([]spot.Place, to-from), make([]uint64, to-from)
		for i := range members {
			side, err := engine.Read[locate.Side](sorted.Payload(from + i))
			if err != nil {
				return err
			}
			members[i], places[i], passages[i] = member{side, 1}, spot.Place{Start: side.Start, End: side.End}, side.Passage
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
	m.Similarity, m.Prose = max(m.Similarity, other.Similarity), max(m.Prose, other.Prose)
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
