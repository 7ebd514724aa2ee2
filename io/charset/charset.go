// Package charset finds the character set of a text and converts the text to UTF-8. It is the one
// place that knows character sets: files and pages of web archives are read through it.
//
// Decide chooses the set, as the HTML standard does: a byte order mark decides, then a label that
// fits the bytes, and without one the bytes themselves. Text that is valid UTF-8, or nearly, is
// UTF-8. Decode converts, and keeps which bytes of the file each character is from.
//
// A text of which some is UTF-8 and some is in a set of one byte a letter, such as two files in one, is UTF-8
// where it is valid.
//
// The names of sets are those of the WHATWG Encoding Standard, and utf-32le, utf-32be, hz-gb-2312, the code pages of
// DOS (ibm850) and mixtures (utf-8+windows-1252), which are not in it.
//
// What is not done: EBCDIC, UTF-7, and sets of old Macintoshes for other letters than those of western Europe and
// Russia are not guessed.
package charset

import (
	"bytes"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// UTF8 is the name of UTF-8.
const UTF8 = "utf-8"

// Wide sets: a character has two or four bytes, and a line end does, too.
const (
	utf16le, utf16be = "utf-16le", "utf-16be"
	utf32le, utf32be = "utf-32le", "utf-32be"
)

// Name returns the name of the set that a label names, such as latin1 or GB2312; "" if none has it.
func Name(label string) string {
	_, name := lookup(label)
	return name
}

// lookup finds a set by a label of the web; nil for none. GBK is read as GB18030,
// which holds it.
func lookup(label string) (encoding.Encoding, string) {
	label = strings.ToLower(strings.Trim(label, " \t\r\n\f\"'"))
	switch label {
	case "":
		return nil, ""
	case "hz-gb-2312":
		return simplifiedchinese.HZGB2312, label
	case utf16le:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), label
	case utf16be:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), label
	case utf32le, "utf-32":
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), utf32le
	case utf32be:
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), label
	}
	if isMixed(label) {
		return mixture(label)
	}
	if enc, name := page(label); enc != nil {
		return enc, name
	}
	enc, err := htmlindex.Get(label)
	if err != nil {
		return nil, ""
	}
	name, err := htmlindex.Name(enc)
	switch {
	case err != nil || name == "replacement" || name == "x-user-defined":
		return nil, ""
	case name == "gbk":
		return simplifiedchinese.GB18030, name
	}
	return enc, name
}

// Wide reports whether the characters of a set have two or four bytes each, so that a line end is not one byte.
func Wide(name string) bool {
	return strings.HasPrefix(name, "utf-16") || strings.HasPrefix(name, "utf-32")
}

// Stateful reports whether the meaning of a byte depends on escapes somewhere before it.
func Stateful(name string) bool { return name == "iso-2022-jp" || name == "hz-gb-2312" }

// Lines reports whether a file of a set can be cut at the byte of a line end: it has no other meaning there.
func Lines(name string) bool { return !Wide(name) && !Stateful(name) }

// multiByte names the sets with more than a byte for some letters, and bytes of ASCII for those of ASCII.
var multiByte = map[string]bool{
	"gbk": true, "gb18030": true, "big5": true, "shift_jis": true, "euc-jp": true,
	"euc-kr": true, "iso-2022-jp": true, "hz-gb-2312": true,
}

// oneByte reports whether each character of a set is one byte.
func oneByte(name string) bool {
	return name != UTF8 && !multiByte[name] && Lines(name) && !isMixed(name)
}

// Declared returns the label that the first kilobytes of HTML name in a meta element, or those of HTML
// or XML in an XML declaration; "" for none.
func Declared(b []byte) string {
	b = b[:min(len(b), 4096)]
	if decl, ok := bytes.CutPrefix(bytes.TrimLeft(b, " \t\r\n"), []byte("<?xml")); ok {
		decl, _, _ = bytes.Cut(decl, []byte("?>"))
		if _, v, ok := bytes.Cut(decl, []byte("encoding")); ok {
			return Parameter("charset" + string(v))
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
			if v := Parameter(string(tag)); v != "" {
				return v
			}
		}
	}
}

// Parameter is the charset parameter of a Content-Type, in the many ways it is written.
func Parameter(contentType string) string {
	const name = "charset"
	i := 0
	for ; ; i++ { // not by strings.ToLower, which changes the length of invalid UTF-8
		if i+len(name) > len(contentType) {
			return ""
		}
		if strings.EqualFold(contentType[i:i+len(name)], name) {
			break
		}
	}
	v := strings.TrimLeft(contentType[i+len(name):], " \t\r\n")
	v, ok := strings.CutPrefix(v, "=")
	if !ok {
		return ""
	}
	v = strings.TrimLeft(v, " \t\"'")
	if i := strings.IndexAny(v, " \t\"';,>"); i >= 0 {
		v = v[:i]
	}
	return v
}
