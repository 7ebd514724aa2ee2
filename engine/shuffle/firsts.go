package shuffle

import (
	"fmt"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/mix"
)

// EachFirst is EachGroup for records of which only the first of a set meets the others of the set: all of them may be
// one text that a million documents have. The records of one key need not fit in memory. If they do not, f is called
// several times for the key, each time with the first record of each of its sets and some of the others, in order.
//
// set returns the begin of a payload that says which set it belongs to. The first record of a set is the least payload.
func (p Params) EachFirst(
	stage string, blocks func(*[]byte) bool, set func(payload []byte) []byte,
	f func(sorted *block.Sorted, from, to int) error,
) error {
	defer Progress.Shards.Add(1)
	sealed, size := p.collect(stage, blocks)
	parts, err := p.partsOf(stage, sealed, size)
	if err != nil {
		return err
	}
	groups := func(sorted *block.Sorted) error { return eachGroup(sorted, f) }
	return eachOf(parts, func(part [][]byte) error {
		max := p.Memory / partShare * 5 / 4 // parts are not of exactly the same size
		if size := Records(part).Size(); size <= max || p.parts(size, partShare) == 1 {
			return sortPart(stage, part, groups)
		}
		return p.eachFirst(stage, part, set, groups)
	})
}

// eachFirst calls f for portions of a part of a shard.
func (p Params) eachFirst(stage string, part Records, set func([]byte) []byte, f func(*block.Sorted) error) error {
	max := p.Memory / partShare
	firsts, err := firstsOf(part, set, max/4)
	if err != nil {
		return fmt.Errorf("%s: %w", stage, err)
	}
	n := int(part.Size()/max) + 1
	out := newParts(p.Spool, 1+n) // part 0 has the first records of large sets
	err = part.Each(func(key uint64, payload []byte) error {
		first, large := firsts[setOf{key, string(set(payload))}]
		switch {
		case !large:
			return out.add(1+ShardOf(mix.Full(key), n), key, payload)
		case string(payload) == first:
			return out.add(0, key, payload)
		}
		return out.add(1+ShardOf(xxhash.Sum64(payload), n), key, payload)
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

// setOf names a set of records.
type setOf struct {
	key uint64
	set string
}

// firstsOf returns the first record of each set in keys with more than so many bytes.
func firstsOf(part Records, set func([]byte) []byte, min int64) (firsts map[setOf]string, err error) {
	sizes := map[uint64]int64{}
	if err := part.Each(func(key uint64, payload []byte) error {
		sizes[key] += int64(len(payload))
		return nil
	}); err != nil {
		return nil, err
	}
	firsts = map[setOf]string{}
	err = part.Each(func(key uint64, payload []byte) error {
		if sizes[key] <= min {
			return nil
		}
		of := set(payload)
		if first, ok := firsts[setOf{key, string(of)}]; !ok || string(payload) < first {
			firsts[setOf{key, string(of)}] = string(payload)
		}
		return nil
	})
	return firsts, err
}
