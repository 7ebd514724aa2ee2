package removal

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/analysis/token"
)

// doc is a document with its units.
type doc struct {
	text   []byte
	tokens []token.Token
	parts  []Part
	units  []Unit
}

func read(text string, breaks ...int) doc {
	d := doc{text: []byte(text), tokens: token.Append(nil, []byte(text))}
	var sentences []Span
	for _, s := range segment.Append(nil, d.text) {
		sentences = append(sentences, Span(s))
	}
	d.parts = Sentences.Parts(nil, d.text, sentences, d.tokens, breaks)
	d.units = Units(nil, d.parts, d.text, d.tokens)
	return d
}

// all returns a unit as one part.
func (d doc) all(u Unit) Part { return Unit{u.From, u.To, u.From, u.To}.Core(d.parts) }

func (d doc) sum(p Part) [16]byte {
	sum, _ := p.Sum(d.text, d.tokens, nil)
	return sum
}

func (d doc) texts() (all []string) {
	for _, u := range d.units {
		p := d.all(u)
		all = append(all, string(d.text[p.Start:p.End]))
	}
	return all
}

func (d doc) words(from, to int) (words []string) {
	for _, t := range d.tokens[from:to] {
		words = append(words, string(token.AppendWord(nil, d.text, t)))
	}
	return words
}

func TestUnits(t *testing.T) {
	const long = "The mill by the river was closed after the flood."
	for _, tc := range []struct {
		name, text string
		breaks     []int
		want       []string
	}{
		{"empty", "", nil, nil},
		{"sentences", long + " " + long, nil, []string{long, long}},
		{"a short one with the next", "See below. " + long + " " + long, nil, []string{"See below. " + long, long}},
		{"the last one with the one before", long + " See below.", nil, []string{long + " See below."}},
		{"the end of a paragraph", long + " See below.\n\n" + long, nil, []string{long + " See below.", long}},
		{"a heading", long + "\n\nThe flood\n\n" + long, nil, []string{long, "The flood\n\n" + long}},
		{"no words", "* * *\n\n" + long + "\n\n***", nil, []string{"* * *\n\n" + long + "\n\n***"}},
		{"Chinese", "春天的河水淹没了草地。好。磨坊在大洪水之后关闭了。", nil, []string{"春天的河水淹没了草地。", "好。磨坊在大洪水之后关闭了。"}},
		{"a break in a sentence", long, []int{strings.Index(long, "was")},
			[]string{"The mill by the river", "was closed after the flood."}},
		{"a break between sentences", "See below. " + long, []int{11}, []string{"See below.", long}},
	} {
		d := read(tc.text, tc.breaks...)
		if diff := gocmp.Diff(tc.want, d.texts()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
		for i := 1; i < len(d.parts); i++ {
			want := d.parts[i-1].Number + 1
			if len(tc.breaks) > 0 {
				want++
			}
			if d.parts[i].Number != want {
				t.Errorf("%s: part %d has the number %d, want %d", tc.name, i, d.parts[i].Number, want)
			}
		}
	}
}

// The core of a unit is its long part, or all of it.
func TestCore(t *testing.T) {
	const long = "The mill by the river was closed after the flood."
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"See below. " + long, []string{long}},
		{long + " See below.\n\n" + long, []string{long, long}},
		{long + "\n\n***\n\n" + long + " " + long, []string{long, long, long}},
		{"See below. So it is.", []string{"See below. So it is."}},
		{"好。磨坊在大洪水之后关闭了。完了。", []string{"磨坊在大洪水之后关闭了。"}},
	} {
		d := read(tc.text)
		var got []string
		at := 0
		for _, u := range d.units {
			core := u.Core(d.parts)
			got = append(got, string(d.text[core.Start:core.End]))
			if u.From != at || u.CoreFrom < u.From || u.CoreTo <= u.CoreFrom || u.To < u.CoreTo {
				t.Errorf("%q: unit %+v after part %d", tc.text, u, at)
			}
			at = u.To
		}
		if diff := gocmp.Diff(tc.want, got); diff != "" || at != len(d.parts) {
			t.Errorf("%q: %d parts in units (-want +got):\n%s", tc.text, at, diff)
		}
	}
}

// random is a text of sentences over few words, so that much of it repeats.
func random(r *rand.Rand, sentences int) string {
	var b strings.Builder
	for range sentences {
		for i, n := 0, 1+r.IntN(120)*r.IntN(2)+r.IntN(8); i < n; i++ {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "w%d", r.IntN(400))
		}
		b.WriteString([]string{". ", ".\n", ".\n\n", " = "}[r.IntN(4)])
	}
	return b.String()
}

