package analysis

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/transforms/analysis/token"
)

// Editions of Chinese classics have marks inside their text that are no words of it: the
// beginning of a page of the printed edition, as in <pb:KR2a0001_001-1a>, and the number of a
// note, as in 〔一〕. A text with them and the same without are the same words.
const (
	pageMark = "<pb:"
	noteMark = "〔"
	// Bytes that a mark has at most.
	longPage, longNote = 80, 24
)

// appendTokens appends the tokens of text to dst, without those inside of marks.
func appendTokens(dst []token.Token, text []byte) []token.Token {
	from := len(dst)
	dst = token.Append(dst, text)
	if !bytes.Contains(text, []byte(pageMark)) && !bytes.Contains(text, []byte(noteMark)) {
		return dst
	}
	kept, end, at := dst[:from], 0, 0 // end of the last mark, and where the next one is looked for
	for _, t := range dst[from:] {
		for at <= int(t.Start) {
			next := bytes.IndexAny(text[at:t.Start], "<〔")
			if next < 0 {
				at = int(t.End)
				break
			}
			at += next
			if n := markLength(text[at:]); n > 0 {
				at += n
				end = at
			} else {
				at++
			}
		}
		if int(t.Start) >= end {
			kept = append(kept, t)
		}
	}
	return kept
}

// markLength returns the length of the mark that text begins with, in bytes, or 0.
func markLength(text []byte) int {
	switch {
	case bytes.HasPrefix(text, []byte(pageMark)):
		end := bytes.IndexAny(text[:min(len(text), longPage)], ">\n")
		if end > 0 && text[end] == '>' {
			return end + 1
		}
	case bytes.HasPrefix(text, []byte(noteMark)):
		for n := len(noteMark); n < min(len(text), longNote); {
			r, size := utf8.DecodeRune(text[n:])
			n += size
			if r == '〕' {
				return n
			}
			if !isNumeral(r) {
				return 0
			}
		}
	}
	return 0
}

// isNumeral reports whether r is part of a number, in digits or Han characters.
func isNumeral(r rune) bool {
	switch r {
	case '〇', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '百', '千', '廿', '卅':
		return true
	}
	return unicode.IsDigit(r)
}
