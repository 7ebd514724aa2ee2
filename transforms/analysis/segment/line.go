package segment

import (
	"bytes"
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
	if s.end-s.line > listWidth || s.nextEnd()-s.next > listWidth || !onlyWords(s.text[s.line:s.end]) ||
		!onlyWords(s.text[s.next:s.nextEnd()]) {
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
