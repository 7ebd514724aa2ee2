package misread

import (
	"encoding/binary"

	"example.org/diagonal/engine/tally/vocabulary"
)

// rare is how many times as often the one of two words that are spelled alike occurs if the other one may be an error.
const rare = 20

// Pairs is the pairs of a sketch. Which words are rare is not known yet: see Occurrences. The zero value has no pairs.
type Pairs struct {
	counts Counts // without Misread
	alike  [][2]uint32
}

// Append appends p to dst:
//
//	pairs, pairs of Han characters, those with one, uvarint; for each pair of words that are spelled alike:
//	their hashes [4] [4]
func (p *Pairs) Append(dst []byte) []byte {
	for _, n := range []int64{p.counts.Pairs, p.counts.PairsHan, p.counts.Alone} {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	for _, words := range p.alike {
		dst = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(dst, words[0]), words[1])
	}
	return dst
}

// Read reads what Append appended. The error is about bytes that are damaged.
func (p *Pairs) Read(b []byte) error {
	p.counts = Counts{}
	for _, n := range []*int64{&p.counts.Pairs, &p.counts.PairsHan, &p.counts.Alone} {
		value, size := binary.Uvarint(b)
		if size <= 0 {
			return errDamaged
		}
		*n, b = int64(value), b[size:]
	}
	if len(b)%8 != 0 {
		return errDamaged
	}
	p.alike = p.alike[:0]
	for ; len(b) > 0; b = b[8:] {
		p.alike = append(p.alike, [2]uint32{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])})
	}
	return nil
}

// Occurrences is how often the words of Pairs that are spelled alike occur in texts. It is not safe for concurrent use.
type Occurrences struct {
	words *vocabulary.Set
	of    map[uint32]uint64
	pairs [][2]uint32
}

// Occurrences returns those of no text. They are valid as long as p is not read again.
func (p *Pairs) Occurrences() *Occurrences {
	var words []uint32
	for _, two := range p.alike {
		words = append(words, two[:]...)
	}
	return &Occurrences{words: vocabulary.NewSet(words), of: map[uint32]uint64{}, pairs: p.alike}
}

// Wanted reports whether there are words to count.
func (o *Occurrences) Wanted() bool { return len(o.pairs) > 0 }

// Add adds the words of a text, as they are in Sketch.Add.
func (o *Occurrences) Add(words []uint32) {
	for _, w := range words {
		if o.words.Has(w) {
			o.of[w]++
		}
	}
}

// Append appends the numbers to dst: for each pair, those of its two words, uvarint.
func (o *Occurrences) Append(dst []byte) []byte {
	for _, two := range o.pairs {
		dst = binary.AppendUvarint(binary.AppendUvarint(dst, o.of[two[0]]), o.of[two[1]])
	}
	return dst
}

// Merge adds the words of other texts, of Pairs that are the same. The error is about bytes that are damaged.
func (o *Occurrences) Merge(b []byte) error {
	sum := make(map[uint32]uint64, len(o.of)) // a word may be in several pairs
	for _, two := range o.pairs {
		for _, w := range two {
			n, size := binary.Uvarint(b)
			if size <= 0 {
				return errDamaged
			}
			sum[w], b = o.of[w]+n, b[size:]
		}
	}
	if len(b) > 0 {
		return errDamaged
	}
	o.of = sum
	return nil
}

// Counts returns what is known of the places: o is how often the words occur in all texts.
func (p *Pairs) Counts(o *Occurrences) Counts {
	c := p.counts
	for _, two := range p.alike {
		if isRare(o.of[two[0]], o.of[two[1]]) {
			c.Misread++
		}
	}
	return c
}

// isRare reports whether one of two words is so rare beside the other that it may be an error. One that occurs once is,
// if the other one does not.
func isRare(a, b uint64) bool {
	a, b = min(a, b), max(a, b)
	return a == 1 && b > 1 || rare*a <= b
}
