package warcio

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// toUTF8 converts text to UTF-8 and says from which charset, by its WHATWG name. The
// text may be a view of b.
//
// As in the HTML standard a byte order mark decides, then the label of the HTTP
// header, then the meta element; a label is passed over when the bytes are plainly
// not in that charset, and without one that fits the charset is guessed. In the end
// it is windows-1252, in which nearly every byte is a letter.
func toUTF8(b []byte, label string, html bool) ([]byte, string) {
	switch {
	case bytes.HasPrefix(b, []byte("\xef\xbb\xbf")):
		return b, "utf-8"
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		return convert(b, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)), "utf-16le"
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		return convert(b, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)), "utf-16be"
	}
	labels := []string{label}
	if html {
		labels = append(labels, metaCharset(b))
	}
	letters, invalid := countUTF8(b)
	for i, label := range labels {
		enc, name := lookup(label)
		switch {
		case enc == nil:
		case name == "utf-8" && isUTF8(letters, invalid, len(b)):
			return b, name
		case name == "utf-8":
		case strings.HasPrefix(name, "utf-16"):
			if i > 0 { // the label could be read, so it is not UTF-16
				continue
			}
			if bytes.IndexByte(b, 0) >= 0 || invalid > 0 {
				return convert(b, enc), name
			}
		case invalid == 0 && letters > 0 && (letters >= sureLetters || !multiByte[name]):
			return b, "utf-8" // valid UTF-8 does not come about by chance
		default:
			if text := convert(b, enc); fits(text) {
				return text, name
			}
		}
	}
	if name := zeros(b); name != "" {
		order := unicode.LittleEndian
		if name == "utf-16be" {
			order = unicode.BigEndian
		}
		return convert(b, unicode.UTF16(order, unicode.IgnoreBOM)), name
	}
	if isUTF8(letters, invalid, len(b)) {
		return b, "utf-8"
	}
	enc, name := lookup(detect(b))
	return convert(b, enc), name
}

// sureLetters is how many letters beyond ASCII make valid UTF-8 believed against the
// label of a charset of two bytes a letter: one letter of GBK in eight reads as one
// of UTF-8.
const sureLetters = 16

// isUTF8 reports whether a text of so many bytes is UTF-8 with a few bytes that are wrong: at most
// one for 20 letters beyond ASCII, or one in 1,000 bytes. Text of another charset, in a language
// with letters beyond ASCII, has more of them.
func isUTF8(letters, invalid, size int) bool {
	return invalid*20 <= letters || invalid*1000 <= size
}

// multiByte names the charsets with more than a byte a letter.
var multiByte = map[string]bool{
	"gbk": true, "gb18030": true, "big5": true, "shift_jis": true, "euc-jp": true,
	"euc-kr": true, "iso-2022-jp": true, "hz-gb-2312": true,
}

// lookup finds a charset by a label of the web; nil for none. GBK is read as GB18030,
// which holds it.
func lookup(label string) (encoding.Encoding, string) {
	label = strings.ToLower(strings.Trim(label, " \t\r\n\f\"'"))
	switch label {
	case "":
		return nil, ""
	case "hz-gb-2312":
		return simplifiedchinese.HZGB2312, label
	}
	enc, name := charset.Lookup(label)
	switch name {
	case "replacement":
		return nil, ""
	case "gbk":
		return simplifiedchinese.GB18030, name
	}
	return enc, name
}

func convert(b []byte, enc encoding.Encoding) []byte {
	text, err := enc.NewDecoder().Bytes(b)
	if err != nil { // decoders replace what they cannot read and report nothing
		return b
	}
	return text
}

// countUTF8 counts the code points beyond ASCII, and the bytes that are no UTF-8.
func countUTF8(b []byte) (letters, invalid int) {
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

// fits reports whether a text was decoded with the right charset: at most one letter in 20
// beyond ASCII could not be read.
func fits(text []byte) bool {
	letters := 0
	for _, c := range text {
		if c >= 0xc0 {
			letters++
		}
	}
	return bytes.Count(text, []byte("\uFFFD"))*20 <= letters
}

// zeros names the kind of UTF-16 whose blanks and tags leave a zero in every second byte;
// "" where b is something else.
func zeros(b []byte) string {
	b = b[:min(len(b), 4096)&^1]
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
		return "utf-16le"
	case len(b) >= 8 && even > len(b)/20 && even > 9*odd:
		return "utf-16be"
	}
	return ""
}

// metaCharset is the charset that the first kilobytes of HTML name in a meta
// element, or in an XML declaration.
func metaCharset(b []byte) string {
	b = b[:min(len(b), 4096)]
	if decl, ok := bytes.CutPrefix(bytes.TrimLeft(b, " \t\r\n"), []byte("<?xml")); ok {
		decl, _, _ = bytes.Cut(decl, []byte("?>"))
		if _, v, ok := bytes.Cut(decl, []byte("encoding")); ok {
			return charsetParam("charset" + string(v))
		}
	}
	for {
		i := bytes.IndexByte(b, '<')
		if i < 0 {
			return ""
		}
		b = b[i:]
		var tag []byte
		if comment, ok := bytes.CutPrefix(b, []byte("<!--")); ok {
			_, b, _ = bytes.Cut(comment, []byte("-->"))
			continue
		}
		tag, b, _ = bytes.Cut(b[1:], []byte(">"))
		if len(tag) > 4 && bytes.EqualFold(tag[:4], []byte("meta")) {
			if v := charsetParam(string(tag)); v != "" {
				return v
			}
		}
	}
}
