package seedextend

import "testing"

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
