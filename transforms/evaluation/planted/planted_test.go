package planted

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/evaluation/coverage"
	"example.org/diagonal/transforms/evaluation/passage"
	"example.org/diagonal/transforms/evaluation/plagdet"
)

// english writes n sentences of made-up words, each of them new.
func english(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		for w := range 8 + r.IntN(12) {
			word := ""
			for range 1 + r.IntN(4) {
				word += string("bdfgklmnprstvz"[r.IntN(14)]) + string("aeiou"[r.IntN(5)])
			}
			switch {
			case w == 0:
				word = strings.ToUpper(word[:1]) + word[1:]
			case r.IntN(8) == 0:
				word = ", " + word
			default:
				word = " " + word
			}
			b.WriteString(word)
		}
		b.WriteString(". ")
	}
	return b.String()
}

// chinese writes n sentences of characters drawn at random.
func chinese(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		for range 2 + r.IntN(3) {
			for range 6 + r.IntN(8) {
				b.WriteRune('一' + rune(r.IntN(3000)))
			}
			b.WriteString("，")
		}
		b.WriteString("了。")
		if r.IntN(6) == 0 {
			b.WriteString("\n")
		}
	}
	return b.String()
}

func texts(write func(*rand.Rand, int) string) []Document {
	r := rand.New(rand.NewPCG(7, 7))
	var docs []Document
	for i := range 60 {
		docs = append(docs, Document{fmt.Sprint("text", i), write(r, 40+r.IntN(100))})
	}
	return docs
}

var standard = Params{Seed: 1, Size: 2500, PerThousand: 30, Boilerplate: .3}

// words are the words of text in lower case.
func wordsOf(text string) []string {
	var ws []string
	for _, t := range token.Append(nil, []byte(text)) {
		ws = append(ws, strings.ToLower(text[t.Start:t.End]))
	}
	return ws
}

// common is the length of the longest common subsequence of x and y.
func common(x, y []string) int {
	row := make([]int, len(y)+1)
	for _, w := range x {
		diagonal := 0
		for j, v := range y {
			up := row[j+1]
			if row[j+1] = max(up, row[j]); w == v {
				row[j+1] = diagonal + 1
			}
			diagonal = up
		}
	}
	return row[len(y)]
}

func sorted(ws []string) []string { return slices.Sorted(slices.Values(ws)) }

// cutOut returns the text of a range in code points.
func cutOut(text string, r passage.Range) string { return string([]rune(text)[r.Start:r.End]) }

func TestPlantHoldsWhatItSays(t *testing.T) {
	for _, lang := range []struct {
		name string
		text []Document
	}{{"english", texts(english)}, {"chinese", texts(chinese)}} {
		t.Run(lang.name, func(t *testing.T) {
			c, err := Plant(standard, lang.text)
			if err != nil {
				t.Fatal(err)
			}
			text := map[string]string{}
			for _, d := range c.Documents {
				text[d.ID] = d.Text
			}
			count := map[Kind]int{}
			shares := map[Kind]float64{}
			for _, p := range c.Cases {
				kind := Kind(p.Kind)
				a, b := cutOut(text[p.A], p.RangeA()), cutOut(text[p.B], p.RangeB())
				wa, wb := wordsOf(a), wordsOf(b)
				same := float64(common(wa, wb)) / float64(max(len(wa), len(wb)))
				count[kind]++
				shares[kind] += same
				if p.Within() != (kind == Within) {
					t.Errorf("%v: kind and documents do not agree", p)
				}
				whole := p.RangeA() == (passage.Range{End: utf8.RuneCountInString(text[p.A])}) &&
					p.RangeB() == (passage.Range{End: utf8.RuneCountInString(text[p.B])})
				ok := false
				switch kind {
				case Verbatim, Within, Twice:
					ok = a == b
				case Head:
					ok = a == b && (p.AStart == 0 || p.BStart == 0)
				case ExactDoc:
					ok = a == b && whole
				case NearDoc2, NearDoc5:
					ok = a != b && whole
				case Light:
					ok = a != b && same > .8
				case Heavy:
					ok = a != b && same > .5 && same < .95
				case Reorder:
					ok = a != b && slices.Equal(sorted(wa), sorted(wb))
				case Case:
					ok = a != b && slices.Equal(wa, wb)
				}
				if !ok {
					t.Errorf("%s, %.2f of the words the same:\n%q\n%q", kind, same, a, b)
				}
				if strings.TrimSpace(a) != a || strings.TrimSpace(b) != b {
					t.Errorf("%v begins or ends with white space", p)
				}
			}
			each := 30 * len(c.Documents) / 1000
			for _, kind := range []Kind{Verbatim, Light, Heavy, Reorder, Case, Head, ExactDoc, NearDoc2, NearDoc5} {
				if d := count[kind] - each; d < -1 || d > 1 {
					t.Errorf("%d cases of %s in %d documents, want about %d", count[kind], kind, len(c.Documents), each)
				}
			}
			if count[Twice] != 2*count[Verbatim] || count[Within] != 2*count[Verbatim] {
				t.Errorf("%d of twice and %d of within, want %d of both", count[Twice], count[Within],
					2*count[Verbatim])
			}
			for kind, want := range edited {
				got := 1 - shares[kind]/float64(count[kind])
				if got < .5*want || got > 2*want { // a swapped clause moves more than one word
					t.Errorf("%s: %.3f of the words changed, want about %.2f", kind, got, want)
				}
			}
		})
	}
}

