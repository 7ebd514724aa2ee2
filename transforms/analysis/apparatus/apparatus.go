// Package apparatus finds the words of a text that a reader does not read as text: addresses of
// pages, and the fields at the head of a file.
//
//   - An address is everything from a scheme and :// up to white space, a quote, a
//     bracket, or a character that is not ASCII. The target of a link in Markdown
//     is one, too: [text](target).
//   - A head is at the beginning of a text: minFields lines of the form "Key: value" or more, with
//     different keys, as mails, standards and front matter have them. A list mark may be before the
//     key. Lines that are indented go on with the value. A blank line ends the head (or "---", where
//     the text begins with that). A few lines of a title may be before it. A head that is longer than
//     the rest of the text is none: such a text is a list of settings, and nothing else.
//
// Documents of one kind have these in common whatever they say: the same names, the same hosts,
// the same month. What is copied with them is text around them.
package apparatus

import (
	"example.org/diagonal/transforms/analysis/token"
)

// Limits of a head.
const (
	// minFields is the number of different keys from which on lines are a head.
	minFields = 3
	// maxTitle is how many lines may be before the first field, blank ones aside.
	maxTitle = 3
	// maxKey and maxKeyWords bound a key, in bytes and in words.
	maxKey, maxKeyWords = 48, 4
	// maxLine is the length in bytes of a line from which on it is prose.
	maxLine = 400
)

// maxTarget is the length in bytes up to which the target of a link is looked for.
const maxTarget = 2048

// Mark marks the words of a text that are apparatus. It returns dst, or nil if there are none. It
// uses dst, which may be nil. tokens are the words of the text in reading order.
func Mark(dst []bool, text []byte, tokens []token.Token) []bool {
	m := token.Marker{Tokens: tokens, Marks: dst[:0]}
	m.Mark(headOf(text))
	schemes, targets := finder{text: text, sign: "://"}, finder{text: text, sign: "]("}
	for at := 0; ; {
		scheme, target := schemes.from(at), targets.from(at)
		at = min(scheme, target) + 1
		if at > len(text) {
			break
		}
		start, end := target+len("]("), 0
		if target < scheme {
			end = targetEnd(text, start)
		} else if start = schemeStart(text, scheme); start < scheme {
			end = addressEnd(text, scheme+len("://"))
		}
		m.Mark(start, end)
		at = max(at, end)
	}
	if m.Count == 0 {
		return nil
	}
	return m.Marks
}
