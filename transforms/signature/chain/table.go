package chain

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"example.org/diagonal/engine/tally/vocabulary"
)

// window is the number of words in which a word is met by chance: its weight is the
// information of meeting it there.
const window = 20

// unit is the nat of a Table: weights are whole numbers of a 1024th, so that a sum of
// them is the same on every machine.
const unit = 1024

// MinNats is the weight from which on a word is a content word: it is met in one of
// 245 windows or fewer.
const MinNats = 5.5

// Table contains the weight of each word of a collection: how much it means to meet it.
type Table struct {
	// Words is the number of words in the collection.
	Words uint64

	min   uint32 // weight of a chain
	rare  uint16 // weight of the words that are not in slots
	slots []slot // open addressing; at most half of them are full
	shift int
	words int
}

// slot is a word, above full, above its weight; 0 if it is empty. Eight bytes are read at once.
type slot uint64

const full slot = 1 << 16

func (s slot) word() uint32         { return uint32(s >> 32) }
func (s slot) weight() uint32       { return uint32(uint16(s)) }
func (s slot) has(word uint32) bool { return s>>16 == slot(word)<<16|full>>16 }

// NewTable makes a Table for a collection of so many words from a sample of it. counts says
// how often the sample has each word. A word that is missing counts as met once. NewTable works with any
// numbers; where the sample has fewer than 5,000 words no word is a content word.
func NewTable(words, sample uint64, counts []vocabulary.Count) *Table {
	t := &Table{Words: words, rare: weightOf(sample, 1)}
	t.min = uint32(math.Round(unit * max(0, math.Log(float64(words)/window))))
	n := 0
	for _, c := range counts {
		if c.N > 1 {
			n++
		}
	}
	t.grow(n)
	for _, c := range counts {
		if c.N > 1 {
			t.put(c.Word, weightOf(sample, c.N))
		}
	}
	return t
}

// weightOf returns ln(sample / (window n)) if that makes a content word, else 0.
func weightOf(sample, n uint64) uint16 {
	nats := math.Log(float64(sample) / float64(window*n))
	if !(nats >= MinNats) {
		return 0
	}
	return uint16(min(math.Round(unit*nats), math.MaxUint16))
}

func (t *Table) grow(n int) {
	b := bits.Len(uint(2*n + 1)) // at most half full
	t.slots, t.shift = make([]slot, 1<<b), 32-b
}

// first returns the number of the slot of a word, if no other word is there.
func (t *Table) first(word uint32) int { return int(word * 0x9e3779b1 >> t.shift) }

func (t *Table) find(word uint32) *slot {
	for i := t.first(word); ; i = (i + 1) & (len(t.slots) - 1) {
		if s := &t.slots[i]; *s == 0 || s.has(word) {
			return s
		}
	}
}

func (t *Table) put(word uint32, weight uint16) {
	s := t.find(word)
	if *s == 0 {
		t.words++
	}
	*s = slot(word)<<32 | full | slot(weight)
}

// weight returns the weight of a word, in units, or 0 if it is no content word.
func (t *Table) weight(word uint32) uint32 {
	if s := *t.find(word); s != 0 {
		return s.weight()
	}
	return uint32(t.rare)
}

// Weights appends the weight of each term to dst: 0 for one that is no content word.
func (t *Table) Weights(dst, terms []uint32) []uint32 {
	const together = 8 // slots of so many terms are read before the first is looked at: few are in the cache
	dst = slices.Grow(dst, len(terms))
	for ; len(terms) >= together; terms = terms[together:] {
		var slots [together]slot
		for k, w := range terms[:together] {
			slots[k] = t.slots[t.first(w)]
		}
		for k, w := range terms[:together] {
			if s := slots[k]; s.has(w) {
				dst = append(dst, s.weight())
			} else {
				dst = append(dst, t.weight(w))
			}
		}
	}
	for _, w := range terms {
		dst = append(dst, t.weight(w))
	}
	return dst
}

// A table travels as:
//
//	version byte, 1; words in the collection uvarint; weight of a chain [4], of a word
//	that is not listed [2]; for each word by ascending hash: hash [4], weight [2]
//
// All but the uvarint are little-endian; weights are in 1024ths of a nat.

const version = 1

// AppendTable appends t to dst.
func AppendTable(dst []byte, t *Table) []byte {
	all := make([]slot, 0, t.words)
	for _, s := range t.slots {
		if s != 0 {
			all = append(all, s)
		}
	}
	slices.Sort(all) // by word
	dst = binary.AppendUvarint(append(dst, version), t.Words)
	dst = binary.LittleEndian.AppendUint32(dst, t.min)
	dst = binary.LittleEndian.AppendUint16(dst, t.rare)
	for _, s := range all {
		dst = binary.LittleEndian.AppendUint32(dst, s.word())
		dst = binary.LittleEndian.AppendUint16(dst, uint16(s.weight()))
	}
	return dst
}
