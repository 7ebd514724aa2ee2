package seedextend

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/commonrun"
	"example.org/diagonal/transforms/alignment/ends"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/scratch"
	"example.org/diagonal/transforms/analysis/unit"
)

// lost returns the runs of equal words of a and b, found by walking along each diagonal,
// that are long enough to be in a passage and are not: less than nine tenths of their
// characters are in passages on one of the two sides.
func lost(a, b *Document, ps []Passage, needed uint32) (out []string) {
	coveredA, coveredB := make([]bool, len(a.Words)), make([]bool, len(b.Words))
	for _, p := range ps {
		scratch.Fill(coveredA[p.A0:p.A1])
		scratch.Fill(coveredB[p.B0:p.B1])
	}
	share := func(d *Document, covered []bool, lo, hi int) float64 {
		in := uint32(0)
		for x := lo; x < hi; x++ {
			if covered[x] {
				in += d.VisibleWord(uint32(x))
			}
		}
		return float64(in) / float64(d.Visible(uint32(lo), uint32(hi)))
	}
	for offset := 1 - len(b.Words); offset < len(a.Words); offset++ {
		x := max(offset, 0)
		for x < len(a.Words) && x-offset < len(b.Words) {
			from := x
			for x < len(a.Words) && x-offset < len(b.Words) && a.Plain()[x] == b.Plain()[x-offset] {
				x++
			}
			n := min(a.Visible(uint32(from), uint32(x)), b.Visible(uint32(from-offset), uint32(x-offset)))
			if n >= needed && min(share(a, coveredA, from, x), share(b, coveredB, from-offset, x-offset)) < .9 {
				out = append(out, fmt.Sprintf("words %d to %d of a, %d to %d of b", from, x, from-offset, x-offset))
			}
			x++
		}
	}
	return out
}

// writer writes text in which runs of words stand at several places, whole and cut.
type writer struct {
	r     *rand.Rand
	kind  int
	words []string
	runs  [][]string
}

func newWriter(seed uint64, kind int) *writer {
	w := &writer{r: rand.New(rand.NewPCG(seed, uint64(kind))), kind: kind}
	for range 400 {
		var s []byte
		n := 2 + w.r.IntN(7)
		if kind == 3 { // hashes
			n = 30 + w.r.IntN(35)
		}
		for range n {
			s = append(s, "abcdefghijklmnop"[w.r.IntN(16)])
		}
		w.words = append(w.words, string(s))
	}
	for range 1 + w.r.IntN(4) {
		w.runs = append(w.runs, w.some(10+w.r.IntN(60)))
	}
	return w
}

// some returns n words, Han characters, or both.
func (w *writer) some(n int) (out []string) {
	for range n {
		han := w.kind == 1 || w.kind == 2 && w.r.IntN(3) > 0
		word := w.words[w.r.IntN(len(w.words))] + " "
		if han {
			word = string(rune(0x4e00 + w.r.IntN(500)))
		}
		switch w.r.IntN(12) {
		case 0:
			word = strings.TrimSpace(word) + ". "
		case 1:
			word += "\n"
		}
		out = append(out, word)
	}
	return out
}

// text returns a text that holds runs, or parts of them, in any order.
func (w *writer) text() string {
	var s strings.Builder
	for range 1 + w.r.IntN(7) {
		s.WriteString(strings.Join(w.some(w.r.IntN(25)), ""))
		run := w.runs[w.r.IntN(len(w.runs))]
		from := w.r.IntN(len(run)) * w.r.IntN(2)
		for range 1 + w.r.IntN(3)*w.r.IntN(2) {
			s.WriteString(strings.Join(run[from:], ""))
		}
	}
	return s.String()
}

func paired(text string) *Document {
	d := aligntest.Document(text)
	d.Tokens = d.Words
	d.Words = unit.Terms(nil, d.Tokens, d.From, d.To, nil)
	d.Index(nil)
	return d
}

// No run of 150 equal visible characters is lost, whatever else two texts hold: words, Han
// characters, both, and lists of hashes, with runs that stand several times.
func FuzzNoCopyIsLost(f *testing.F) {
	for seed := range uint64(100) {
		for kind := range 4 {
			f.Add(seed, kind)
		}
	}
	f.Fuzz(func(t *testing.T, seed uint64, kind int) {
		w := newWriter(seed, kind&3)
		a, b := paired(w.text()), paired(w.text())
		p := measured(Params{})
		worker := newWorker(p)
		ps := worker.Align(nil, a, b, nil)
		if got := lost(a, b, ps, uint32(p.touch.Chars)); len(got) > 0 {
			t.Errorf("lost: %v; passages %+v", got, ps)
		}
		if got := exchanged(worker, a, b, nil); !slices.Equal(got, ps) {
			t.Errorf("exchanged: %+v, want %+v", got, ps)
		}
		for _, x := range ps {
			if same := slices.Equal(a.Tokens[x.A0:x.A1], b.Tokens[x.B0:x.B1]); same && x.Kind != Verbatim ||
				x.Similarity > 1 {
				t.Errorf("passage %+v; same words: %v", x, same)
			}
		}
	})
}

