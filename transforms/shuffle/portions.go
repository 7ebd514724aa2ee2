package shuffle

import (
	"fmt"

	"example.org/diagonal/io/spool"
	"example.org/diagonal/transforms/shuffle/block"
)

// Portion says where a record of a key with too many records goes: into all portions of the key, or into one
// of them, by a number. Records with the same upper half of the number are in the same portion.
type Portion func(payload []byte) (number uint64, all bool)

// EachPortion is EachGroup, but the records of one key need not fit in memory. If they do not, f is called for several
// portions of them, and of some keys beside it, each with all records that belong to all portions of the key.
func (p Params) EachPortion(stage string, blocks func(*[]byte) bool, portion Portion, f func(sorted *block.Sorted, from, to int) error) error {
	defer Progress.Shards.Add(1)
	sealed, size := p.collect(stage, blocks)
	parts, err := p.partsOf(stage, sealed, size)
	if err != nil {
		return err
	}
	groups := func(sorted *block.Sorted) error { return eachGroup(sorted, f) }
	most := p.Memory / partShare * 5 / 4 // parts are not of exactly the same size
	return eachOf(parts, func(part [][]byte) error {
		if size := Records(part).Size(); size <= most || p.parts(size, partShare) == 1 {
			return sortPart(stage, part, groups)
		}
		return p.eachPortion(stage, part, portion, groups)
	})
}

// eachPortion calls f for the portions of a part of a shard.
func (p Params) eachPortion(stage string, part Records, portion Portion, f func(*block.Sorted) error) error {
	all := int64(0)
	if err := part.Each(func(_ uint64, payload []byte) error {
		if _, ok := portion(payload); ok {
			all += int64(len(payload))
		}
		return nil
	}); err != nil {
		return fmt.Errorf("%s: %w", stage, err)
	}
	most := p.Memory / partShare
	n := int((part.Size()-all)/max(most-all, most/4)) + 1
	out := newParts(p.Spool, 1+n) // part 0 belongs to all portions
	err := part.Each(func(key uint64, payload []byte) error {
		number, all := portion(payload)
		if all {
			return out.add(0, key, payload)
		}
		return out.add(1+ShardOf(number, n), key, payload)
	})
	if err == nil {
		err = out.blocks.Flush(out.keep)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", stage, err)
	}
	Progress.Parts.Add(int64(n))
	defer release(out.sealed[0])
	for _, own := range out.sealed[1:] {
		if len(own) == 0 {
			continue
		}
		if err := sortPart(stage, append(own[:len(own):len(own)], out.sealed[0]...), f); err != nil {
			return err
		}
		release(own)
	}
	return nil
}

// release gives the room of blocks away that this stage has dealt to parts.
func release(part [][]byte) {
	for _, b := range part {
		spool.Release(b)
	}
}
