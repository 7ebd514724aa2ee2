package similar

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/partition/lcs"
	"example.org/diagonal/transforms/partition/sketch"
	"example.org/diagonal/transforms/partition/trusted"
)

var defaults = Params{Method: LCS, MinR: .6, MinCosine: .9, Distance: 3}

// prose returns n words, each time the same ones for the same seed.
func prose(seed uint64, n int) []uint32 {
	r := rand.New(rand.NewPCG(seed, 1))
	words := make([]uint32, n)
	for i := range words {
		words[i] = uint32(r.IntN(400))
	}
	return words
}

// edited returns a copy of words in which a share is exchanged.
func edited(seed uint64, words []uint32, share float64) []uint32 {
	r := rand.New(rand.NewPCG(seed, 2))
	words = slices.Clone(words)
	for i := range words {
		if r.Float64() < share {
			words[i] = 1000 + uint32(r.IntN(1000))
		}
	}
	return words
}

// r is R by the definition: of whole pages, without a bound, and with runs that are found by trying
// all places.
func r(a, b []uint32) float64 {
	placesA, placesB := common(a, b), common(b, a)
	at := func(words []uint32, places []int) (kept []uint32) {
		for _, i := range places {
			kept = append(kept, words[i])
		}
		return kept
	}
	keptA, keptB := at(a, placesA), at(b, placesB)
	runs, _ := new(lcs.Differ).Append(nil, keptA, keptB, len(keptA)+len(keptB))
	return R(trusted.Words(sketch.Whole(nil, runs, placesA, placesB), len(a), len(b)), len(a), len(b))
}

// common returns the places of the words of a that are in a run that b has.
func common(a, b []uint32) (places []int) {
	in := map[string]bool{}
	for i := 0; i+sketch.Run <= len(b); i++ {
		in[fmt.Sprint(b[i:i+sketch.Run])] = true
	}
	for i := range a {
		for at := max(0, i-sketch.Run+1); at <= i && at+sketch.Run <= len(a); at++ {
			if in[fmt.Sprint(a[at:at+sketch.Run])] {
				places = append(places, i)
				break
			}
		}
	}
	return places
}

// check reports a result that is not a partition of pages, or whose r is not that of the texts.
func check(t *testing.T, p Params, pages, ordered []Page, of []int, rs []float64) {
	t.Helper()
	seen := map[string]bool{}
	for i, page := range ordered {
		if seen[page.ID] {
			t.Errorf("%s is there twice", page.ID)
		}
		seen[page.ID] = true
		if of[i] > i || of[of[i]] != of[i] {
			t.Errorf("%s has the representative %d, which has %d", page.ID, of[i], of[of[i]])
		}
		first := ordered[of[i]]
		want := 1.0
		if of[i] != i {
			want = r(first.Words, page.Words)
		}
		if rs[i] != want || want < p.MinR {
			t.Errorf("r(%s, %s) = %g, want %g", first.ID, page.ID, rs[i], want)
		}
		for j := range i { // representatives before it are not similar
			if of[j] == j && j < of[i] && r(ordered[j].Words, page.Words) >= p.MinR {
				t.Errorf("%s is similar to %s, which comes before %s", page.ID, ordered[j].ID, first.ID)
			}
		}
	}
	if len(seen) != len(pages) {
		t.Errorf("%d pages, want %d", len(seen), len(pages))
	}
}

// divide divides pages and checks the result. It returns the sets, each with its representative first.
func divide(t *testing.T, p Params, pages []Page) string {
	t.Helper()
	ordered, members, _ := Divide(p, pages)
	var of []int
	var rs []float64
	sets := make([]string, len(pages))
	for i, m := range members {
		of, rs = append(of, m.Representative), append(rs, m.R)
		sets[m.Representative] += ordered[i].ID
	}
	if p.Method == LCS {
		check(t, p, pages, ordered, of, rs)
	}
	return strings.Join(slices.DeleteFunc(sets, func(s string) bool { return s == "" }), " ")
}

