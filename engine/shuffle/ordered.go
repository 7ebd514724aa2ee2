package shuffle

import (
	"fmt"

	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/spool"
)

// Ordered is the records of a shard, of any number, in the order of their keys, those of a key in that of their
// payloads.
type Ordered struct {
	params Params
	stage  string
	sealed Records
}

// EachOrdered calls f with the records of one shard, for a stage that goes through all of them once. Unlike the records
// of EachPart, those of one key need not fit in memory.
//
// blocks and stage are those of EachPart.
func (p Params) EachOrdered(stage string, blocks func(*[]byte) bool, f func(Ordered) error) error {
	defer Progress.Shards.Add(1)
	sealed, _ := p.collect(stage, blocks)
	return f(Ordered{p, stage, sealed})
}

// Size returns the number of bytes in the blocks.
func (o Ordered) Size() (bytes int64) { return o.sealed.Size() }

// Each calls f for all records, and stops at the first error: that of f, or of a block that cannot be read or written.
// f may use the payload until it returns. A shard that is larger than memory is dealt to parts, in the spool, by ranges
// of its records, and a part that is still too large is dealt again. Records that are all the same, or begin with the
// same maxBeginning bytes, are not divided.
func (o Ordered) Each(f func(key uint64, payload []byte) error) error {
	return o.params.eachOrdered(o.stage, o.sealed, func(sorted *block.Sorted) error {
		for i := range sorted.Len() {
			if err := f(sorted.Key(i), sorted.Payload(i)); err != nil {
				return err
			}
		}
		return nil
	})
}

// maxBeginning is the largest size, in bytes, of the part of a payload that divides parts.
const maxBeginning = 1 << 10

// samplesPerPart is how many beginnings of records a part has in the sample, on average. So hardly any part is twice as
// large as it should be, and the sample takes about as much memory as a part at most.
const samplesPerPart = 32

// whole is the beginning by which Ordered divides a shard.
func whole(key uint64, payload []byte) beginning {
	return beginning{key, payload[:min(len(payload), maxBeginning)]}
}

// orderedShare is partShare for EachOrdered, whose stages keep something of the records that they go through.
const orderedShare = 2 * partShare

// eachOrdered sorts the records of sealed blocks and calls f with them, in one or more parts.
func (p Params) eachOrdered(stage string, sealed Records, f func(*block.Sorted) error) error {
	size, limit := sealed.Size(), p.Memory/orderedShare
	if p.parts(size, orderedShare) == 1 {
		return sortPart(stage, sealed, f)
	}
	// The open blocks of all parts take about as much memory as one part.
	n := min(2*(size/limit+1), max(2, limit/(2*blockBytes)))
	parts, err := p.deal(sealed, int(n), max(1, size/(n*samplesPerPart)), whole)
	if err != nil {
		return fmt.Errorf("%s: %w", stage, err)
	}
	if len(parts) == 1 { // the records cannot be divided
		release(parts[0])
		return sortPart(stage, sealed, f)
	}
	return eachOf(parts, func(part [][]byte) error { return p.eachOrdered(stage, part, f) })
}

// Sorter sorts records of any number in one process, without a pipeline: Add all, then Each as often as wanted, and
// Add again then. It is not safe for concurrent use.
type Sorter struct {
	params Params
	all    *parts // one
}

// NewSorter returns a Sorter that sorts in so many bytes of memory. All records wait in a folder, until it is closed.
func NewSorter(folder *spool.Folder, memory int64) *Sorter {
	p := Params{Shards: 1, Spool: folder.Path(), Memory: memory}
	return &Sorter{p, newParts(p.Spool, 1)}
}

// Add adds a record. It does not keep the payload. The error is that of the folder.
func (s *Sorter) Add(key uint64, payload []byte) error { return s.all.add(0, key, payload) }

// Each is Ordered.Each for the records so far.
func (s *Sorter) Each(f func(key uint64, payload []byte) error) error {
	if err := s.all.blocks.Flush(s.all.keep); err != nil {
		return err
	}
	return Ordered{s.params, "sort", s.all.sealed[0]}.Each(f)
}
