package copied

import (
	"cmp"
	"slices"
	"sort"

	"example.org/diagonal/transforms/alignment/commonrun"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/signature/winnow"
)

// Finder finds the copied runs of a pair. It keeps scratch.
type Finder struct {
	*pair.Pair
	// Chars is the length in visible characters from which on a run is found wherever it is. 0 is never.
	Chars float64
	// QuoteChars is the length in visible characters from which on a run is found that is rare. 0 is never.
	QuoteChars float64

	// Found are the runs of the last pair. The same run may be there twice.
	Found []Run
	// Uncommon are parts of runs that are not hot, because few documents have them.
	Uncommon []Run
	// Stepped is the number of words compared, since the caller has set it to 0.
	Stepped int

	segments, others []indexed.Span
	grams, words     commonrun.Places
	last             [256]Run // on a diagonal, with other diagonals of the same low bits
}

// Find finds the runs of Chars among the marked units and around Copies, and quotations. The documents are two, and
// indexed.
func (f *Finder) Find(rows, cols []bool) {
	f.Found = f.Found[:0]
	f.findLong(rows, cols)
	f.findCopies(rows, cols)
	f.findQuotations()
}

// joinedChars is the most visible characters between two parts of a run that are in few
// documents, for what is between them to count as such.
const joinedChars = 300

// findCopies appends to f.Found the runs around Copies, where their units are not
// marked on both sides. It sets f.Uncommon to the parts of runs around these places.
func (f *Finder) findCopies(rows, cols []bool) {
	f.Uncommon = f.Uncommon[:0]
	clear(f.last[:])
	hot := f.A.Hot != nil || f.B.Hot != nil
	for _, h := range f.Copies {
		run, long := f.runOf(h)
		if !long {
			continue
		}
		if !rows[f.A.UnitOf(h.A)] || !cols[f.B.UnitOf(h.B)] {
			f.Found = append(f.Found, run)
		}
		if hot && f.few(h, run) {
			f.Uncommon = append(f.Uncommon, f.partAround(h, run))
		}
	}
	f.Uncommon = f.joinUncommon(f.Uncommon)
}

// runOf returns the run around the places of c, and reports whether it has Chars. Runs of the same diagonal are not
// followed again.
func (f *Finder) runOf(c pair.Copy) (r Run, long bool) {
	if !equalAt(f.A, f.B, c, f.Chars) {
		return Run{}, false
	}
	last := &f.last[uint8(c.B-c.A)]
	if c.B-c.A == last.B-last.A && c.A-last.A < last.N { // modulo 2^32: c is in it
		return *last, float64(last.Size) >= f.Chars
	}
	if r, long = Around(f.A, f.B, c.A, c.B, f.Chars); r.N > 0 {
		*last = r
	}
	return r, long
}

// joinUncommon sorts parts of runs, and joins those of one run that are near each other: what
// is between them is in more documents word for word, but hardly as a whole.
func (f *Finder) joinUncommon(parts []Run) []Run {
	slices.SortFunc(parts, func(x, y Run) int {
		return cmp.Or(cmp.Compare(x.B-x.A, y.B-y.A), cmp.Compare(x.A, y.A))
	})
	out := parts[:0]
	for _, c := range parts {
		if n := len(out); n == 0 || !f.goesOn(&out[n-1], c) {
			out = append(out, c)
		}
	}
	return out
}

// goesOn adds c to a part of a run that is before it, if it is of the same run and near.
func (f *Finder) goesOn(part *Run, c Run) bool {
	endA, endB := part.A+part.N, part.B+part.N
	if c.B-c.A != part.B-part.A {
		return false
	}
	if c.A > endA && (min(f.A.Visible(endA, c.A), f.B.Visible(endB, c.B)) > joinedChars ||
		!slices.Equal(f.A.Plain()[endA:c.A], f.B.Plain()[endB:c.B])) {
		return false
	}
	part.N = max(part.N, c.A+c.N-part.A)
	return true
}

// few reports whether few documents have a part of run c of winnow.Run characters, because the
// fingerprint of h was chosen there. If it was chosen for words outside of c, many others may have c: at
// the ends of hot text few documents choose the same.
func (f *Finder) few(h pair.Copy, c Run) bool {
	inside := func(d *indexed.Document, run, from uint32) bool {
		return run >= from && run < from+c.N && d.Visible(run, from+c.N) >= winnow.Run
	}
	return inside(f.A, h.RunA, c.A) || inside(f.B, h.RunB, c.B)
}

// partAround returns the part of run c that is up to Chars from the first word of the fingerprint
// of h.
func (f *Finder) partAround(h pair.Copy, c Run) Run {
	reach := uint32(f.Chars)
	distance := func(lo, hi uint32) uint32 { return min(f.A.Visible(c.A+lo, c.A+hi), f.B.Visible(c.B+lo, c.B+hi)) }
	at := h.A - c.A // in words from the begin of c on
	lo := uint32(sort.Search(int(at), func(lo int) bool { return distance(uint32(lo), at) < reach }))
	more := sort.Search(int(c.N-at-1), func(more int) bool { return distance(at, at+2+uint32(more)) >= reach })
	return c.Part(indexed.Span{Lo: lo, Hi: at + 1 + uint32(more)})
}
