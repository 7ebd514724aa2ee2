package shuffle

import (
	"fmt"

	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/spool"
)

// Place says in which portions a record of a key with too many records is. A record is in the portion of its Number;
// records with the same upper half of the number are in the same portion. A shared record is in each portion with a
// record that is not shared and has its Number as its own Number or as its Other.
type Place struct {
	Number, Other uint64
	Shared        bool
}

// Portion returns the Place of a record.
type Portion func(payload []byte) Place

// EachPortion is EachGroup, but the records of one key need not fit in memory. If they do not, f is called for several
// portions of them, and of some keys beside it. A portion may have shared records that nothing in it needs.
//
// With a spool, large shared records stay there: what is sorted of them are their first bytes, and sorted.Whole reads
// them.
func (p Params) EachPortion(
	stage string, blocks func(*[]byte) bool, portion Portion, f func(sorted *block.Sorted, from, to int) error,
) error {
	defer Progress.Shards.Add(1)
	sealed, size := p.collect(stage, blocks)
	groups := func(sorted *block.Sorted) error { return eachGroup(sorted, f) }
	if p.Spool == "" {
		return sortPart(stage, sealed, groups)
	}
	max := 2 * p.Memory / partShare
	if done, err := sortLeft(stage, sealed, portion, max, groups); done || err != nil {
		return err
	}
	parts, err := p.partsOf(stage, sealed, size)
	if err != nil {
		return err
	}
	return eachOf(parts, func(part [][]byte) error {
		if len(parts) > 1 {
			if done, err := sortLeft(stage, part, portion, max, groups); done || err != nil {
				return err
			}
		}
		return p.eachPortion(stage, part, portion, max, groups)
	})
}

// recordBytes is what a record takes in memory beside its bytes, while it is sorted and its cell is compared
// (delivery.EachPair): its place among the sorted records, and those of its documents.
const recordBytes = 48

// weight is what records take in memory.
type weight struct {
	own, shared            int64
	records, sharedRecords int64 // records are those that are not shared
}

// weigh adds up what records take, and tells shared ones apart.
func (r Records) weigh(portion Portion) (w weight, err error) {
	err = r.Each(func(_ uint64, payload []byte) error {
		if shared := portion(payload).Shared; shared {
			w.shared += takes(payload, shared)
			w.sharedRecords++
			return nil
		}
		w.own += takes(payload, false)
		w.records++
		return nil
	})
	return w, err
}

// maxPortions bounds the portions of a part. Each has an open block while they are written.
const maxPortions = 512

// portions returns the number of portions of records of a weight, so that each takes about limit bytes. A portion has
// its own records, and of the shared ones those that it needs: two for each of its own at most.
func (w weight) portions(limit int64) int {
	n := int64(2)
	for ; n < maxPortions; n += 1 + n/8 {
		needed := float64(w.shared) * min(1, 2*float64(w.records)/float64(n*max(1, w.sharedRecords)))
		if float64(w.own)/float64(n)+needed <= float64(limit) {
			break
		}
	}
	return int(n)
}

// eachPortion calls f for the portions of a part of a shard, each of about max bytes.
func (p Params) eachPortion(
	stage string, part Records, portion Portion, max int64, f func(*block.Sorted) error,
) error {
	w, err := part.weigh(portion)
	if err != nil {
		return fmt.Errorf("%s: %w", stage, err)
	}
	n := w.portions(max)
	portions, err := p.dealPortions(part, portion, n, w.records)
	if err != nil {
		return fmt.Errorf("%s: %w", stage, err)
	}
	Progress.Parts.Add(int64(n))
	for _, own := range portions {
		if _, err := sortLeft(stage, own, portion, 0, f); err != nil {
			return err
		}
		release(own)
	}
	return nil
}

// dealPortions deals the records of a part to n portions. records is the number of those that are not shared.
func (p Params) dealPortions(part Records, portion Portion, n int, records int64) ([][][]byte, error) {
	needs := newNeeds(min(records, p.Memory/32))
	if err := part.Each(func(_ uint64, payload []byte) error {
		if at := portion(payload); !at.Shared {
			own := ShardOf(at.Number, n)
			needs.add(at.Number, own)
			needs.add(at.Other, own)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	out := &parts{spool.NewBlocks(p.Spool, n, p.fullBlock(n)), make([][][]byte, n)}
	if err := part.Each(func(key uint64, payload []byte) error {
		at := portion(payload)
		if !at.Shared {
			return out.add(ShardOf(at.Number, n), key, payload)
		}
		for own := range n {
			if needs.has(at.Number, own) {
				if err := out.add(own, key, payload); err != nil {
					return err
				}
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	return out.finish()
}

// needs is the numbers that each portion needs, as a Bloom filter (Bloom, CACM 13(7), 1970): two bits for each. With 16
// times as many bits as numbers, a portion gets 1.4 % of the others, too.
type needs struct {
	bits []uint64
}

// newNeeds returns needs of so many records with two numbers each.
func newNeeds(records int64) needs { return needs{make([]uint64, records/2+1)} }

// at returns the places of two bits.
func (s needs) at(number uint64, portion int) (x, y uint64) {
	h, n := mix.Full(number^mix.Full(uint64(portion))), uint64(len(s.bits))<<6
	return (h >> 32) % n, (h & (1<<32 - 1)) % n
}

func (s needs) add(number uint64, portion int) {
	x, y := s.at(number, portion)
	s.bits[x>>6] |= 1 << (x & 63)
	s.bits[y>>6] |= 1 << (y & 63)
}

func (s needs) has(number uint64, portion int) bool {
	x, y := s.at(number, portion)
	return s.bits[x>>6]>>(x&63)&1 != 0 && s.bits[y>>6]>>(y&63)&1 != 0
}

// release gives the room of blocks away that this stage has dealt to parts.
func release(part [][]byte) {
	for _, b := range part {
		spool.Release(b)
	}
}
