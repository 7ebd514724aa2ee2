package planted

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/parameter"
)

var standardReprints = ReprintParams{Seed: 1, Size: 1500, Sizes: ReprintDefaults().Sizes, PerThousand: 10}

func TestPlantReprints(t *testing.T) {
	for _, lang := range []struct {
		name string
		text []Document
	}{{"english", texts(english)}, {"chinese", texts(chinese)}} {
		t.Run(lang.name, func(t *testing.T) {
			c, err := PlantReprints(standardReprints, lang.text)
			if err != nil {
				t.Fatal(err)
			}
			again, err := PlantReprints(standardReprints, slices.Concat(lang.text[1:], lang.text[:1]))
			if diff := cmp.Diff(c, again); err != nil || diff != "" {
				t.Errorf("another order of the texts: %v (-want +got):\n%s", err, diff)
			}
			documents, longest, all := map[string]string{}, 0, 0
			for _, d := range c.Documents {
				documents[d.ID] = d.Text
				longest, all = max(longest, len(d.Text)), all+len(d.Text)
			}
			if mean := all / len(c.Documents); longest < 4*mean {
				t.Errorf("the longest document has %d bytes, and the mean is %d", longest, mean)
			}
			byText, shares := map[string][]Reprint{}, map[float64]bool{}
			for _, p := range c.Places {
				byText[p.Text] = append(byText[p.Text], p)
				shares[p.Edited] = true
			}
			if len(byText) != c.Texts || len(shares) != len(ReprintShares) {
				t.Errorf("%d texts, want %d; edits %v", len(byText), c.Texts, shares)
			}
			sizes := map[int]bool{}
			for text, places := range byText {
				sizes[len(places)] = true
				if len(places) != places[0].Size {
					t.Errorf("%s: %d places of %d", text, len(places), places[0].Size)
				}
				checkPlaces(t, documents, places)
			}
			if len(sizes) != len(standardReprints.Sizes) {
				t.Errorf("the sizes are %v", sizes)
			}
			checkApart(t, c.Places)
		})
	}
}

// checkPlaces checks that the places of a text are in different documents, and have the same words but for
// the edits.
func checkPlaces(t *testing.T, documents map[string]string, places []Reprint) {
	t.Helper()
	at := func(p Reprint) string { return string([]rune(documents[p.ID])[p.Start:p.End]) }
	first := slices.IndexFunc(places, func(p Reprint) bool { return p.Edited == 0 })
	original := at(places[first])
	words := wordsOf(original)
	if len(words) < reprintWords {
		t.Errorf("%s has %d words", places[first].Text, len(words))
	}
	seen := map[string]bool{}
	for _, p := range places {
		if seen[p.ID] {
			t.Errorf("%s is twice in %s", p.Text, p.ID)
		}
		seen[p.ID] = true
		shared := float64(common(words, wordsOf(at(p)))) / float64(len(words))
		switch {
		case p.Edited == 0 && at(p) != original:
			t.Errorf("%s was not edited, and differs from %s", p.ID, places[first].ID)
		case p.Edited > 0 && (at(p) == original || shared < .9-2*p.Edited): // in Chinese a swap exchanges clauses
			t.Errorf("%s shares %.2f of the words, and %.2f were edited", p.ID, shared, p.Edited)
		}
	}
}

// checkApart checks that no two places of a document overlap or are side by side.
func checkApart(t *testing.T, places []Reprint) {
	t.Helper()
	places = slices.Clone(places)
	slices.SortFunc(places, func(a, b Reprint) int {
		if a.ID != b.ID {
			return strings.Compare(a.ID, b.ID)
		}
		return a.Start - b.Start
	})
	several := 0
	for i := range places[1:] {
		if a, b := places[i], places[i+1]; a.ID == b.ID {
			several++
			if b.Start < a.End+3 {
				t.Errorf("%s: a text ends at %d, and the next begins at %d", a.ID, a.End, b.Start)
			}
		}
	}
	if several == 0 {
		t.Error("no document has two texts")
	}
}

// Texts stand in as many documents as Sizes says, equally many in each number.
func TestReprintSizes(t *testing.T) {
	p := standardReprints
	p.Sizes = []int{7, 2}
	c, err := PlantReprints(p, texts(english))
	if err != nil {
		t.Fatal(err)
	}
	places := map[int]int{}
	for _, at := range c.Places {
		places[at.Size]++
	}
	if len(places) != 2 || places[2] == 0 || places[2]/2 != places[7]/7 {
		t.Errorf("places of texts by size: %v", places)
	}
}

func TestPlantReprintsRefuses(t *testing.T) {
	for name, change := range map[string]func(*ReprintParams){
		"Size":        func(p *ReprintParams) { p.Size = 100 },
		"PerThousand": func(p *ReprintParams) { p.PerThousand = 13 },
		"Documents":   func(p *ReprintParams) { p.Documents = -1 },
		"Sizes":       func(p *ReprintParams) { p.Sizes = []int{500, 501} },
		"Sizes ":      func(p *ReprintParams) { p.Sizes = []int{5, 1} },
		"Sizes  ":     func(p *ReprintParams) { p.Sizes = []int{5, 5} },
		"Sizes   ":    func(p *ReprintParams) { p.Sizes = nil },
	} {
		p, wrong := standardReprints, (*parameter.Error)(nil)
		change(&p)
		if _, err := PlantReprints(p, texts(english)); !errors.As(err, &wrong) ||
			wrong.Name != strings.TrimSpace(name) {
			t.Errorf("%+v: %v", p, err)
		}
	}
	if _, err := PlantReprints(standardReprints, texts(english)[:1]); err == nil {
		t.Error("too little text is accepted")
	}
}
