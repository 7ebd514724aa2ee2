package segment

import (
	"bytes"
)

func (s *scene) pause() bool {
	if s.last == s.stop && (s.stop == 0 || s.text[s.stop-1] != ' ') || s.ahead != upper {
		return false
	}
	if s.text[s.next] == 'I' && len(wordAt(s.text, s.next)) == 1 {
		return s.last > s.stop || s.spacedDots() == 3
	}
	n := s.stop - s.start // of ". . . The" where the sentence so far is dots
	return n > 0 && n < 8 && n == 2*s.spacedDots()-2
}

func (s *scene) omission() bool {
	if s.end != s.tail+1 || s.last == s.stop && s.text[s.stop] != 0xe2 || s.stop == 0 || s.stop == s.start+1 {
		return false
	}
	open, shut := s.text[s.stop-1], s.text[s.tail]
	return open == '[' && shut == ']' || open == '(' && shut == ')'
}

func (s *scene) leadingDots() bool {
	if s.ahead != upper && s.ahead != letter && s.ahead != lower {
		return false
	}
	if s.stop == s.start {
		return s.next == s.tail
	}
	if s.text[s.stop] >= 0x80 {
		return false
	}
	switch s.text[s.stop-1] {
	case ' ', '\t', '\n', '*', '/', '\\', '(':
		return true
	}
	return false
}

// spacedDots is the number of periods with a space between them that end at the stop, at most 5;
// 1 is a period alone.
func (s *scene) spacedDots() int {
	n, p := 1, s.stop
	for n < 5 && s.one() && p >= s.start+2 && s.text[p-1] == ' ' && s.text[p-2] == '.' {
		n, p = n+1, p-2
	}
	return n
}

// omittedAfter: a period, then three with spaces between them and a capital.
func (s *scene) omittedAfter() bool {
	const dots = ". . . "
	t := s.text[s.next:]
	if s.ahead != aterm || s.gap > 0 || !s.one() || s.end != s.tail || s.stop == 0 || !isLetter(s.text[s.stop-1]) ||
		!bytes.HasPrefix(t, []byte(dots)) {
		return false
	}
	c, _ := classAt(t, len(dots))
	return c == upper
}
