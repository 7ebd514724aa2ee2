package vocabulary

import (
	"encoding/binary"
	"errors"
)

// Counter counts words: how many documents have each one, or how often it is used. A Go map
// takes 2.5 times as long (BenchmarkCounter). The zero value is ready.
type Counter struct {
	slots []count // open addressing; an unused slot has doc = 0
	size  int
	doc   uint32
}

type count struct {
	word, n, doc uint32
}

// AddDocument counts each distinct word of a document once.
func (c *Counter) AddDocument(words []uint32) {
	c.doc++ // 0 is no document
	doc := c.doc
	for _, w := range words {
		s := c.slot(w)
		n := uint32(0) // without a branch: whether a word is new in its document cannot be predicted
		if s.doc != doc {
			n = 1
		}
		s.doc = doc
		s.n += n
	}
}

// AddWords counts every use of a word.
func (c *Counter) AddWords(words []uint32) {
	for _, w := range words {
		c.slot(w).n++
	}
}

// slot returns the slot of w, which it makes if w is new.
func (c *Counter) slot(w uint32) *count {
	if mask := uint32(len(c.slots) - 1); mask < uint32(len(c.slots)) {
		if s := &c.slots[w*0x9e3779b1>>7&mask]; s.word == w && s.doc != 0 {
			return s
		}
	}
	return c.find(w)
}

// find is slot for a word that is new or not in its first slot.
func (c *Counter) find(w uint32) *count {
	if 2*c.size >= len(c.slots) {
		c.grow()
	}
	mask := uint32(len(c.slots) - 1)
	for i := w * 0x9e3779b1 >> 7 & mask; ; i = (i + 1) & mask {
		s := &c.slots[i]
		if s.doc == 0 {
			s.word = w
			s.doc = ^uint32(0) // taken; no document has this number
			c.size++
			return s
		}
		if s.word == w {
			return s
		}
	}
}

// pageSlots is a number of slots that takes less than a page of memory, 4 KB. The slots of a new table are read in no
// order before one is written, and a page that the system has given for a read must be given again for a write, which
// the other cores wait for. So grow writes to each page first.
const pageSlots = 256

func (c *Counter) grow() {
	old := c.slots
	c.slots = make([]count, max(1024, 2*len(old)))
	for x := 0; x < len(c.slots); x += pageSlots {
		c.slots[x].n = 0
	}
	mask := uint32(len(c.slots) - 1)
	for _, s := range old {
		if s.n == 0 {
			continue
		}
		i := (s.word * 0x9e3779b1) >> 7 & mask
		for c.slots[i].n != 0 {
			i = (i + 1) & mask
		}
		c.slots[i] = s
	}
}

// Len returns the number of distinct words.
func (c *Counter) Len() int { return c.size }

// Flush calls f for each word with its count, in no particular order, and empties the Counter.
func (c *Counter) Flush(f func(word, n uint32)) {
	for _, s := range c.slots {
		if s.n != 0 {
			f(s.word, s.n)
		}
	}
	*c = Counter{}
}

// Count is a word and how often it was counted.
type Count struct {
	Word uint32
	N    uint64
}

var errCounts = errors.New("vocabulary: counts of words are damaged")

// AppendCounts appends counts to dst, for each the word, four bytes little-endian, and the
// number, a uvarint.
func AppendCounts(dst []byte, counts ...Count) []byte {
	for _, c := range counts {
		dst = binary.LittleEndian.AppendUint32(dst, c.Word)
		dst = binary.AppendUvarint(dst, c.N)
	}
	return dst
}

// ReadCounts appends to dst the counts that AppendCounts wrote to b.
func ReadCounts(dst []Count, b []byte) ([]Count, error) {
	for len(b) > 0 {
		if len(b) < 5 {
			return nil, errCounts
		}
		n, w := binary.Uvarint(b[4:])
		if w <= 0 {
			return nil, errCounts
		}
		dst = append(dst, Count{binary.LittleEndian.Uint32(b), n})
		b = b[4+w:]
	}
	return dst, nil
}
