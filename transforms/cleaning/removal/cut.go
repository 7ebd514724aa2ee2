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
	return bytes.ContainsFunc(b, wordly)
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

// Spaced returns what is cut out of a text to remove ranges of it, which Joined has returned: of all white space in a
// range and beside it, the piece with the most line breaks stays, so that paragraphs stay apart; of several, the last,
// which may be the indent of what follows.
// At the beginning of the text what is before the range stays, at its end what is behind it. So the same is left of two
// ranges with only white space between them, in whichever order they are removed, and if they are one.
// None stays at tight places, which Marked has returned.
func Spaced(ranges []Span, text []byte, tight []int) (cuts []Span) {
	isTight := func(at int) bool { _, ok := slices.BinarySearch(tight, at); return ok }
	for _, r := range ranges {
		before := len(bytes.TrimRightFunc(text[:r.Start], unicode.IsSpace))
		after := len(text) - len(bytes.TrimLeftFunc(text[r.End:], unicode.IsSpace))
		first := before == 0 || bytes.Equal(text[:before], mark)
		stays := Span{before, r.Start}
		switch {
		case first && after == len(text): // all of it
			stays = Span{before, before}
		case first: // what is before it stays
		case after == len(text):
			stays = Span{r.End, after}
		case isTight(r.Start) || isTight(r.End):
			stays = Span{before, before}
		default:
			stays = separator(text, before, r.Start, after)
		}
		for _, c := range []Span{{before, stays.Start}, {stays.End, after}} {
			if c.Start < c.End {
				cuts = append(cuts, c)
			}
		}
	}
	return cuts
}

// separator returns the white space from before to after with the most line breaks; an empty range if there is none.
// What is before start is white space.
func separator(text []byte, before, start, after int) Span {
	best, most := Span{before, start}, bytes.Count(text[before:start], newline)
	for at := start; at < after; {
		i := bytes.IndexFunc(text[at:after], unicode.IsSpace)
		if i < 0 {
			break
		}
		space := Span{at + i, after - len(bytes.TrimLeftFunc(text[at+i:after], unicode.IsSpace))}
		if breaks := bytes.Count(text[space.Start:space.End], newline); breaks >= most {
			best, most = space, breaks
		}
		at = space.End
	}
	return best
}

// Joined returns the union of ranges of a text, without the white space at their ends, as ranges in
// order that have more than white space between them. The byte order mark that the text may begin with is in none: what
// is left of the text is read as all of it was.
func Joined(ranges []Span, text []byte) []Span {
	merged := Merge(ranges)
	joined := merged[:0]
	for _, r := range merged {
		if bytes.HasPrefix(text, mark) {
			r.Start, r.End = max(r.Start, len(mark)), max(r.End, len(mark))
		}
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
