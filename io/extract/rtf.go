package extract

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"

	"example.org/diagonal/io/charset"
)

// rtfState is what a group of RTF says: it ends with the group.
type rtfState struct {
	skip    bool   // the group is no text
	note    bool   // it is a note
	set     string // the character set of its bytes
	skipped int    // how many characters stand for one of Unicode
	hidden  bool
}

// rtfReader reads Rich Text Format, version 1.9.1.
type rtfReader struct {
	w      *writer
	state  rtfState
	stack  []rtfState
	fonts  map[int]string // the sets of fonts
	font   int            // whose set comes next in the table of fonts
	table  int            // the depth of that table, 0: it is not open
	common string         // the set of the file
	raw    []byte         // bytes in state.set that wait to be decoded
	high   rune           // the first half of a pair
	ignore int            // characters that stand for one of Unicode
	err    error
}

// rtfDepth is how deep groups may be nested.
const rtfDepth = maxDepth

func rtf(raw []byte, w *writer) error {
	r := &rtfReader{w: w, fonts: map[int]string{}, common: "windows-1252"}
	r.state = rtfState{set: r.common, skipped: 1}
	for i := 0; i < len(raw) && r.err == nil; {
		switch c := raw[i]; c {
		case '{':
			r.flush()
			if len(r.stack) >= rtfDepth {
				return errors.New("its groups are nested too deep")
			}
			r.stack = append(r.stack, r.state)
			i++
		case '}':
			r.flush()
			if i++; len(r.stack) == 0 {
				return r.err // what follows is no RTF
			}
			r.close()
			if len(r.stack) == 0 {
				return r.err
			}
		case '\\':
			i = r.control(raw, i+1)
		case '\r', '\n':
			i++
		default:
			r.char(c)
			i++
		}
	}
	r.flush()
	if r.err == nil && len(r.stack) > 0 {
		r.err = errors.New("the RTF ends too early")
	}
	return r.err
}

// close ends a group.
func (r *rtfReader) close() {
	last := r.stack[len(r.stack)-1]
	if r.table == len(r.stack) {
		r.table = 0
	}
	if r.state.note && !last.note {
		r.w.endAside(true)
	}
	r.stack, r.state, r.ignore = r.stack[:len(r.stack)-1], last, 0
}

// control reads what follows a backslash, and returns where the next begins.
func (r *rtfReader) control(raw []byte, i int) int {
	if i >= len(raw) {
		return i
	}
	c := raw[i]
	if c == '\'' {
		if i+3 <= len(raw) {
			if b, err := strconv.ParseUint(string(raw[i+1:i+3]), 16, 8); err == nil {
				r.char(byte(b))
			}
		}
		return min(i+3, len(raw))
	}
	if c < 'a' || c > 'z' {
		if c < 'A' || c > 'Z' {
			r.symbol(c)
			return i + 1
		}
	}
	from := i
	for i < len(raw) && (raw[i] >= 'a' && raw[i] <= 'z' || raw[i] >= 'A' && raw[i] <= 'Z') {
		i++
	}
	word := string(raw[from:min(i, from+40)])
	from = i
	if i < len(raw) && raw[i] == '-' {
		i++
	}
	for i < len(raw) && raw[i] >= '0' && raw[i] <= '9' {
		i++
	}
	number, err := strconv.Atoi(string(raw[from:i]))
	given := err == nil
	if i < len(raw) && raw[i] == ' ' {
		i++
	}
	if word == "bin" && given { // so many bytes follow
		return min(len(raw), i+max(number, 0))
	}
	r.word(word, number, given)
	return i
}

func (r *rtfReader) symbol(c byte) {
	switch c {
	case '~':
		r.put("\u00a0")
	case '_':
		r.put("\u2011")
	case '*':
		r.flush()
		r.state.skip = true // a group that only some programs know
	case '\\', '{', '}':
		r.char(c)
	case '\r', '\n':
		r.paragraph()
	}
}

// rtfSkipped are groups that are no text.
var rtfSkipped = " fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf " +
	"fldinst xe tc bkmkstart bkmkend listtable listoverridetable rsidtbl generator themedata datastore latentstyles annotation atnid atnauthor " +
	"nonesttables shppict nonshppict sp revtbl filetbl "

