package charset

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/runes"
)

// Text is a text that was converted.
type Text struct {
	// UTF8 is the text. What could not be decoded is U+FFFD.
	UTF8 []byte
	// Bytes says which bytes each character was decoded from.
	Bytes record.ByteMap
	// Bad is how many characters could not be decoded.
	Bad int
}

// Decode converts b, which is in the set of that name: a name that Name returns. A byte order mark is a
// character of the text.
func Decode(b []byte, name string) Text {
	d := decoder{text: make([]byte, 0, len(b)+len(b)/2)}
	enc, _ := lookup(name)
	switch {
	case enc == nil:
		panic("charset: no set has the name " + name)
	case Wide(name):
		d.wide(b, name)
	case multiByte[name] || isMixed(name):
		d.multiByte(b, enc.NewDecoder(), Stateful(name))
	default: // each byte is a character
		d.text = convert(b, enc)
		for i := 0; i < len(d.text); {
			r, n := utf8.DecodeRune(d.text[i:])
			d.add(r, n, 1)
			i += n
		}
	}
	d.end()
	return Text{d.text, record.ByteMap(d.runs), d.bad}
}

// decoder makes a text and its map.
type decoder struct {
	text, runs                       []byte
	characters, textWidth, fileWidth int // of the last run
	bad                              int
}

// add adds a character to the map.
func (d *decoder) add(r rune, textWidth, fileWidth int) {
	if r == utf8.RuneError {
		d.bad++
	}
	if textWidth != d.textWidth || fileWidth != d.fileWidth {
		d.end()
		d.characters, d.textWidth, d.fileWidth = 0, textWidth, fileWidth
	}
	d.characters++
}

func (d *decoder) end() {
	if d.characters > 0 {
		d.runs = record.AppendRun(d.runs, d.characters, d.textWidth, d.fileWidth)
	}
}

// rune adds a character to the text and the map.
func (d *decoder) rune(r rune, fileWidth int) {
	if !utf8.ValidRune(r) { // half a pair at the end
		r = utf8.RuneError
	}
	was := len(d.text)
	d.text = utf8.AppendRune(d.text, r)
	d.add(r, len(d.text)-was, fileWidth)
}

// wide decodes UTF-16 and UTF-32. A cut character at the end is one bad character.
func (d *decoder) wide(b []byte, name string) {
	little := name == utf16le || name == utf32le
	unit := func(b []byte) (v uint32) {
		for i := range b {
			if little {
				v |= uint32(b[i]) << (8 * i)
			} else {
				v = v<<8 | uint32(b[i])
			}
		}
		return v
	}
	width := 2
	if name == utf32le || name == utf32be {
		width = 4
	}
	for ; len(b) >= width; b = b[width:] {
		v := unit(b[:width])
		switch {
		case v > utf8.MaxRune || width == 4 && utf16.IsSurrogate(rune(v)):
			d.rune(utf8.RuneError, width)
		case utf16.IsSurrogate(rune(v)) && len(b) >= 4:
			r := utf16.DecodeRune(rune(v), rune(unit(b[2:4])))
			if r == utf8.RuneError {
				d.rune(r, 2)
				continue
			}
			d.rune(r, 4)
			b = b[2:]
		default:
			d.rune(rune(v), width)
		}
	}
	if len(b) > 0 {
		d.rune(utf8.RuneError, len(b))
	}
}

// multiByte decodes one character after the other: only so it is known which bytes each is from. An escape
// belongs to the character behind it.
func (d *decoder) multiByte(b []byte, dec *encoding.Decoder, stateful bool) {
	var out [4 * utf8.UTFMax]byte
	width := 0 // bytes that have been read without a character
	for len(b) > 0 {
		if !stateful && b[0] < utf8.RuneSelf { // ASCII
			n := 1
			for n < len(b) && b[n] < utf8.RuneSelf {
				n++
			}
			d.text = append(d.text, b[:n]...)
			d.add('a', 1, 1)
			d.characters += n - 1
			b = b[n:]
			continue
		}
		made, read := 0, 0
		for n := 1; made == 0 && read == 0 && n <= len(b); n++ {
			var err error
			made, read, err = dec.Transform(out[:], b[:n], n == len(b))
			if err != nil && err != transform.ErrShortSrc {
				made, read = copy(out[:], "\uFFFD"), 1
			}
		}
		if read == 0 {
			break
		}
		b, width = b[read:], width+read
		// A code of Big5 can be two characters: they share its bytes.
		n := utf8.RuneCount(out[:made])
		for part := out[:made]; n > 0; n-- {
			r, size := utf8.DecodeRune(part)
			own := width / n
			d.text = append(d.text, part[:size]...)
			d.add(r, size, own)
			part, width = part[size:], width-own
		}
	}
}

