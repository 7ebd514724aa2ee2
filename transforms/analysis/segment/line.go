package segment

import (
	"bytes"
	"unicode/utf8"
)

const (
	// narrow is the width in bytes below which no text is taken to be wrapped.
	narrow = 45
	// broad is the width in bytes above which none is.
	broad = 160
)

// thisLine is the line that ends at the break, as far as window bytes back.
func (s *scene) thisLine() []byte {
	return s.text[max(s.line, s.end-window):s.end]
}

// width is the width the text seems to be wrapped to: that of the longest of
// the lines around the break.
func (s *scene) width() int {
	next := s.nextEnd() - s.next
	return max(narrow, min(broad, max(s.prevLine, next)))
}

// cutShort reports whether the first word of the next line would have fitted on this one, so
// that the break was not made for the width.
func (s *scene) cutShort() bool {
	n := s.end - s.line
	if n >= broad {
		return true
	}
	word := 0
	if s.ahead == letter {
		word = 9 // Chinese: marks that may not begin a line pull a character along
	} else {
		for p := s.next; p < len(s.text) && word < broad && s.text[p] > ' '; p++ {
			word++
		}
	}
	return n+1+word <= s.width()
}

// ownLine reports whether the sentence so far began on this line.
func (s *scene) ownLine() bool { return s.start >= s.line }

// capitalNext reports whether the next line begins as a sentence or a heading may.
func (s *scene) capitalNext() bool {
	switch s.ahead {
	case upper, letter, numeric, closing:
		return true
	}
	return false
}

func (s *scene) leftOpen() bool {
	if s.end <= s.line || !s.capitalNext() {
		return false
	}
	if s.tail > s.stop { // a stop that does not end the sentence
		return true
	}
	switch s.text[s.end-1] {
	case ',', '(', '[', '{', '-', '/', '&', '=', '+', '<', '\\':
		return true
	}
	r, _ := before(s.text, s.end)
	switch r {
	case '，', '、', '（', '“', '「', '『', '《', '—', '–', '‘', '和', '与', '或', '及':
		return true
	}
	if !isLower(s.text[s.end-1]) && s.text[s.end-1] != 'F' {
		return s.openCapitals()
	}
	var buf [maxWord]byte
	return openWords.mayEnd(s.text, s.end) && openWords.find(folded(&buf, wordBefore(s.text, s.end, false)))
}

// openCapitals is leftOpen for a line in capitals: OF THE.
func (s *scene) openCapitals() bool {
	word := wordBefore(s.text, s.end, false)
	if len(word) < 2 || !isUpper(word[0]) || !isUpper(word[1]) {
		return false
	}
	var buf [maxWord]byte
	return openWords.find(folded(&buf, word))
}

func (s *scene) colonEnd() bool {
	if s.end <= s.line || !s.capitalNext() {
		return false
	}
	r, _ := before(s.text, s.end)
	return (r == ':' || r == '：') && s.cutShort()
}

// heading: nearly all words of a title begin with a capital.
func (s *scene) heading() bool {
	if !s.capitalNext() || !s.ownLine() {
		return false
	}
	line := s.thisLine()
	if len(line) > 100 {
		return false
	}
	capitals, small, letters := 0, 0, 0
	for i, b := range line {
		if !isLetter(b) {
			continue
		}
		letters++
		if i > 0 && (isLetter(line[i-1]) || line[i-1] == '\'' || line[i-1] >= 0x80) {
			continue
		}
		if isUpper(b) {
			capitals++
		} else {
			var buf [maxWord]byte
			if word := wordAt(line, i); len(word) > 4 || !openWords.find(folded(&buf, word)) {
				small++
			}
		}
	}
	s.looked += len(line)
	if letters < 3 || capitals <= 4*small || !s.cutShort() {
		return false
	}
	// Capitals that go on in capitals are prose.
	return bytes.ContainsAny(line, smallLetters) || !s.capitalsNext()
}

const smallLetters = "abcdefghijklmnopqrstuvwxyz"

// capitalsNext reports whether the next line begins with a word in capitals.
func (s *scene) capitalsNext() bool {
	p := s.next
	if s.ahead == closing {
		_, w := classAt(s.text, p)
		p += w
	}
	word := wordAt(s.text, p)
	return len(word) > 1 && isUpper(word[0]) && isUpper(word[1])
}

func (s *scene) longLine() bool { return s.end-s.line >= broad && s.capitalNext() }

// shortLine: two thirds of the width, or half of it if the sentence began on a
// line before.
func (s *scene) shortLine() bool {
	n := s.end - s.line
	if !s.capitalNext() || n >= broad {
		return false
	}
	w := s.width()
	if s.ownLine() {
		return 3*n < 2*w
	}
	return 2*n < w
}

// listWidth is the width in bytes of the lines of a list of words, at most.
const listWidth = 24

// wrappedLine is true but in a list of words.
func (s *scene) wrappedLine() bool { return s.ahead != lower || s.start != s.line || !s.wordList() }

// wordList: two lines that would have fitted on one, of words in small letters and commas.
func (s *scene) wordList() bool {
	if s.end-s.line > listWidth || s.nextEnd()-s.next > listWidth || !onlyWords(s.text[s.line:s.end]) || !onlyWords(s.text[s.next:s.nextEnd()]) {
		return false
	}
	var buf [maxWord]byte
	return !openWords.find(folded(&buf, wordBefore(s.text, s.end, false)))
}

// onlyWords reports whether a line is words in small letters, at least one, and commas.
func onlyWords(line []byte) bool {
	for _, b := range line {
		if !isLower(b) && b != ' ' && b != ',' && b != '-' {
			return false
		}
	}
	return len(line) > 2 && isLower(line[0]) && isLower(line[len(line)-1])
}

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
	return s.ahead != lower && s.ahead != upper && s.ahead != letter && ruled(s.text[s.next:s.nextEnd()]) || ruled(s.thisLine())
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
				if next, _ := utf8.DecodeRune(line[p:]); next != ' ' && next != '\u3000' && next != '\n' && next != '\r' && next != '之' && next != '：' {
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
