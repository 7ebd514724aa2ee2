package seedextend

import (
	"hash/fnv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/transforms/analysis/unit"
)

// isWord is a simple word: what is cut by anything but letters and digits.
func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// document builds a document from text. Sentences end at . and 。, each Han character
// is a word, and units have the usual limits.
func document(text string) *Document { return documentOf(text, unit.MinWords, unit.MaxWords) }

// sentences builds a document with one unit for each sentence.
func sentences(text string) *Document { return documentOf(text, 1, 1<<30) }

func documentOf(text string, minWords, maxWords int) *Document {
	d := &Document{}
	var ends []uint32
	place, word, start := uint32(0), "", uint32(0)
	flush := func() {
		if word == "" {
			return
		}
		h := fnv.New32a()
		h.Write([]byte(strings.ToLower(word)))
		d.Words = append(d.Words, h.Sum32())
		d.From, d.To = append(d.From, start), append(d.To, place)
		word = ""
	}
	for _, r := range text {
		if !isWord(r) || unicode.Is(unicode.Han, r) {
			flush()
		}
		if isWord(r) {
			if word == "" {
				start = place
			}
			word += string(r)
		}
		place++
		if unicode.Is(unicode.Han, r) {
			flush()
		}
		if r == '.' || r == '。' {
			ends = append(ends, uint32(len(d.Words)))
			if n := len(d.To); n > 0 {
				d.To[n-1] = place
			}
		}
	}
	flush()
	ends = append(ends, uint32(len(d.Words)))
	d.Units = unit.Append(nil, ends, minWords, maxWords)
	d.Index(nil)
	return d
}

// fromBytes builds a document from fuzz input: a byte is a word of a small vocabulary,
// and its high bits end a unit now and then.
func fromBytes(data []byte) *Document {
	d := &Document{}
	var ends []uint32
	for x, c := range data {
		d.Words = append(d.Words, uint32(c%32)*0x9e3779b9)
		d.From, d.To = append(d.From, uint32(6*x)), append(d.To, uint32(6*x+5))
		if c >= 224 {
			ends = append(ends, uint32(x+1))
		}
	}
	ends = append(ends, uint32(len(data)))
	d.Units = unit.Append(nil, ends, 1, 20)
	d.Index(nil)
	return d
}

// text returns the words of p on side a and on side b.
func (p Passage) text(t *testing.T, a, b string, da, db *Document) (string, string) {
	t.Helper()
	return cut(a, da.From[p.A0], da.To[p.A1-1]), cut(b, db.From[p.B0], db.To[p.B1-1])
}

// cut returns the code points [from, to) of text.
func cut(text string, from, to uint32) string {
	r := []rune(text)
	return string(r[from:to])
}

// licences returns the texts of testdata/licences.txt.
func licences(t testing.TB) []string {
	t.Helper()
	data := filetest.Read(t, "testdata/licences.txt")
	if !utf8.Valid(data) {
		t.Fatal("testdata/licences.txt is not UTF-8")
	}
	return strings.Split(string(data), "\f\n")
}

// prose returns n sentences of 8 to 15 words, no two of which have much in common.
// The same seed gives the same prose.
func prose(seed uint64, n int) []string {
	next := func(n uint64) uint64 {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
		return seed % n
	}
	const letters = "abcdefghijklmnopqrst"
	out := make([]string, n)
	for x := range out {
		var s strings.Builder
		for k := range 8 + next(8) {
			if k > 0 {
				s.WriteByte(' ')
			}
			if next(4) == 0 { // the small words of every sentence
				s.WriteString([]string{"the", "of", "and", "in", "to", "was"}[next(6)])
				continue
			}
			for range 3 + next(3) {
				s.WriteByte(letters[next(uint64(len(letters)))])
			}
		}
		s.WriteString(". ")
		out[x] = s.String()
	}
	return out
}
