package segment

import "unicode/utf8"

// atStop decides about the stop whose first terminator is text[i], of class c and width w. It
// returns where the next sentence would begin and whether it does; where it does not, reading
// continues from there.
func (s *scene) atStop(i int, c class, w int) (int, bool) {
	text := s.text
	s.stop, s.last, s.gap, s.final, s.kindKnown = i, i, 0, other, false
	p, mark := i, rune(0) // mark is … or ； or that of a script, if the stop is one
	for {
		if c != aterm && c != sterm {
			if p >= len(text) || text[p] < utf8.RuneSelf && s.hot == &hot {
				break
			}
			m, width := s.extraMark(p)
			if m == 0 {
				break
			}
			mark, c, w = m, sterm, width
		}
		s.last, s.final = p, c
		p, c, w = s.past(p + w)
	}
	if s.final == other { // a … or ； that does not end a sentence here, or a letter of a script
		if isScriptLead(text[i]) {
			s.hot = &hotIn
		}
		return p + w, false
	}
	s.tail = p
	for c == closing {
		if s.set.opening && s.opens(p) {
			break
		}
		p, c, w = s.past(p + w)
	}
	if s.set.footnote {
		if n := s.footnote(p); n > 0 {
			p, c, w = s.past(p + n)
		}
	}
	s.end = p
	for c == sp {
		p, c, w = s.past(p + w)
	}
	if s.set.closer && p > s.end && c == closing && s.closesAfterSpace(p, w) {
		p, c, w = s.past(p + w)
		s.end = p
		for c == sp {
			p, c, w = s.past(p + w)
		}
	}
	s.next, s.ahead = p, c
	if w == 0 {
		return len(text), false
	}
	if c == sep {
		p = s.readGap(p)
		if !s.set.wrapped || s.gap != 1 || p == len(text) {
			s.newLine(s.end, p)
			return p, true
		}
		c, _ = classAt(text, p)
		s.next, s.ahead, s.seen = p, c, lookAhead{}
	}
	cut, decided := s.decide(s.place(mark))
	if !decided {
		cut = s.baseStop()
	}
	if s.gap == 1 {
		if !cut {
			cut, _ = s.decide(atLine)
		}
		s.newLine(s.end, p)
	}
	return p, cut
}

// past skips Extend and Format (SB5) from text[p] on, and gives the class and
// width of the character there.
func (s *scene) past(p int) (int, class, int) {
	c, w := classAt(s.text, p)
	for c == ignore {
		p += w
		c, w = classAt(s.text, p)
	}
	return p, c, w
}

// extraMark is the mark at text[p] if it is one of those that rules make terminators, and its
// width in bytes. It is 0 otherwise.
func (s *scene) extraMark(p int) (rune, int) {
	switch b := s.text[p]; {
	case b < utf8.RuneSelf:
		if s.set.scripts && (b == ';' || b == ':') && s.endsWord(p) {
			return rune(b), 1
		}
	case p+1 < len(s.text) && b == 0xcd && s.text[p+1] == 0xbe:
		if s.set.scripts {
			return greekQuestion, 2
		}
	case p+2 >= len(s.text):
	case s.set.ellipsis && b == 0xe2 && s.text[p+1] == 0x80 && s.text[p+2] == 0xa6:
		return ellipsis, 3
	case s.set.semicolon && b == 0xef && s.text[p+1] == 0xbc && s.text[p+2] == 0x9b:
		return semicolon, 3
	}
	return 0, 0
}

// place is the kind of place of a stop. It decides which rules are applied.
func (s *scene) place(mark rune) place {
	switch {
	case mark == ellipsis && s.final == sterm:
		return atEllipsis
	case mark == semicolon && s.final == sterm:
		return atSemicolon
	case s.final == sterm:
		return atMark
	case s.next == s.tail:
		return atTight
	}
	return atPeriod
}

// baseStop is the decision of UAX #29 about the place (SB6 to SB11), with a line break in the
// gap taken for a space.
func (s *scene) baseStop() bool {
	tight := s.next == s.tail
	if s.final == aterm {
		if tight && s.ahead == numeric { // SB6
			return false
		}
		if tight && s.ahead == upper && s.cased(s.last) { // SB7
			return false
		}
		if s.lowerAhead(s.next) { // SB8
			return false
		}
	}
	switch s.ahead {
	case aterm, sterm: // SB8a
		return false
	case scontinue: // SB8a; a dash that begins a line is a bullet or new matter
		return s.gap == 1 && s.text[s.next] == '-'
	}
	return true // SB11
}

// lowerAhead reports whether the first character at or after text[p] that is a letter, a
// terminator or a line break is a lower-case letter (SB8). It gives up after window bytes.
func (s *scene) lowerAhead(p int) bool {
	for stop := min(p+window, len(s.text)); p < stop; {
		c, w := classAt(s.text, p)
		s.looked += w
		switch c {
		case lower:
			return true
		case upper, letter, sep, aterm, sterm:
			return false
		}
		p += w
	}
	return false
}

// cased reports whether the character before text[p] is a letter with case.
func (s *scene) cased(p int) bool {
	for p > 0 {
		r, w := before(s.text, p)
		s.looked += w
		switch classOf(r) {
		case ignore:
			p -= w
			continue
		case lower, upper:
			return true
		}
		return false
	}
	return false
}
