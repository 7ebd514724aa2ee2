package planted

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/parameter"
)

var standardWeb = WebParams{Seed: 1, Size: 700, PerThousand: 20, SitePages: 12}

func TestPlantWeb(t *testing.T) {
	for _, lang := range []struct {
		name string
		text []Document
	}{{"english", texts(english)}, {"chinese", texts(chinese)}} {
		t.Run(lang.name, func(t *testing.T) {
			web, err := PlantWeb(standardWeb, lang.text)
			if err != nil {
				t.Fatal(err)
			}
			if len(web.Pages) < 100 || web.Sites < 5 {
				t.Fatalf("%d pages of %d sites", len(web.Pages), web.Sites)
			}
			sets := map[string][]Page{}
			for i, p := range web.Pages {
				if i > 0 && web.Pages[i-1].ID >= p.ID {
					t.Fatalf("%s is behind %s", p.ID, web.Pages[i-1].ID)
				}
				if onSite := strings.HasPrefix(p.ID, "http://site"); onSite != !strings.HasPrefix(string(p.Kind),
					"doc") {
					t.Errorf("%s is of the kind %s", p.ID, p.Kind)
				}
				sets[p.Set] = append(sets[p.Set], p)
			}
			kinds := map[Kind]int{}
			for set, pages := range sets {
				kind := pages[0].Kind
				kinds[kind]++
				if pages[0].ID != set {
					t.Errorf("set %s has the first page %s", set, pages[0].ID)
				}
				switch n := len(pages); {
				case kind == Single && n != 1, kind == Sites && (n < 2 || n > 4), kind != Single &&
					kind != Sites && n != 2:
					t.Errorf("a set of the kind %s has %d pages", kind, n)
				}
				for _, p := range pages[1:] {
					checkVersions(t, pages[0], p)
				}
			}
			for _, kind := range WebKinds {
				if kinds[kind] == 0 {
					t.Errorf("there is no set of the kind %s", kind)
				}
			}
		})
	}
}

// checkVersions checks two pages with the same article: on one site the template is the same as
// well, and on two sites more than half of each page is not the article.
func checkVersions(t *testing.T, a, b Page) {
	t.Helper()
	x, y := wordsOf(a.Text), wordsOf(b.Text)
	shared := float64(common(x, y)) / float64(max(len(x), len(y)))
	switch {
	case a.Kind == Sites && shared > .6: // the article, and some words of the templates by chance
		t.Errorf("%s and %s of two sites share %.2f of their words", a.ID, b.ID, shared)
	case a.Kind == OneSite && shared < .75:
		t.Errorf("%s and %s of one site share %.2f of their words", a.ID, b.ID, shared)
	case a.Kind == Doc(0) && a.Text != b.Text:
		t.Errorf("%s and %s are not the same", a.ID, b.ID)
	case strings.HasPrefix(string(a.Kind), "doc"): // in Chinese a swap exchanges clauses
		if edited := max(a.Edited, b.Edited); shared < 1-1.3*edited-.07 || shared > 1-.4*edited {
			t.Errorf("%s and %s share %.2f of their words, and %.2f were edited", a.ID, b.ID, shared, edited)
		}
	}
}

func TestPlantWebIsDeterministic(t *testing.T) {
	text := texts(english)
	one, err := PlantWeb(standardWeb, text)
	if err != nil {
		t.Fatal(err)
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(text), func(i, j int) { text[i], text[j] = text[j], text[i] })
	two, err := PlantWeb(standardWeb, text)
	if diff := cmp.Diff(one, two); err != nil || diff != "" {
		t.Errorf("another order of the texts makes another web: %v (-first +second):\n%s", err, diff)
	}
	p := standardWeb
	p.Documents = 60
	three, err := PlantWeb(p, text)
	if err != nil || len(three.Pages) < 60 || len(three.Pages) > 64 {
		t.Errorf("with documents=60: %d pages, %v", len(three.Pages), err)
	}
}

func TestPlantWebErrors(t *testing.T) {
	if _, err := PlantWeb(standardWeb, slices.Clone(texts(english)[:2])); err == nil ||
		!strings.Contains(err.Error(), "sites") {
		t.Errorf("of two texts: %v", err)
	}
	for name, set := range map[string]func(*WebParams){
		"Size":        func(p *WebParams) { p.Size = 0 },
		"PerThousand": func(p *WebParams) { p.PerThousand = 60 },
		"SitePages":   func(p *WebParams) { p.SitePages = 1 },
		"Documents":   func(p *WebParams) { p.Documents = -1 },
	} {
		p := standardWeb
		set(&p)
		var wrong *parameter.Error
		if _, err := PlantWeb(p, texts(english)); !errors.As(err, &wrong) || wrong.Name != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}