// Units are the words of the text, each word in one of them; and what is in the middle
// of a text has the same units in another one.
func TestUnitsAreLocal(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		shared := random(r, 12)
		a := read(random(r, 5) + shared + random(r, 5))
		at := 0
		for _, u := range a.units {
			p := a.all(u)
			if p.From != at || p.To < p.From || p.Start > p.End {
				t.Fatalf("seed %d: unit %+v after word %d", seed, p, at)
			}
			at = p.To
		}
		if at != len(a.tokens) {
			t.Fatalf("seed %d: %d of %d words in units", seed, at, len(a.tokens))
		}
		b := read(random(r, 7) + shared + random(r, 3))
		in := map[[16]byte]bool{}
		for _, u := range b.units {
			in[b.sum(u.Core(b.parts))] = true
		}
		begin := strings.Index(string(a.text), shared)
		missed := 0
		for _, u := range a.units {
			if p := u.Core(a.parts); p.Start > begin && p.End < begin+len(shared) && !in[a.sum(p)] {
				missed += p.Words()
			}
		}
		// The units at both ends may be others: two long sentences at most.
		if missed > 2*(Sentences.Long+4*ShortWords) {
			t.Errorf("seed %d: %d words of what is shared are in units of one side", seed, missed)
		}
	}
}

func TestSum(t *testing.T) {
	sum := func(text string) [16]byte {
		d := read(text)
		if len(d.units) != 1 {
			t.Fatalf("%q has %d units", text, len(d.units))
		}
		return d.sum(d.all(d.units[0]))
	}
	for _, tc := range []struct {
		a, b  string
		equal bool
	}{
		{"The mill was closed, then.", "the mill “was”\n closed then", true},
		{"The mill was closed.", "The mill was opened.", false},
		{"so we add a + b", "so we add a - b", false},
		{"so it is a < b", "so it is a > b", false},
		{"so it is a\n b", "so it is a >\n b", false},
		{"it was -5 that day", "it was 5 that day", false},
		{"it cost $5 that day", "it cost €5 that day", false},
		{"he said so 😀", "he said so 😡", false},
		{"so the agent’s name is", "so the agent's name is", true},
		{"so the agent's name is", "so the agent name is", false},
		{"a bc said so", "ab c said so", false},
	} {
		if got := sum(tc.a) == sum(tc.b); got != tc.equal {
			t.Errorf("%q and %q are equal: %v", tc.a, tc.b, got)
		}
	}
}

func TestCut(t *testing.T) {
	whole := Part{From: 0, To: 5, Begins: true, Ends: true}
	head, tail, part := Part{To: 8, Begins: true}, Part{To: 8, Ends: true}, Part{To: 15}
	for _, tc := range []struct {
		name  string
		parts []Part
		gone  []int
		want  []int
		left  int
	}{
		{"none", []Part{whole}, nil, nil, 0},
		{"whole", []Part{whole, whole, whole}, []int{1}, []int{1}, 0},
		{"both parts", []Part{head, tail}, []int{0, 1}, []int{0, 1}, 0},
		{"a head", []Part{head, tail}, []int{0}, nil, 1},
		{"a long part", []Part{head, part, tail}, []int{0, 1}, []int{0, 1}, 0},
		{"a short part", []Part{head, part, tail, whole}, []int{1, 3}, []int{3}, 1},
		{"with a sentence before", []Part{whole, whole, whole, head}, []int{0, 1, 2, 3}, []int{0, 1, 2, 3}, 0},
	} {
		got, left, _ := Sentences.Cut(slices.Clone(tc.gone), tc.parts, nil)
		if !slices.Equal(got, tc.want) || left != tc.left {
			t.Errorf("%s: %v goes and %d are left, want %v and %d", tc.name, got, left, tc.want, tc.left)
		}
	}
	for _, tc := range []struct {
		name        string
		parts       []Part
		min         int
		gone, want  []int
		short, runs int
	}{
		{"a heading", []Part{whole, whole, whole}, 6, []int{0}, nil, 0, 1},
		{"a heading and its text", []Part{whole, whole, whole}, 6, []int{0, 1}, []int{0, 1}, 0, 0},
		{"two headings", []Part{whole, whole, whole, whole, whole}, 6, []int{0, 2, 3}, []int{2, 3}, 0, 1},
		{"a whole document", []Part{whole}, 6, []int{0}, []int{0}, 0, 0},
		{"a head", []Part{head, tail}, 40, []int{0}, nil, 1, 0},
	} {
		p := Sentences
		p.MinCut = tc.min
		if got, short, runs := p.Cut(slices.Clone(tc.gone), tc.parts, nil); !slices.Equal(got, tc.want) ||
			short != tc.short || runs != tc.runs {
			t.Errorf("%s: %v goes, %d parts and %d runs are left, want %v, %d and %d", tc.name, got, short, runs,
				tc.want, tc.short, tc.runs)
		}
	}
}

