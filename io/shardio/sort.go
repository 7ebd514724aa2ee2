package shardio

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"

	"example.org/diagonal/engine/spool"
)

// sortShare is the share, as 1/sortShare, of the memory of a worker that the blocks take whose lines are sorted at a
// time. A line takes 32 bytes more: as much as its block has of it if it is short.
const sortShare = 4

// samplesPerPart is how many samples of the lines a part has, on average, when a shard is dealt to parts. So hardly any
// part is twice as large as it should be.
const samplesPerPart = 32

// maxBound is the largest size, in bytes, of the beginning of a line that divides parts. Lines that begin with the
// same bytes are in one part.
const maxBound = 1 << 10

// sorter sorts the lines of shards, one shard after the other. Blocks of at most a share of the memory of a worker are
// sorted in memory. A larger shard is dealt to parts by ranges of its lines, in the spool, and a part that is still too
// large is dealt again. Lines that are all the same, or begin with the same maxBound bytes, are not divided. Without a
// spool, or without a bound on memory, every shard is sorted in memory.
type sorter struct {
	spool string
	// most is how many bytes of blocks are sorted in memory; 0: any number.
	most int64

	// The memory of the blocks that are sorted, and of their lines, which is used again. Never emitted.
	memory []byte
	lines  []ordered
}

// newSorter returns a sorter for the spool and the memory of Params.
func newSorter(spool string, memory int64) *sorter {
	s := &sorter{spool: spool}
	if spool != "" && memory > 0 {
		s.most = max(1, memory/sortShare)
	}
	return s
}

// each calls f with the lines of sealed blocks, sorted, in one or more parts in the order of the lines. f must not keep
// them. Errors are those of f, of the context, and of blocks that cannot be read or written.
func (s *sorter) each(ctx context.Context, sealed [][]byte, f func(*streams) error) error {
	parts, err := s.deal(ctx, sealed)
	if err != nil {
		return err
	}
	if parts == nil {
		lines, err := s.sorted(sealed)
		if err != nil {
			return err
		}
		return f(lines)
	}
	for _, part := range parts {
		if err := s.each(ctx, part, f); err != nil {
			return err
		}
		releaseAll(part)
	}
	return nil
}

// sizeOf returns how many bytes sealed blocks have.
func sizeOf(sealed [][]byte) (size int64) {
	for _, b := range sealed {
		size += spool.Size(b)
	}
	return size
}

// releaseAll gives away the room of blocks that nobody else reads.
func releaseAll(sealed [][]byte) {
	for _, b := range sealed {
		spool.Release(b)
	}
}

// eachLine calls f for each packed line of an opened block, and stops at the first error.
func eachLine(block []byte, f func(packed []byte) error) error {
	for len(block) > 0 {
		n, w := binary.Uvarint(block)
		if w <= 0 || n == 0 || n > uint64(len(block)-w) {
			return errDamaged
		}
		if err := f(block[w : w+int(n)]); err != nil {
			return err
		}
		block = block[w+int(n):]
	}
	return nil
}