// A document without the rescue does lose copies: the test above can fail.
func TestCopiesAreLostWithoutRescue(t *testing.T) {
	p := measured(Params{})
	p.touch.Chars = 0
	n := 0
	for seed := range uint64(100) {
		for kind := range 4 {
			w := newWriter(seed, kind)
			a, b := paired(w.text()), paired(w.text())
			n += len(lost(a, b, newWorker(p).Align(nil, a, b, nil), 150))
		}
	}
	if n == 0 {
		t.Error("no copy is lost without the rescue")
	}
	t.Logf("%d runs lost", n)
}

// Identical documents are one passage, however short they are.
func TestIdenticalDocuments(t *testing.T) {
	for _, text := range []string{"One.", "三个字", aligntest.Text(1, 3),
		strings.Repeat("The same sentence again. ", 50)} {
		a, b := aligntest.Document(text), aligntest.Document(text)
		w := NewWorker(Params{})
		shared := countCommon(&commonrun.Marker{}, a.Words, a.Words, 3)
		want := []Passage{
			{A1: uint32(len(a.Words)), B1: uint32(len(b.Words)), Kind: Verbatim, Matched: int(a.UnitCount()),
				Similarity: 1, Shared: shared, Evidence: float64(shared) / float64(max(1, len(a.Words)-2))},
		}
		if got := w.Align(nil, a, b, nil); !slices.Equal(got, want) {
			t.Errorf("%.20q: %+v, want %+v", text, got, want)
		}
		if !w.Touch(a, b, nil) {
			t.Errorf("%.20q does not touch itself", text)
		}
	}
}

// A list that is copied into another one at another place of its units has too few words in
// common with each of them to touch by Dice.
func TestTouchByRun(t *testing.T) {
	words := func(from, n int) string {
		var s strings.Builder
		for x := range n {
			fmt.Fprintf(&s, "package%d ", from+x)
		}
		return s.String()
	}
	a := aligntest.Document(words(0, 30) + words(1000, 18) + words(100, 32))
	b := aligntest.Document(words(200, 72) + words(1000, 18) + words(300, 30))
	w := NewWorker(Params{})
	hit := []Hit{aligntest.Hit(0, 1)}
	if !w.Touch(a, b, hit) {
		t.Error("a run of 18 words does not touch")
	}
	p := measured(Params{})
	p.touch.Chars = 0
	if newWorker(p).Touch(a, b, hit) {
		t.Error("it touches without the run; the test shows nothing")
	}
	if got := lost(a, b, w.Align(nil, a, b, hit), 150); len(got) > 0 {
		t.Errorf("lost: %v", got)
	}
}

// A run far from all hits is found by its fingerprint alone, and nothing else is.
func TestCopiesFarFromHits(t *testing.T) {
	run, edited := aligntest.Text(11, 5), aligntest.Prose(12, 6)
	a := aligntest.Document(aligntest.Text(1, 40) + run + aligntest.Text(2, 40) + aligntest.Join(edited))
	b := aligntest.Document(aligntest.Text(3, 40) + run + aligntest.Text(4, 40) + aligntest.Join(edited[:3]) +
		aligntest.Text(5, 1) + aligntest.Join(edited[3:]))
	w := NewWorker(Params{})
	unitOf := func(d *Document, word uint32) uint32 { return d.UnitsOf(aligntest.Span(word, word+1)).Lo }
	whole := w.Align(nil, a, b, nil)
	if len(whole) != 2 {
		t.Fatalf("%d passages of all units, want the run and the edited text: %+v", len(whole), whole)
	}
	copies := []Copy{{A: whole[0].A0 + 5, B: whole[0].B0 + 5}}
	if !w.TouchCopy(a, b, copies) || w.TouchCopy(a, b, []Copy{{}, {A: ^uint32(0)}}) || w.TouchCopy(a, b, nil) {
		t.Error("TouchCopy is not that of a run")
	}
	got := w.AlignIn(nil, a, b, Shared{Copies: copies, RareKnown: true})
	if len(got) != 1 || got[0].Kind != Verbatim || got[0].A0 > whole[0].A0 || got[0].A1 < whole[0].A1 {
		t.Errorf("with a copy alone: %+v, want the run of %+v", got, whole[0])
	}
	hits := []Hit{aligntest.Hit(unitOf(a, whole[1].A0), unitOf(b, whole[1].B0))}
	if got := w.AlignIn(nil, a, b, Shared{Hits: hits}); len(lost(a, b, got, 150)) == 0 {
		t.Errorf("without the copy the run is there: %+v; the test shows nothing", got)
	}
	if got := w.AlignIn(nil, a, b, Shared{Hits: hits, Copies: copies}); len(got) != 2 || len(lost(a, b, got, 150)) > 0 {
		t.Errorf("with both: %+v, want %+v", got, whole)
	}
}

