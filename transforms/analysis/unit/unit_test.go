package unit

import (
	"fmt"
	"slices"
	"testing"

	"example.org/diagonal/engine/shuffle/mix"
)

func TestAppend(t *testing.T) {
	for _, tc := range []struct {
		name     string
		ends     []uint32
		min, max int
		want     []uint32
	}{
		{"no sentence", nil, 4, 40, []uint32{0}},
		{"sentences without words", []uint32{0, 0}, 4, 40, []uint32{0}},
		{"one of each", []uint32{5, 9, 15}, 4, 40, []uint32{0, 5, 9, 15}},
		{"a short one is joined to the next", []uint32{3, 8}, 4, 40, []uint32{0, 8}},
		{"two short ones make one that is long enough", []uint32{2, 4, 9}, 4, 40, []uint32{0, 4, 9}},
		{"short ones up to the end", []uint32{2, 3}, 4, 40, []uint32{0, 3}},
		{"the last one stays short", []uint32{6, 8}, 4, 40, []uint32{0, 6, 8}},
		{"the last words are before an empty sentence", []uint32{6, 8, 8}, 4, 40, []uint32{0, 6, 8}},
		{"40 words are one unit", []uint32{40}, 4, 40, []uint32{0, 40}},
		{"41 words are two", []uint32{41}, 4, 40, []uint32{0, 20, 41}},
		{"100 words are three", []uint32{100, 110}, 4, 40, []uint32{0, 33, 66, 100, 110}},
		{"a joined unit is cut, too", []uint32{3, 43}, 4, 40, []uint32{0, 21, 43}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := Append(nil, tc.ends, tc.min, tc.max); !slices.Equal(got, tc.want) {
				t.Errorf("Append(%v) = %v, want %v", tc.ends, got, tc.want)
			}
		})
	}
}

// A sentence of 10 MB has more words than fit in 32 bits when multiplied by a part.
func TestAppendOfAHugeSentence(t *testing.T) {
	const n = 5_000_000
	got := Append(nil, []uint32{n}, 4, 40)
	if len(got) != n/40+1 || got[0] != 0 || got[len(got)-1] != n {
		t.Fatalf("Units: %d from %d to %d, want %d from 0 to %d", len(got), got[0], got[len(got)-1], n/40+1, n)
	}
	for x := 1; x < len(got); x++ {
		if got[x]-got[x-1] != 40 {
			t.Fatalf("unit %d has %d words, want 40", x-1, got[x]-got[x-1])
		}
	}
}

func TestAppendPanics(t *testing.T) {
	defer func() {
		if got := fmt.Sprint(recover()); got != "unit: maxWords < 1" {
			t.Errorf("Append panics with %q", got)
		}
	}()
	Append(nil, []uint32{1}, 1, 0)
}

func TestTerms(t *testing.T) {
	// Two Han characters and a comma, one and white space, two words and a hyphen between,
	// one character more.
	words := []uint32{1, 2, 3, 4, 5, 6}
	from, to := []uint32{0, 1, 3, 5, 9, 12}, []uint32{1, 3, 4, 9, 12, 13}
	want := []uint32{99, mix.Pair(1, 2), 2, 3, 4, 5, 6}
	if got := Terms([]uint32{99}, words, from, to, nil); !slices.Equal(got, want) {
		t.Errorf("Terms = %v, want %v", got, want)
	}
	// “第一: the first character has a mark before it.
	if got, want := Terms(nil, []uint32{5, 6}, []uint32{0, 2}, []uint32{2, 3}, []bool{true, false}),
		[]uint32{mix.Pair(5, 6), 6}; !slices.Equal(got, want) {
		t.Errorf("a joined character: %v, want %v", got, want)
	}
	if got := Terms(nil, nil, nil, nil, nil); len(got) != 0 {
		t.Errorf("Terms of nothing = %v", got)
	}
}

// The order of the two words counts, and no two small pairs have one hash.
func TestJoinWords(t *testing.T) {
	seen := map[uint32][2]uint32{}
	for x := range uint32(100) {
		for y := range uint32(100) {
			h := mix.Pair(x, y)
			if o, ok := seen[h]; ok {
				t.Errorf("%v and %v have the hash %#x", o, [2]uint32{x, y}, h)
			}
			seen[h] = [2]uint32{x, y}
		}
	}
}

// termsPlainly is Terms word for word.
func termsPlainly(words, from, to []uint32, joined []bool) (terms []uint32) {
	for x, w := range words {
		if x+1 < len(words) && (to[x]-from[x] == 1 && from[x+1] == to[x] || joined != nil && joined[x]) {
			w = mix.Pair(w, words[x+1])
		}
		terms = append(terms, w)
	}
	return terms
}

func FuzzTerms(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 8, 12, 64, 65}, true)
	f.Add([]byte{4, 4, 4, 5}, false)
	f.Fuzz(func(t *testing.T, b []byte, marks bool) {
		var words, from, to []uint32
		var joined []bool
		at := uint32(0)
		for _, c := range b {
			at += uint32(c & 3 / 2) // before the word
			words, from = append(words, uint32(c)), append(from, at)
			at += 1 + uint32(c>>2&3)
			to = append(to, at)
			if marks {
				joined = append(joined, c>>6 == 1)
			}
		}
		if got, want := Terms([]uint32{99}, words, from, to, joined)[1:],
			termsPlainly(words, from, to, joined); !slices.Equal(got, want) {
			t.Errorf("Terms = %v, want %v", got, want)
		}
	})
}

func TestSpaceless(t *testing.T) {
	for _, tc := range []struct {
		terms []uint32
		want  bool
	}{{nil, false}, {[]uint32{1, 2}, false}, {[]uint32{9, 2}, false}, {[]uint32{9, 8, 3}, true}} {
		if got := Spaceless(tc.terms, []uint32{1, 2, 3}[:len(tc.terms)]); got != tc.want {
			t.Errorf("Spaceless(%v) = %v", tc.terms, got)
		}
	}
}
