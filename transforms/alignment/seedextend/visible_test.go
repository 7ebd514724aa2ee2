package seedextend

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Neither markup nor the length of white space counts.
func TestLength(t *testing.T) {
	plain := sentences("One two, three. Four")
	marked := sentences("One two, three. Four")
	marked.Hidden = make([]uint32, len(marked.Words))
	for x := range marked.Words { // a tag of 9 code points in each word but the first
		shift := uint32(x) * 9
		marked.From[x] += max(shift, 9) - 9
		marked.To[x] += shift
		if x > 0 {
			marked.Hidden[x] = 9
		}
	}
	wide := sentences("One    two,\n\n  three.     Four")
	for _, d := range []*Document{plain, marked, wide} {
		for hi := uint32(1); hi <= 4; hi++ {
			s := span{0, hi}
			if got, want := d.length(s, 0), plain.length(s, 0); got != want {
				t.Errorf("%d words have the length %v, want %v", hi, got, want)
			}
		}
	}
	if got := plain.length(span{0, 3}, 0); got != 14 {
		t.Errorf("the length of %q is %v", "One two, three", got)
	}
	if got := plain.length(span{0, 3}, 5); got != 15 {
		t.Errorf("three words of 5 at least: %v", got)
	}
	if got, want := marked.visible(0, 4), plain.visible(0, 4); got != want {
		t.Errorf("%d visible characters, want %d", got, want)
	}
}

// The sums are those of visibleWord of each word.
func TestSumVisible(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for round := range 300 {
		d := &Document{}
		at := uint32(0)
		for range random.IntN(60) {
			at += uint32(random.IntN(4) / 2)
			length := uint32(random.IntN(2 + random.IntN(20)))
			d.Words, d.From, d.To = append(d.Words, random.Uint32()), append(d.From, at), append(d.To, at+length)
			if round%2 == 0 {
				d.Hidden = append(d.Hidden, min(length, uint32(random.IntN(4))))
			}
			at += length
		}
		if len(d.Words) > 0 {
			d.Units = []uint32{0, uint32(len(d.Words))}
		}
		d.Index(nil)
		var long []uint32
		for x := range uint32(len(d.Words)) {
			if got, want := d.visible(x, x+1), d.visibleWord(x); got != want {
				t.Fatalf("round %d: word %d from %d to %d has %d visible characters, want %d", round, x, d.From[x],
					d.To[x], got, want)
			}
			if d.shown(x) >= longWordA {
				long = append(long, x)
			}
		}
		if !slices.Equal(d.long, long) {
			t.Fatalf("round %d: the long words are %d, want %d", round, d.long, long)
		}
	}
}
