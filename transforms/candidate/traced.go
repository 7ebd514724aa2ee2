package candidate

import (
	"slices"

	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/candidate/thin"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/simjoin"
)

// seen returns a function that records the signatures that both documents of fn.trace have, for
// thin.Params.Seen.
func (fn *unitMatcher) seen() func([]thin.Posting, int, thin.Fate) {
	t := fn.trace
	return func(group []thin.Posting, documents int, fate thin.Fate) {
		if fate == thin.Used && fn.thinned(group[0], documents) && bothSpaceless(group[0], group[len(group)-1]) {
			fate = thin.Thinned
		}
		s := trace.Signature{
			Signature: group[0].Signature, Documents: int64(documents), Fate: string(fate),
			Rare: fn.rare(group[0], group[len(group)-1], documents),
		}
		for _, p := range group {
			s.Copy = s.Copy || p.Unit&signature.CopyMark != 0
			addPlace(&s, t, fn.documents[numberOf(p)], p.Unit&^signature.CopyMark)
		}
		addShared(t, s)
	}
}

// addPlace adds a place of a document to s.
func addPlace(s *trace.Signature, t *trace.Pair, document uint64, place uint32) {
	if document == t.A {
		s.A = append(s.A, place)
	}
	if document == t.B {
		s.B = append(s.B, place)
	}
}

// addShared records s if it is at a place of either document: at two places if they are one.
func addShared(t *trace.Pair, s trace.Signature) {
	if len(s.A) > 0 && len(s.B) > 0 && (t.A != t.B || len(s.A) > 1) {
		t.AddSignature(s)
	}
}

// counted sets the number of documents of a group of sentences to that of the collection of t, by
// signature or by SetKey, and records the signature.
func counted(t *trace.Pair, key uint64, g *occurrence.Group, p Params) {
	g.Documents = max(g.Documents, t.Documents(key))
	s := trace.Signature{Signature: key, Documents: int64(g.Documents), Fate: string(thin.Used)}
	if p.hot(g.Documents) {
		s.Fate = string(thin.Hot)
	}
	for _, r := range g.Runs {
		for n := range r.Count {
			addPlace(&s, t, r.Document, r.First+n)
		}
	}
	addShared(t, s)
}

// compared records the comparison of two runs.
func compared(t *trace.Pair, a, b occurrence.Run, tau float64) {
	if a.Document != t.A {
		a, b = b, a
	}
	similarity, _ := simjoin.Jaccard(a.Set, b.Set, 0)
	c := trace.Compared{A: a.First, B: b.First, Similarity: similarity, Need: tau}
	if !slices.Contains(t.Compared, c) { // at another signature
		t.AddCompared(c)
	}
}
