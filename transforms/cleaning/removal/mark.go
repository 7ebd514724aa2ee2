package removal

import (
	"bytes"
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"
)

// pair is two marks of Markdown and what they mark, which is between them: the fences of a block of code, or the marks
// of words that are emphasised or code.
type pair struct{ open, close Span }

// Marked returns what is cut out of a text so that marks of Markdown stay with what they mark. ranges are those that
// Joined has returned, and what it returns is like them. Marks are the fences of a block of code, which are lines, and
// those of words that are emphasised or code. If some of what is between two marks stays, both stay. If all of it goes,
// both go, with the name of a language on a fence.
//
// Marked looks at all lines of the text for fences, and for other marks at the paragraphs in which a range begins or
// ends. It finds marks as CommonMark 0.31 does, in a simpler way: runs of marks are not divided.
//
// tight are the places right behind a mark of words, or before one, that stays, in order: no white space may be there.
func Marked(ranges []Span, text []byte) (marked []Span, tight []int) {
	blocks := fences(text)
	pairs := touched(inline(ranges, text, blocks), ranges)
	ofWords := len(pairs)
	pairs = append(pairs, touched(blocks, ranges)...)
	if len(pairs) == 0 {
		return ranges, nil
	}
	goes := make([]bool, len(text))
	set := func(s Span, value bool) {
		for i := s.Start; i < s.End; i++ {
			goes[i] = value
		}
	}
	stays := func(s Span) bool {
		for i := s.Start; i < s.End; {
			r, w := utf8.DecodeRune(text[i:])
			if !goes[i] && !unicode.IsSpace(r) {
				return true
			}
			i += w
		}
		return false
	}
	for _, r := range ranges {
		set(r, true)
	}
	for i, p := range pairs { // what is inside of another one comes before it
		gone := !stays(Span{p.open.End, p.close.Start})
		set(p.open, gone)
		set(p.close, gone)
		if !gone && i < ofWords {
			tight = append(tight, p.open.End, p.close.Start)
		}
	}
	slices.Sort(tight)
	for i := 0; i < len(text); i++ {
		if goes[i] {
			start := i
			for i < len(text) && goes[i] {
				i++
			}
			marked = append(marked, Span{start, i})
		}
	}
	return Joined(marked, text), tight
}

func wordly(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// touched returns the pairs, in place, in which a range begins or ends.
func touched(pairs []pair, ranges []Span) []pair {
	kept := pairs[:0]
	for _, p := range pairs {
		if divided(Span{p.open.Start, p.close.End}, ranges) {
			kept = append(kept, p)
		}
	}
	return kept
}

// divided reports whether a range begins or ends inside of s.
func divided(s Span, ranges []Span) bool {
	i := sort.Search(len(ranges), func(i int) bool { return ranges[i].End > s.Start })
	return i < len(ranges) && ranges[i].Start < s.End && (s.Start < ranges[i].Start || ranges[i].End < s.End)
}

// fences returns the blocks of code in a text that have fences, in order.
func fences(text []byte) (blocks []pair) {
	open, mark := Span{}, []byte(nil)
	for start := 0; start < len(text); {
		end := lineEnd(text, start)
		at, info := fence(text[start:end], mark == nil)
		switch {
		case at == nil:
		case mark == nil:
			open, mark = Span{start, end}, at
		case at[0] == mark[0] && len(at) >= len(mark) && !info:
			blocks = append(blocks, pair{open, Span{start, end}})
			mark = nil
		}
		start = end + 1
	}
	return blocks
}

// fence returns the marks that a line begins with if it is a fence, and whether there is more behind them. White space
// and marks of quotations may be before it, and before the one that opens a block the mark of an item of a list.
func fence(line []byte, opens bool) (mark []byte, info bool) {
	line = bytes.TrimLeft(line, " \t>")
	if opens {
		line = bytes.TrimLeft(withoutItem(line), " \t")
	}
	if len(line) < 3 || line[0] != '`' && line[0] != '~' {
		return nil, false
	}
	rest := bytes.TrimLeft(line, string(line[:1]))
	mark = line[:len(line)-len(rest)]
	if len(mark) < 3 || mark[0] == '`' && bytes.IndexByte(rest, '`') >= 0 {
		return nil, false
	}
	return mark, len(bytes.TrimSpace(rest)) > 0
}

// withoutItem returns a line without the mark of an item of a list that it may begin with.
func withoutItem(line []byte) []byte {
	n := 0
	for n < len(line) && n < 9 && '0' <= line[n] && line[n] <= '9' {
		n++
	}
	if n == 0 && len(line) > 0 && bytes.IndexByte(bullets, line[0]) < 0 {
		return line
	}
	if n+1 < len(line) && (n == 0 || line[n] == '.' || line[n] == ')') && (line[n+1] == ' ' || line[n+1] == '\t') {
		return line[n+2:]
	}
	return line
}

var bullets = []byte("-*+")

// maxParagraph is how many bytes of a paragraph before and behind a place are looked at.
const maxParagraph = 8 << 10

// inline returns the marks of words in the paragraphs in which ranges begin or end, outside of blocks: pairs inside of
// others come before them.
func inline(ranges []Span, text []byte, blocks []pair) (pairs []pair) {
	last := 0 // the end of the paragraph before
	for _, r := range ranges {
		for _, at := range [...]int{r.Start, r.End} {
			if at < last {
				continue
			}
			for len(blocks) > 0 && blocks[0].close.End < at {
				blocks = blocks[1:]
			}
			if len(blocks) > 0 && blocks[0].open.Start < at {
				continue
			}
			p := paragraph(text, at)
			p.Start = max(p.Start, last)
			if len(blocks) > 0 {
				p.End = min(p.End, blocks[0].open.Start)
			}
			pairs = appendPairs(pairs, text, p)
			last = p.End
		}
	}
	return pairs
}

// paragraph returns the lines around at up to blank ones.
func paragraph(text []byte, at int) Span {
	from, to := max(0, at-maxParagraph), min(len(text), at+maxParagraph)
	start := func(end int) int { return from + bytes.LastIndexByte(text[from:end], '\n') + 1 }
	p := Span{start(at), min(to, lineEnd(text, at))}
	for p.Start > from {
		above := start(p.Start - 1)
		if blank(text[above:p.Start]) {
			break
		}
		p.Start = above
	}
	for p.End < to {
		below := min(to, lineEnd(text, p.End+1))
		if blank(text[p.End:below]) {
			break
		}
		p.End = below
	}
	return p
}

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// lineEnd returns where the line ends that at is in, without its line break.
func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}

