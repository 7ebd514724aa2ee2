package line

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestShort(t *testing.T) {
	for id, want := range map[string]string{"": "", "abcdefgh": "abcdefgh", "abcdefghi": "abc…fghi",
		"第一章第二节第三条": "第…三条", "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301": "e\u0301e\u0301e\u0301…e\u0301e\u0301e\u0301e\u0301"} {
		if got := Short(id, 8); got != want || widthOf([]rune(got)) > 8 {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
}

// TestShortIDs: what tells ids apart is shown, and not what they have in common.
func TestShortIDs(t *testing.T) {
	for _, tc := range []struct {
		width int
		ids   string
		want  string
	}{
		{20, "a b c", "a b c"},
		{24, "https://news.example.org/2024/01/storm.html https://news.example.org/2024/02/flood.html",
			"https://ne…01/storm.html https://ne…02/flood.html"},
		{20, "https://news.example.org/2024/01/storm.html https://news.example.org/2024/02/flood.html",
			"https:…01/storm.html https:…02/flood.html"},
		{20, "https://news.example.org/article?id=17&session=0123456789abcdef https://news.example.org/article?id=18&session=0123456789abcdef", "https://…7…789abcdef https://…8…789abcdef"},
		{16, "一二三四五六七八九十甲乙.txt 一二三四五六七八九十丙丁.txt", "一二三…甲乙.txt 一二三…丙丁.txt"},
		{12, "/a/very/long/path/to/one.txt", "/a/ve…ne.txt"},
	} {
		ids := strings.Fields(tc.ids)
		short := shortIDs(ids, tc.width)
		var got []string
		for _, id := range ids {
			got = append(got, short[id])
		}
		if want := strings.Fields(tc.want); !slices.Equal(got, want) {
			t.Errorf("%d columns: %q, want %q", tc.width, got, want)
		}
	}
}

// TestShortIDsDiffer: ids that differ in one place, wherever that is, have different forms.
func TestShortIDsDiffer(t *testing.T) {
	base := "https://archive.example.org/collection/series/2019/part/page.html?view=full"
	for width := 10; width <= 70; width += 5 {
		for at := range base {
			var ids []string
			for _, c := range "XYZ" {
				ids = append(ids, base[:at]+string(c)+base[at+1:])
			}
			short := shortIDs(ids, width)
			forms := map[string]bool{}
			for _, id := range ids {
				forms[short[id]] = true
				if n := widthOf([]rune(short[id])); n > width {
					t.Fatalf("%q takes %d columns, more than %d", short[id], n, width)
				}
			}
			if len(forms) < len(ids) {
				t.Errorf("in %d columns the ids that differ at %d are %v", width, at, short)
			}
		}
	}
	// Many ids that differ in several places.
	var ids []string
	for i := range 40 {
		ids = append(ids, fmt.Sprintf("https://example.org/%d/some/long/path/in/the/middle/%d/and/an/end.html", i%7, i))
	}
	forms := map[string]bool{}
	for _, form := range shortIDs(ids, 32) {
		forms[form] = true
	}
	if len(forms) != len(ids) {
		t.Errorf("%d ids have %d forms: %v", len(ids), len(forms), forms)
	}
}

func FuzzShortIDs(f *testing.F) {
	f.Add("a/b", "a/c", "", 10)
	f.Add("第一章第二节", "第一章第三节", "e\u0301\u0301", 10)
	f.Fuzz(func(t *testing.T, a, b, c string, width int) {
		if width < 10 || width > 100 {
			return
		}
		for id, form := range shortIDs([]string{a, b, c}, width) {
			if widthOf([]rune(form)) > width {
				t.Errorf("%q is %q in %d columns", id, form, width)
			}
		}
	})
}
