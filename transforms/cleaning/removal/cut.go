package removal

import (
	"bytes"
	"cmp"
	"slices"
	"unicode"

	"example.org/diagonal/io/runes"
)

// Span is a half-open range of the bytes of a text.
type Span struct{ Start, End int }

// Covered appends to dst the indices, in order, of the sentences of a text that the ranges
// cover: sentences that have no letter and no digit outside of the ranges. Sentences and
// ranges are in order; ranges may overlap.
func Covered(dst []int, text []byte, sentences, ranges []Span) []int {
	merged := Merge(ranges)
	for i, s := range sentences {
		for len(merged) > 0 && merged[0].End <= s.Start {
			merged = merged[1:]
		}
		if len(merged) == 0 {
			break
		}
		at := s.Start
		whole := true
		for _, r := range merged {
			if r.Start >= s.End {
				break
			}
			if hasWord(text[at:max(at, r.Start)]) {
				whole = false
				break
			}
			at = min(s.End, max(at, r.End))
		}
		if whole && at > s.Start && !hasWord(text[at:s.End]) {
			dst = append(dst, i)
		}
	}
	return dst
}

// hasWord reports whether there is a letter or a digit.
func hasWord(b []byte) bool {
	return bytes.ContainsFunc(b, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// Merge returns the union of ranges as ranges in order that do not touch.
func Merge(ranges []Span) []Span {
	sorted := slices.Clone(ranges)
	slices.SortFunc(sorted, func(x, y Span) int { return cmp.Compare(x.Start, y.Start) })
	merged := sorted[:0]
	for _, r := range sorted {
		if n := len(merged); n > 0 && r.Start <= merged[n-1].End {
			merged[n-1].End = max(merged[n-1].End, r.End)
		} else if r.Start < r.End {
			merged = append(merged, r)
		}
	}
	return merged
}

// Union returns the ranges in order, those that touch or overlap as one. span returns
// the start and the end of a range. What else a range contains is that of the first of those that
// are joined.
func Union[R any](ranges []R, span func(*R) (start, end *int64)) (joined []R) {
	type place struct {
		start, end int64
		at         int // in ranges, which may be large and many
	}
	places := make([]place, len(ranges))
	for i := range ranges {
		start, end := span(&ranges[i])
		places[i] = place{*start, *end, i}
	}
	slices.SortFunc(places, func(x, y place) int {
		return cmp.Or(cmp.Compare(x.start, y.start), cmp.Compare(x.end, y.end), cmp.Compare(x.at, y.at))
	})
	for _, p := range places {
		if n := len(joined); n > 0 {
			if _, last := span(&joined[n-1]); p.start <= *last {
				*last = max(*last, p.end)
				continue
			}
		}
		joined = append(joined, ranges[p.at])
	}
	return joined
}

// Runs appends to dst what is cut out of a text to remove the sentences with the indices
// gone, which are in order: runs of such sentences, each with the white space on one of its
// sides. A run is between two separators. The one with more line breaks stays, so that
// paragraphs stay apart; if they have as many, the first one stays. At the beginning of the
// text what is before the run stays, at its end what is behind it.
func Runs(dst []Span, text []byte, sentences []Span, gone []int) []Span {
	for len(gone) > 0 {
		n := 1
		for n < len(gone) && gone[n] == gone[n-1]+1 {
			n++
		}
		first, last := gone[0], gone[n-1]
		gone = gone[n:]
		before, after := 0, len(text)
		if first > 0 {
			before = sentences[first-1].End
		}
		if last+1 < len(sentences) {
			after = sentences[last+1].Start
		}
		cut := Span{sentences[first].Start, sentences[last].End}
		dst = append(dst, spaced(text, cut, before, after, first == 0, last+1 == len(sentences)))
	}
	return dst
}

// spaced returns a cut with the separator on one of its sides: the one before it begins at before,
// that behind it ends at after. first and last say that nothing but white space is before and
// behind the cut.
func spaced(text []byte, cut Span, before, after int, first, last bool) Span {
	switch {
	case first && last: // all of it
		return Span{0, len(text)}
	case first:
		cut.End = after
	case last:
		cut.Start = before
	case bytes.Count(text[before:cut.Start], newline) >= bytes.Count(text[cut.End:after], newline):
		cut.End = after
	default:
		cut.Start = before
	}
	return cut
}

// Spaced adds to ranges of a text, which are in order and have text between them, the white space on
// one of their sides, as Runs does, in place.
func Spaced(ranges []Span, text []byte) []Span {
	for i, r := range ranges {
		before := len(bytes.TrimRightFunc(text[:r.Start], unicode.IsSpace))
		after := len(text) - len(bytes.TrimLeftFunc(text[r.End:], unicode.IsSpace))
		ranges[i] = spaced(text, r, before, after, before == 0, after == len(text))
	}
	return ranges
}

// Joined returns the union of ranges of a text, without the white space at their ends, as ranges in
// order that have more than white space between them.
func Joined(ranges []Span, text []byte) []Span {
	merged := Merge(ranges)
	joined := merged[:0]
	for _, r := range merged {
		r.End = trimmed(text, r.Start, r.End)
		r.Start = r.End - len(bytes.TrimLeftFunc(text[r.Start:r.End], unicode.IsSpace))
		if n := len(joined); n > 0 && len(bytes.TrimSpace(text[joined[n-1].End:r.Start])) == 0 {
			joined[n-1].End = r.End
		} else if r.Start < r.End {
			joined = append(joined, r)
		}
	}
	return joined
}

var newline = []byte("\n")

// mark is the byte order mark, which says in which character set a file is.
var mark = []byte("\ufeff")

// BehindMark returns the cuts of a text, which are in order, without the byte order mark that it may begin with, in
// place: what is left of the text is read as all of it was.
func BehindMark(cuts []Span, text []byte) []Span {
	if len(cuts) == 0 || cuts[0].Start >= len(mark) || !bytes.HasPrefix(text, mark) {
		return cuts
	}
	cuts[0].Start = len(mark)
	if cuts[0].End <= len(mark) {
		return cuts[1:]
	}
	return cuts
}

// Without appends to dst the text without the cuts, which are in order and do not overlap.
// It is valid UTF-8: a byte that is not valid becomes U+FFFD.
func Without(dst, text []byte, cuts []Span) []byte {
	start := len(dst)
	at := 0
	for _, c := range cuts {
		dst = append(dst, text[at:c.Start]...)
		at = c.End
	}
	dst = append(dst, text[at:]...)
	if !runes.Valid(dst[start:]) {
		valid := []rune(string(dst[start:])) // one U+FFFD for each bad byte
		dst = append(dst[:start], string(valid)...)
	}
	return dst
}
