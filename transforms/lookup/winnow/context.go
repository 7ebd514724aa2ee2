package winnow

import (
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/analysis/normal"
)

// contextPlaces is the length of the text on each side of a signature that its context is a hash of,
// in places. Between 4 and 6 it makes little difference which documents of PAN 2013 are found.
const contextPlaces = 5

// A Context says what is on both sides of a signature, in 8 bits each. Two signatures in a common text
// have the same one on at least one side, unless they are at an end of it. Two that are equal by
// chance mostly differ on both.
type Context struct{ Left, Right uint8 }

// Same returns the number of sides on which both are the same: 0 to 2.
func (c Context) Same(d Context) (n int) {
	if c.Left == d.Left {
		n++
	}
	if c.Right == d.Right {
		n++
	}
	return n
}

// contextOf returns the context of the characters from i to j.
func contextOf(chars []normal.Char, i, j int) Context {
	h := uint64(0)
	for width := uint32(0); i > 0 && width < contextPlaces; {
		i--
		width += chars[i].Width()
		h = h*multiplier + uint64(chars[i]) + 1
	}
	left := uint8(mix.Full(h) >> 56)
	h = 0
	for width := uint32(0); j < len(chars) && width < contextPlaces; j++ {
		width += chars[j].Width()
		h = h*multiplier + uint64(chars[j]) + 1
	}
	return Context{left, uint8(mix.Full(h) >> 56)}
}

// gramEnd returns the end of the q-gram that begins at character i.
func gramEnd(chars []normal.Char, i, q int) int {
	for width := 0; i < len(chars) && width < q; i++ {
		width += int(chars[i].Width())
	}
	return i
}

// addContexts sets the contexts of signatures of a text.
func (s *Selector) addContexts(signatures []Signature, t *normal.Text) {
	at := 0 // the character of the signature
	for i := range signatures {
		place := signatures[i].Place
		if !t.Wide() {
			at = int(place)
		}
		for t.Place(at) < place {
			at++
		}
		signatures[i].Context = contextOf(t.Chars, at, gramEnd(t.Chars, at, s.length))
	}
}

// addLatinContexts is addContexts for the characters of normal.AppendLatin.
func addLatinContexts(signatures []Signature, chars []byte, length int) {
	for i := range signatures {
		at := int(signatures[i].Place)
		left, right := uint64(0), uint64(0)
		for n := 1; n <= min(at, contextPlaces); n++ {
			left = left*multiplier + uint64(chars[at-n]) + 1
		}
		for _, c := range chars[at+length : min(at+length+contextPlaces, len(chars))] {
			right = right*multiplier + uint64(c) + 1
		}
		signatures[i].Context = Context{uint8(mix.Full(left) >> 56), uint8(mix.Full(right) >> 56)}
	}
}
