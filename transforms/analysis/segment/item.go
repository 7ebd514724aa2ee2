package segment

import (
	"bytes"
	"unicode/utf8"
)

// item is what the next item of a list begins with: after "1.)" it is "2.)", after a bullet the
// same bullet.
type item struct {
	mark [8]byte
	size int  // of the mark; 0 where the sentence does not begin as an item
	stop int  // where the period is in it, if it has one
	form byte // of it: '.' for 2. and 2.), ')' for 2), '*' for a bullet
}

// opensItem is true for the first bytes of items.
var opensItem [256]bool

func init() {
	for b := range opensItem {
		opensItem[b] = isLower(byte(b)) || isDigit(byte(b)) || b == 0xc2 || b == 0xe2 || b == 0xef
	}
}

// readItem sets the mark of the item behind the one that the sentence begins with.
func (s *scene) readItem() {
	s.list.size = 0
	t := s.text[s.start:]
	if len(t) < 4 || !opensItem[t[0]] || isLower(t[0]) && t[1] != '.' && t[1] != ')' || !s.set.items {
		return
	}
	m := &s.list
	if t[0] >= utf8.RuneSelf {
		if r, w := utf8.DecodeRune(t); strongBullet(r) && w < len(t) {
			m.form, m.size = '*', copy(m.mark[:], t[:w])
		}
		return
	}
	shut := 1 // after the number or letter
	for shut < 3 && isDigit(t[0]) && isDigit(t[shut]) {
		shut++
	}
	e := shut
	if t[e] == '.' {
		e++
	}
	if e < len(t) && t[e] == ')' {
		e++
	}
	if e == shut || e >= len(t) || t[e] != ' ' {
		return
	}
	m.form = t[shut]
	m.size = m.next(t[:e], shut)
	m.stop = m.size - (e - shut)
}

// next sets the mark to the one after mark, whose number or letter is mark[:to], and returns its
// size; 0 for none.
func (m *item) next(mark []byte, to int) int {
	for i := to - 1; i >= 0; i-- {
		switch mark[i] {
		case 'z':
			return 0
		case '9':
			continue
		}
		n := copy(m.mark[:], mark)
		m.mark[i]++
		for i++; i < to; i++ {
			m.mark[i] = '0'
		}
		return n
	}
	n := copy(m.mark[:], "1000"[:to+1]) // behind 9, 99
	return n + copy(m.mark[n:], mark[to:])
}

// cutItems cuts the sentence before the items of its list that begin in text[from:to], where the
// first stop is at to. Each byte is looked at once, whatever the number of items.
func (s *scene) cutItems(dst []Span, from, to int) []Span {
	for s.list.size > 0 && from < to {
		at := s.findItem(from, to)
		if at < 0 {
			return dst
		}
		from = at + 1
		if s.isItem(at) {
			dst = append(dst, Span{s.start, trim(s.text, s.start, at)})
			s.start = at
			s.readItem()
		}
	}
	return dst
}

// findItem is where the mark of the next item may be in text[from:to], or -1.
func (s *scene) findItem(from, to int) int {
	text, m := s.text, &s.list
	if m.form == '.' { // the stop is that of the mark
		if at := to - m.stop; to < len(text) && text[to] == '.' && at >= from &&
			string(text[at:to]) == string(m.mark[:m.stop]) &&
			(m.stop+1 == m.size || to+1 < len(text) && text[to+1] == ')') {
			return at
		}
		return -1
	}
	i := bytes.Index(text[from:to], m.mark[:m.size])
	if i < 0 {
		s.looked += to - from
		return -1
	}
	s.looked += i
	return from + i
}

// isItem reports whether the mark at text[at] begins an item, and is no number or letter of the
// sentence: "see table 2. Then".
func (s *scene) isItem(at int) bool {
	end := trim(s.text, s.start, at)
	if end == at || end == s.start {
		return false
	}
	if s.list.form == '*' {
		return true
	}
	e := at + s.list.size
	next := skipSpace(s.text, e)
	if next == e || next == len(s.text) || s.text[e-1] == '.' && !isUpper(s.text[next]) {
		return false
	}
	last := s.text[end-1]
	if last >= utf8.RuneSelf || last == ')' || last == '"' || last == '.' {
		return true
	}
	var buf [maxWord]byte
	word := folded(&buf, wordBefore(s.text, end, false))
	return len(word) > 0 && !openWords.find(word) && !counted.find(word)
}
