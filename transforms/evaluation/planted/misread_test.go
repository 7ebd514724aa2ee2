package planted

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// The share of letters that are misread is about that which is asked for, and nothing else changes.
func TestMisread(t *testing.T) {
	english := strings.Repeat("It was the best of times, it was the worst of times; 1789. ", 400)
	chinese := strings.Repeat("天命之謂性，率性之謂道。", 1000)
	for _, share := range []float64{0, .05, .2} {
		for _, text := range []string{english, chinese} {
			w := words{spaced: strings.Fields("alpha beta gamma"), han: strings.Split("書曰堯舜禹", "")}
			m := misreader{r: rand.New(rand.NewPCG(1, 1)), share: share, words: &w}
			got := m.read(text)
			if share == 0 {
				if got != text {
					t.Error("text without errors is not the same")
				}
				continue
			}
			letters, missing := strings.Map(letter, text), 0
			count := map[rune]int{}
			for _, r := range strings.Map(letter, got) {
				count[r]++
			}
			for _, r := range letters {
				if count[r]--; count[r] < 0 {
					missing++
				}
			}
			n := float64(missing) / float64(utf8.RuneCountInString(letters))
			if n < share/3 || n > 1.2*share {
				t.Errorf("share %v: %.3f of the letters are not there any more", share, n)
			}
			if a, b := strings.Count(text, ",")+strings.Count(text, "，"),
				strings.Count(got, ",")+strings.Count(got, "，"); a != b {
				t.Errorf("%d commas of %d", b, a)
			}
		}
	}
}

// letter leaves the letters of a text, and its digits.
func letter(r rune) rune {
	if strings.ContainsRune(" ,;.，。", r) {
		return -1
	}
	return r
}

// Reprints have errors of their own, at the places that are listed.
func TestMisreadReprints(t *testing.T) {
	p := standardReprints
	clean, err := PlantReprints(p, texts(english))
	if err != nil {
		t.Fatal(err)
	}
	p.Misread = .1
	read, err := PlantReprints(p, texts(english))
	if err != nil {
		t.Fatal(err)
	}
	if len(read.Places) != len(clean.Places) || len(read.Documents) != len(clean.Documents) {
		t.Fatalf("%d places in %d documents, without errors %d in %d", len(read.Places), len(read.Documents),
			len(clean.Places), len(clean.Documents))
	}
	texts := map[string]string{}
	for _, d := range read.Documents {
		texts[d.ID] = d.Text
	}
	seen := map[string]string{}
	for _, place := range read.Places {
		text := []rune(texts[place.ID])[place.Start:place.End]
		if other, ok := seen[place.Text]; ok && other == string(text) {
			t.Errorf("two places of %s have the same errors", place.Text)
		}
		seen[place.Text] = string(text)
	}
}