// maxMarks is how many equal marks of words may stand side by side. More are a line.
const maxMarks = 3

// appendPairs appends the pairs of marks of words in a paragraph: *, _ and `, each as many times on both sides.
func appendPairs(dst []pair, text []byte, p Span) []pair {
	var open []Span // marks that have opened and not closed
	for at := p.Start; at < p.End; {
		c := text[at]
		if c == '\\' {
			at += 2
			continue
		}
		if c != '*' && c != '_' && c != '`' {
			at++
			continue
		}
		end := at + 1
		for end < p.End && text[end] == c {
			end++
		}
		mark := Span{at, end}
		at = end
		opens, closes := flanks(text, mark)
		switch {
		case c == '`':
			if to := sameMark(text[:p.End], mark); opens && to.End > 0 {
				dst = append(dst, pair{mark, to})
				at = to.End
			}
			continue
		case end-mark.Start > maxMarks:
			continue
		}
		i := len(open) - 1
		for closes && i >= 0 && !bytes.Equal(text[open[i].Start:open[i].End], text[mark.Start:mark.End]) {
			i--
		}
		switch {
		case closes && i >= 0:
			dst = append(dst, pair{open[i], mark})
			open = open[:i]
		case opens:
			open = append(open, mark)
		}
	}
	return dst
}

// sameMark returns the next run of ` in the text that is as long as mark, or an empty range if that one does not close:
// the quotes of `this' and `that' are no marks.
func sameMark(text []byte, mark Span) Span {
	for at := mark.End; at < len(text); {
		i := bytes.IndexByte(text[at:], '`')
		if i < 0 {
			break
		}
		next := Span{at + i, at + i + 1}
		for next.End < len(text) && text[next.End] == '`' {
			next.End++
		}
		if next.End-next.Start == mark.End-mark.Start {
			if _, closes := flanks(text, next); closes {
				return next
			}
			break
		}
		at = next.End
	}
	return Span{}
}

// flanks reports whether a mark of emphasised words may open and may close: text is behind it, or before it. A _ inside
// a word is no mark.
func flanks(text []byte, mark Span) (opens, closes bool) {
	before, _ := utf8.DecodeLastRune(text[:mark.Start])
	behind, _ := utf8.DecodeRune(text[mark.End:])
	if text[mark.Start] == '_' && wordly(before) && wordly(behind) {
		return false, false
	}
	return mark.End < len(text) && !unicode.IsSpace(behind), mark.Start > 0 && !unicode.IsSpace(before)
}
