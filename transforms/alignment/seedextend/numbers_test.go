package seedextend

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/commonrun"
)

// TestNumbers: two lists that were made apart are no reuse, and copies are, of whatever.
func TestNumbers(t *testing.T) {
	list := func(years ...int) string {
		var b strings.Builder
		for _, year := range years {
			for x, month := range []string{"January", "March", "April", "July", "October", "December"} {
				if (year+x)%4 > 0 {
					fmt.Fprintf(&b, "%s %d (%d)\n", month, year, (year*x)%9+1)
				}
			}
		}
		return b.String()
	}
	var chapters, contents strings.Builder
	for x := range 30 {
		fmt.Fprintf(&chapters, "CHAPTER %d. %d\n", x+1, 7*x+3)
		if x%3 > 0 {
			fmt.Fprintf(&contents, "CHAPTER %d. %d\n", x+1, 7*x+3)
		}
	}
	report := "Shr 27 cts vs 51 cts\nNet 6,614,207 vs 12,231,418\nRevs 211,702,100 vs 193,428,006\n" +
		"Avg shrs 1,358,214 vs 1,358,007\nNine months\nNet 14,077,310 vs 9,003,112\nRevs 603,200,411 vs 512,700,939\n"
	sums := "h1:0a9f8c7d6e5b4a39f8c7d6e5b4a3f2e1 4f3e2d1c\n" +
		"example.org/a/b v1.2.3 h1:77f8c7d6e5b4a39f8c7d6e5b4a3f2e100\n" +
		"example.org/a/c v0.4.1/go.mod h1:9b8a7c6d5e4f3a2b1c0d9e8f7a6b5c4d3\n"
	own := strings.Join(aligntest.Prose(3, 6), "\n") + "\n"
	other := strings.Join(aligntest.Prose(4, 6), "\n") + "\n"
	for _, tc := range []struct {
		name, a, b string
		lists      bool
	}{
		{"archives of two sites", own + list(2011, 2012, 2013, 2014, 2015),
			other + list(2012, 2014, 2015, 2016, 2017), true},
		{"lists of chapters", own + chapters.String(), other + contents.String(), true},
		{"the same archive twice", own + list(2011, 2012, 2013), other + list(2011, 2012, 2013), false},
		{"a report and its correction", own + report, other + strings.Replace(report, "Nine months", "Year to date", 1),
			false},
		{"sums", own + sums, other + sums, false},
	} {
		a, b := aligntest.Tokenised(tc.a), aligntest.Tokenised(tc.b)
		var hits []Hit
		for i := range a.UnitCount() {
			for j := range b.UnitCount() {
				for range countCommon(&commonrun.Marker{}, a.Words[a.Units[i]:a.Units[i+1]],
					b.Words[b.Units[j]:b.Units[j+1]], 2) {
					hits = append(hits, aligntest.Hit(i, j))
				}
			}
		}
		SortHits(hits)
		p := measured(Params{})
		p.evidence.Numbers = 0
		free := newWorker(p)
		all := free.AlignIn(nil, a, b, Shared{Hits: hits})
		w := NewWorker(Params{})
		if known := w.AlignIn(nil, a, b, Shared{Hits: hits, Rare: hits, RareKnown: true}); len(known) == 0 ||
			w.Lists() > 0 {
			t.Errorf("%s: %d lists, passages %+v where all shared runs are rare", tc.name, w.Lists(), known)
		}
		got := w.AlignIn(nil, a, b, Shared{Hits: hits})
		if len(all) == 0 {
			t.Errorf("%s: without the rule there is no passage", tc.name)
		}
		if tc.lists && (w.Lists() == 0 || len(got) > 0) || !tc.lists && (w.Lists() > 0 || !slices.Equal(got, all)) {
			t.Errorf("%s: %d lists, passages %+v, without the rule %+v", tc.name, w.Lists(), got, all)
		}
	}
}