// A run of hot units is no passage, unless a fingerprint in it is in few documents. Then so is what is
// near it, and nothing further away. A fingerprint that was chosen for words outside of the run says nothing.
func TestCopiesOfHotUnits(t *testing.T) {
	run := aligntest.Prose(21, 24)
	a := aligntest.Document(aligntest.Text(1, 10) + aligntest.Join(run))
	b := aligntest.Document(aligntest.Join(run) + aligntest.Text(2, 10))
	unitOf := func(d *Document, word uint32) uint32 { return d.UnitsOf(aligntest.Span(word, word+1)).Lo }
	w := NewWorker(Params{})
	whole := w.Align(nil, a, b, nil)
	if len(whole) != 1 || whole[0].Kind != Verbatim {
		t.Fatalf("%+v, want the run", whole)
	}
	p := whole[0]
	hot := func(d *Document, lo, hi uint32) {
		d.Hot = make([]bool, d.UnitCount())
		scratch.Fill(d.Hot[unitOf(d, lo) : unitOf(d, hi-1)+1])
	}
	hot(a, p.A0, p.A1)
	hot(b, p.B0, p.B1)
	if got := w.AlignIn(nil, a, b, Shared{RareKnown: true}); len(got) > 0 {
		t.Errorf("hot text is a passage: %+v", got)
	}
	const unknown = ^uint32(0)
	n := p.A1 - p.A0
	aligned := func(at, runA, runB uint32) []Passage {
		copies := []Copy{{A: p.A0 + at, B: p.B0 + at, RunA: runA, RunB: runB}}
		return w.AlignIn(nil, a, b, Shared{Copies: copies, RareKnown: true})
	}
	for _, tc := range []struct{ at, runA, runB uint32 }{
		{100, unknown, unknown},
		{3, p.A0 - 1, p.B0 - 1},          // it was chosen in text before the hot text
		{n - 15, p.A0 + n - 20, unknown}, // and after it
		{n - 1, unknown, p.B0 + n - 1},
	} {
		if got := aligned(tc.at, tc.runA, tc.runB); len(got) > 0 {
			t.Errorf("%v: hot text is a passage: %+v", tc, got)
		}
	}
	for _, tc := range []struct{ at, runA, runB uint32 }{
		{100, p.A0 + 95, p.B0 + 95},
		{3, p.A0 - 1, p.B0}, // of one of the documents it is enough
		{3, p.A0, p.B0 - 1},
		{n - 30, p.A0 + n - 50, unknown},
	} {
		got := aligned(tc.at, tc.runA, tc.runB)
		if len(got) != 1 || got[0].Kind != Verbatim || got[0].A0 > p.A0+tc.at || got[0].A1 <= p.A0+tc.at ||
			got[0].A0-p.A0 != got[0].B0-p.B0 {
			t.Fatalf("%v: %+v, want one part of the run with the word", tc, got)
		}
		if n := a.Visible(got[0].A0, got[0].A1); n < 150 || n > 2*150 {
			t.Errorf("%v: %d visible characters", tc, n)
		}
	}
}

// Of a run that is longer than all passages, what these leave over is reported, however short it is
// beside the run: a passage that ends there goes on.
func TestLeftOfALongRun(t *testing.T) {
	text := aligntest.Text(31, 60)
	a, b := aligntest.Document(text+"One end."), aligntest.Document(text+"Another end.")
	n := uint32(len(a.Words)) - 2
	for _, gap := range []indexed.Span{aligntest.Span(0, 6), aligntest.Span(n-5, n), aligntest.Span(100, 104),
		aligntest.Span(100, 125), aligntest.Span(40, 60)} {
		w := NewWorker(Params{})
		w.Align(nil, a, b, nil) // sets the documents
		w.passages = w.passages[:0]
		for _, s := range []indexed.Span{aligntest.Span(0, gap.Lo), aligntest.Span(gap.Hi, n)} {
			if s.Lo < s.Hi {
				w.passages = append(w.passages, ends.Passage{A: s, B: s})
			}
		}
		w.passages = w.rescuer.Rescue(w.passages, w.seeds.Rows, w.seeds.Cols)
		if len(w.passages) != 1 || w.passages[0].A != aligntest.Span(0, n) || w.passages[0].B != aligntest.Span(0, n) {
			t.Errorf("words %v are left: %+v, want one passage of %d words", gap, w.passages, n)
		}
	}
}
