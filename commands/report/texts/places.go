package texts

import (
	"cmp"
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
)

// Shown is a range of the text that is shown: in bytes, and in UTF-16 code units, in which
// scripts of a page count.
type Shown struct{ Start, End, Start16, End16 int }

// point is the start or the end of a range of the result: twice its number, and one more for the end.
type point uint32

func pointOf(n int, end bool) point {
	if end {
		return point(2*n + 1)
	}
	return point(2 * n)
}

func (p point) number() int { return int(p / 2) }
func (p point) end() bool   { return p%2 == 1 }

// readable returns the text of a document as a reader sees it, in valid UTF-8, and the place in it of
// a place of the input.
func readable(d *record.Document) (text []byte, place func(at int, end bool) int) {
	if d.Markup == record.Plain {
		return d.Text, func(at int, _ bool) int { return at }
	}
	shown, origin := analysis.Shown(d.Text, d.Markup)
	text, kept := tidy(shown)
	return text, func(at int, end bool) int {
		if end { // the end of the last letter that ends before at
			return sort.Search(len(text), func(i int) bool { return origin.End(int(kept[i])+1) > at })
		}
		return sort.Search(len(text), func(i int) bool { return origin.Start(int(kept[i])) >= at })
	}
}

// tidy makes one character of each run of white space: a blank line if it has several line ends, a line end
// if it has one, or else a space. kept are the places in text of the bytes that are left. What stood
// between elements of a page would be screens without a word.
func tidy(text []byte) (tidied []byte, kept []uint32) {
	tidied, kept = make([]byte, 0, len(text)), make([]uint32, 0, len(text))
	for i := 0; i < len(text); {
		end, lines := i, 0
		for end < len(text) {
			r, size := utf8.DecodeRune(text[end:])
			if !unicode.IsSpace(r) {
				break
			}
			if r == '\n' {
				lines++
			}
			end += size
		}
		switch {
		case end == i:
			_, size := utf8.DecodeRune(text[i:])
			for range size {
				tidied, kept = append(tidied, text[i]), append(kept, uint32(i))
				i++
			}
			continue
		case len(tidied) == 0: // none before the first word
		case lines > 1 && end-i > 1:
			tidied, kept = append(tidied, '\n', '\n'), append(kept, uint32(i), uint32(i+1))
		case lines > 0:
			tidied, kept = append(tidied, '\n'), append(kept, uint32(i))
		default:
			tidied, kept = append(tidied, ' '), append(kept, uint32(i))
		}
		i = end
	}
	return tidied, kept
}

// locate finds the places of points, which are of ranges of the result, in a document, and hands over
// each. It reports false if one is not in the text, or is at other bytes than the result says: then
// the text is not that of the result.
func locate(
	d *record.Document, text []byte, place func(at int, end bool) int, f *findings.Findings, points []point,
	found func(p point, at, at16 int),
) bool {
	type wanted struct {
		point
		at, bytes int64
		shown     int
	}
	all := make([]wanted, len(points))
	for i, p := range points {
		_, r := f.Range(p.number())
		all[i] = wanted{point: p, at: r.Start, bytes: r.ByteStart}
		if p.end() {
			all[i].at, all[i].bytes = r.End, r.ByteEnd
		}
	}
	slices.SortFunc(all, func(v, w wanted) int { return cmp.Compare(uint64(v.at), uint64(w.at)) }) // ToEnd is last
	characters, byteAt := int64(0), 0
	bytes := d.Charset.Bytes.Cursor()
	for i := range all {
		w := &all[i]
		for (w.at == findings.ToEnd || characters < w.at) && byteAt < len(d.Text) {
			_, size := utf8.DecodeRune(d.Text[byteAt:])
			byteAt += size
			characters++
		}
		if w.at != findings.ToEnd && characters != w.at ||
			w.bytes != findings.Unknown && w.bytes != bytes.ToFile(int64(byteAt)) {
			return false
		}
		w.shown = place(byteAt, w.end())
	}
	slices.SortFunc(all, func(v, w wanted) int { return cmp.Compare(v.shown, w.shown) })
	at, at16 := 0, 0
	for _, w := range all {
		at16 += Length16(text[at:w.shown])
		at = w.shown
		found(w.point, at, at16)
	}
	return true
}

// Length16 returns the length of a text in UTF-16 code units. A byte that is not valid counts one,
// as U+FFFD does.
func Length16(text []byte) int {
	n := 0
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i, n = i+1, n+1
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if i, n = i+size, n+1; r > 0xffff {
			n++
		}
	}
	return n
}
