package removal

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

func TestCovered(t *testing.T) {
	text := []byte(`One two. "Three four." 五六。`)
	all := []Span{{0, 8}, {9, 22}, {23, 32}}
	for _, tc := range []struct {
		name   string
		ranges []Span
		want   []int
	}{
		{"nothing", nil, nil},
		{"one", []Span{{0, 8}}, []int{0}},
		{"without its stop", []Span{{0, 7}}, []int{0}},
		{"without its quotes", []Span{{10, 20}}, []int{1}},
		{"without a word", []Span{{0, 3}}, nil},
		{"without its first letter", []Span{{1, 8}}, nil},
		{"by two", []Span{{4, 8}, {0, 4}}, []int{0}},
		{"by two with a letter between", []Span{{0, 4}, {5, 8}}, nil},
		{"over ends", []Span{{5, 26}}, []int{1}},
		{"Chinese", []Span{{23, 29}}, []int{2}},
		{"half a Chinese word", []Span{{26, 32}}, nil},
		{"all", []Span{{0, 32}}, []int{0, 1, 2}},
	} {
		if diff := gocmp.Diff(tc.want, Covered(nil, text, all, tc.ranges)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

func TestRuns(t *testing.T) {
	for _, tc := range []struct {
		name, text string // sentences are letters
		gone       []int
		want       string
	}{
		{"in a line", "a b c", []int{1}, "a c"},
		{"the first", " a b c\n", []int{0}, " b c\n"},
		{"the last", "a b c\n", []int{2}, "a b\n"},
		{"all", "\n a b\n", []int{0, 1}, ""},
		{"the end of a paragraph", "a b\n\nc d", []int{1}, "a\n\nc d"},
		{"the begin of a paragraph", "a b\n\nc d", []int{2}, "a b\n\nd"},
		{"a paragraph", "a\n\nb c\n\nd", []int{1, 2}, "a\n\nd"},
		{"a line of a paragraph", "a\nb\n\nc", []int{1}, "a\n\nc"},
		{"two runs", "a b c d e", []int{1, 3}, "a c e"},
		{"no white space", "abc", []int{1}, "ac"},
		{"invalid UTF-8", "a\xff b", []int{1}, "a\uFFFD"},
	} {
		var all []Span
		for i := 0; i < len(tc.text); i++ {
			if c := tc.text[i]; c >= 'a' && c <= 'z' {
				all = append(all, Span{i, i + 1})
			}
		}
		if tc.name == "invalid UTF-8" {
			all[0].End++
		}
		got := string(Without(nil, []byte(tc.text), Runs(nil, []byte(tc.text), all, tc.gone)))
		if got != tc.want {
			t.Errorf("%s: %q without %v is %q, want %q", tc.name, tc.text, tc.gone, got, tc.want)
		}
	}
}
