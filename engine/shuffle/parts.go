package shuffle

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"example.org/diagonal/engine/shuffle/block"
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
// f may use the records until it returns: their memory is then used again.
//
// blocks is the iterator of a DoFn that receives a shard (Group). stage is the name of the
// stage, for the line that shows progress, and for errors.
func (p Params) EachPart(stage string, blocks func(*[]byte) bool, f func(*block.Sorted) error) error {
	defer Progress.Shards.Add(1)
	sealed, size := p.collect(stage, blocks)
	return p.eachPart(stage, sealed, size, f)
}

// eachPart is EachPart for the collected blocks of a shard, of size bytes.
func (p Params) eachPart(stage string, sealed [][]byte, size int64, f func(*block.Sorted) error) error {
	parts, err := p.partsOf(stage, sealed, size)
	if err != nil {
		return err
	}
	return eachOf(parts, func(part [][]byte) error { return sortPart(stage, part, f) })
}

// partsOf returns the parts in which the collected blocks of a shard, of size bytes, are received.
func (p Params) partsOf(stage string, sealed [][]byte, size int64) ([][][]byte, error) {
	n := p.parts(size, partShare)
	if n == 1 {
		return [][][]byte{sealed}, nil
	}
	parts, err := p.deal(sealed, n, sampleBytes, upperHalf)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", stage, err)
	}
	return parts, nil
}

// parts returns the number of parts, each of about a share, as 1/share, of p.Memory, in which
// a shard of size bytes is received: 1 if it fits, or cannot be divided.
func (p Params) parts(size, share int64) int {
	max := p.Memory / share
	if p.Spool == "" || max <= 0 || size <= max {
		return 1
	}
	return int(size/max) + 1
}

// sortPart sorts the records of a part and calls f, which may use them until it returns. Errors begin with the
// name of the stage, except those of f.
func sortPart(stage string, part [][]byte, f func(*block.Sorted) error) error {
	var memory opened
	blocks := make([][]byte, len(part))
	for i, b := range part {
		var err error
		if blocks[i], err = memory.open(b); err != nil {
			return fmt.Errorf("%s: %w", stage, err)
		}
	}
	sorted, err := block.Sort(blocks)
	if err != nil {
		return fmt.Errorf("%s: %w", stage, err)
	}
	if err := f(sorted); err != nil {
		return err
	}
	sorted.Close()
	memory.close()
	return nil
}

// eachOf calls f with the sealed blocks of each part. More than one part is counted in Progress.
func eachOf(parts [][][]byte, f func(part [][]byte) error) error {
	if len(parts) > 1 {
		Progress.Parts.Add(int64(len(parts)))
	}
	for _, part := range parts {
		if err := f(part); err != nil {
			return err
		}
		if len(parts) > 1 { // nobody else has seen them
			release(part)
		}
	}
	return nil
}

// EachGroup is EachPart by groups: it calls f for each group of records with the same key,
// which are those from one to before another.
func (p Params) EachGroup(
	stage string, blocks func(*[]byte) bool, f func(sorted *block.Sorted, from, to int) error,
) error {
	return p.EachPart(stage, blocks, func(sorted *block.Sorted) error { return eachGroup(sorted, f) })
}

// eachGroup calls f for each group of records with the same key.
func eachGroup(sorted *block.Sorted, f func(sorted *block.Sorted, from, to int) error) error {
	for from := 0; from < sorted.Len(); {
		to := sorted.Group(from)
		if err := f(sorted, from, to); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// beginning is how a record begins, as far as it decides where parts are divided. Records with the same beginning are
// in one part.
type beginning struct {
	key     uint64
	payload []byte
}

func (b beginning) compare(c beginning) int {
	if b.key != c.key {
		return cmp.Compare(b.key, c.key)
	}
	return bytes.Compare(b.payload, c.payload)
}

// upperHalf is the beginning by which EachPart divides a shard.
func upperHalf(key uint64, _ []byte) beginning { return beginning{key: key >> 32 << 32} }

// deal returns the blocks of a shard as at most n parts of about the same size, in the order of the beginnings of their
// records.
func (p Params) deal(
	sealed [][]byte, n int, every int64, of func(key uint64, payload []byte) beginning,
) ([][][]byte, error) {
	bounds, err := boundsOf(sealed, n, every, of)
	if err != nil {
		return nil, err
	}
	out := newParts(p.Spool, len(bounds)+1)
	if err := Records(sealed).Each(func(key uint64, payload []byte) error {
		part, equal := slices.BinarySearchFunc(bounds, of(key, payload), beginning.compare)
		if equal { // a bound is the first beginning of the next part
			part++
		}
		return out.add(part, key, payload)
	}); err != nil {
		return nil, err
	}
	return out.finish()
}

// sampleBytes is how many bytes of records one beginning represents in the sample of boundsOf.
const sampleBytes = 1 << 10

// boundsOf returns the beginnings of all parts but the first, so that n parts have about as many bytes each. It reads
// all blocks and keeps a beginning for each every bytes.
func boundsOf(sealed [][]byte, n int, every int64, of func(key uint64, payload []byte) beginning) ([]beginning, error) {
	var sample []beginning
	read, next := int64(0), int64(0)
	err := Records(sealed).Each(func(key uint64, payload []byte) error {
		if read += int64(len(payload)) + 9; next > read {
			return nil
		}
		b := of(key, payload)
		b.payload = bytes.Clone(b.payload)
		for ; next <= read; next += every { // a long record counts for its size
			sample = append(sample, b)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(sample, beginning.compare)
	var bounds []beginning
	for i := 1; i < n; i++ {
		bounds = append(bounds, sample[i*len(sample)/n])
	}
	return slices.CompactFunc(bounds, func(x, y beginning) bool { return x.compare(y) == 0 }), nil
}