// clean cleans documents as the pipeline does: of units with equal cores the first stays. Only
// parts for which looked returns true are cut. Unlike the pipeline, it cuts also if one or two words
// are then left beside a core. stays reports for each word whether it was not cut.
func clean(docs []string, looked func() bool) (cleaned []string, stays [][]bool) {
	type place struct {
		doc
		Unit
	}
	first := map[[16]byte]place{}
	for _, text := range docs {
		d := read(text)
		inside := make([]bool, len(d.parts))
		for i := range inside {
			inside[i] = looked()
		}
		var gone []int
		var spans []Span
		for _, p := range d.parts {
			spans = append(spans, p.Span)
		}
		for _, u := range d.units {
			core := u.Core(d.parts)
			if !u.Removable(d.parts) || !slices.Contains(inside[u.CoreFrom:u.CoreTo], true) {
				continue
			}
			kept, ok := first[d.sum(core)]
			if !ok {
				first[d.sum(core)] = place{d, u}
				continue
			}
			if slices.Contains(inside[u.CoreFrom:u.CoreTo], false) {
				continue
			}
			from, to := u.CoreFrom, u.CoreTo
			same := func(i, k int) bool {
				return inside[i] && d.sum(d.parts[i]) == kept.sum(kept.parts[k])
			}
			for k := kept.CoreFrom; from > u.From && k > kept.From && same(from-1, k-1); k-- {
				from--
			}
			for k := kept.CoreTo; to < u.To && k < kept.To && same(to, k); k++ {
				to++
			}
			for i := from; i < to; i++ {
				gone = append(gone, i)
			}
		}
		gone, _, _ = Sentences.Cut(gone, d.parts, nil)
		stay := make([]bool, len(d.tokens))
		for i := range stay {
			stay[i] = true
		}
		for _, g := range gone {
			clear(stay[d.parts[g].From:d.parts[g].To])
		}
		stays = append(stays, stay)
		ranges := make([]Span, len(gone))
		for i, g := range gone {
			ranges[i] = spans[g]
		}
		cleaned = append(cleaned, string(Without(nil, d.text, Spaced(Joined(ranges, d.text), d.text, nil))))
	}
	return cleaned, stays
}

func everything() bool { return true }

// lost returns the words that were cut and are in no run of three words that is left.
func lost(before []string, looked func() bool) (words []string) {
	after, stays := clean(before, looked)
	runs := map[string]bool{}
	each := func(texts []string, f func(doc int, words []string)) {
		for doc, text := range texts {
			d := read(text)
			f(doc, d.words(0, len(d.tokens)))
		}
	}
	each(after, func(_ int, w []string) {
		for i := range max(0, len(w)-2) {
			runs[strings.Join(w[i:i+3], " ")] = true
		}
	})
	each(before, func(doc int, w []string) {
		for i := range w {
			some := len(w) < 3 || stays[doc][i]
			for k := max(0, i-2); k <= i && k+3 <= len(w); k++ {
				some = some || runs[strings.Join(w[k:k+3], " ")]
			}
			if !some {
				words = append(words, w[i])
			}
		}
	})
	return words
}

// Nothing is lost, whatever repeats: chains, overlaps, versions, repeats inside a document.
func TestNothingIsLost(t *testing.T) {
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 2))
		var docs []string
		for range 2 + r.IntN(5) {
			text := random(r, 1+r.IntN(8))
			for range r.IntN(4) {
				if len(docs) > 0 {
					o := docs[r.IntN(len(docs))]
					from := r.IntN(len(o))
					text += o[from:from+r.IntN(len(o)-from)] + random(r, r.IntN(3))
				}
			}
			docs = append(docs, text)
		}
		some := func() bool { return r.IntN(4) > 0 }
		for _, looked := range []func() bool{everything, some} {
			if words := lost(docs, looked); len(words) > 0 {
				t.Errorf("seed %d: lost %q", seed, words)
			}
		}
	}
}

func FuzzNothingIsLost(f *testing.F) {
	f.Add("One two three four five. Six. Seven eight nine ten eleven.",
		"Six. Seven eight nine ten eleven. One two three four five.")
	f.Add("a b c d e f g", "春天的河水淹没了草地。好。")
	f.Fuzz(func(t *testing.T, a, b string) {
		docs := []string{a, b, a + b, b + "\n\n" + a}
		if words := lost(docs, everything); len(words) > 0 {
			t.Errorf("lost %q", words)
		}
	})
}

func Example() {
	d := read("See below. The mill by the river was closed after the flood. Nobody remembers when it was built.")
	for _, text := range d.texts() {
		fmt.Println(text)
	}
	// Output:
	// See below. The mill by the river was closed after the flood.
	// Nobody remembers when it was built.
}
