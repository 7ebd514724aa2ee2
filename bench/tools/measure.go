package main

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/bench/texts"
)

// The lengths of windows, in words: of text that repeats, of text that is lost, and of a planted passage that is still
// there.
const repeatWindow, lostWindow, thereWindow = 50, 3, 5

// windows are the windows of words of a collection, by their hashes, in order.
type windows struct {
	repeated float64 // share of the windows of repeatWindow words that occur twice or more
	words    int
	lost     []uint64 // the windows of lostWindow words, each once
}

// left is what a tool has left of a collection.
type left struct {
	documents int
	words     float64 // share
	repeated  float64 // share
	lost      float64 // share of the windows of lostWindow words that are nowhere any more
	found     map[string]int
}

// hashes returns the hashes of the words of a text, without case and punctuation.
func hashes(text string) (all []uint64) {
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		all = append(all, xxhash.Sum64String(word))
	}
	return all
}

// appendWindows appends the hashes of all windows of n words: sums of the hashes of the words times powers of base.
func appendWindows(dst, words []uint64, n int) []uint64 {
	const base = 0x9e3779b97f4a7c15
	var sum, first uint64 = 0, 1
	for range n {
		first *= base
	}
	for i, w := range words {
		sum = sum*base + w
		if i >= n {
			sum -= words[i-n] * first
		}
		if i >= n-1 {
			dst = append(dst, sum)
		}
	}
	return dst
}

func windowsOf(docs []texts.Document) (w windows) {
	var long []uint64
	for _, d := range docs {
		words := hashes(d.Text)
		w.words += len(words)
		long = appendWindows(long, words, repeatWindow)
		w.lost = appendWindows(w.lost, words, lostWindow)
	}
	slices.Sort(long)
	twice := 0
	for i, h := range long {
		if i > 0 && long[i-1] == h || i+1 < len(long) && long[i+1] == h {
			twice++
		}
	}
	w.repeated = program.Share(twice, len(long))
	slices.Sort(w.lost)
	w.lost = slices.Compact(w.lost)
	return w
}

// leftOf measures the documents that a tool has left.
func (b bench) leftOf(docs []texts.Document) left {
	now := windowsOf(docs)
	gone, i := 0, 0
	for _, h := range b.before.lost {
		for i < len(now.lost) && now.lost[i] < h {
			i++
		}
		if i == len(now.lost) || now.lost[i] != h {
			gone++
		}
	}
	textOf := map[string]string{}
	for _, c := range b.copies {
		textOf[c.a.id], textOf[c.b.id] = "", ""
	}
	for _, d := range docs {
		if _, ok := textOf[d.ID]; ok {
			textOf[d.ID] = d.Text
		}
	}
	l := left{documents: len(docs), words: program.Share(now.words, b.before.words), repeated: now.repeated,
		lost: program.Share(gone, len(b.before.lost)), found: map[string]int{}}
	for _, c := range b.copies {
		if min(there(c.a, textOf[c.a.id]), there(c.b, textOf[c.b.id])) <= .5 {
			l.found[c.kind]++
		}
	}
	return l
}

// there returns the share of the windows of a planted passage that the text left of its document has.
func there(s side, text string) float64 {
	is := map[uint64]bool{}
	for _, h := range appendWindows(nil, hashes(text), thereWindow) {
		is[h] = true
	}
	n, all := 0, appendWindows(nil, hashes(s.passage()), thereWindow)
	for _, h := range all {
		if is[h] {
			n++
		}
	}
	return program.Share(n, len(all))
}

// passage is a passage of a result of partial, in code points.
type passage struct {
	A      string `json:"a"`
	B      string `json:"b"`
	AStart int    `json:"a_start"`
	AEnd   int    `json:"a_end"`
	BStart int    `json:"b_start"`
	BEnd   int    `json:"b_end"`
}

// pairs returns how many of the planted copies a result of partial has: at least half of both places are in passages of
// these two documents.
func (b bench) pairs(folder string) (map[string]int, error) {
	all, err := program.ReadLines[passage](filepath.Join(folder, "passages-*.jsonl"))
	if err != nil {
		return nil, err
	}
	of := map[[2]string][]passage{}
	for _, p := range all {
		of[[2]string{p.A, p.B}] = append(of[[2]string{p.A, p.B}], p)
		of[[2]string{p.B, p.A}] = append(of[[2]string{p.B, p.A}], passage{p.B, p.A, p.BStart, p.BEnd, p.AStart, p.AEnd})
	}
	found := map[string]int{}
	for _, c := range b.copies {
		var as, bs [][2]int
		for _, p := range of[[2]string{c.a.id, c.b.id}] {
			as, bs = append(as, [2]int{p.AStart, p.AEnd}), append(bs, [2]int{p.BStart, p.BEnd})
		}
		if covered(c.a, as) >= .5 && covered(c.b, bs) >= .5 {
			found[c.kind]++
		}
	}
	return found, nil
}

// covered returns the share of a place that ranges cover.
func covered(s side, ranges [][2]int) float64 {
	start, end := points(s.text, s.start), points(s.text, s.end)
	slices.SortFunc(ranges, func(x, y [2]int) int { return x[0] - y[0] })
	n, to := 0, start
	for _, r := range ranges {
		if from, until := max(r[0], to), min(r[1], end); from < until {
			n, to = n+until-from, until
		}
	}
	return program.Share(n, end-start)
}
