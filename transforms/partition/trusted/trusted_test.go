package trusted

import (
	"testing"

	"example.org/diagonal/transforms/partition/lcs"
)

func TestWords(t *testing.T) {
	type runs = []lcs.Run
	for _, tc := range []struct {
		name string
		runs runs
		a, b int
		want int
	}{
		{"nothing", nil, 0, 0, 0},
		{"equal pages", runs{{A: 0, B: 0, Words: 100}}, 100, 100, 100},
		{"equal pages of one word", runs{{A: 0, B: 0, Words: 1}}, 1, 1, 1},
		{"a word was exchanged", runs{{A: 0, B: 0, Words: 40}, {A: 41, B: 41, Words: 59}}, 100, 100, 99},
		{"a sentence was inserted", runs{{A: 0, B: 0, Words: 40}, {A: 40, B: 60, Words: 60}}, 100, 120, 100},
		{"words here and there", runs{{A: 40, B: 40, Words: 1}, {A: 45, B: 44, Words: 2}, {A: 50, B: 52, Words: 1},
			{A: 60, B: 60, Words: 16}}, 100, 100, 20},
		{"single words far from each other", runs{{A: 10, B: 10, Words: 1}, {A: 30, B: 20, Words: 1},
			{A: 50, B: 40, Words: 1}}, 100, 100, 0},
		{"a short block", runs{{A: 50, B: 50, Words: MinBlock - 1}}, 100, 100, 0},
		{"a block as long as need be", runs{{A: 50, B: 50, Words: MinBlock}}, 100, 100, MinBlock},
		{"a short block of a short page", runs{{A: 0, B: 0, Words: 4}}, 7, 100, 0}, // at the head of the long page
		{"half of a short page", runs{{A: 0, B: 0, Words: 4}}, 7, 8, 4},
		{"templates at head and tail", runs{{A: 0, B: 0, Words: 25}, {A: 75, B: 75, Words: 25}}, 100, 100, 0},
		{"a template at the head, then the text", runs{{A: 0, B: 0, Words: 20}, {A: 45, B: 60, Words: 55}},
			100, 115, 55},
		{"a quotation at the head of one", runs{{A: 40, B: 0, Words: 20}}, 100, 100, 0},
		{"the page and its beginning", runs{{A: 0, B: 0, Words: 30}}, 100, 30, 30},
	} {
		if got := Words(tc.runs, tc.a, tc.b); got != tc.want {
			t.Errorf("%s: %d words, want %d", tc.name, got, tc.want)
		}
		var swapped runs
		for _, r := range tc.runs {
			swapped = append(swapped, lcs.Run{A: r.B, B: r.A, Words: r.Words})
		}
		if got := Words(swapped, tc.b, tc.a); got != tc.want {
			t.Errorf("%s, swapped: %d words, want %d", tc.name, got, tc.want)
		}
	}
}
