package unit

import "example.org/diagonal/engine/shuffle/mix"

// Terms appends to dst what the words of a document are compared by, one term for each of
// words, and returns the extended slice. A word of one code point that touches the next
// word, with no punctuation or white space between, becomes the hash of the two; every
// other word stays as it is. from and to are the places of the words in code points; joined
// marks the other words of one code point that go on in the next one (record.Spans), and is
// nil if there are none.
//
// It is for languages without spaces, where a word is one Han character: one character carries
// little meaning, two carry as much as a word. Text with spaces has next to no such words, so
// Terms may be used on any text, mixed ones included.
//
// Chinese statutes with planted passages (copied, 5 and 20 % of the characters edited,
// reordered; 300 pairs): chance passages fall from 456 to 153 and precision rises from
// .889 to .935, and all but one of the planted ones are found as before; what is left of
// chance, package seedextend deals with. PAN 2013 is unchanged. The last
// character of a common run is not seen as common where another one follows, so a range may
// end one character early (not that of a quotation).
func Terms(dst, words, from, to []uint32, joined []bool) []uint32 {
	base := len(dst)
	dst = append(dst, words...)
	terms := dst[base:]
	for x := range max(len(words), 1) - 1 { // nearly no word of a text with spaces touches the next one
		if from[x+1] == to[x] && to[x]-from[x] == 1 || joined != nil && joined[x] {
			terms[x] = mix.Pair(words[x], words[x+1])
		}
	}
	return dst
}

// Spaceless reports whether most of words are pairs of characters in terms, which are Terms of them: the text is in a
// script without spaces.
func Spaceless(terms, words []uint32) bool {
	pairs := 0
	for x, w := range words {
		if terms[x] != w {
			pairs++
		}
	}
	return 2*pairs > len(words)
}
