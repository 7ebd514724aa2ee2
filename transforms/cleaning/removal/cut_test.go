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

// What is left without ranges: letters are sentences, of which those in capitals go. They go as one, and one after the
// other in any order: the same is left.
func TestSpaced(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"in a line", "a B c", "a c"},
		{"the first", " A b c\n", " b c\n"},
		{"the last", "a b C\n", "a b\n"},
		{"all", "\n A B\n", ""},
		{"the end of a paragraph", "a B\n\nc d", "a\n\nc d"},
		{"the begin of a paragraph", "a b\n\nC d", "a b\n\nd"},
		{"an end and a begin", "a B\n\nC d", "a\n\nd"},
		{"an end, a paragraph and a begin", "a B\n\nC\n\n\nD e", "a\n\n\ne"},
		{"a paragraph", "a\n\nB C\n\nd", "a\n\nd"},
		{"a line of a paragraph", "a\nB\n\nc", "a\n\nc"},
		{"two runs", "a B c D e", "a c e"},
		{"no white space", "aBc", "ac"},
		{"Chinese", "一A　B二", "一　二"},
		{"Chinese without white space", "一AB二", "一二"},
		{"an indent", "a\n  B\n    c", "a\n    c"},
		{"no white space behind it", "a B\"c", "a \"c"},
		{"Chinese, in lines", "一A\nB二", "一\n二"},
		{"invalid UTF-8", "a\xff B", "a\uFFFD"},
		{"a byte order mark", "\ufeff\n A\n\nb", "\ufeff\n b"},
		{"all but a byte order mark", "\ufeff A\n\n", "\ufeff"},
	} {
		cut := func(text string, goes func(byte) bool) string {
			var ranges []Span
			for i := range len(text) {
				if goes(text[i]) {
					ranges = append(ranges, Span{i, i + 1})
				}
			}
			return string(Without(nil, []byte(text), Spaced(Joined(ranges, []byte(text)), []byte(text), nil)))
		}
		for _, order := range []string{"ABCD", "DCBA", "BDAC", "CADB"} {
			got := tc.text
			for i := range order {
				got = cut(got, func(c byte) bool { return c == order[i] })
			}
			if got != tc.want {
				t.Errorf("%s: %q without capitals, in the order %s, is %q, want %q", tc.name, tc.text, order,
					got, tc.want)
			}
		}
		if got := cut(tc.text, func(c byte) bool { return c >= 'A' && c <= 'Z' }); got != tc.want {
			t.Errorf("%s: %q without capitals is %q, want %q", tc.name, tc.text, got, tc.want)
		}
	}
	if got := Joined([]Span{{0, 5}}, []byte("\ufeffab c")); len(got) != 1 || got[0] != (Span{3, 5}) {
		t.Errorf("a range that begins with the byte order mark is %v, want what is behind it", got)
	}
}
