package ignored

import (
	"bytes"
	"iter"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A list of references is known by its signs: years, pages, initials of names, numbers of volumes, addresses and the
// like. Each line of a text counts as its signs less one for wordsPerSign words, so that a line of an entry is above
// zero, and one of running text, even with citations in it, is below. The list that follows a heading is the lines with
// the largest sum from there on, and a list at the end of a text is those with the largest sum before the end. Both
// end where the sum falls by more than farFromList: what is behind so much running text is another list.
const (
	wordsPerSign = 6.
	farFromList  = 8.
	// leastYears is how many years a list without a heading has.
	leastYears = 3
)

// headings are those of lists of references, in small letters.
var headings = map[string]bool{
	"references": true, "reference list": true, "list of references": true, "bibliography": true, "works cited": true, "literature cited": true,
	"literature": true, "sources": true, "further reading": true,
	"literatur": true, "literaturverzeichnis": true, "quellen": true, "quellenverzeichnis": true, "bibliographie": true, "bibliografie": true,
	"références": true, "références bibliographiques": true, "ouvrages cités": true, "bibliografía": true, "referencias": true, "bibliografia": true,
	"riferimenti bibliografici": true, "referências": true, "литература": true, "список литературы": true,
	"参考文献": true, "參考文獻": true, "参考书目": true, "參考書目": true, "引用文献": true, "引用文獻": true, "文献": true,
}

var (
	years = regexp.MustCompile(`(^|[^\d\p{L}])(1[5-9]|20)\d\d([a-z]?)([^\d\p{L}]|年|$)`)
	signs = []*regexp.Regexp{
		regexp.MustCompile(`\d\s?[-–—~]\s?\d`),                                                                  // pages
		regexp.MustCompile(`(^|[^\p{L}])(pp?|S|vol|Vol|Bd|no|No|nr|Nr|t|ch)\. ?\d`),                             // a page, a volume
		regexp.MustCompile(`\d ?\(\d`),                                                                          // a number of a volume
		regexp.MustCompile(`(^|[^\p{L}])\p{Lu}\.`),                                                              // an initial
		regexp.MustCompile(`^\s*([-*•] )?(\[\d+\]|\(\d+\)|\d+[.)]|\p{Lu}[\p{L}’'-]+,)\s`),                       // a number, a surname
		regexp.MustCompile(`(?i)https?://|\bwww\.|\bdoi\b|\barxiv|\bisbn\b|\bissn\b`),                           // an address
		regexp.MustCompile(`\[(J|M|D|C|N|R|P|S|EB|J/OL|EB/OL)\]`),                                               // a kind, in Chinese lists
		regexp.MustCompile(`(^|[^\p{L}])([Ee]ds?|[Tt]rans|Hrsg|Hg|[Éé]ds?|dir)\.|et al|u\. a\.`),                // editors
		regexp.MustCompile(`(^|[^\p{L}])[Ii]n: |\bPress\b|\bVerlag\b|\bJournal\b|\bProc(eedings|\.)|出版社|学报|學報`), // where it is printed
	}
)

// line is a line of a text.
type line struct {
	Range
	years int
	sum   float64 // its signs, less those of running text
}

// forward yields the lines of text from its beginning, and backward from its end.
func forward(text []byte) iter.Seq[line] {
	return func(yield func(line) bool) {
		for at := 0; at < len(text); {
			end := len(text)
			if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
				end = at + n + 1
			}
			if !yield(measured(text, at, end)) {
				return
			}
			at = end
		}
	}
}

func backward(text []byte) iter.Seq[line] {
	return func(yield func(line) bool) {
		for end := len(text); end > 0; {
			at := bytes.LastIndexByte(text[:end-1], '\n') + 1
			if !yield(measured(text, at, end)) {
				return
			}
			end = at
		}
	}
}

// measured returns the line text[at:end].
func measured(text []byte, at, end int) line {
	words := text[at:end]
	l := line{Range: Range{at, end}, years: len(years.FindAll(words, -1))}
	l.sum = float64(l.years) - countWords(words)/wordsPerSign
	for _, sign := range signs {
		l.sum += float64(len(sign.FindAll(words, -1)))
	}
	return l
}

// countWords returns the number of words of a line, where two Han characters are one.
func countWords(line []byte) (n float64) {
	inside := false
	for _, r := range string(line) {
		switch {
		case unicode.Is(unicode.Han, r):
			n += .5
			inside = false
		case unicode.IsSpace(r):
			inside = false
		case !inside:
			n++
			inside = true
		}
	}
	return n
}

// References appends the ranges of lists of references in text to dst, in ascending order. Headings are not part
// of them.
func References(dst []Range, text []byte) []Range {
	end := 0 // of the last list
	for at := 0; at < len(text); {
		next := len(text)
		if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
			next = at + n + 1
		}
		if isHeading(text[at:next]) {
			if list, ok := best(forward(text[next:]), 1); ok {
				end = next + list.End
				dst = append(dst, Range{next + list.Start, end})
				next = end
			}
		}
		at = next
	}
	if list, ok := best(backward(text[end:]), leastYears); ok {
		dst = append(dst, Range{end + list.Start, end + list.End})
	}
	return dst
}

// best returns the first lines, those with the largest sum, if they have so many years.
func best(lines iter.Seq[line], least int) (list Range, ok bool) {
	all, sum, most, years := Range{}, 0., 0., 0
	for l := range lines {
		if all.End == 0 {
			all = l.Range
		}
		all = Range{min(all.Start, l.Start), max(all.End, l.End)}
		years += l.years
		switch sum += l.sum; {
		case sum > most:
			most, list, ok = sum, all, years >= least
		case sum < most-farFromList:
			return list, ok
		}
	}
	return list, ok
}

// isHeading reports whether a line is a heading of a list of references, with marks and numbers around it.
func isHeading(line []byte) bool {
	const longest = 60 // bytes of a heading, with what is around it
	if len(line) > longest {
		return false
	}
	name := strings.TrimFunc(string(line), func(r rune) bool { return r != utf8.RuneError && !unicode.IsLetter(r) })
	return headings[strings.ToLower(name)]
}
