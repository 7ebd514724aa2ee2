package seedextend

import (
	"fmt"
	"strings"
	"testing"
)

// reworded is text of long sentences, and the same with every fourth word changed: no run is long enough for a
// stretch, so its passage is whole units.
func reworded() (text, changed []string) {
	for n, word := range strings.Fields(join(prose(7, 12))) {
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
		a, b := sentences(tc.a+"."), sentences(tc.b+".")
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

// Words are cut only from the first and the last unit, and only where the chains say that they are of the text around.
func TestTrimmed(t *testing.T) {
	marks := func(s string) (all []bool) {
		for _, c := range s {
			all = append(all, c == 'x')
		}
		return all
	}
	dense, sparse := strings.Repeat("xxx.", 10), strings.Repeat("xx"+strings.Repeat(".", 12), 4)
	for _, tc := range []struct {
		name, marks string
		units       []uint32
		want        span
	}{
		{"a dense passage in one unit", strings.Repeat(".", 15) + dense + strings.Repeat(".", 9), []uint32{0, 64},
			span{15, 54}},
		{"chance outside", "xx" + strings.Repeat(".", 15) + dense, []uint32{2, 57}, span{17, 57}},
		{"a sparse one", strings.Repeat(".", 12) + sparse, []uint32{0, 68}, span{0, 68}},
		{"not beyond the unit", strings.Repeat(".", 20) + dense, []uint32{0, 8, 60}, span{8, 60}},
		{"nothing shared", strings.Repeat(".", 30), []uint32{0, 30}, span{0, 30}},
	} {
		d := &Document{Units: tc.units}
		got := trimmed(d, 0, uint32(len(tc.units))-1, marks(tc.marks), span{0, uint32(len(tc.marks))})
		if got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}
