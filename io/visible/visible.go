// Package visible makes text that comes from outside (ids, file names, passages, errors
// that name them) harmless to a terminal, and everything in it visible. Such text can
// contain escape sequences that move the cursor, clear the screen or write into the
// clipboard, and characters that reverse or hide the text beside them.
//
// What a person could not see is written as Go writes it in a string: \x1b and \r for
// control characters, \u202e and \U000e0041 for others, \xff for a byte that is not valid
// UTF-8. Letters, marks, digits, punctuation, symbols and spaces of all scripts stay as
// they are. A backslash stays, too: \x1b may also be four characters of the text.
//
// The output of the program passes through Writer, so that no caller can forget it.
// Writer lets line ends through, which are layout as well as data: a caller that puts
// data on a line passes it through Text, and an error through Error.
package visible

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns s on one line with nothing hidden in it.
func Text(s string) string {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			e := escaper{}
			return string(e.append(make([]byte, 0, len(s)+16), []byte(s)))
		}
	}
	return s
}

// escaper writes text with what is hidden in it made visible.
type escaper struct {
	// layout keeps line ends and tabs.
	layout bool
	// json writes escapes that mean the same character in a JSON string; for a byte that
	// is not valid UTF-8 that is U+FFFD.
	json bool
	// before is the character before the next one, 0 at the begin.
	before rune
}

// append appends b, which ends with a whole character.
func (e *escaper) append(dst, b []byte) []byte {
	for len(b) > 0 {
		r, size := rune(b[0]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(b)
		}
		switch {
		case r == utf8.RuneError && size == 1:
			dst = e.appendByte(dst, b[0])
		case e.layout && (r == '\n' || r == '\t'), !hidden(r, e.before):
			dst = append(dst, b[:size]...)
		default:
			dst = e.appendEscape(dst, r)
		}
		e.before, b = r, b[size:]
	}
	return dst
}

// appendByte appends a byte that is not valid UTF-8.
func (e *escaper) appendByte(dst []byte, b byte) []byte {
	if e.json {
		return append(dst, `\ufffd`...)
	}
	return fmt.Appendf(dst, `\x%02x`, b)
}

func (e *escaper) appendEscape(dst []byte, r rune) []byte {
	high, low := utf16.EncodeRune(r)
	switch {
	case e.json && r > 0xffff:
		return fmt.Appendf(dst, `\u%04x\u%04x`, high, low)
	case e.json:
		return fmt.Appendf(dst, `\u%04x`, r)
	case r == '\n':
		return append(dst, `\n`...)
	case r == '\r':
		return append(dst, `\r`...)
	case r == '\t':
		return append(dst, `\t`...)
	case r < utf8.RuneSelf:
		return fmt.Appendf(dst, `\x%02x`, r)
	case r > 0xffff:
		return fmt.Appendf(dst, `\U%08x`, r)
	}
	return fmt.Appendf(dst, `\u%04x`, r)
}

// Characters without a shape of their own that are spelling in some scripts.
const (
	zeroWidthNonJoiner, zeroWidthJoiner = '\u200c', '\u200d'
	// Variation selectors from the 17th on choose the form of a Han character.
	firstVariation, lastVariation = '\U000e0100', '\U000e01ef'
)

// joining are the scripts that spell with joiners.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mongolian, unicode.Devanagari, unicode.Bengali,
	unicode.Gurmukhi,
	unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
	unicode.Khmer,
}

// hidden reports whether a person would not see r behind the character before, or would see
// the text around it in another order.
func hidden(r, before rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r == zeroWidthNonJoiner, r == zeroWidthJoiner:
		return !unicode.In(before, joining...)
	case r >= firstVariation && r <= lastVariation:
		return !unicode.Is(unicode.Han, before)
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r): // Arabic signs that are seen
		return false
	case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r): // fillers
		return true
	}
	return !unicode.IsGraphic(r)
}

// Lines returns an error that is err with text below it, on lines of its own. The caller has
// passed what is from outside in text through Text: line ends in text are layout.
func Lines(err error, text string) error { return &lines{err, text} }

type lines struct {
	err  error
	text string
}

func (e *lines) Error() string { return e.err.Error() + "\n" + e.text }
func (e *lines) Unwrap() error { return e.err }

// Error returns the message of err with nothing hidden in it. Line ends stay where they are
// layout: in Lines and between the errors of errors.Join. Elsewhere they are from a file
// name or a text, and are escaped.
func Error(err error) string {
	text := err.Error()
	if !strings.Contains(text, "\n") {
		return Text(text)
	}
	switch e := err.(type) {
	case *lines:
		below := escaper{layout: true}
		return Error(e.err) + "\n" + string(below.append(nil, []byte(e.text)))
	case interface{ Unwrap() []error }:
		all := e.Unwrap()
		shown := make([]string, len(all))
		for i, one := range all {
			shown[i] = Error(one)
		}
		if text == errors.Join(all...).Error() {
			return strings.Join(shown, "\n")
		}
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			if at := strings.LastIndex(text, inner.Error()); at >= 0 {
				return Text(text[:at]) + Error(inner) + Text(text[at+len(inner.Error()):])
			}
		}
	}
	return Text(text)
}
