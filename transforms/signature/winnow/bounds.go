package winnow

import (
	"math/bits"
	"slices"
)

// bounds finds words by the characters before them, in the same time for each. A search from the last
// word on would end after a number of steps that no processor predicts.
type bounds struct {
	blocks []block
	words  []uint32 // of each place where words begin, the first one
	places uint32   // words[:places+1] are set
	total  uint32   // the characters of the document
}

// block is 64 characters.
type block struct {
	begins uint64 // bit x: words begin at character x
	before uint32 // the places in the blocks before it
}

// reset makes b ready for add, for words of the given lengths.
func (b *bounds) reset(lengths []uint32) {
	total := uint32(0)
	for _, l := range lengths {
		total += l
	}
	size := int(total>>6) + 1
	b.blocks = slices.Grow(b.blocks[:0], size)[:size]
	clear(b.blocks)
	b.words = slices.Grow(b.words[:0], len(lengths)+2)[:len(lengths)+2]
	b.words[0] = 0
	b.places, b.total = 0, total
}

// add adds word x, before which there are so many characters. It must be called for all words, in order.
func (b *bounds) add(x int, before, length uint32) {
	b.blocks[before>>6].begins |= 1 << (before & 63)
	b.words[b.places+1] = uint32(x) + 1 // of words without characters at one place, the last one is right
	b.places += (length | -length) >> 31
}

// finish makes b ready for first.
func (b *bounds) finish() {
	b.blocks[b.total>>6].begins |= 1 << (b.total & 63)
	places := uint32(0)
	for x := range b.blocks {
		b.blocks[x].before = places
		places += uint32(bits.OnesCount64(b.blocks[x].begins))
	}
}

// first returns the first word that has so many characters before it, or more. After the last word is the
// end of the document. characters is at most b.total.
func (b *bounds) first(characters uint32) int {
	l := &b.blocks[characters>>6]
	return int(b.words[l.before+uint32(bits.OnesCount64(l.begins&(1<<(characters&63)-1)))])
}