// The example of the source: C and D are similar to A, and E and F are not similar to B.
func TestDivide(t *testing.T) {
	one, three := prose(1, 300), prose(3, 260)
	pages := []Page{
		{ID: "F", Words: edited(1, three, .05)},
		{ID: "D", Words: edited(2, one, .06)[:290]},
		{ID: "A", Words: one},
		{ID: "B", Words: slices.Concat(one[:150], three[:140])},
		{ID: "E", Words: three},
		{ID: "C", Words: edited(3, one, .02)},
	}
	for range 3 {
		if got, want := divide(t, defaults, pages), "ACD B EF"; got != want {
			t.Errorf("sets %s, want %s", got, want)
		}
		rand.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
	}
	_, _, counts := Divide(defaults, pages)
	if want := int64(5 + 2 + 1); counts.Compared != want {
		t.Errorf("%d pairs are compared, want %d", counts.Compared, want)
	}
}

// Pages that share what is at their heads and tails only are not similar, however much that is.
func TestTemplates(t *testing.T) {
	head, tail := prose(5, 40), prose(6, 40)
	page := func(seed uint64) []uint32 { return slices.Concat(head, prose(seed, 100), tail) }
	p := defaults
	p.MinR = .2
	if got := divide(t, p, []Page{{ID: "a", Words: page(11)}, {ID: "b", Words: page(12)}}); got != "a b" {
		t.Errorf("sets %s: the template is trusted", got)
	}
}

func TestSmallSets(t *testing.T) {
	for _, tc := range []struct {
		words []string
		want  string
	}{
		{nil, ""},
		{[]string{""}, "a"},
		{[]string{"x", "y"}, "a b"},
		{[]string{"xy", "yx"}, "a b"},
		{[]string{"abcdefgh", "abcdefgx"}, "ab"},
		{[]string{"床前明月光疑是地上霜", "床前看月光疑是地上霜"}, "ab"},
	} {
		var pages []Page
		for i, text := range tc.words {
			var words []uint32
			for _, c := range text {
				words = append(words, uint32(c))
			}
			pages = append(pages, Page{ID: string(rune('a' + i)), Words: words})
		}
		if got := divide(t, defaults, pages); got != tc.want {
			t.Errorf("%q: sets %q, want %q", tc.words, got, tc.want)
		}
	}
}

func TestMethods(t *testing.T) {
	one := prose(1, 300)
	pages := []Page{
		{ID: "a", Words: one, Hash: 0},
		{ID: "b", Words: edited(1, one, .02), Hash: 7},
		{ID: "c", Words: prose(2, 300), Hash: 15},
	}
	for method, want := range map[string]string{LCS: "ab c", Cosine: "ab c", SimHash: "ab c", None: "abc"} {
		p := defaults
		p.Method = method
		if got := divide(t, p, pages); got != want {
			t.Errorf("%s: sets %s, want %s", method, got, want)
		}
	}
}

// A partition is a partition, and r is that of the texts, whatever the others of the set are.
func FuzzDivide(f *testing.F) {
	f.Add(uint64(1), uint8(6), .05)
	f.Add(uint64(2), uint8(12), .3)
	f.Fuzz(func(t *testing.T, seed uint64, n uint8, share float64) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		share = min(max(share, 0), .9)
		var pages []Page
		for i := range int(n % 16) {
			words := prose(seed+uint64(rnd.IntN(3)), 20+rnd.IntN(100))
			words = edited(seed+uint64(i), words, share*rnd.Float64())
			pages = append(pages, Page{Number: i, ID: fmt.Sprint(i), Words: words})
		}
		p := defaults
		p.MinR = .1 + .8*rnd.Float64()
		got := divide(t, p, pages)
		rnd.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
		if again := divide(t, p, pages); again != got {
			t.Errorf("sets %s, in another order %s", got, again)
		}
	})
}

func TestValidate(t *testing.T) {
	for name, set := range map[string]func(*Params){
		"Method":    func(p *Params) { p.Method = "x" },
		"MinR":      func(p *Params) { p.MinR = 0 },
		"MinCosine": func(p *Params) { p.MinCosine = 1.1 },
		"Distance":  func(p *Params) { p.Distance = 8 },
	} {
		p := defaults
		set(&p)
		var wrong *parameter.Error
		if err := p.Validate(); !errors.As(err, &wrong) || wrong.Name != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	if diff := gocmp.Diff(nil, defaults.Validate()); diff != "" {
		t.Error(diff)
	}
}
