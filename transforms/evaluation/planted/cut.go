package planted

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/analysis/token"
)

const (
	// gramWords is the number of words in the n-grams that tell a repeated sentence:
	// fewer, and plain phrases repeat; more, and few sentences have an n-gram.
	gramWords = 8
	// shortWords is the length below which a sentence is never taken as repeated: "He nodded."
	shortWords = 4
)

// Cut counts what became of the sentences of the text.
type Cut struct {
	Sentences int // found in the text
	Repeated  int // left out: at least a quarter of their 8-grams were in the text before
	Long      int // left out: larger than a document
	Documents int // cut from the others
}

// sentence is one sentence of a draft, or what an edit has made of one.
type sentence struct {
	text   string
	gap    string // the white space between it and the next
	words  int    // of text, as it was cut
	boiler bool   // a sentence of the boilerplate
}

// inOrder is text in an order that depends on nothing but the texts: by their hashes, so
// that neighbours, which may share a draft, are any two.
func inOrder(text []Document) []Document {
	type hashed struct {
		hash uint64
		doc  Document
	}
	all := make([]hashed, len(text))
	for i, doc := range text {
		all[i] = hashed{xxhash.Sum64String(doc.Text), doc}
	}
	slices.SortFunc(all, func(a, b hashed) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.doc.Text, b.doc.Text))
	})
	sorted := make([]Document, len(text))
	for i, h := range all {
		sorted[i] = h.doc
	}
	return sorted
}

// cutText cuts text into drafts of mean size bytes. A draft ends with a text where that
// makes it at least half of the size; short texts share a draft.
func cutText(r *rand.Rand, text []Document, size int, keepRepeats bool) ([]*draft, Cut) {
	var cut Cut
	var drafts []*draft
	var open []sentence
	seen := make(grams)
	bytes, want := 0, size/2+r.IntN(size+1)
	end := func() {
		drafts = append(drafts, &draft{sentences: open})
		open, bytes, want = nil, 0, size/2+r.IntN(size+1)
	}
	var spans []segment.Span
	var tokens []token.Token
	for _, doc := range text {
		t := valid(doc.Text)
		data := []byte(t)
		spans = segment.Append(spans[:0], data)
		for i, sp := range spans {
			cut.Sentences++
			tokens = token.Append(tokens[:0], data[sp.Start:sp.End])
			switch {
			case sp.End-sp.Start > size:
				cut.Long++
				continue
			case seen.repeats(tokens) && !keepRepeats:
				cut.Repeated++
				continue
			}
			s := sentence{text: t[sp.Start:sp.End], gap: "\n\n", words: len(tokens)}
			if i+1 < len(spans) {
				s.gap = t[sp.End:spans[i+1].Start]
			}
			open = append(open, s)
			if bytes += len(s.text) + len(s.gap); bytes >= want {
				end()
			}
		}
		if bytes >= size/2 {
			end()
		}
	}
	cut.Documents = len(drafts) // what is left over is less than half a document
	return drafts, cut
}

// valid returns s with U+FFFD for each byte that is not valid UTF-8.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s { // a bad byte is one U+FFFD
		b.WriteRune(r)
	}
	return b.String()
}

// grams is the set of the word n-grams of the text so far, by hash.
type grams map[uint64]struct{}

// repeats adds the n-grams of words and reports whether at least a quarter of them were
// there before. A sentence shorter than an n-gram is one by itself.
func (g grams) repeats(words []token.Token) bool {
	if len(words) < shortWords {
		return false
	}
	n := min(gramWords, len(words))
	old, all := 0, len(words)-n+1
	for i := range all {
		h := uint64(n)
		for _, w := range words[i : i+n] {
			h = mix.Step(h, uint64(w.Hash))
		}
		if _, ok := g[h]; ok {
			old++
		}
		g[h] = struct{}{}
	}
	return 4*old >= all
}