func TestPlantBoilerplate(t *testing.T) {
	c, err := Plant(standard, texts(english))
	if err != nil {
		t.Fatal(err)
	}
	text := map[string]string{}
	for _, d := range c.Documents {
		text[d.ID] = d.Text
	}
	if c.Boilerplate == nil {
		t.Fatal("no boilerplate")
	}
	first := cutOut(text[c.Boilerplate[0].ID], c.Boilerplate[0].Range)
	holds := map[string]bool{}
	for _, b := range c.Boilerplate {
		if got := strings.Fields(cutOut(text[b.ID], b.Range)); !slices.Equal(got, strings.Fields(first)) {
			t.Errorf("boilerplate of %s is %q, want %q", b.ID, got, first)
		}
		holds[b.ID] = true
	}
	if share := float64(len(holds)) / float64(len(c.Documents)); share < .25 || share > .35 {
		t.Errorf("%.2f of the documents hold the boilerplate, want about .30", share)
	}
	for _, d := range c.Documents {
		if strings.Contains(d.Text, first) != holds[d.ID] {
			t.Errorf("%s: the gold says boilerplate %v, the text says otherwise", d.ID, holds[d.ID])
		}
	}
	p := standard
	p.Boilerplate = 0
	if c, err = Plant(p, texts(english)); err != nil || c.Boilerplate != nil {
		t.Errorf("with share 0 there are %d pieces of boilerplate, %v", len(c.Boilerplate), err)
	}
}

// No two documents share a run of words that the gold does not know.
func TestPlantGoldIsWhole(t *testing.T) {
	text := texts(english)
	text = append(text, text[3], Document{"again", text[5].Text[100:]}) // repeats in the text itself
	c, err := Plant(standard, text)
	if err != nil {
		t.Fatal(err)
	}
	known := map[[2]string]bool{}
	for _, p := range c.Cases {
		known[[2]string{p.A, p.B}] = true
	}
	boilerplate := map[string]string{}
	for _, b := range c.Boilerplate {
		for _, d := range c.Documents {
			if d.ID == b.ID {
				boilerplate[b.ID] = cutOut(d.Text, b.Range)
			}
		}
	}
	where := map[string]string{} // 8 words to the first document with them
	for _, d := range c.Documents {
		plain := d.Text
		if boilerplate[d.ID] != "" {
			plain = strings.Replace(plain, boilerplate[d.ID], "", 1)
		}
		ws := wordsOf(plain)
		for i := 0; i+8 <= len(ws); i++ {
			gram := strings.Join(ws[i:i+8], " ")
			first, ok := where[gram]
			if !ok {
				where[gram] = d.ID
			} else if first != d.ID && !known[[2]string{min(first, d.ID), max(first, d.ID)}] {
				t.Fatalf("%s and %s share %q, and the gold does not say so", first, d.ID, gram)
			}
		}
	}
	if c.Cut.Repeated < 40 {
		t.Errorf("%d sentences left out as repeated, want those of a text and more", c.Cut.Repeated)
	}
}

func TestPlantPerfectDetector(t *testing.T) {
	for _, text := range [][]Document{texts(english), texts(chinese)} {
		c, err := Plant(standard, text)
		if err != nil {
			t.Fatal(err)
		}
		boilerplate := coverage.Boilerplate{}
		for _, b := range c.Boilerplate {
			boilerplate[b.ID] = append(boilerplate[b.ID], b.Range)
		}
		s := coverage.Evaluate(c.Cases, c.Cases, boilerplate)
		if s.Precision != 1 || s.Recall != 1 || s.Plagdet != 1 || s.Edge != 0 || s.False != 0 || s.Boilerplate != 0 {
			t.Errorf("coverage of the gold by itself = %+v", s)
		}
		for _, k := range s.Kinds {
			if k.Found != k.Cases || k.Granularity != 1 {
				t.Errorf("kind %+v is not found whole", k)
			}
		}
		if p := plagdet.Evaluate(c.Cases, c.Cases); p.Plagdet != 1 || p.CaseRecall() != 1 {
			t.Errorf("plagdet of the gold by itself = %+v", p)
		}
	}
}

func rangeOf(start, end int) passage.Range { return passage.Range{Start: start, End: end} }
