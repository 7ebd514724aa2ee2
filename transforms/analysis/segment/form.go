package segment

import (
	"bytes"
	"unicode/utf8"
)

func (s *scene) labelled() bool {
	return s.ahead == upper && label(s.text[s.next:]) && s.end > s.line && label(s.text[s.line:s.end])
}

// label reports whether line begins with a word or two and a colon.
func label(line []byte) bool {
	if len(line) == 0 || !isUpper(line[0]) {
		return false
	}
	for i := 0; i < len(line) && i < 24; i++ {
		switch b := line[i]; {
		case b == ':':
			return i+1 < len(line) && line[i+1] == ' '
		case !isLetter(b) && b != ' ' && b != '-':
			return false
		}
	}
	return false
}

func (s *scene) copyright() bool {
	t := s.text[s.next:]
	switch {
	case bytes.HasPrefix(t, []byte("Copyright ")):
		t = t[len("Copyright "):]
		return len(t) > 2 && (isDigit(t[0]) || t[0] == '(' && t[2] == ')' || t[0] == 0xc2 && t[1] == 0xa9)
	case bytes.HasPrefix(t, []byte("©")):
		return true
	}
	return len(t) > 3 && t[0] == '(' && t[1]|0x20 == 'c' && t[2] == ')' && t[3] == ' ' &&
		bytes.Contains(s.thisLine(), []byte("opyright"))
}

func (s *scene) indent() bool {
	return s.next >= 3 && s.text[s.next-1] == 0x80 && s.text[s.next-2] == 0x80 && s.text[s.next-3] == 0xe3
}

// ruledLine reports whether this line or the next is nothing but three or more of one mark.
func (s *scene) ruledLine() bool {
	return s.ahead != lower && s.ahead != upper && s.ahead != letter && ruled(s.text[s.next:s.nextEnd()]) ||
		ruled(s.thisLine())
}

func ruled(line []byte) bool {
	first := skipSpace(line, 0)
	if len(line)-first < 3 {
		return false
	}
	switch line[first] {
	case '-', '=', '*', '_', '~', '#', '+':
		line = line[first:trim(line, first, len(line))]
		for _, b := range line {
			if b != line[0] && b != ' ' {
				return false
			}
		}
		return len(line) >= 3
	}
	return false
}

func (s *scene) tableRow() bool {
	bar := func(p int) bool {
		return s.text[p] == '|' || bytes.HasPrefix(s.text[p:], []byte("¦"))
	}
	return bar(s.next) || s.end > s.line && bar(skipSpace(s.text, s.line))
}

// markdownHeading: two such lines of one depth are rather a comment in a program.
func (s *scene) markdownHeading() bool {
	a, b := hashes(s.text[s.line:max(s.line, s.end)]), hashes(s.text[s.next:])
	return a != b && a+b > 0
}

// hashes is the depth of the Markdown heading that line is, or 0.
func hashes(line []byte) int {
	n := 0
	for n < len(line) && n < 7 && line[n] == '#' {
		n++
	}
	if n == 7 || !spaceAt(line, n) {
		return 0
	}
	return n
}

// article: 第一条, and the heading 第一章 总则.
func (s *scene) article() bool {
	_, n := articleNumber(s.text[s.next:])
	if n > 0 {
		return true
	}
	line := s.thisLine()
	unit, n := articleNumber(line)
	return n > 0 && unit != '条' && len(line) < 90 && s.ownLine() && s.ahead != lower
}

// articleNumber reads 第, a number, a unit of a statute, and a space, or the end
// of the line; it returns the unit and the length, or 0.
func articleNumber(line []byte) (unit rune, n int) {
	const first = "第"
	if len(line) < 9 || line[0] != first[0] || line[1] != first[1] || line[2] != first[2] {
		return 0, 0
	}
	for p, seen := 3, 0; p < len(line) && seen < 10; seen++ {
		r, w := utf8.DecodeRune(line[p:])
		p += w
		switch {
		case r >= '0' && r <= '9' || r >= '０' && r <= '９' || hanDigit(r):
			continue
		case r == '条' || r == '條' || r == '章' || r == '节' || r == '節' || r == '编' || r == '編' || r == '篇':
			if seen == 0 {
				return 0, 0
			}
			if p < len(line) {
				if next, _ := utf8.DecodeRune(line[p:]); next != ' ' && next != '\u3000' && next != '\n' &&
					next != '\r' && next != '之' && next != '：' {
					return 0, 0
				}
			}
			return r, p
		}
		return 0, 0
	}
	return 0, 0
}

func hanDigit(r rune) bool {
	switch r {
	case '一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '百', '千', '零', '〇', '两':
		return true
	}
	return false
}
