package charset

import (
	"bytes"
	"unicode/utf8"

	"example.org/diagonal/io/runes"
)

// Choice is the character set of a text.
type Choice struct {
	// Name is its name, UTF8 for text that needs no conversion.
	Name string
	// Unsure is true if it is a guess, and another set is nearly as likely.
	Unsure bool
}

// Decide chooses the set of a text, or of the beginning of one. transport is the label that came with it, such
// as that of an HTTP header, declared the one that is in it (Declared); "" for none.
//
// As in the HTML standard a byte order mark decides, then the label of the transport, then the declared
// one; a label is passed over when the bytes are plainly not in that set, and without one that
// fits the set is guessed.
func Decide(b []byte, transport, declared string) Choice {
	if name := mark(b); name != "" {
		return Choice{Name: name}
	}
	if transport == "" && declared == "" && runes.Valid(b) && zeros(b) == "" { // most files
		return Choice{Name: UTF8}
	}
	letters, invalid := CountUTF8(b)
	for i, label := range []string{transport, declared} {
		enc, name := lookup(label)
		switch {
		case enc == nil:
		case name == UTF8 && (mostlyUTF8(letters, invalid) || invalid*1000 <= len(b)):
			return Choice{Name: UTF8}
		case name == UTF8:
		case Wide(name):
			if i > 0 { // the label could be read, so it is not UTF-16
				continue
			}
			if bytes.IndexByte(b, 0) >= 0 || invalid > 0 {
				return Choice{Name: name}
			}
		case invalid == 0 && letters > 0 && (letters >= sureLetters || !multiByte[name]):
			return Choice{Name: UTF8} // valid UTF-8 does not come about by chance
		default:
			if fits(convert(b, enc)) {
				return Choice{Name: name}
			}
		}
	}
	if name := zeros(b); name != "" {
		return Choice{Name: name}
	}
	if Fits(invalid, letters) {
		return Choice{Name: UTF8}
	}
	c, mostly := guess(b), mostlyUTF8(letters, invalid)
	if oneByte(c.Name) {
		if m, ok := mixed(b); ok && !(mostly && (m.Unsure || invalid < sureLetters)) {
			return m
		}
	}
	if mostly {
		return Choice{Name: UTF8}
	}
	return c
}

// ToUTF8 returns b in UTF-8, and the name of the set that Decide chooses. The text may be b itself.
func ToUTF8(b []byte, transport, declared string) (text []byte, name string) {
	c := Decide(b, transport, declared)
	if c.Name == UTF8 {
		return b, c.Name
	}
	enc, _ := lookup(c.Name)
	return convert(b, enc), c.Name
}

// sureLetters is how many letters beyond ASCII make valid UTF-8 believed against the
// label of a charset of two bytes a letter: one letter of GBK in eight reads as one
// of UTF-8. In text that is mostly UTF-8, fewer bytes that are not are damage, and no other set.
const sureLetters = 16

// mostlyUTF8 reports whether a text is UTF-8, with a few bytes that are wrong: at most one for two letters
// beyond ASCII. Text of another set reads as UTF-8 here and there, by chance, but less often.
func mostlyUTF8(letters, invalid int) bool { return 2*invalid <= letters }

// mark returns the set that a byte order mark names, "" without one.
func mark(b []byte) string {
	for _, m := range []struct{ mark, name string }{
		{"\xef\xbb\xbf", UTF8}, {"\xff\xfe\x00\x00", utf32le}, {"\x00\x00\xfe\xff", utf32be}, {"\xff\xfe", utf16le},
		{"\xfe\xff", utf16be},
	} {
		if bytes.HasPrefix(b, []byte(m.mark)) {
			return m.name
		}
	}
	return ""
}

// IsWide returns the wide set that a text or the beginning of one is surely in, by its byte order mark or its zeros;
// "" for none.
func IsWide(b []byte) string {
	name := mark(b)
	if name == "" {
		name = zeros(b)
	}
	if !Wide(name) {
		return ""
	}
	return name
}

// CountUTF8 counts the code points beyond ASCII, and the bytes that are no UTF-8.
func CountUTF8(b []byte) (letters, invalid int) {
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			if !utf8.FullRune(b[i:]) {
				break // cut in the middle of its last letter
			}
			invalid++
		} else {
			letters++
		}
		i += n
	}
	return letters, invalid
}

// fits reports whether a text was decoded with the right set: at most one letter in 20
// beyond ASCII could not be read.
func fits(text []byte) bool {
	letters := 0
	for _, c := range text {
		if c >= 0xc0 {
			letters++
		}
	}
	return Fits(bytes.Count(text, []byte("\uFFFD")), letters)
}

// Fits reports whether a text with so many letters beyond ASCII, of which so many could not be decoded, is in the
// set: at most one in 20.
func Fits(bad, letters int) bool { return bad*20 <= letters }

// zeros names the kind of UTF-16 or UTF-32 whose blanks and tags leave a zero in every second byte, or whose
// characters leave one in every fourth; "" where b is something else.
func zeros(b []byte) string {
	b = b[:min(len(b), 4096)]
	if bytes.IndexByte(b, 0) < 0 { // nearly all
		return ""
	}
	for _, name := range []string{utf32le, utf32be} {
		if isUTF32(b, name == utf32le) {
			return name
		}
	}
	b = b[:len(b)&^1]
	var odd, even int
	for i := 0; i < len(b); i += 2 {
		if b[i] == 0 && b[i+1] != 0 {
			even++
		}
		if b[i+1] == 0 && b[i] != 0 {
			odd++
		}
	}
	switch {
	case len(b) >= 8 && odd > len(b)/20 && odd > 9*even:
		return utf16le
	case len(b) >= 8 && even > len(b)/20 && even > 9*odd:
		return utf16be
	}
	return ""
}

// isUTF32 reports whether every four bytes are a code point other than 0.
func isUTF32(b []byte, little bool) bool {
	b = b[:len(b)&^3]
	for i := 0; i < len(b); i += 4 {
		u := [4]byte(b[i : i+4])
		if little {
			u[0], u[1], u[2], u[3] = u[3], u[2], u[1], u[0]
		}
		r := rune(u[1])<<16 | rune(u[2])<<8 | rune(u[3])
		if u[0] != 0 || r == 0 || !utf8.ValidRune(r) {
			return false
		}
	}
	return len(b) >= 8
}
