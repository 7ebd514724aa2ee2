package frequency

import "example.org/diagonal/engine/shuffle/mix"

const (
	// alphabet and charBits are those of packed q-grams (package winnow).
	alphabet, charBits = 37, 6
	packedBits         = 4 * charBits
	// own is the number of cells for packed q-grams, one each: those of four characters.
	own = alphabet * alphabet * alphabet * alphabet
	// shared is the number of cells for all others. A million distinct q-grams fill a fifth.
	shared = 1 << 22

	pageBits = 12
	pageSize = 1 << pageBits
	// Pages is the number of pages.
	Pages = ownPages + shared/pageSize
	// ownPages is the number of pages with the cells that are not shared.
	ownPages = (own + pageSize - 1) / pageSize
	// firstShared is the first cell of those that are shared.
	firstShared = ownPages * pageSize
)

// pairs is the number of two packed characters in the alphabet.
var pairs = func() (table [1 << (2 * charBits)]uint32) {
	for i := range table {
		table[i] = uint32(min(i>>charBits, alphabet-1)*alphabet + min(i&(1<<charBits-1), alphabet-1))
	}
	return table
}()

// cellOf returns the cell of a q-gram.
func cellOf(gram uint64) uint32 {
	if gram < 1<<packedBits {
		return pairs[gram>>(2*charBits)]*(alphabet*alphabet) + pairs[gram&(1<<(2*charBits)-1)]
	}
	return firstShared + uint32(mix.Full(gram)>>(64-22))
}

// Fours gives the cells of the q-grams of four characters of a run of characters of the alphabet,
// each in few instructions.
type Fours struct{ first, second, last uint32 }

// StartFours begins with a run. Its first three characters are in no q-gram that Next ends.
func StartFours(chars []byte) Fours {
	a, b, c := uint32(chars[0]), uint32(chars[1]), uint32(chars[2])
	return Fours{a*alphabet + b, b*alphabet + c, c}
}

// Next returns the cell of the q-gram that ends in the next character of the run.
func (f *Fours) Next(char byte) uint32 {
	pair := f.last*alphabet + uint32(char)
	cell := f.first*(alphabet*alphabet) + pair
	f.first, f.second, f.last = f.second, pair, uint32(char)
	return cell
}

// cells are numbers by cell, in pages that exist only if they are used.
type cells[N uint16 | uint32] struct {
	pages [Pages]*[pageSize]N
	// own is the pages of the cells that are not shared, one behind the other, for Fours; nil
	// if they were not needed so.
	own *[firstShared]N
}

// page returns a page, and makes it if it does not exist.
func (c *cells[N]) page(n uint32) *[pageSize]N {
	if c.pages[n] == nil {
		c.pages[n] = new([pageSize]N)
	}
	return c.pages[n]
}

// fours returns the cells that are not shared.
func (c *cells[N]) fours() *[firstShared]N {
	if c.own == nil {
		c.own = new([firstShared]N)
		for n := range ownPages {
			page := (*[pageSize]N)(c.own[n*pageSize:])
			if old := c.pages[n]; old != nil {
				*page = *old
			}
			c.pages[n] = page
		}
	}
	return c.own
}
