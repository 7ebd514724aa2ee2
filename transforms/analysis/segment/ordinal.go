package segment

// The rules of this file know numbers with a point, as German, Danish and other languages write their
// ordinals.

// months are the German names of months, and of what else has a number in dates. ASCII letters are small.
var months = map[string]bool{
	"januar": true, "jänner": true, "februar": true, "märz": true, "mÄrz": true, "april": true, "mai": true,
	"juni": true, "juli": true,
	"august": true, "september": true, "oktober": true, "november": true, "dezember": true, "jahrhundert": true,
	"jahrhunderts": true,
}

// articles are German words that an ordinal follows, and seldom the last number of a sentence. "am" is
// English, too, and stands before days, which months tell.
var articles = set("beim das dem den der des die im jede jedem jeden jeder jedes vom zum zur " +
	"ihrem ihren ihrer meinem meinen meiner seinem seinen seiner unserem unseren unserer")

// ordinal reports whether the stop is the point of an ordinal.
func (s *scene) ordinal() bool {
	from := s.stop
	for from > 0 && s.stop-from < 4 && isDigit(s.text[from-1]) {
		from--
	}
	if s.end != s.tail || !s.one() || from == s.stop {
		return false
	}
	if s.ahead == numeric {
		return s.stop-from <= 2 && s.dayAndMonth(from)
	}
	return s.ordinalAt(from, s.stop, s.next)
}

// ordinalAt reports whether the number text[from:to], which a point follows, is an ordinal of what is at
// text[next]: a day before its month, or a number behind an article.
func (s *scene) ordinalAt(from, to, next int) bool {
	if to-from > 3 || from > 0 && isDigit(s.text[from-1]) {
		return false
	}
	if to-from <= 2 && s.monthAt(next) {
		return true
	}
	end := trim(s.text, max(0, from-maxWord), from)
	if end == from {
		return false
	}
	var buf [maxWord]byte
	c, _ := classAt(s.text, next)
	return c == upper && articles.find(folded(&buf, wordBefore(s.text, end, false))) && !s.startsAt(next)
}

// monthAt reports whether a month is at text[p], in full or abbreviated.
func (s *scene) monthAt(p int) bool {
	e := p
	for e < len(s.text) && e-p < maxWord && (isLetter(s.text[e]) || s.text[e] >= 0x80) {
		e++
	}
	var buf [maxWord]byte
	low := folded(&buf, s.text[p:e])
	if e < len(s.text) && s.text[e] == '.' && abbreviations.find(low)&(isMonth|isSmallMonth) != 0 {
		return true
	}
	return months[string(low)]
}

// dayAndMonth reports whether text[from:] is a date in numbers, with spaces, and the stop one of its
// points: 4. 5. 2020.
func (s *scene) dayAndMonth(from int) bool {
	e := s.next
	for e < len(s.text) && e-s.next < 5 && isDigit(s.text[e]) {
		e++
	}
	switch e - s.next {
	case 1, 2: // the month, and a year
		return e+2 < len(s.text) && s.text[e] == '.' &&
			(isDigit(s.text[e+1]) || s.text[e+1] == ' ' && isDigit(s.text[e+2]))
	case 4: // the year behind a month
		return from > 2 && s.text[from-1] == ' ' && s.text[from-2] == '.' && isDigit(s.text[from-3])
	}
	return false
}
