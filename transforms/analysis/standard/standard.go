// Package standard writes words in their standard form, by a table of spellings that a user gives: texts of a time or
// a country without one spelling are compared by it.
package standard

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"example.org/diagonal/transforms/analysis/canonical"
	"example.org/diagonal/transforms/analysis/charfilter"
	"example.org/diagonal/transforms/analysis/token"
)

// Table is a table of spellings, as Read returns it: a line for each word that has another form, the word, a tab and
// the form, in ascending order. A worker gets it as it is. "" is none.
type Table string

// Read reads a table: UTF-8, a line for each word, with two columns that a tab divides, or a comma if the line has no
// tab: a variant and its standard form. Both are one word, as documents are divided into words; case does not matter.
// Empty lines, and lines that begin with #, are left out. A standard form that is a variant of another line stands for
// the form of that one. The error names the line.
func Read(r io.Reader) (Table, error) {
	type entry struct {
		form string
		line int
	}
	forms := map[string]entry{}
	lines := bufio.NewScanner(r)
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if line == "" || line[0] == '#' {
			continue
		}
		if !utf8.ValidString(line) {
			return "", fmt.Errorf("line %d is not UTF-8", n)
		}
		by := "\t"
		if !strings.Contains(line, by) {
			by = ","
		}
		columns := strings.Split(line, by)
		if len(columns) != 2 {
			return "", fmt.Errorf("line %d has %d columns: want two, a variant and its standard form, with a tab or a comma between them", n, len(columns))
		}
		var words [2]string
		for i, column := range columns {
			words[i] = lower(strings.TrimSpace(column))
			if !isWord(words[i]) {
				return "", fmt.Errorf("line %d: %q is not one word", n, strings.TrimSpace(column))
			}
		}
		if old, ok := forms[words[0]]; ok && old.form != words[1] {
			return "", fmt.Errorf("line %d: %s is %s here and %s in line %d", n, words[0], words[1], old.form, old.line)
		}
		if words[0] != words[1] {
			forms[words[0]] = entry{words[1], n}
		}
	}
	if err := lines.Err(); err != nil {
		return "", fmt.Errorf("line %d: %w", n+1, err)
	}
	if len(forms) == 0 {
		return "", fmt.Errorf("no word has another form")
	}
	all := make([]string, 0, len(forms))
	for word, e := range forms {
		for steps := 0; ; steps++ {
			next, ok := forms[e.form]
			if !ok {
				break
			}
			if steps > len(forms) || next.form == word {
				return "", fmt.Errorf("line %d: %s and %s are variants of each other", max(forms[word].line, next.line),
					word, e.form)
			}
			e.form = next.form
		}
		all = append(all, word+"\t"+e.form+"\n")
	}
	slices.Sort(all)
	return Table(strings.Join(all, "")), nil
}

// Words returns how many words have another form.
func (t Table) Words() int { return strings.Count(string(t), "\n") }

// lower returns a word in small letters and NFC.
func lower(word string) string {
	return string(canonical.Append(nil, norm.NFC, []byte(strings.ToLower(word))))
}

// isWord reports whether documents with this text have one word, and nothing else.
func isWord(text string) bool {
	tokens := token.Append(nil, []byte(text))
	return len(tokens) == 1 && tokens[0].Start == 0 && int(tokens[0].End) == len(text)
}

// forms are the standard forms of words, by the form of the word that is hashed (token.AppendWord).
type forms map[string]string

// read are the forms that were made last.
var read atomic.Pointer[struct {
	table Table
	fold  charfilter.Fold
	forms forms
}]

// forms returns the forms of t where letters are the same by f.
func (t Table) forms(f charfilter.Fold) forms {
	if last := read.Load(); last != nil && last.fold == f && last.table == t {
		return last.forms
	}
	made := t.read(f)
	read.Store(&struct {
		table Table
		fold  charfilter.Fold
		forms forms
	}{t, f, made})
	return made
}

func (t Table) read(f charfilter.Fold) forms {
	forms := forms{}
	fold := func(word string) string {
		text, _ := charfilter.Folded([]byte(word), nil, f)
		return string(text)
	}
	for line := range strings.Lines(string(t)) {
		word, form, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		folded := []byte(fold(word))
		tokens := token.Append(nil, folded)
		if len(tokens) != 1 {
			continue // marks alone
		}
		key := string(token.AppendWord(nil, folded, tokens[0]))
		if _, ok := forms[key]; !ok { // of two words that are one by f, the first
			forms[key] = fold(form)
		}
	}
	return forms
}

// Write writes the words of a text, whose letters were folded by f, in their standard form. m is the map of the text,
// which may be nil (charfilter.Rewritten). A word that has another form goes with its origin as a whole, and keeps its
// first letter large.
func (t Table) Write(text []byte, m *charfilter.Map, f charfilter.Fold) ([]byte, *charfilter.Map) {
	if t == "" {
		return text, m
	}
	forms, tokens, next, form := t.forms(f), token.Append(nil, text), 0, ""
	var key []byte
	return charfilter.Rewritten(text, m, func(text []byte, _ int) (from, to int) {
		for next < len(tokens) {
			word := tokens[next]
			next++
			key = token.AppendWord(key[:0], text, word)
			var ok bool
			if form, ok = forms[string(key)]; ok {
				return int(word.Start), int(word.End)
			}
		}
		return len(text), len(text)
	}, func(dst, word []byte) []byte {
		if first, _ := utf8.DecodeRune(word); unicode.IsUpper(first) {
			r, size := utf8.DecodeRuneInString(form)
			return append(utf8.AppendRune(dst, unicode.ToUpper(r)), form[size:]...)
		}
		return append(dst, form...)
	})
}
