package removal

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// The twin is the rule in its own words: documents are letters, a letter is a sentence,
// a passage is a run of equal letters. A letter of a candidate goes if, in one of the
// passages it is a candidate in, its counterpart stands in no candidate.

const gamma = 3 // a passage has more letters than this

type place struct{ doc, at int }

// repeat is a passage: length letters from first on are those from second on, which is
// later in the order.
type repeat struct {
	first, second place
	length        int
}

// repeats are the maximal runs of equal letters, in two documents or in one.
func repeats(docs []string) (all []repeat) {
	for x, a := range docs {
		for y := x; y < len(docs); y++ {
			b := docs[y]
			for i := range a {
				for k := range b {
					if x == y && k <= i || i > 0 && k > 0 && a[i-1] == b[k-1] {
						continue
					}
					n := 0
					for i+n < len(a) && k+n < len(b) && a[i+n] == b[k+n] {
						n++
					}
					if n > gamma {
						all = append(all, repeat{place{x, i}, place{y, k}, n})
					}
				}
			}
		}
	}
	return all
}

// gone is what the twin takes out.
func gone(all []repeat) map[place]bool {
	candidate := map[place]bool{}
	for _, r := range all {
		for j := range r.length {
			candidate[place{r.second.doc, r.second.at + j}] = true
		}
	}
	out := map[place]bool{}
	for _, r := range all {
		overlap := r.first.doc == r.second.doc && r.second.at-r.first.at < r.length
		period := r.length // letters that are no repeats of earlier ones of the passage
		if overlap {
			period = r.second.at - r.first.at
		}
		free := 0
		for j := range period {
			if candidate[place{r.first.doc, r.first.at + j}] {
				break
			}
			free++
		}
		for j := range r.length {
			if !candidate[place{r.first.doc, r.first.at + j}] || overlap && free == period {
				out[place{r.second.doc, r.second.at + j}] = true
			}
		}
	}
	return out
}

// clean is one pass with the functions of the package; kept is the places they name.
func clean(all []repeat) (out, kept map[place]bool) {
	out, kept = map[place]bool{}, map[place]bool{}
	candidates := map[int][]Side{}
	for _, r := range all {
		candidates[r.second.doc] = append(candidates[r.second.doc], sentences(uint32(r.second.at), uint32(r.length)))
	}
	for _, c := range candidates {
		Sort(c)
	}
	for _, r := range all {
		p := Passage{
			Candidate: sentences(uint32(r.second.at), uint32(r.length)), Kept: sentences(uint32(r.first.at), uint32(r.length)),
			Same: r.first.doc == r.second.doc, Matched: uint32(r.length),
		}
		for _, piece := range Intact(nil, p.Kept, candidates[r.first.doc]) {
			first, count, ok := p.Part(piece)
			if !ok {
				continue
			}
			for i := range count {
				out[place{r.second.doc, int(first + i)}] = true
			}
			for i := range piece.Sentences {
				kept[place{r.first.doc, int(piece.Sentence + i)}] = true
			}
		}
	}
	return out, kept
}

func checkClean(t *testing.T, docs []string) {
	t.Helper()
	for round := 0; ; round++ {
		all := repeats(docs)
		out, kept := clean(all)
		if want := gone(all); !equal(out, want) {
			t.Fatalf("%q: taken out %v, the twin takes %v", docs, out, want)
		}
		for p := range kept {
			if out[p] {
				t.Fatalf("%q: %v is named as kept and taken out", docs, p)
			}
		}
		if len(all) == 0 {
			return
		}
		if len(out) == 0 {
			t.Fatalf("%q: round %d finds %d passages and takes nothing out", docs, round, len(all))
		}
		next := make([]string, len(docs))
		stays := map[byte]bool{}
		for d, text := range docs {
			for i := range text {
				if !out[place{d, i}] {
					next[d] += text[i : i+1]
					stays[text[i]] = true
				}
			}
		}
		for _, text := range docs { // no letter is lost
			for i := range text {
				if !stays[text[i]] {
					t.Fatalf("%q: there is no %c left in %q", docs, text[i], next)
				}
			}
		}
		docs = next
	}
}

func equal(x, y map[place]bool) bool {
	if len(x) != len(y) {
		return false
	}
	for p := range x {
		if !y[p] {
			return false
		}
	}
	return true
}

// Chains, overlaps, repeats, periods: many small collections of few letters.
func TestTwin(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 6))
		docs := make([]string, 1+r.IntN(5))
		for d := range docs {
			for range r.IntN(20) {
				docs[d] += string(rune('a' + r.IntN(1+int(seed%7))))
			}
			if d > 0 && r.IntN(2) == 0 { // a version of the one before
				other := docs[d-1]
				from := r.IntN(len(other) + 1)
				docs[d] = slices.Concat([]string{other[from:] + docs[d], docs[d] + other[from:]})[r.IntN(2)]
			}
		}
		checkClean(t, docs)
	}
}

// A family of versions, each of which adds something, is clean after one round.
func TestVersionsTakeOneRound(t *testing.T) {
	var docs []string
	text := ""
	for v := range 5 {
		for i := range 5 {
			text += string(rune('a' + 5*v + i))
		}
		docs = append(docs, text)
	}
	out, _ := clean(repeats(docs))
	left := ""
	for d, text := range docs {
		for i := range text {
			if !out[place{d, i}] {
				left += text[i : i+1]
			}
		}
	}
	if left != text {
		t.Errorf("of %q is left %q, want each letter once", docs, left)
	}
}

func FuzzTwin(f *testing.F) {
	f.Add("abcdef|abcdef|xabcdey", "zabcd")
	f.Add("abababab", "babab")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 60 {
			return
		}
		var docs []string
		doc := ""
		for _, c := range []byte(a + "|" + b) {
			if c == '|' {
				docs, doc = append(docs, doc), ""
			} else {
				doc += string(rune('a' + c%5))
			}
		}
		checkClean(t, append(docs, doc))
	})
}

func Example() {
	// Sentences 2 to 5 of one document are sentences 0 to 3 of a document before it, of
	// which sentence 0 is itself a candidate: a copy of it stands in a third one.
	p := Passage{
		Candidate: Side{Start: 40, End: 119, Sentence: 2, Sentences: 4},
		Kept:      Side{Start: 0, End: 79, Sentence: 0, Sentences: 4}, Matched: 4,
	}
	for _, piece := range Intact(nil, p.Kept, []Side{{Start: 0, End: 19, Sentence: 0, Sentences: 1}}) {
		first, count, _ := p.Part(piece)
		fmt.Printf("%d sentences from %d go, as %d to %d stays\n", count, first, piece.Start, piece.End)
	}
	// Output: 3 sentences from 3 go, as 19 to 79 stays
}