// rtfChars are words that stand for characters.
var rtfChars = map[string]string{
	"tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’",
	"ldblquote": "“", "rdblquote": "”", "emspace": " ", "enspace": " ", "qmspace": " ",
}

func (r *rtfReader) word(word string, number int, given bool) {
	if strings.Contains(rtfSkipped, " "+word+" ") {
		r.flush()
		r.state.skip = true
		if word == "fonttbl" {
			r.table = len(r.stack)
		}
		return
	}
	switch word {
	case "par", "sect", "page", "cell", "row", "nestcell", "nestrow":
		r.paragraph()
	case "ansicpg":
		r.flush()
		if set := pageSet(number); set != "" {
			r.common, r.state.set = set, set
		}
	case "mac":
		r.common, r.state.set = "macintosh", "macintosh"
	case "f":
		r.flush()
		if r.table > 0 {
			r.font = number
			return
		}
		if r.state.set = r.fonts[number]; r.state.set == "" {
			r.state.set = r.common
		}
	case "fcharset":
		if r.table > 0 {
			r.fonts[r.font] = fontSet(number)
		}
	case "plain":
		r.flush()
		r.state.hidden = false
	case "v", "deleted":
		r.flush()
		r.state.hidden = !given || number != 0
	case "footnote":
		r.flush()
		if len(r.stack) > 0 { // some programs write it as a group that others need not know
			r.state.skip = r.stack[len(r.stack)-1].skip
		}
		if !r.state.note && !r.state.skip {
			r.state.note = true
			r.keep(r.w.aside())
		}
	case "uc":
		r.state.skipped = max(number, 0)
	case "u":
		r.unicode(rune(uint16(number)))
	default:
		if s, ok := rtfChars[word]; ok {
			r.put(s)
		}
	}
}

// unicode takes one unit of UTF-16.
func (r *rtfReader) unicode(c rune) {
	r.flush()
	r.ignore = r.state.skipped
	switch {
	case utf16.IsSurrogate(c) && c < 0xdc00:
		r.high = c
		return
	case utf16.IsSurrogate(c):
		c = utf16.DecodeRune(r.high, c)
	}
	r.high = 0
	ignore := r.ignore
	r.put(string(c))
	r.ignore = ignore
}

// char takes a byte of text.
func (r *rtfReader) char(c byte) {
	if r.ignore > 0 {
		r.ignore--
		return
	}
	if !r.silent() {
		r.raw = append(r.raw, c)
	}
}

func (r *rtfReader) silent() bool { return r.state.skip || r.state.hidden }

// flush decodes the bytes that wait.
func (r *rtfReader) flush() {
	if len(r.raw) == 0 {
		return
	}
	text := r.raw
	if bytes.IndexFunc(text, func(c rune) bool { return c >= 0x80 }) >= 0 {
		text = charset.Decode(text, r.state.set).UTF8
	}
	r.keep(r.w.write(string(text)))
	r.raw = r.raw[:0]
}

func (r *rtfReader) put(s string) {
	r.flush()
	if r.ignore = 0; !r.silent() {
		r.keep(r.w.write(s))
	}
}

func (r *rtfReader) paragraph() {
	r.flush()
	if r.ignore = 0; !r.silent() {
		r.w.end()
	}
}

func (r *rtfReader) keep(err error) {
	if r.err == nil {
		r.err = err
	}
}

// pageSet is the set of a code page of Windows, DOS or the Macintosh.
func pageSet(number int) string {
	switch number {
	case 932:
		return charset.Name("shift_jis")
	case 936:
		return charset.Name("gb18030")
	case 949:
		return charset.Name("euc-kr")
	case 950:
		return charset.Name("big5")
	case 65001:
		return charset.UTF8
	case 10000:
		return charset.Name("macintosh")
	case 10007:
		return charset.Name("x-mac-cyrillic")
	}
	if set := charset.Name("windows-" + strconv.Itoa(number)); set != "" {
		return set
	}
	return charset.Name("cp" + strconv.Itoa(number))
}

// fontSet is the set of the letters of a font; "" for that of the file.
func fontSet(number int) string {
	pages := map[int]int{
		77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
		186: 1257, 204: 1251, 222: 874, 238: 1250,
	}
	if page := pages[number]; page != 0 {
		return pageSet(page)
	}
	return ""
}
