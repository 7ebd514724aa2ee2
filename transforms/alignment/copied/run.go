// Package copied finds the long runs of equal words of two documents, wherever they are, and quotations.
package copied

import (
	"example.org/diagonal/transforms/alignment/commonrun"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
)

// Run is a run of words that is the same in both documents: N words from A on in the
// one, from B on in the other. No word before or after it is equal, too, on both sides, unless it is a part of one.
type Run struct {
	A, B, N uint32
	Size    uint32 // visible characters (indexed.Document.Visible) on the side that has fewer, if they were counted
}

// Words returns the words of r on both sides.
func (r Run) Words() (a, b indexed.Span) {
	return indexed.Span{Lo: r.A, Hi: r.A + r.N}, indexed.Span{Lo: r.B, Hi: r.B + r.N}
}

// Part returns the words s of r, counted from its first one on. Its size is not counted.
func (r Run) Part(s indexed.Span) Run { return Run{A: r.A + s.Lo, B: r.B + s.Lo, N: s.Len()} }

// Sized returns r with its size.
func (r Run) Sized(a, b *indexed.Document) Run {
	r.Size = min(a.Visible(r.A, r.A+r.N), b.Visible(r.B, r.B+r.N))
	return r
}

// maxBack bounds, in words, how far a run is followed back from its anchor.
const maxBack = 150

// around returns the run that holds word x of a and word y of b, without its size.
func around(a, b *indexed.Document, x, y uint32) Run {
	run := commonrun.Around(a.Plain(), b.Plain(), x, y, maxBack)
	return Run{A: run.A, B: run.B, N: run.N}
}

// Around returns the run that holds word x of a and word y of b, and reports whether it has so many visible characters.
func Around(a, b *indexed.Document, x, y uint32, chars float64) (r Run, long bool) {
	if r = around(a, b, x, y); r.N == 0 {
		return r, false
	}
	r = r.Sized(a, b)
	return r, float64(r.Size) >= chars
}

// IsLong reports whether c is in a run of so many visible characters. 0 is never, and two places of one document never
// are.
func IsLong(a, b *indexed.Document, c pair.Copy, chars float64) bool {
	if !equalAt(a, b, c, chars) {
		return false
	}
	_, long := Around(a, b, c.A, c.B, chars)
	return long
}

// equalAt reports whether the words at c are equal, and runs of so many visible characters are looked for.
func equalAt(a, b *indexed.Document, c pair.Copy, chars float64) bool {
	s, t := a.Plain(), b.Plain()
	return chars != 0 && a != b && int(c.A) < len(s) && int(c.B) < len(t) && s[c.A] == t[c.B]
}
