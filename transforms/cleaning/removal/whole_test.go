package removal

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// plainWithoutParts takes the parts of one whole after the other out of the list.
func plainWithoutParts(gone []int, wholes []Whole) []int {
	for _, w := range wholes {
		in := func(to int) int {
			n := 0
			for _, part := range gone {
				if w.From <= part && part < to {
					n++
				}
			}
			return n
		}
		if in(w.Rest) < w.Rest-w.From {
			gone = slices.DeleteFunc(gone, func(part int) bool { return w.From <= part && part < w.To })
		}
	}
	return gone
}

// TestWithoutParts: rows, links and heads that overlap in any way leave what they leave one after the other.
func TestWithoutParts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	left := 0
	for range 5000 {
		var gone []int
		for part := range 20 {
			if r.IntN(5) > 0 {
				gone = append(gone, part)
			}
		}
		wholes := make([]Whole, r.IntN(6))
		for i := range wholes {
			from := r.IntN(20)
			to := from + r.IntN(min(5, 21-from))
			wholes[i] = Whole{from, to, to + r.IntN(min(5, 21-to))}
		}
		want := plainWithoutParts(slices.Clone(gone), wholes)
		left += len(gone) - len(want)
		if got := withoutParts(slices.Clone(gone), wholes); !slices.Equal(got, want) {
			t.Fatalf("of %v and %v go %v, want %v", gone, wholes, got, want)
		}
	}
	if left == 0 {
		t.Error("no part was left: the cases show nothing")
	}
}
