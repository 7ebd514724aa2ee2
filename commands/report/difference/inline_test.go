package difference

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// inLine writes pieces as text: [-first-] and [+second+].
func inLine(pieces []Piece) string {
	var all []string
	for _, p := range pieces {
		switch text := string(p.Text); p.How {
		case First:
			all = append(all, "[-"+text+"-]")
		case Second:
			all = append(all, "[+"+text+"+]")
		default:
			all = append(all, text)
		}
	}
	return strings.Join(all, "")
}

func TestInline(t *testing.T) {
	for _, tc := range []struct {
		a, b, want       string
		changed, missing int
	}{
		{"The same.", "the SAME!", "the SAME!", 0, 0},
		{"on the first day, they say", "on the second quiet day, they say",
			"on the [-first-][+second quiet+] day, they say", 2, 1},
		{"a quick brown fox", "a fox", "a [-quick brown-]fox", 0, 2},
		{"a fox", "a quick brown fox.", "a [+quick brown+] fox.", 2, 0},
		{"one two three", "one two", "one two[-three-]", 0, 1},
		{"one two", "zero one two", "[+zero+] one two", 1, 0},
		{"在本月第一天开会", "在上月第一天会", "在[-本-][+上+]月第一天[-开-]会", 1, 2},
		{"", "all new", "[+all new+]", 2, 0},
		{"all old", "", "[-all old-]", 0, 2},
	} {
		pieces, changed, missing := Inline(Side{Passage: []byte(tc.a)}, Side{Passage: []byte(tc.b)})
		if got := inLine(pieces); got != tc.want || changed != tc.changed || missing != tc.missing {
			t.Errorf("%q, %q: %q, %d changed, %d missing; want %q, %d, %d", tc.a, tc.b, got, changed, missing, tc.want,
				tc.changed, tc.missing)
		}
	}
}

// The pieces of the second side are its text, and the counts are those of Words.
func FuzzInline(f *testing.F) {
	f.Add("the first day of the month", "the second day of a month or two")
	f.Add("在本月第一天开会", "在上月一天")
	f.Fuzz(func(t *testing.T, a, b string) {
		pieces, changed, missing := Inline(Side{Passage: []byte(a)}, Side{Passage: []byte(b)})
		var second []byte
		for _, p := range pieces {
			if p.How != First {
				second = append(second, p.Text...)
			}
		}
		if !bytes.Equal(second, []byte(b)) {
			t.Errorf("the pieces of %q are %q", b, second)
		}
		r := Words(Side{Passage: []byte(a)}, Side{Passage: []byte(b)})
		if diff := cmp.Diff([]int{r.WordsB - r.Common, r.WordsA - r.Common}, []int{changed, missing}); diff != "" {
			t.Errorf("%q, %q: changed and missing (-Words +Inline):\n%s", a, b, diff)
		}
	})
}
