package planted

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/transforms/evaluation/passage"
)

const (
	// A passage has minSentences to maxSentences, more if it has fewer words than minWords (three
	// sentences may be three words), and at most half of the sentences of its document.
	minSentences, maxSentences = 3, 12
	minWords                   = 40
)

// draft is a document before it is written out.
type draft struct {
	id        string
	sentences []sentence
	spans     []span
}

// span is a run of sentences that is one side of a case.
type span struct {
	first, n int
	whole    bool // all sentences, whatever their number
	at       passage.Range
}

// fertile reports whether d is large enough to give or take a passage.
func (d *draft) fertile() bool {
	words := 0
	for _, s := range d.sentences {
		words += s.words
	}
	return len(d.sentences) >= 2*minSentences && words >= 4*minWords
}

// pick picks the sentences of a passage of d, which must be fertile; atEnd: its last ones. The passage has
// wanted words, where half of d has them.
func (d *draft) pick(r *rand.Rand, atEnd bool, wanted int) span {
	half := len(d.sentences) / 2
	n := min(half, minSentences+r.IntN(maxSentences-minSentences+1))
	first := r.IntN(len(d.sentences) - n + 1)
	if atEnd {
		first = len(d.sentences) - n
	}
	words := func() (sum int) {
		for _, s := range d.sentences[first : first+n] {
			sum += s.words
		}
		return sum
	}
	for n < half && words() < wanted {
		n++
		first = max(0, min(first, len(d.sentences)-n))
		if atEnd {
			first = len(d.sentences) - n
		}
	}
	return span{first: first, n: n}
}

// copyOf returns a copy of the sentences of sp.
func (d *draft) copyOf(sp span) []sentence {
	return slices.Clone(d.sentences[sp.first : sp.first+sp.n])
}

// insert puts sentences before sentence p, and moves the spans behind them. The white
// space around them is that which was between the sentences of d.
func (d *draft) insert(p int, in []sentence) {
	in = slices.Clone(in)
	last := &in[len(in)-1]
	switch p {
	case len(d.sentences):
		last.gap = d.sentences[p-1].gap
		d.sentences[p-1].join(d.sentences[max(0, p-2)].gap)
	case 0:
		last.join(d.sentences[0].gap)
	default:
		last.join(d.sentences[p-1].gap)
	}
	d.sentences = slices.Insert(d.sentences, p, in...)
	for i := range d.spans {
		if sp := &d.spans[i]; !sp.whole && sp.first >= p {
			sp.first += len(in)
		}
	}
}

// join sets the white space behind s, which was elsewhere before. A sentence without a
// stop, as a heading is, keeps its line break, and is never glued to what follows.
func (s *sentence) join(gap string) {
	last, _ := utf8.DecodeLastRuneInString(s.text)
	open := unicode.IsLetter(last) || unicode.IsDigit(last)
	switch {
	case open && strings.Contains(s.gap, "\n"):
	case open && gap == "":
		s.gap = " "
	default:
		s.gap = gap
	}
}

// touches reports whether something put before sentence p would be inside a span of d
// or next to one.
func (d *draft) touches(p int) bool {
	return slices.ContainsFunc(d.spans, func(sp span) bool {
		return !sp.whole && sp.first <= p && p <= sp.first+sp.n
	})
}

// render returns the text of d, and where in it each sentence starts and ends, in code points.
func (d *draft) render() (text string, starts, ends []int) {
	var b strings.Builder
	at := 0
	for i, s := range d.sentences {
		starts = append(starts, at)
		at += utf8.RuneCountInString(s.text)
		ends = append(ends, at)
		b.WriteString(s.text)
		if i+1 < len(d.sentences) {
			at += utf8.RuneCountInString(s.gap)
			b.WriteString(s.gap)
		}
	}
	return b.String(), starts, ends
}
