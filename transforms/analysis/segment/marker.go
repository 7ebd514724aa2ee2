package segment

import (
	"bytes"
	"unicode/utf8"
)

// marker is the mark that a line begins with, as of a list item.
type marker int

const (
	noMarker  marker = iota
	bullet           // a mark that is nothing but a bullet
	dash             // one that prose uses too
	number           // 1. 2) (c) iv.
	hanNumber        // （一） 一、 ①
)

// strongBullet reports whether r, before a space, is always a bullet.
func strongBullet(r rune) bool {
	switch r {
	case '*', '•', '·', '●', '○', '■', '□', '▪', '▫', '◦', '‣', '⁃', '►', '▶', '➢', '◆', '◇', '★', '☆', '\uf0b7':
		return true
	}
	return false
}

// markerOf is the marker line begins with and its length, without the white
// space after it.
func markerOf(line []byte) (marker, int) {
	if len(line) == 0 {
		return noMarker, 0
	}
	b := line[0]
	if isLetter(b) && len(line) > 5 && isLetter(line[1]) && isLetter(line[2]) && isLetter(line[3]) &&
		isLetter(line[4]) {
		return noMarker, 0 // most lines
	}
	if b >= 0x80 {
		r, w := utf8.DecodeRune(line)
		switch {
		case r >= '①' && r <= '⑳', r >= '㈠' && r <= '㈩':
			return hanNumber, w
		case r == '（' || hanDigit(r):
			return hanMarker(line)
		case strongBullet(r) && w < len(line) && (spaceAt(line, w) || line[w] >= 0x80):
			return bullet, w
		case (r == '–' || r == '—') && spaceAt(line, w):
			return dash, w
		}
		return noMarker, 0
	}
	if spaceAt(line, 1) {
		switch b {
		case '*':
			return bullet, 1
		case '-', '+', 'o':
			return dash, 1
		}
	}
	if b == '(' && len(line) > 2 && line[1] >= 0x80 {
		return hanMarker(line)
	}
	p := 0
	if b == '(' || b == '[' {
		p = 1
	}
	e := p
	for e < len(line) && e < p+8 && (isLetter(line[e]) || isDigit(line[e]) || line[e] == '.') {
		e++
	}
	num := line[p:e]
	shut := e < len(line) && (line[e] == ')' || line[e] == ']')
	if !shut {
		if p > 0 || !bytes.HasSuffix(num, []byte(".")) && bytes.IndexByte(num, '.') < 0 {
			return hanDecimal(line, p, e)
		}
		num = bytes.TrimSuffix(num, []byte("."))
	}
	if !isNumber(num) || shut && bytes.IndexByte(num, '.') >= 0 || p > 0 && len(num) > 2 && isDigit(num[0]) {
		return noMarker, 0 // not (3.0) or (919), which is a telephone number
	}
	if shut {
		e++
	}
	if e < len(line) && line[e] > ' ' && line[e] < 0x80 {
		return noMarker, 0
	}
	return number, e
}

// hanDecimal reads 1、 and 1．, whose digits are line[p:e].
func hanDecimal(line []byte, p, e int) (marker, int) {
	if e == p || e > p+3 || !isDigit(line[p]) || p > 0 {
		return noMarker, 0
	}
	if r, w := utf8.DecodeRune(line[e:]); r == '、' || r == '．' || r == '）' {
		return hanNumber, e + w
	}
	return noMarker, 0
}

// hanMarker reads （一）, (一) and 一、.
func hanMarker(line []byte) (marker, int) {
	r, p := utf8.DecodeRune(line)
	bracket := r == '（' || r == '('
	if !bracket {
		p = 0
	}
	for n := 0; n < 6 && p < len(line); n++ {
		r, w := utf8.DecodeRune(line[p:])
		p += w
		switch {
		case hanDigit(r) || bracket && r >= '0' && r <= '9':
			continue
		case n > 0 && (bracket && (r == '）' || r == ')') || !bracket && (r == '、' || r == '．')):
			return hanNumber, p
		}
		break
	}
	return noMarker, 0
}

// item reports whether a marker that prose could have at the start of a line too marks a list
// item here: this line is an item itself, ends in a mark that ends items, or was cut short.
func (s *scene) item(kind marker) bool {
	if s.end <= s.line {
		return true
	}
	line := s.thisLine()
	if m, _ := markerOf(bytes.TrimLeft(line, " \t")); m == kind {
		return true
	}
	switch r, _ := before(line, len(line)); r {
	case '.', ':', ';', '：', '；', '，', '。':
		return true
	}
	if bytes.HasSuffix(line, []byte("; and")) || bytes.HasSuffix(line, []byte("; or")) {
		return true
	}
	return s.cutShort()
}

// nextMarker is the marker of the next line.
func (s *scene) nextMarker() (marker, int) {
	if !s.seen.read {
		s.seen.marker, s.seen.size = markerOf(s.text[s.next:min(s.next+24, len(s.text))])
		s.seen.read = true
	}
	return s.seen.marker, s.seen.size
}

func (s *scene) bulletItem() bool {
	m, _ := s.nextMarker()
	if m == bullet && s.text[s.next] == '*' && bytes.HasSuffix(s.text[s.next+1:s.nextEnd()], []byte("*")) {
		return false // a line of a comment in a box
	}
	return m == bullet || m == dash && s.item(dash)
}

func (s *scene) numberedItem() bool {
	m, size := s.nextMarker()
	if m != number || !s.item(number) {
		return false
	}
	point := s.next + size - 1
	if !isDigit(s.text[s.next]) || s.text[point] != '.' || !s.ordinalAt(s.next, point, skipSpace(s.text, point+1)) {
		return true
	}
	before, _ := markerOf(bytes.TrimLeft(s.thisLine(), " \t"))
	return before == number && s.ownLine() // one of several dates
}

func (s *scene) chineseItem() bool {
	m, _ := s.nextMarker()
	return m == hanNumber && s.item(hanNumber)
}

// markerAlone reports whether this line is a marker and nothing else.
func (s *scene) markerAlone() bool {
	line := s.thisLine()
	if len(line) == 0 || len(line) > 16 || !s.ownLine() || s.ahead == other {
		return false
	}
	line = bytes.TrimLeft(line, " \t")
	m, n := markerOf(line)
	if m == noMarker || n < len(line) {
		return false
	}
	next, _ := s.nextMarker()
	return next == noMarker
}
