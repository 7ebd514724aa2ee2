package copied

import (
	"example.org/diagonal/transforms/alignment/commonrun"
	"example.org/diagonal/transforms/alignment/indexed"
)

// Limits of the search for copied runs.
const (
	// anchorStep is the distance in visible characters between two anchors of b.
	anchorStep = 40
	// LongWord is the length in code points from which on a word alone is an anchor; indexed.LongWord is
	// that in a, where less punctuation may follow it. A run of 150 visible
	// characters holds such a word, or a whole n-gram behind an anchor: the next one is
	// less than anchorStep+LongWord from its first word, and four words take less than
	// 4 (LongWord+1).
	LongWord = 18
	// maxPlaces bounds the places at which one n-gram of b is looked at.
	maxPlaces = 64
	// maxSteps is the number of words compared, for each word of the pair, from which on
	// the search goes on behind each run that it finds. Only text that repeats itself
	// without end needs it.
	maxSteps = 8
)

// findLong sets f.Found to the copied runs of at least Chars that have
// words among the marked units. The same run may be there twice.
//
// It finds them by anchors in b. Where it had to leave places out, because an n-gram has
// too many of them, it looks again by anchors in a: what stands once in one document and
// often in the other is then found at each of its places. Of text that stands often in
// both, not all pairs of places are found.
func (f *Finder) findLong(rows, cols []bool) {
	f.segments = appendSegments(f.segments[:0], f.A, rows)
	f.others = appendSegments(f.others[:0], f.B, cols)
	if !f.search(f.A, f.B, f.segments, f.others, false) {
		f.search(f.B, f.A, f.others, f.segments, true)
	}
}

// appendSegments appends the words of the marked units of d, those of units that follow
// each other as one span.
func appendSegments(dst []indexed.Span, d *indexed.Document, marks []bool) []indexed.Span {
	for u, m := range marks {
		if !m {
			continue
		}
		if n := len(dst); n > 0 && dst[n-1].Hi == d.Units[u] {
			dst[n-1].Hi = d.Units[u+1]
		} else {
			dst = append(dst, indexed.Span{Lo: d.Units[u], Hi: d.Units[u+1]})
		}
	}
	return dst
}

// addSteps adds the n-grams of commonrun.AnchorWords words at the begin of s and after every anchorStep visible
// characters. d is indexed.
func addSteps(p *commonrun.Places, d *indexed.Document, s indexed.Span) {
	visibleTo := d.VisibleTo()
	next := visibleTo[s.Lo]
	visibleTo = visibleTo[:max(s.Lo, s.Hi-min(s.Hi, commonrun.AnchorWords-1))]
	for x := int(s.Lo); x < len(visibleTo); x++ {
		if at := visibleTo[x]; at >= next {
			p.AddAnchor(uint32(x))
			next = at + anchorStep
		}
	}
}

// addLong adds the words of s that have LongWord code points. d is indexed.
func addLong(p *commonrun.Places, d *indexed.Document, s indexed.Span) {
	for _, x := range d.LongIn(s) {
		if d.Shown(x) >= LongWord {
			p.Add(x)
		}
	}
}

// search looks for the runs that begin with anchors of b, and reports whether it looked at
// all places. swapped says that a and b are those of the pair exchanged.
func (f *Finder) search(a, b *indexed.Document, inA, inB []indexed.Span, swapped bool) (all bool) {
	f.grams.Reset(b.Plain(), commonrun.AnchorWords)
	f.words.Reset(b.Plain(), 1)
	for _, s := range inB {
		addSteps(&f.grams, b, s)
		addLong(&f.words, b, s)
	}
	f.grams.Build()
	f.words.Build()
	clear(f.last[:])
	min := uint32(f.Chars) // rounded down
	wordsA := a.Plain()
	steps, limit, all := 0, maxSteps*(len(a.Words)+len(b.Words)), true
	end := uint32(0) // of the runs found
	look := func(p *commonrun.Places, hash uint64, x uint32) {
		if steps > limit && x < end {
			all = false
			return
		}
		looked := 0
		for at := p.First(hash, wordsA[x:]); at > 0; at = p.Next[at-1] {
			if looked++; looked > maxPlaces || steps > limit && looked > 1 {
				all = false
				return
			}
			y := p.At[at-1]
			last := &f.last[uint8(y-x)]
			if y-x == last.B-last.A && x-last.A < last.N { // modulo 2^32: x is in it
				continue
			}
			*last = around(a, b, x, y)
			steps += int(last.N)
			end = max(end, last.A+last.N)
			c := *last
			if a.Visible(c.A, c.A+c.N) < min { // nearly all
				continue
			}
			if swapped {
				c.A, c.B = c.B, c.A
			}
			if c = c.Sized(f.A, f.B); float64(c.Size) >= f.Chars {
				f.Found = append(f.Found, c)
			}
		}
	}
	for _, s := range inA {
		if s.Len() >= commonrun.AnchorWords && len(f.grams.At) > 0 {
			inS := wordsA[:s.Hi]
			for x := s.Lo; x+commonrun.AnchorWords <= s.Hi; x++ {
				hash := uint64(0)
				if steps > limit {
					hash = commonrun.HashAnchor(inS[x:])
				} else if x, hash = f.grams.MayFollow(inS, x); x == s.Hi {
					break
				}
				look(&f.grams, hash, x)
			}
		}
		if len(f.words.At) > 0 {
			for _, x := range a.LongIn(s) {
				if hash := commonrun.Hash(wordsA[x : x+1]); steps > limit || f.words.MayHave(hash) {
					look(&f.words, hash, x)
				}
			}
		}
	}
	f.Stepped += steps
	return all
}
