package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/bench/program"
)

// text is a document.
type text struct {
	id    string
	runes []rune
	words []word
}

// word is a run of letters and digits, or a Han character.
type word struct {
	number   uint32 // of equal words
	from, to uint32 // in code points
	visible  uint32 // characters, with what is between it and the next one
	begins   bool   // a run may begin here
	ends     bool   // a run may end here
}

func (t *text) cut(from, to uint32) string {
	return strings.Join(strings.Fields(string(t.runes[from:to])), " ")
}

// read reads the documents of all inputs.
func read(p params) (all []*text, err error) {
	v := vocabulary{numbers: map[string]uint32{}}
	add := func(id, s string) {
		t := &text{id: id, runes: []rune(s)}
		if p.Paragraphs {
			outside(s, func(from, to int) { // in code points
				for x := from; x < to; x++ {
					t.runes[x] = barrier
				}
			})
		}
		t.divide(&v)
		all = append(all, t)
	}
	for _, in := range p.Inputs {
		info, err := os.Stat(in)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			err := program.EachLine(in, func(d struct{ ID, Text string }) error {
				add(d.ID, d.Text)
				return nil
			})
			if err != nil {
				return nil, err
			}
			continue
		}
		if err := filepath.WalkDir(in, func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return err
			}
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			id, err := filepath.Rel(in, path)
			if err != nil {
				return err
			}
			add(filepath.ToSlash(id), strings.ToValidUTF8(strings.TrimPrefix(string(b), "\ufeff"), "\ufffd"))
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// barrier stands for text that is in no run.
const barrier = -1

// vocabulary numbers words from 1 on, and barriers, each of which is equal to no other, from the largest
// number down.
type vocabulary struct {
	numbers  map[string]uint32
	barriers uint32
}

// divide finds the words of t.
func (t *text) divide(v *vocabulary) {
	r := t.runes
	for x := 0; x < len(r); {
		from := x
		for x < len(r) && isWord(r[x]) && !unicode.Is(unicode.Han, r[x]) {
			x++
		}
		if x == from {
			x++
			if r[from] == barrier && (from == 0 || r[from-1] != barrier) {
				t.add(from, x, ^v.barriers, 0)
				v.barriers++
			}
			if !unicode.Is(unicode.Han, max(0, r[from])) {
				continue
			}
		}
		s := strings.ToLower(string(r[from:x]))
		n, ok := v.numbers[s]
		if !ok {
			n = uint32(len(v.numbers)) + 1
			v.numbers[s] = n
		}
		visible := uint32(x - from)
		if unicode.Is(unicode.Han, r[from]) {
			visible = 3
		}
		t.add(from, x, n, visible)
	}
	for x := range t.words {
		w := &t.words[x]
		if !unicode.Is(unicode.Han, max(0, r[w.from])) && x+1 < len(t.words) {
			w.visible++
		}
		w.begins = w.from == 0 || edge(r[w.from-1]) || unicode.Is(unicode.Han, max(0, r[w.from]))
		w.ends = int(w.to) == len(r) || edge(r[w.to]) || unicode.Is(unicode.Han, max(0, r[w.from]))
	}
}

func (t *text) add(from, to int, number, visible uint32) {
	t.words = append(t.words, word{number: number, from: uint32(from), to: uint32(to), visible: visible})
}

func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// edge reports whether a word surely ends at r.
func edge(r rune) bool { return r == barrier || unicode.IsSpace(r) || unicode.Is(unicode.Han, r) }

var markup = regexp.MustCompile(`(?is)<!--.*?-->|<(?:script\b.*?</script|style\b.*?</style|noscript\b.*?</noscript|svg\b.*?</svg|template\b.*?</template)\s*>|<(/?)([a-z][a-z0-9]*)\b[^>]*>|&#?\w+;`)

// outside calls f with the parts of a page that are not text inside of <p>, in code points.
func outside(s string, f func(from, to int)) {
	last, at, inside := 0, 0, false // at: code points before last
	advance := func(to int) (from, end int) {
		n := utf8.RuneCountInString(s[last:to])
		from, at, last = at, at+n, to
		return from, at
	}
	for _, m := range markup.FindAllStringSubmatchIndex(s, -1) {
		if from, to := advance(m[0]); !inside {
			f(from, to)
		}
		from, to := advance(m[1])
		if m[4] < 0 { // no tag
			if s[m[0]] == '<' || !inside {
				f(from, to)
			}
			continue
		}
		closing, name := m[2] < m[3], strings.ToLower(s[m[4]:m[5]])
		f(from, to)
		if name == "p" {
			inside = !closing
		} else if strings.Contains(" div ul table section footer nav form header article aside h1 h2 h3 ", " "+name+
			" ") {
			inside = false
		}
	}
	if from, to := advance(len(s)); !inside {
		f(from, to)
	}
}
