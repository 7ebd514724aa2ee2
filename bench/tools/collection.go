package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"example.org/diagonal/bench/texts"
)

// The kinds of copies.
const (
	exactKind   = "exact"
	twoKind     = "2 % edited"
	fiveKind    = "5 % edited"
	passageKind = "passage"
)

var kinds = []string{exactKind, twoKind, fiveKind, passageKind}

// edited is the share of words of a kind that are exchanged, left out, or put in.
var edited = map[string]float64{twoKind: .02, fiveKind: .05}

// side is a place of a document, in bytes of its text.
type side struct {
	id, text   string // the text of the document
	start, end int
}

func (s side) passage() string { return s.text[s.start:s.end] }

// copied is a passage that was planted: two places with nearly the same text.
type copied struct {
	kind string
	a, b side
}

// The words of a document that is copied, and of a passage.
const minWords, maxWords, passageWords = 150, 2000, 100

// plant adds n copies of each kind to a collection. A copy of a document is a new document, with as many of its words
// edited as the kind says. A passage is 100 words of a document, put between two words of another one. No document is
// part of two copies.
func plant(docs []texts.Document, n int, seed uint64) ([]texts.Document, []copied, error) {
	r := rand.New(rand.NewPCG(seed, 0))
	var fit []int
	for i := range docs {
		if words := len(strings.Fields(docs[i].Text)); words >= minWords && words <= maxWords {
			fit = append(fit, i)
		}
	}
	if need := (len(kinds) + 1) * n; len(fit) < need {
		return nil, nil, fmt.Errorf("%d documents have %d to %d words, want %d: give more text, or a smaller --planted",
			len(fit), minWords, maxWords, need)
	}
	r.Shuffle(len(fit), func(i, j int) { fit[i], fit[j] = fit[j], fit[i] })
	next := func() *texts.Document {
		d := &docs[fit[0]]
		fit = fit[1:]
		return d
	}
	anyWord := func() string {
		words := strings.Fields(docs[r.IntN(len(docs))].Text)
		if len(words) == 0 {
			return "word"
		}
		return words[r.IntN(len(words))]
	}
	var copies []copied
	var more []texts.Document
	for _, kind := range kinds {
		for i := range n {
			a, c := next(), copied{kind: kind}
			c.a = side{a.ID, a.Text, 0, len(a.Text)}
			if kind != passageKind {
				d := texts.Document{ID: fmt.Sprintf("planted/%s/%d", kind, i),
					Text: texts.Edit(a.Text, edited[kind], r, anyWord)}
				more = append(more, d)
				c.b = side{d.ID, d.Text, 0, len(d.Text)}
			} else {
				host := next()
				words := texts.Words(a.Text)
				first := r.IntN(len(words) - passageWords + 1)
				c.a.start, c.a.end = words[first][0], words[first+passageWords-1][1]
				passage := c.a.passage()
				at := host.Put(passage)
				c.b = side{host.ID, host.Text, at, at + len(passage)}
			}
			copies = append(copies, c)
		}
	}
	return append(docs, more...), copies, nil
}

// points returns the place of a byte of a text in code points.
func points(text string, at int) int { return utf8.RuneCountInString(text[:at]) }
