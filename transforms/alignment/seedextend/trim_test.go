package seedextend

import (
	"fmt"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
)

// reworded is text of long sentences, and the same with every fourth word changed: no run is long enough for a
// stretch, so its passage is whole units.
func reworded() (text, changed []string) {
	for n, word := range strings.Fields(aligntest.Text(7, 12)) {
		word = strings.Trim(word, ".")
		text = append(text, word)
		if n%4 == 3 {
			word = "other" + word
		}
		changed = append(changed, word)
	}
	return text, changed
}

// words returns n words that no other text has.
func words(name string, n int) string {
	var all []string
	for k := range n {
		all = append(all, fmt.Sprintf("%s%d", name, k))
	}
	return strings.Join(all, " ")
}

// A reworded passage ends where the sides begin to share words, on the side and at the end where its unit reaches
// further.
func TestTrim(t *testing.T) {
	text, changed := reworded()
	own, copied := strings.Join(text[:60], " "), strings.Join(changed[:59], " ")+" "+text[59] // both ends are shared
	before, behind := words("before", 12), words("behind", 12)
	for _, tc := range []struct{ name, a, b, wantA, wantB string }{
		{"as long as the other", own, copied, own, copied},
		{"words before it", before + " " + own, copied, own, copied},
		{"words behind it", own, copied + " " + behind, own, copied},
		{"words around it, on both sides", before + " " + own, copied + " " + behind, own, copied},
		{"one word is no end", "other " + own, copied, "other " + own, copied},
	} {
		a, b := aligntest.Sentences(tc.a+"."), aligntest.Sentences(tc.b+".")
		got := NewWorker(Params{}).Align(nil, a, b, nil)
		if len(got) != 1 {
			t.Errorf("%s: %d passages, want 1", tc.name, len(got))
			continue
		}
		u, v := got[0].text(t, tc.a+".", tc.b+".", a, b)
		if strings.TrimRight(u, ".") != tc.wantA || strings.TrimRight(v, ".") != tc.wantB {
			t.Errorf("%s:\na %q\nwant %q\nb %q\nwant %q", tc.name, u, tc.wantA, v, tc.wantB)
		}
	}
}
