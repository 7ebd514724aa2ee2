package charfilter

import (
	"unicode/utf8"

	"example.org/diagonal/transforms/analysis/canonical"
)

// looks is what a piece of text looks like.
type looks struct {
	visible   int // characters, of white space one between two words; a Han character or kana counts three
	sentences int // ends of sentences
}

// lookAt looks at a piece of text. A sentence ends at a stop behind a word, if white space or
// nothing follows it, and at the stops of Chinese.
func lookAt(text []byte) (l looks) {
	text = canonical.NFC(text)
	gap := false  // white space since the last character
	word := false // the last character is of a word
	stop := false // a stop behind a word, and perhaps quotes, are last
	for x := 0; x < len(text); {
		c := text[x]
		if c == ' ' || '\t' <= c && c <= '\r' {
			x++
			if stop {
				l.sentences++
			}
			gap, word, stop = l.visible > 0, false, false
			continue
		}
		if gap {
			l.visible++
			gap = false
		}
		l.visible++
		if c < utf8.RuneSelf {
			x++
			switch c {
			case '.', '!', '?':
				stop = stop || word
			case '"', '\'', ')', ']':
			default:
				word, stop = letter(c) || '0' <= c && c <= '9', false
			}
			continue
		}
		r, size := utf8.DecodeRune(text[x:])
		x += size
		switch {
		case r == '。' || r == '！' || r == '？':
			l.sentences++
			l.visible += 2
			word, stop = false, false
		case r == '…':
			stop = stop || word
		case r == '”' || r == '“' || r == '’' || r == '»' || r == '«':
		case 0x2E80 <= r && r < 0xA000 || 0x20000 <= r && r < 0x40000:
			l.visible += 2
			word, stop = true, false
		default:
			word, stop = true, false
		}
	}
	if stop {
		l.sentences++
	}
	return l
}
