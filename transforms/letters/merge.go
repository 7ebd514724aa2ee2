package letters

import (
	"cmp"
	"context"
	"slices"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
)

// byLetters is a passage that was found by letters. Its key is document a.
//
//	tagByLetters byte; side 0 of an alignment.Passage
type byLetters struct{ alignment.Passage }

// tagByLetters comes after alignment.TagSide.
const tagByLetters = alignment.TagSide + 1

func (*byLetters) Tag() byte { return tagByLetters }

func (p *byLetters) Append(dst []byte) []byte {
	return alignment.AppendSide(append(dst, tagByLetters), &p.Passage, 0)
}

func (p *byLetters) Read(payload []byte) (err error) {
	p.Passage, _, err = alignment.ReadSide(payload[1:])
	return err
}

// merge merges the passages of each document a that were found by words with those that were found by letters.
type merge struct {
	ByWords   engine.In[alignment.Side]
	ByLetters engine.In[byLetters]
	Found     engine.Out[alignment.Side]
	Ledger    engine.Ledger

	// scratch, never emitted
	words, letters []alignment.Passage
}

func (st *merge) Reduce(context.Context, uint64) error {
	st.words, st.letters = st.words[:0], st.letters[:0]
	for side := range st.ByWords.All {
		if side.Of == 0 {
			st.words = append(st.words, side.Passage)
		}
	}
	for p := range st.ByLetters.All {
		st.letters = append(st.letters, p.Passage)
	}
	slices.SortFunc(st.words, byOther)
	slices.SortFunc(st.letters, byOther)
	for words, letters := st.words, st.letters; len(words)+len(letters) > 0; {
		b := uint64(0)
		if len(letters) == 0 || len(words) > 0 && words[0].B < letters[0].B {
			b = words[0].B
		} else {
			b = letters[0].B
		}
		m, n := with(words, b), with(letters, b)
		merged, found := Merge(words[:m], letters[:n])
		st.Ledger.Add(Found, int64(found))
		for _, p := range merged {
			for side, key := range [...]uint64{p.A, p.B} {
				st.Found.Add(key, alignment.Side{Passage: p, Of: byte(side)})
			}
		}
		words, letters = words[m:], letters[n:]
	}
	return nil
}

func byOther(p, q alignment.Passage) int {
	x, y := p.ARange, q.ARange
	return cmp.Or(cmp.Compare(p.B, q.B), cmp.Compare(x.Start, y.Start), cmp.Compare(p.BRange.Start, q.BRange.Start),
		cmp.Compare(x.End, y.End), cmp.Compare(p.BRange.End, q.BRange.End), cmp.Compare(p.Similarity, q.Similarity))
}

// with returns how many passages at the beginning are those with document b.
func with(passages []alignment.Passage, b uint64) int {
	n := 0
	for n < len(passages) && passages[n].B == b {
		n++
	}
	return n
}

// halfOf is how much of a passage must be in another one, on both sides, for the two to be about the same text.
const halfOf = .5

// Merge returns the passages of two documents that were found by words or by letters, and how many of them letters
// have found. Where one by letters and some by words are about the same text, the ones that explain more of it
// stay, and those by words if both explain as much.
func Merge(words, letters []alignment.Passage) (merged []alignment.Passage, found int) {
	kept := slices.Clone(words)
	for i := range letters {
		l := &letters[i]
		same := func(k alignment.Passage) bool { return inside(&k, l) >= halfOf || inside(l, &k) >= halfOf }
		explained := 0.0
		for j := range kept {
			if same(kept[j]) {
				explained += explains(&kept[j])
			}
		}
		if explained >= explains(l) {
			continue
		}
		kept = append(slices.DeleteFunc(kept, same), *l)
		found++
	}
	return kept, found
}

// explains returns how many characters of a passage are the same on both sides, by its similarity.
func explains(p *alignment.Passage) float64 {
	return p.Similarity * float64(min(p.ARange.End-p.ARange.Start, p.BRange.End-p.BRange.Start))
}

// inside returns how much of p is in q, 0 to 1, on the side of which less is.
func inside(p, q *alignment.Passage) float64 {
	return min(shareIn(p.ARange, q.ARange), shareIn(p.BRange, q.BRange))
}

// shareIn returns the share of r that is in o.
func shareIn(r, o record.Range) float64 {
	from, to := max(r.Start, o.Start), min(r.End, o.End)
	return float64(max(from, to)-from) / float64(max(1, r.End-r.Start))
}
