package commonrun

import (
	"math/bits"

	"example.org/diagonal/transforms/alignment/scratch"
)

// Places finds where some of the n-grams of a text stand: those that were added. The zero value is ready for Reset.
type Places struct {
	// At is the first word of each n-gram, and Next 1 + the entry of the next place of the same n-gram, or 0.
	At, Next []uint32

	words []uint32
	n     int
	hash  []uint64
	slots []uint32 // open addressing: 1 + the entry of the first place, or 0
	shift uint
	seen  []uint64 // a bit for the hash of each n-gram, see MayHave
}

// Reset begins with the n-grams of words, of 1 to AnchorWords words, and none is added.
func (p *Places) Reset(words []uint32, n int) {
	p.words, p.n = words, n
	p.At, p.hash = p.At[:0], p.hash[:0]
}

// Add adds the n-gram that begins at word x.
func (p *Places) Add(x uint32) {
	p.At, p.hash = append(p.At, x), append(p.hash, Hash(p.words[x:int(x)+p.n]))
}

// AddAnchor is Add for n-grams of AnchorWords words.
func (p *Places) AddAnchor(x uint32) {
	p.At, p.hash = append(p.At, x), append(p.hash, HashAnchor(p.words[x:]))
}

// Hash returns a hash of 1 to AnchorWords words.
func Hash(gram []uint32) uint64 {
	var anchor [AnchorWords]uint32
	copy(anchor[:], gram)
	return HashAnchor(anchor[:])
}

// HashAnchor is Hash of the first AnchorWords words, which are hashes themselves; its high bits are the
// good ones. Unlike rolling, it waits for nothing but the words.
func HashAnchor(words []uint32) uint64 {
	words = words[:AnchorWords]
	return (uint64(words[0])|uint64(words[1])<<32)*base + (uint64(words[2])|uint64(words[3])<<32)*base2
}

const base2 = 0xc2b2ae3d27d4eb4f // odd, a prime

// Build makes the table of what was added.
func (p *Places) Build() {
	p.shift = uint(64 - bits.Len(uint(4*len(p.At)))) // at most a quarter full
	p.slots = scratch.Zeroed(p.slots, 1<<(64-p.shift))
	p.Next = scratch.Zeroed(p.Next, len(p.At))
	p.seen = scratch.Zeroed(p.seen, max(1, len(p.slots)<<seenShift/64))
	for e := len(p.At) - 1; e >= 0; e-- {
		bit := p.bit(p.hash[e])
		p.seen[bit/64] |= 1 << (bit % 64)
		slot := p.find(p.hash[e], p.words[p.At[e]:])
		p.Next[e] = *slot
		*slot = uint32(e) + 1
	}
}

// seenShift: seen has 1<<seenShift bits for each slot. Of the n-grams that were not added, one
// in 16 has the bit of another one.
const seenShift = 2

// bit returns the bit of an n-gram in seen.
func (p *Places) bit(hash uint64) uint64 {
	return hash >> (p.shift - seenShift)
}

// MayHave returns false if the n-gram with this hash was not added. Most were not, and seen
// is so small that the answer is cheap.
func (p *Places) MayHave(hash uint64) bool {
	bit := p.bit(hash)
	return p.seen[bit/64]>>(bit%64)&1 == 1
}

// MayFollow returns the first place from x on where words hold an n-gram of AnchorWords words that may have
// been added, and its hash; or len(words), if there is none.
func (p *Places) MayFollow(words []uint32, x uint32) (at uint32, hash uint64) {
	seen, shift := p.seen, (p.shift-seenShift)&63
	for at := int(x); at+AnchorWords <= len(words); at++ {
		hash := HashAnchor(words[at : at+AnchorWords])
		if bit := hash >> shift; seen[bit/64]>>(bit%64)&1 == 1 {
			return uint32(at), hash
		}
	}
	return uint32(len(words)), 0
}

// First returns 1 + the entry of the first place of the n-gram that begins words, whose
// hash is given, or 0.
func (p *Places) First(hash uint64, words []uint32) uint32 { return *p.find(hash, words) }

// find returns the slot of the n-gram, or the free one where it would be.
func (p *Places) find(hash uint64, words []uint32) *uint32 {
	mask := uint64(len(p.slots) - 1)
	for s := hash >> p.shift; ; s = (s + 1) & mask {
		e := p.slots[s]
		if e == 0 || p.hash[e-1] == hash && equalWords(p.words[p.At[e-1]:], words[:p.n]) {
			return &p.slots[s]
		}
	}
}
