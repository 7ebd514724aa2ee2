package planted

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
)

// clauseMarks end a clause inside a Chinese sentence; some write them with ASCII marks.
const clauseMarks = "，；,;"

// swapClauses exchanges two neighbouring clauses of text; the marks stay where they
// are. A text of one clause stays as it is.
func swapClauses(r *rand.Rand, text string) string {
	stop := strings.TrimRightFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	type clause struct{ start, end int }
	var cs []clause
	start := 0
	for i, c := range stop {
		if strings.ContainsRune(clauseMarks, c) {
			cs = append(cs, clause{start, i})
			start = i + len(string(c))
		}
	}
	cs = append(cs, clause{start, len(stop)})
	if len(cs) < 2 {
		return text
	}
	i := r.IntN(len(cs) - 1)
	x, y := cs[i], cs[i+1]
	return text[:x.start] + text[y.start:y.end] + text[x.end:y.start] + text[x.start:x.end] + text[y.end:]
}

// reorder puts sentences in another order. Each keeps the white space behind it.
func reorder(r *rand.Rand, in []sentence) {
	before := slices.Clone(in)
	for slices.Equal(before, in) {
		r.Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
		if len(in) < 2 || !slices.ContainsFunc(before, func(s sentence) bool { return s != before[0] }) {
			return // there is no other order
		}
	}
}

// recase gives sentences another case and punctuation: one of three cases for all of
// them, and a part of the marks by chance.
func recase(r *rand.Rand, in []sentence) {
	style := r.IntN(3)
	for i := range in {
		in[i].text = repunctuate(r, setCase(in[i].text, style))
	}
}

// setCase returns s in lower case, in upper case or with each word capitalised.
func setCase(s string, style int) string {
	inside := false
	return strings.Map(func(c rune) rune {
		first := !inside
		inside = unicode.IsLetter(c) || inside && (c == '\'' || c == '’')
		if style == 1 || style == 2 && first {
			return unicode.ToUpper(c)
		}
		return unicode.ToLower(c)
	}, s)
}

// marks says what a mark may become, the empty string being nothing. A stop stays a stop.
var marks = map[rune][]string{
	',': {"", ";", " -"}, ';': {",", " -"}, ':': {";", ""}, '!': {"."}, '"': {"", "'"}, '(': {"["}, ')': {"]"},
	'“': {"\""}, '”': {"\""}, '‘': {"'"}, '’': {"'"}, '—': {" - ", ","},
	'，': {"", "、", ","}, '；': {"，", ";"}, '、': {"，"}, '：': {"，", ":"}, '！': {"。"}, '。': {"！"},
	'（': {"("}, '）': {")"}, '《': {"「", ""}, '》': {"」", ""},
}

// repunctuate changes half of the marks of s.
func repunctuate(r *rand.Rand, s string) string {
	var b strings.Builder
	runes := []rune(s)
	for i, c := range runes {
		to, ok := marks[c]
		number := i > 0 && i+1 < len(runes) && unicode.IsDigit(runes[i-1]) && unicode.IsDigit(runes[i+1])
		// Inside a word an apostrophe is part of it, and so is a comma inside a number.
		letter := (c == '’' || c == '‘') && i+1 < len(runes) && unicode.IsLetter(runes[i+1])
		if !ok || number || letter || r.IntN(2) == 0 {
			b.WriteRune(c)
			continue
		}
		b.WriteString(to[r.IntN(len(to))])
	}
	return b.String()
}
