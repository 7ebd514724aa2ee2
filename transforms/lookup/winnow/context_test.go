package winnow

import (
	"testing"

	"example.org/diagonal/transforms/analysis/normal"
)

// plainContext returns the context of a q-gram of a text, character by character.
func plainContext(t *normal.Text, place uint32, q int) Context {
	from := t.Char(place)
	to := from
	for t.Place(to)-t.Place(from) < uint32(q) {
		to++
	}
	i, j := from, to
	for i > 0 && t.Place(from)-t.Place(i) < contextPlaces {
		i--
	}
	for j < len(t.Chars) && t.Place(j)-t.Place(to) < contextPlaces {
		j++
	}
	return contextOf(t.Chars[i:j], from-i, to-i)
}

// What is further away than contextPlaces does not change a context, and what is nearer does.
func TestContext(t *testing.T) {
	of := func(left, right string) Context {
		text := read(left + "gram" + right)
		return plainContext(text, text.Length()-read("gram"+right).Length(), 4)
	}
	for _, tc := range []struct {
		left, right, left2, right2 string
		same                       int
	}{
		{"xabcde", "fghijx", "yabcde", "fghijy", 2},
		{"xabcde", "fghijx", "yabcde", "fghiky", 1},
		{"xabcde", "fghijx", "xzbcde", "fzhij", 0},
		{"", "", "", "", 2},
		{"", "fghij", "abcde", "fghij", 1},
		{"天地", "玄黄", "x天地", "玄黄宇", 2},
		{"天地", "玄黄", "天黄", "玄地", 0},
	} {
		if got := of(tc.left, tc.right).Same(of(tc.left2, tc.right2)); got != tc.same {
			t.Errorf("%q %q and %q %q: %d sides are the same, want %d", tc.left, tc.right, tc.left2, tc.right2,
				got, tc.same)
		}
	}
}
