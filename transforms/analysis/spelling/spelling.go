// Package spelling says how the words of a document are written: their letters and digits, as package
// normal reads them, in order and without anything between them. A space that a reader of a scanned
// page missed, or saw where there is none, changes nothing then.
package spelling

import (
	"encoding/binary"
	"errors"
	"slices"
	"sort"

	"example.org/diagonal/transforms/analysis/normal"
)

// Spelling is the letters of a document. The zero value is that of a document without words, and its
// memory is used again.
type Spelling struct {
	// Text has the letters, without separators.
	Text normal.Text
	// Ends is the number of letters before the end of each word. A word may have none.
	Ends []uint32
}

// Writer writes spellings. The zero value is ready. It is not safe for concurrent use.
type Writer struct {
	word, all normal.Text
	lengths   []byte
}

// Begin begins a document.
func (w *Writer) Begin() { w.all.Chars, w.lengths = w.all.Chars[:0], w.lengths[:0] }

// Add adds a word.
func (w *Writer) Add(word []byte) {
	w.word.ReadChars(word)
	n := len(w.all.Chars)
	for _, c := range w.word.Chars {
		if c != normal.Separator {
			w.all.Chars = append(w.all.Chars, c)
		}
	}
	w.lengths = binary.AppendUvarint(w.lengths, uint64(len(w.all.Chars)-n))
}

// Append appends the spelling of the document to dst:
//
//	length of the lengths, uvarint; for each word: number of letters, uvarint; letters as normal.Text.AppendPacked
func (w *Writer) Append(dst []byte) []byte {
	dst = append(binary.AppendUvarint(dst, uint64(len(w.lengths))), w.lengths...)
	return w.all.AppendPacked(dst)
}

var errDamaged = errors.New("spelling: damaged")

// Read reads the spelling of a document of so many words. The error is about one that is damaged.
func (s *Spelling) Read(b []byte, words int) error {
	size, n := binary.Uvarint(b)
	if n <= 0 || size > uint64(len(b)-n) || size < uint64(words) {
		return errDamaged
	}
	lengths := b[n : n+int(size)]
	if err := s.Text.ReadPacked(b[n+int(size):]); err != nil {
		return err
	}
	s.Ends = slices.Grow(s.Ends[:0], words)
	end := uint64(0)
	for range words {
		letters, n := binary.Uvarint(lengths)
		if n <= 0 {
			return errDamaged
		}
		lengths, end = lengths[n:], end+letters
		s.Ends = append(s.Ends, uint32(end))
	}
	if len(lengths) > 0 || end != uint64(len(s.Text.Chars)) {
		return errDamaged
	}
	return nil
}

// Words returns the words from the one with letter i to the one with the letter before j. i < j.
func (s *Spelling) Words(i, j uint32) (first, end uint32) {
	at := func(letter uint32) uint32 {
		return uint32(sort.Search(len(s.Ends), func(w int) bool { return s.Ends[w] > letter }))
	}
	return at(i), at(j-1) + 1
}

// Comparer is the memory of Distance, which is used again. The zero value is ready. It is not safe for
// concurrent use.
type Comparer struct{ row []int }

// Distance returns the least number of letters that are replaced, left out or put in between a and b.
func Distance[L comparable](c *Comparer, a, b []L) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	c.row = slices.Grow(c.row[:0], len(b)+1)[:len(b)+1]
	row := c.row
	for k := range row {
		row[k] = k
	}
	for i, x := range a {
		left, corner := i+1, row[0]
		row[0] = left
		for k, y := range b {
			n := corner
			if x != y {
				n = 1 + min(corner, left, row[k+1])
			}
			corner = row[k+1]
			left, row[k+1] = n, n
		}
	}
	return row[len(b)]
}
