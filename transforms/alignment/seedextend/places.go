package seedextend

import "math/bits"

// places finds where some of the n-grams of a document stand: those that were added.
type places struct {
	words []uint32 // of the document
	n     int
	at    []uint32 // the first word of each n-gram
	hash  []uint64
	next  []uint32 // 1 + the entry of the next place of the same n-gram, or 0
	slots []uint32 // open addressing: 1 + the entry of the first place, or 0
	shift uint
	seen  []uint64 // a bit for the hash of each n-gram, see mayHave
}

func (p *places) reset(words []uint32, n int) {
	p.words, p.n = words, n
	p.at, p.hash = p.at[:0], p.hash[:0]
}

func (p *places) add(x uint32) {
	p.at, p.hash = append(p.at, x), append(p.hash, hashOf(p.words[x:int(x)+p.n]))
}

// hashOf returns a hash of 1 to 4 words.
func hashOf(gram []uint32) uint64 {
	var four [4]uint32
	copy(four[:], gram)
	return hashFour(four[:])
}

// hashFour returns a hash of the first four words, which are hashes themselves; its high bits are the
// good ones. Unlike rolling, it waits for nothing but the words.
func hashFour(words []uint32) uint64 {
	words = words[:4]
	return (uint64(words[0])|uint64(words[1])<<32)*base + (uint64(words[2])|uint64(words[3])<<32)*base2
}

const base2 = 0xc2b2ae3d27d4eb4f // odd, a prime

// addSteps adds the n-grams of anchorWords words at the begin of s and after every anchorStep visible
// characters. d is indexed.
func (p *places) addSteps(d *Document, s span) {
	next := d.visibleTo[s.lo]
	visibleTo := d.visibleTo[:max(s.lo, s.hi-min(s.hi, anchorWords-1))]
	for x := int(s.lo); x < len(visibleTo); x++ {
		if at := visibleTo[x]; at >= next {
			p.at, p.hash = append(p.at, uint32(x)), append(p.hash, hashFour(p.words[x:]))
			next = at + anchorStep
		}
	}
}

// addLong adds the words of s that have longWord code points. d is indexed.
func (p *places) addLong(d *Document, s span) {
	for _, x := range d.longIn(s) {
		if d.shown(x) >= longWord {
			p.add(x)
		}
	}
}

// build makes the table of what was added.
func (p *places) build() {
	p.shift = uint(64 - bits.Len(uint(4*len(p.at)))) // at most a quarter full
	p.slots = zeroed(p.slots, 1<<(64-p.shift))
	p.next = zeroed(p.next, len(p.at))
	p.seen = zeroed(p.seen, max(1, len(p.slots)<<seenShift/64))
	for e := len(p.at) - 1; e >= 0; e-- {
		bit := p.bit(p.hash[e])
		p.seen[bit/64] |= 1 << (bit % 64)
		slot := p.find(p.hash[e], p.words[p.at[e]:])
		p.next[e] = *slot
		*slot = uint32(e) + 1
	}
}

// seenShift: seen has 1<<seenShift bits for each slot. Of the n-grams that were not added, one
// in 16 has the bit of another one.
const seenShift = 2

// bit returns the bit of an n-gram in seen.
func (p *places) bit(hash uint64) uint64 {
	return hash >> (p.shift - seenShift)
}

// mayHave returns false if the n-gram with this hash was not added. Most were not, and seen
// is so small that the answer is cheap.
func (p *places) mayHave(hash uint64) bool {
	bit := p.bit(hash)
	return p.seen[bit/64]>>(bit%64)&1 == 1
}

// mayFollow returns the first place from x on where words hold an n-gram of anchorWords words that may have
// been added, and its hash; or len(words), if there is none.
func (p *places) mayFollow(words []uint32, x uint32) (at uint32, hash uint64) {
	seen, shift := p.seen, (p.shift-seenShift)&63
	for at := int(x); at+anchorWords <= len(words); at++ {
		hash := hashFour(words[at : at+anchorWords])
		if bit := hash >> shift; seen[bit/64]>>(bit%64)&1 == 1 {
			return uint32(at), hash
		}
	}
	return uint32(len(words)), 0
}

// first returns 1 + the entry of the first place of the n-gram that begins words, whose
// hash is given, or 0.
func (p *places) first(hash uint64, words []uint32) uint32 { return *p.find(hash, words) }

// find returns the slot of the n-gram, or the free one where it would be.
func (p *places) find(hash uint64, words []uint32) *uint32 {
	mask := uint64(len(p.slots) - 1)
	for s := hash >> p.shift; ; s = (s + 1) & mask {
		e := p.slots[s]
		if e == 0 || p.hash[e-1] == hash && equalWords(p.words[p.at[e-1]:], words[:p.n]) {
			return &p.slots[s]
		}
	}
}