// sorted returns the lines of sealed blocks, sorted, in the memory of s.
func (s *sorter) sorted(sealed [][]byte) (*streams, error) {
	clear(s.lines) // so that they keep no memory
	blocks, err := s.open(sealed)
	if err != nil {
		return nil, err
	}
	var count [len(streams{})]int
	lines := 0
	for _, b := range blocks {
		err := eachLine(b, func(packed []byte) error {
			count[packed[0]]++
			lines++
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if lines > cap(s.lines) {
		s.lines = nil // before others are made
		s.lines = make([]ordered, lines)
	}
	all, sorted := s.lines[:lines], &streams{}
	for stream, n := range count {
		sorted[stream], all = all[:0:n], all[n:]
	}
	for _, b := range blocks {
		eachLine(b, func(packed []byte) error {
			sorted[packed[0]] = append(sorted[packed[0]], orderedOf(packed))
			return nil
		})
	}
	for _, lines := range sorted {
		slices.SortFunc(lines, ordered.compare)
	}
	return sorted, nil
}

// open opens sealed blocks, in the memory of s if they are in files.
func (s *sorter) open(sealed [][]byte) ([][]byte, error) {
	var size int64
	for _, b := range sealed {
		if spool.InFile(b) {
			size += spool.Size(b)
		}
	}
	if size > int64(cap(s.memory)) {
		s.memory = nil                                               // before others are made
		s.memory = make([]byte, max(size, min(s.most, size+size/4))) // the next part may be somewhat larger
	}
	blocks, rest := make([][]byte, len(sealed)), s.memory[:cap(s.memory)]
	for i, b := range sealed {
		size := int64(0)
		if spool.InFile(b) {
			size = spool.Size(b)
		}
		memory := rest[:size:size]
		rest = rest[size:]
		var err error
		if blocks[i], err = spool.OpenIn(&memory, b); err != nil {
			return nil, err
		}
	}
	return blocks, nil
}

// deal returns the lines of sealed blocks as blocks of parts, which are in the order of their lines and not empty; nil
// if all the blocks can be sorted in memory, or their lines cannot be divided.
func (s *sorter) deal(ctx context.Context, sealed [][]byte) ([][][]byte, error) {
	size := sizeOf(sealed)
	if s.most == 0 || size <= s.most {
		return nil, nil
	}
	// The open blocks of all parts take about as much memory as one part.
	n := int(min(2*(size/s.most+1), max(2, s.most/(2*packBytes))))
	bounds, err := s.bounds(ctx, sealed, size, n)
	if err != nil {
		return nil, err
	}
	parts, blocks := make([][][]byte, len(bounds)+1), spool.NewBlocks(s.spool, len(bounds)+1, packBytes)
	keep := func(part int, sealed []byte) {
		spool.Hold(sealed)
		parts[part] = append(parts[part], sealed)
	}
	err = s.lineByLine(ctx, sealed, func(packed []byte) error {
		part, found := slices.BinarySearchFunc(bounds, packed, bytes.Compare)
		if found { // a bound begins the next part
			part++
		}
		b := binary.AppendUvarint(blocks.Open(part), uint64(len(packed)))
		full, err := blocks.Put(part, append(b, packed...))
		if full != nil {
			keep(part, full)
		}
		return err
	})
	if err == nil {
		err = blocks.Flush(keep)
	}
	if err != nil {
		return nil, err
	}
	parts = slices.DeleteFunc(parts, func(part [][]byte) bool { return len(part) == 0 })
	if len(parts) > 1 {
		return parts, nil
	}
	for _, part := range parts {
		releaseAll(part)
	}
	return nil, nil
}

// lineByLine calls f for each packed line of sealed blocks, which are open one at a time.
func (s *sorter) lineByLine(ctx context.Context, sealed [][]byte, f func(packed []byte) error) error {
	for _, b := range sealed {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		block, err := spool.OpenIn(&s.memory, b)
		if err != nil {
			return err
		}
		if err := eachLine(block, f); err != nil {
			return err
		}
	}
	return nil
}

// bounds returns the beginnings of the lines with which the second and later parts begin, ascending, so that at most n
// parts have about as many bytes each. size is that of the blocks.
func (s *sorter) bounds(ctx context.Context, sealed [][]byte, size int64, n int) ([][]byte, error) {
	var sample [][]byte
	every := max(1, size/int64(n*samplesPerPart))
	read, next := int64(0), int64(0)
	err := s.lineByLine(ctx, sealed, func(packed []byte) error {
		if read += int64(len(packed)); next >= read {
			return nil
		}
		bound := bytes.Clone(packed[:min(len(packed), maxBound)])
		for ; next < read; next += every { // a long line counts for its size
			sample = append(sample, bound)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(sample, bytes.Compare)
	var bounds [][]byte
	for i := 1; i < n; i++ {
		bounds = append(bounds, sample[i*len(sample)/n])
	}
	return slices.CompactFunc(bounds, bytes.Equal), nil
}
