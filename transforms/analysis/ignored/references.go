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
//
// Under a heading an item of a list with a year or an address is an entry, however long its title is: such a line
// counts as 1 at least.
const (
	wordsPerSign = 6.
	farFromList  = 8.
	// minYears is how many years a list without a heading has.
	minYears = 3
)

// headings are those of lists of references, in small letters.
var headings = setOf(
	"references", "reference list", "list of references", "bibliography", "works cited", "literature cited",
	"literature", "sources", "further reading",
	"literatur", "literaturverzeichnis", "literaturangaben", "literaturhinweise", "quellen", "quellenverzeichnis",
	"referenzen", "bibliographie", "bibliografie",
	"références", "références bibliographiques", "ouvrages cités", "bibliografía", "referencias",
	"referencias bibliográficas", "obras citadas",
	"bibliografia", "riferimenti bibliografici", "opere citate", "referências", "referências bibliográficas",
	"literatuur", "literatuurlijst", "referenties", "litteratur", "litteraturlista", "litteraturliste", "referenser",
	"källor", "källförteckning", "referanser", "referencer", "kilder",
	"lähteet", "kirjallisuus", "literatura", "použitá literatura", "irodalom", "irodalomjegyzék", "kaynakça",
	"kaynaklar", "tài liệu tham khảo", "daftar pustaka",
	"литература", "список литературы", "библиография", "література", "список використаних джерел", "βιβλιογραφία",
	"المراجع", "المصادر", "قائمة المراجع", "ביבליוגרפיה", "מקורות", "참고문헌",
	"参考文献", "參考文獻", "参考书目", "參考書目", "引用文献", "引用文獻", "文献",
)

func setOf(names ...string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
}

var (
	years   = regexp.MustCompile(`(^|[^\d\p{L}])(1[5-9]|20)\d\d([a-z]?)([^\d\p{L}]|年|$)`)
	item    = regexp.MustCompile(`^\s*([-*•·–]\s|\[\d+\]|\(\d+\)|\d+[.)])`)
	address = regexp.MustCompile(`(?i)https?://|\bwww\.|\bdoi\b|\barxiv|\bisbn\b|\bissn\b`)
	signs   = []*regexp.Regexp{
		regexp.MustCompile(`\d\s?[-–—~]\s?\d`), // pages
		// a page, a volume
		regexp.MustCompile(`(^|[^\p{L}])(pp?|S|vol|Vol|Bd|no|No|nr|Nr|t|ch)\. ?\d`),
		// a number of a volume
		regexp.MustCompile(`\d ?\(\d`),
		regexp.MustCompile(`(^|[^\p{L}])\p{Lu}\.`), // an initial
		// a number, a surname
		regexp.MustCompile(`^\s*([-*•] )?((\[\d+\]|\(\d+\)|\d+[.)])[\s\p{L}“"]|\p{Lu}[\p{L}’'-]+,\s)`),
		address,
		// a kind, in Chinese lists
		regexp.MustCompile(`\[(J|M|D|C|N|R|P|S|EB|J/OL|EB/OL)\]`),
		// editors
		regexp.MustCompile(`(^|[^\p{L}])([Ee]ds?|[Tt]rans|Hrsg|Hg|[Éé]ds?|dir)\.|et al|u\. a\.`),
		// where it is printed
		regexp.MustCompile(`(^|[^\p{L}])[Ii]n: |\bPress\b|\bVerlag\b|\bJournal\b|\bProc(eedings|\.)|出版社|学报|學報`),
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
			if !yield(measured(text, at, end, true)) {
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
			if !yield(measured(text, at, end, false)) {
				return
			}
			end = at
		}
	}
}

// measured returns the line text[at:end]. headed says that a heading is above it.
func measured(text []byte, at, end int, headed bool) line {
	words := text[at:end]
	l := line{Range: Range{at, end}, years: len(years.FindAll(words, -1))}
	l.sum = float64(l.years) - countWords(words)/wordsPerSign
	for _, sign := range signs {
		l.sum += float64(len(sign.FindAll(words, -1)))
	}
	if headed && item.Match(words) && (l.years > 0 || address.Match(words)) {
		l.sum = max(l.sum, 1)
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
	if list, ok := best(backward(text[end:]), minYears); ok {
		dst = append(dst, Range{end + list.Start, end + list.End})
	}
	return dst
}

// best returns the first lines, those with the largest sum, if they have so many years.
func best(lines iter.Seq[line], needed int) (list Range, ok bool) {
	all, sum, most, years := Range{}, 0., 0., 0
	for l := range lines {
		if all.End == 0 {
			all = l.Range
		}
		all = Range{min(all.Start, l.Start), max(all.End, l.End)}
		years += l.years
		switch sum += l.sum; {
		case sum > most:
			most, list, ok = sum, all, years >= needed
		case sum < most-farFromList:
			return list, ok
		}
	}
	return list, ok
}

var (
	// numbering is what may be before a heading: marks, a command of LaTeX, a number or a letter with a word before it.
	numbering = regexp.MustCompile(
		`^[^\p{L}\d\\]*(\\\p{L}+\*?\{)?((\p{L}{4,} )?([\d.]+|[ivx]+|\p{L})[.):、]? +|\p{Han}{1,4}[、.章] *)?[^\p{L}]*`)
	// anchor is what may be behind it.
	anchor = regexp.MustCompile(`\s*(\{[#.][^{}]*\})?[^\p{L}]*$`)
	// spaced is a Han character or a Korean syllable, and white space behind it.
	spaced = regexp.MustCompile(`([\p{Han}\p{Hangul}])\s+`)
	// joined is between two headings in one.
	joined = regexp.MustCompile(` (and|und|et|y|e|en|och|og|и|&) `)
)

// isHeading reports whether a line is a heading of a list of references, with marks and numbers around it.
func isHeading(line []byte) bool {
	const longest = 90 // bytes of a heading, with what is around it
	if len(line) > longest {
		return false
	}
	name := strings.ToLower(string(line))
	name = anchor.ReplaceAllString(name, "")
	if headings[strings.TrimLeftFunc(name, notLetter)] {
		return true
	}
	name = spaced.ReplaceAllString(name, "$1") // 参 考 文 献
	for _, part := range joined.Split(numbering.ReplaceAllString(name, ""), -1) {
		if headings[part] {
			return true
		}
	}
	return false
}

func notLetter(r rune) bool { return r != utf8.RuneError && !unicode.IsLetter(r) }
