package prefix

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
)

// rareCount is the largest count of a word of class 0. Words of that class are not in a table.
const rareCount = 16

// classes is how many classes each doubling of the count has.
const classes = 4

// ClassOf returns the class of a word that a collection uses so often: the larger, the more often.
func ClassOf(count uint64) uint8 {
	if count <= rareCount {
		return 0
	}
	return uint8(1 + classes*math.Log2(float64(count)/rareCount))
}

// Order is the common order of words, rarest first: by class, then by hash.
type Order struct {
	slots []slot // open addressing, at most half full; class 0 is empty
	shift uint
}

type slot struct {
	word  uint32
	class uint8
}

var errOrder = errors.New("prefix: the table of words is damaged")

// AppendWord appends a word to an encoded table: the word [4], the class byte.
func AppendWord(dst []byte, word uint32, class uint8) []byte {
	return append(binary.LittleEndian.AppendUint32(dst, word), class)
}

// Read makes the order of an encoded table, which has each word of a class above 0 once, in any order.
func (o *Order) Read(table []byte) error {
	const size = 5
	if len(table)%size != 0 {
		return errOrder
	}
	n := bits.Len(uint(2*len(table)/size + 1))
	*o = Order{slots: make([]slot, 1<<n), shift: uint(32 - n)}
	for ; len(table) > 0; table = table[size:] {
		w := binary.LittleEndian.Uint32(table)
		i := o.at(w)
		for o.slots[i].class != 0 {
			i = (i + 1) & uint32(len(o.slots)-1)
		}
		o.slots[i] = slot{w, table[4]}
	}
	return nil
}

func (o *Order) at(word uint32) uint32 { return word * 0x9e3779b1 >> (o.shift & 31) }

// Class returns the class of a word.
func (o *Order) Class(word uint32) uint8 {
	for i := o.at(word); ; i = (i + 1) & uint32(len(o.slots)-1) {
		switch s := o.slots[i]; {
		case s.class == 0:
			return 0
		case s.word == word:
			return s.class
		}
	}
}

// rankBits is the width of what is below the class in a rank: 32 bits of the word, and 24 of the
// number of the repeat.
const rankBits = 56

// AppendRanks appends the ranks of the elements of a bag (bag.AppendElements) to dst, in the order of
// elements. Ranks order elements by the class of their word, then by word and repeat.
func (o *Order) AppendRanks(dst, elements []uint64) []uint64 {
	for _, e := range elements {
		word, repeat := uint32(e), min(e>>32, 1<<24-1)
		dst = append(dst, uint64(o.Class(word))<<rankBits|uint64(word)<<24|repeat)
	}
	return dst
}
