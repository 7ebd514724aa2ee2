package removal

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// sentences is the side of sentences first to first+count-1, each of 10 code points
// with a space behind it.
func sentences(first, count uint32) Side {
	return Side{int64(first) * 10, int64(first+count)*10 - 1, first, count}
}

func TestIntact(t *testing.T) {
	for _, tc := range []struct {
		name       string
		kept       Side
		candidates []Side
		want       []Side
	}{
		{"no candidate", sentences(3, 4), nil, []Side{{30, 69, 3, 4}}},
		{"beside it", sentences(3, 4), []Side{sentences(0, 3), sentences(7, 2)}, []Side{{30, 69, 3, 4}}},
		{"its head", sentences(3, 4), []Side{sentences(1, 3)}, []Side{{39, 69, 4, 3}}},
		{"its tail", sentences(3, 4), []Side{sentences(6, 9)}, []Side{{30, 60, 3, 3}}},
		{"in it", sentences(3, 4), []Side{sentences(4, 1)}, []Side{{30, 40, 3, 1}, {49, 69, 5, 2}}},
		{"all of it", sentences(3, 4), []Side{sentences(2, 3), sentences(4, 5)}, nil},
		{"one in the other", sentences(0, 9), []Side{sentences(1, 7), sentences(2, 2)}, []Side{{0, 10, 0, 1}, {79, 89, 8, 1}}},
		{"ranges do not cut sentences", sentences(3, 4), []Side{{Start: 40, End: 50}}, []Side{{30, 69, 3, 4}}},
		{"a range", Side{Start: 30, End: 69}, []Side{sentences(0, 3), sentences(7, 1)}, []Side{{Start: 30, End: 69}}},
		{"a range that touches", Side{Start: 30, End: 69}, []Side{sentences(0, 4)}, nil},
		{"a range under a range", Side{Start: 30, End: 69}, []Side{{Start: 68, End: 70}}, nil},
	} {
		if diff := gocmp.Diff(tc.want, Intact(nil, tc.kept, tc.candidates)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

func TestNames(t *testing.T) {
	for _, tc := range []struct {
		name       string
		candidates []Side
		want       []Range
	}{
		{"none", nil, []Range{{30, 69}}},
		{"sentences are cut already", []Side{sentences(4, 1)}, []Range{{30, 69}}},
		{"in it", []Side{{Start: 40, End: 49}}, []Range{{30, 40}, {49, 69}}},
		{"at its ends", []Side{{Start: 20, End: 35}, {Start: 60, End: 99}}, []Range{{35, 60}}},
		{"all of it", []Side{{Start: 20, End: 99}}, nil},
		{"behind it", []Side{{Start: 69, End: 99}}, []Range{{30, 69}}},
	} {
		if diff := gocmp.Diff(tc.want, Names(nil, sentences(3, 4), tc.candidates)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

func TestPart(t *testing.T) {
	for _, tc := range []struct {
		name         string
		p            Passage
		piece        Side
		first, count uint32
		ok           bool
	}{
		{"all", Passage{Candidate: sentences(5, 4), Kept: sentences(0, 4), Matched: 4}, sentences(0, 4), 5, 4, true},
		{"its tail", Passage{Candidate: sentences(5, 4), Kept: sentences(0, 4), Matched: 4}, sentences(1, 3), 6, 3, true},
		{"its head", Passage{Candidate: sentences(5, 4), Kept: sentences(0, 4), Matched: 4}, sentences(0, 1), 5, 1, true},
		{"all, with gaps", Passage{Candidate: sentences(5, 6), Kept: sentences(0, 5), Matched: 4}, sentences(0, 5), 5, 6, true},
		// k is from i-2 to i+1: of i = 3 (the ninth sentence) from 1 to 4.
		{"its tail, with gaps", Passage{Candidate: sentences(5, 6), Kept: sentences(0, 5), Matched: 4}, sentences(1, 4), 8, 3, true},
		{"its head, with gaps", Passage{Candidate: sentences(5, 6), Kept: sentences(0, 5), Matched: 4}, sentences(0, 4), 5, 3, true},
		{"too little for its gaps", Passage{Candidate: sentences(5, 6), Kept: sentences(0, 5), Matched: 4}, sentences(2, 1), 0, 0, false},
		{"overlapping copies", Passage{Candidate: sentences(2, 6), Kept: sentences(0, 6), Same: true, Matched: 6}, sentences(0, 2), 2, 6, true},
		{"overlapping copies, head not intact", Passage{Candidate: sentences(2, 6), Kept: sentences(0, 6), Same: true, Matched: 6}, sentences(0, 1), 2, 1, true},
		{"ranges", Passage{Candidate: Side{Start: 50, End: 60}, Kept: Side{Start: 0, End: 11}}, Side{Start: 0, End: 11}, 0, 0, true},
	} {
		first, count, ok := tc.p.Part(tc.piece)
		if first != tc.first || count != tc.count || ok != tc.ok {
			t.Errorf("%s: %d, %d, %v; want %d, %d, %v", tc.name, first, count, ok, tc.first, tc.count, tc.ok)
		}
	}
}

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