// Encode converts a text in UTF-8 to the set of that name. A character that the set does not have is replaced.
func Encode(text []byte, name string) []byte {
	b, err := encoding.ReplaceUnsupported(Encoder(name)).Bytes(text)
	if err != nil {
		panic("charset: " + err.Error()) // nothing is unsupported
	}
	return b
}

// convert returns b in UTF-8.
func convert(b []byte, enc encoding.Encoding) []byte {
	text, err := enc.NewDecoder().Bytes(b)
	if err != nil { // decoders replace what they cannot read and report nothing
		return bytes.Clone(b)
	}
	return text
}

// Decoder returns what converts a stream in the set of that name to UTF-8.
func Decoder(name string) *encoding.Decoder {
	enc, _ := lookup(name)
	return enc.NewDecoder()
}

// Encoder returns what converts a stream in UTF-8 to the set of that name.
func Encoder(name string) *encoding.Encoder {
	enc, _ := lookup(name)
	return enc.NewEncoder()
}

// Line returns a line that is in the set of that name in UTF-8, and how many of its characters could not be decoded.
// The line has no line end. A line of ASCII alone is itself.
func Line(line []byte, name string) (text []byte, undecoded int) {
	if runes.ASCII(line) {
		return line, 0
	}
	enc, _ := lookup(name)
	text = convert(line, enc)
	return text, bytes.Count(text, []byte("\uFFFD"))
}

// EncodeJSON converts JSON in UTF-8 to the set of that name. A character that the set does not have becomes an escape:
// in JSON it stands in a string.
func EncodeJSON(text []byte, name string) []byte {
	enc, _ := lookup(name)
	var b []byte
	encoder := enc.NewEncoder()
	for _, r := range string(text) {
		if r < utf8.RuneSelf {
			b = append(b, byte(r))
			continue
		}
		code, err := encoder.String(string(r))
		if err == nil {
			b = append(b, code...)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
	}
	return b
}

// pages are the code pages of DOS that the web does not know, by their numbers.
var pages = map[string]encoding.Encoding{
	"437": charmap.CodePage437, "850": charmap.CodePage850, "852": charmap.CodePage852, "855": charmap.CodePage855,
	"858": charmap.CodePage858, "860": charmap.CodePage860, "862": charmap.CodePage862, "863": charmap.CodePage863,
	"865": charmap.CodePage865,
}

// page finds a code page of DOS by a label such as cp850 or IBM850, in small letters; nil for none.
func page(label string) (encoding.Encoding, string) {
	number := strings.TrimPrefix(strings.TrimPrefix(label, "ibm"), "cp")
	if enc := pages[number]; enc != nil && number != label {
		return enc, "ibm" + number
	}
	return nil, ""
}

// olderSets are sets that the statistics do not know. They are tried where text reads as text in none of the others.
var olderSets = []string{"ibm850", "macintosh", "ibm852", "ibm866", "x-mac-cyrillic"}

// older returns the reading in the older set in which the fewest characters are out of place; one without text if there
// are too many in each.
func older(b []byte) (best reading) {
	for _, name := range olderSets {
		next := readIn(b, name)
		switch {
		case !next.fits() || next.letters == 0:
		case best.text == "" || next.odd < best.odd:
			next.twins = best.text != "" && best.text != next.text && Fits(best.odd-next.odd, next.letters)
			best = next
		case next.text != best.text && Fits(next.odd-best.odd, best.letters):
			best.twins = true
		}
	}
	return best
}
