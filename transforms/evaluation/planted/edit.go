package planted

import (
	"math"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/transforms/analysis/token"
)

// sampled is how many words of the collection are kept to edit with, of each script.
const sampled = 1 << 14

// words are a sample of the words of the collection, as often as they are in it.
type words struct {
	spaced []string // words between spaces
	han    []string // single characters
}

// sampleWords draws words from all drafts, each with the same chance.
func sampleWords(r *rand.Rand, drafts []*draft) words {
	var w words
	var tokens []token.Token
	var spaced, han int
	keep := func(dst []string, seen int, word string) []string { // reservoir sampling: Vitter's algorithm R
		if len(dst) < sampled {
			return append(dst, word)
		}
		if i := r.IntN(seen); i < sampled {
			dst[i] = word
		}
		return dst
	}
	for _, d := range drafts {
		for _, s := range d.sentences {
			tokens = token.Append(tokens[:0], []byte(s.text))
			for _, t := range tokens {
				if word := s.text[t.Start:t.End]; isHan(word) {
					han++
					w.han = keep(w.han, han, word)
				} else {
					spaced++
					w.spaced = keep(w.spaced, spaced, word)
				}
			}
		}
	}
	return w
}

// isHan reports whether word is written without spaces around it.
func isHan(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.Is(unicode.Han, r)
}

// other draws a word of the same script as word that is another one, where there is one.
func (w *words) other(r *rand.Rand, word string) string {
	from := w.spaced
	if isHan(word) {
		from = w.han
	}
	for range 16 {
		if o := from[r.IntN(len(from))]; !strings.EqualFold(o, word) {
			return o
		}
	}
	return word + word // a collection of one word
}

// op is one edit of a word.
type op uint8

const (
	keep    op = iota
	replace    // by another word of the collection
	remove
	insert // another word of the collection before it
	swap   // with the next word; in Chinese its clause with the next one
)

// odds are the edits as often as they are drawn.
var odds = [...]op{replace, replace, replace, replace, replace, remove, remove, insert, insert, swap}

// edit changes a share of the words of in, at least one, spread over all of them by chance.
// The boilerplate is left alone.
func (g *garden) edit(in []sentence, share float64) {
	total := 0
	for _, s := range in {
		if !s.boiler {
			total += s.words
		}
	}
	left := min(total, max(1, int(math.Round(share*float64(total)))))
	ops := make([]op, 0, maxSentences)
	for i := range in {
		s := &in[i]
		if s.boiler {
			continue
		}
		ops = ops[:0]
		for range s.words { // each word has the same chance, and exactly left are drawn: Knuth's algorithm S
			o := keep
			if g.r.IntN(total) < left {
				o = odds[g.r.IntN(len(odds))]
				left--
			}
			total--
			ops = append(ops, o)
		}
		s.text = g.apply(s.text, ops)
	}
}

// apply edits the words of text as ops says, one for each word. Punctuation stays.
func (g *garden) apply(text string, ops []op) string {
	tokens := token.Append(nil, []byte(text))
	word := func(i int) string { return text[tokens[i].Start:tokens[i].End] }
	var b []byte
	end, clauses := 0, 0 // clauses: how many swaps of clauses are to come
	for i := 0; i < len(tokens); i++ {
		between := text[end:tokens[i].Start]
		if len(b) == 0 && i > 0 { // the words before are gone, and so is the space behind them
			between = strings.TrimLeft(between, " ")
		}
		b = append(b, between...)
		end = int(tokens[i].End)
		w := word(i)
		switch o := possible(ops, i, word, strings.ContainsAny(text, clauseMarks)); o {
		case keep:
			b = append(b, w...)
		case replace:
			b = append(b, g.words.other(g.r, w)...)
		case remove:
			if n := len(b); n > 0 && b[n-1] == ' ' {
				b = b[:n-1]
			}
		case insert:
			b = append(b, g.words.other(g.r, w)...)
			if !isHan(w) {
				b = append(b, ' ')
			}
			b = append(b, w...)
		case swap:
			if isHan(w) {
				b = append(b, w...)
				clauses++
				break
			}
			i++
			b = append(b, word(i)...)
			b = append(b, text[end:tokens[i].Start]...)
			b = append(b, w...)
			end = int(tokens[i].End)
		}
	}
	out := string(b) + text[end:]
	for range clauses {
		out = swapClauses(g.r, out)
	}
	return out
}

// possible is ops[i], or replace where that cannot be done: a sentence keeps its words, and a
// swap needs two that are left alone, or two clauses.
func possible(ops []op, i int, word func(int) string, clauses bool) op {
	switch o := ops[i]; {
	case o == remove && len(ops) < 3:
		return replace
	case o != swap:
		return o
	case isHan(word(i)) && clauses:
		return swap
	case isHan(word(i)) || i+1 == len(ops) || ops[i+1] != keep || isHan(word(i+1)) ||
		strings.EqualFold(word(i), word(i+1)):
		return replace
	default:
		return swap
	}
}
