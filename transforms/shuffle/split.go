package shuffle

import (
	"fmt"
	"slices"

	"example.org/diagonal/io/spool"
	"example.org/diagonal/transforms/shuffle/block"
)

// SplitShare is the share, as 1/SplitShare, of the memory of a worker that the blocks of one
// part of EachSplit take. As much is for what is unpacked of them at a time, and the rest for the
// places of records and for maps of what they contain.
const SplitShare = 4

// Split sends the records of a shard, or pieces of them, to n parts, which have numbers from 0.
// sorted contains some of the records: all with the same key.
type Split func(sorted *block.Sorted, n int, add func(part int, key uint64, payload []byte) error) error

// EachSplit is EachPart for records that are lists of small things, which are unpacked and
// brought together across records. A shard of up to 1/SplitShare of p.Memory is one part. A
// larger one is divided, in the spool, by what its records contain: split sends pieces of them
// to the parts, and f is called for each part that has any.
func (p Params) EachSplit(stage string, blocks func(*[]byte) bool, split Split, f func(*block.Sorted) error) error {
	defer Progress.Shards.Add(1)
	sealed, size := collect(stage, blocks)
	n := p.parts(size, SplitShare)
	if n == 1 {
		return eachSorted(stage, [][][]byte{sealed}, f)
	}
	out := newParts(p.Spool, n)
	if err := p.eachPart(stage, sealed, size, func(sorted *block.Sorted) error {
		return split(sorted, n, out.add)
	}); err != nil {
		return err
	}
	parts, err := out.finish()
	if err != nil {
		return fmt.Errorf("%s: %w", stage, err)
	}
	return eachSorted(stage, parts, f)
}

// parts are the parts of a shard, in a spool, while they are written.
type parts struct {
	spool  string
	open   [][]byte
	sealed [][][]byte
}

func newParts(folder string, n int) *parts {
	p := &parts{folder, make([][]byte, n), make([][][]byte, n)}
	for i := range p.open {
		p.open[i] = spool.New(nil)
	}
	return p
}

// add adds a record to a part. The payload is copied.
func (p *parts) add(part int, key uint64, payload []byte) error {
	p.open[part] = block.Append(p.open[part], key, payload)
	if spool.Len(p.open[part]) >= blockBytes {
		return p.seal(part)
	}
	return nil
}

func (p *parts) seal(part int) error {
	b, free, err := spool.Seal(p.spool, p.open[part])
	if err != nil {
		return err
	}
	p.sealed[part] = append(p.sealed[part], b)
	if free {
		p.open[part] = spool.New(p.open[part])
	} else {
		p.open[part] = spool.New(nil)
	}
	return nil
}

// finish returns the blocks of the parts that have any.
func (p *parts) finish() ([][][]byte, error) {
	for part, b := range p.open {
		if spool.Len(b) > 0 {
			if err := p.seal(part); err != nil {
				return nil, err
			}
		}
	}
	return slices.DeleteFunc(p.sealed, func(part [][]byte) bool { return len(part) == 0 }), nil
}
