package shuffle

import (
	"fmt"
	"slices"

	"example.org/diagonal/io/spool"
	"example.org/diagonal/transforms/shuffle/block"
)

// partShare is the share, as 1/partShare, of the memory of a worker that the blocks of one
// part of a shard take: the sorted records take about as much again.
const partShare = 3

// EachPart sorts the records of one shard and calls f with them: in one part if the blocks
// take no more than a third of p.Memory. A larger shard is sorted outside of memory. Its
// records are dealt to several parts by ranges of their keys, in the spool, and f is called
// for each part in the order of keys. Keys with the same upper half are always in one part,
// however many records they have. Without a spool, or without a bound on memory, there is
// one part.
//
// blocks is the iterator of a DoFn that receives a shard (Group). stage is the name of the
// stage, for the line that shows progress, and for errors.
func (p Params) EachPart(stage string, blocks func(*[]byte) bool, f func(*block.Sorted) error) error {
	defer Progress.Shards.Add(1)
	sealed, size := collect(stage, blocks)
	parts := [][][]byte{sealed}
	if most := p.Memory / partShare; p.Spool != "" && most > 0 && size > most {
		var err error
		if parts, err = p.deal(sealed, size, most); err != nil {
			return fmt.Errorf("%s: %w", stage, err)
		}
		Progress.Parts.Add(int64(len(parts)))
	}
	for _, part := range parts {
		sorted, err := sortSealed(stage, part)
		if err != nil {
			return err
		}
		if err := f(sorted); err != nil {
			return err
		}
	}
	return nil
}

// EachGroup is EachPart by groups: it calls f for each group of records with the same key,
// which are those from one to before another.
func (p Params) EachGroup(stage string, blocks func(*[]byte) bool, f func(sorted *block.Sorted, from, to int) error) error {
	return p.EachPart(stage, blocks, func(sorted *block.Sorted) error {
		for from := 0; from < sorted.Len(); {
			to := sorted.Group(from)
			if err := f(sorted, from, to); err != nil {
				return err
			}
			from = to
		}
		return nil
	})
}

// deal returns the blocks of a shard, of size bytes, as parts of about most bytes.
func (p Params) deal(sealed [][]byte, size, most int64) (parts [][][]byte, err error) {
	bounds, err := boundsOf(sealed, int(size/most)+1)
	if err != nil {
		return nil, err
	}
	parts = make([][][]byte, len(bounds)+1)
	open := make([][]byte, len(parts))
	seal := func(part int) error {
		b, free, err := spool.Seal(p.Spool, open[part])
		if err != nil {
			return err
		}
		parts[part] = append(parts[part], b)
		if free {
			open[part] = spool.New(open[part])
		} else {
			open[part] = spool.New(nil)
		}
		return nil
	}
	for i := range open {
		open[i] = spool.New(nil)
	}
	err = eachRecord(sealed, func(key uint64, payload []byte) error {
		part, equal := slices.BinarySearch(bounds, uint32(key>>32))
		if equal { // a bound is the first key of the next part
			part++
		}
		open[part] = block.Append(open[part], key, payload)
		if spool.Len(open[part]) >= blockBytes {
			return seal(part)
		}
		return nil
	})
	for i := 0; i < len(open) && err == nil; i++ {
		if spool.Len(open[i]) > 0 {
			err = seal(i)
		}
	}
	return slices.DeleteFunc(parts, func(part [][]byte) bool { return len(part) == 0 }), err
}

// sampleBytes is how many bytes of records one key represents in the sample of boundsOf.
const sampleBytes = 1 << 10

// boundsOf returns the upper halves of the keys that begin all parts but the first, so that
// n parts have about as many bytes each. It reads all blocks and keeps a key for each
// sampleBytes.
func boundsOf(sealed [][]byte, n int) ([]uint32, error) {
	var sample []uint32
	bytes, next := 0, 0
	err := eachRecord(sealed, func(key uint64, payload []byte) error {
		for bytes += len(payload) + 9; next <= bytes; next += sampleBytes {
			sample = append(sample, uint32(key>>32))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(sample)
	var bounds []uint32
	for i := 1; i < n; i++ {
		bounds = append(bounds, sample[i*len(sample)/n])
	}
	return slices.Compact(bounds), nil
}

// eachRecord calls f for the records of all blocks, and stops at the first error.
func eachRecord(sealed [][]byte, f func(key uint64, payload []byte) error) error {
	for _, b := range sealed {
		var failed error
		err := Each(b, func(key uint64, payload []byte) {
			if failed == nil {
				failed = f(key, payload)
			}
		})
		if err == nil {
			err = failed
		}
		if err != nil {
			return err
		}
	}
	return nil
}
