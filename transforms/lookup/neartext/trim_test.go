package neartext

import "testing"

func TestTrim(t *testing.T) {
	for _, tc := range []struct{ query, text, want string }{
		{"abcdedcba", "xxabcdedcbaz", "abcdedcba"},
		{"abcdedcba", "abcdedcba", "abcdedcba"},
		{"abcdedcba", "abcxxxdedcbaxx", "abcxxxdedcba"},
		{"abcabc", "abcxxabcabx", "abcxxabcab"}, // twice in the query
		{"abcd", "abcdxxxxabcd", "abcd"},        // once
		{"abcd", "xyzw", "xyzw"},                // nothing in common
		{"天地玄黄宇宙", "洪荒天地玄黄宇宙日月", "天地玄黄宇宙"},      // a character is three places
		{"", "abcd", "abcd"},
	} {
		text := read(tc.text)
		i, j := NewQuery(read(tc.query), 3, nil).Trim(text)
		if got := string([]rune(tc.text)[i:j]); got != tc.want {
			t.Errorf("%q in %q: %q, want %q", tc.query, tc.text, got, tc.want)
		}
	}
}

// The part has the similarity of the whole, and no shorter part has.
func FuzzTrim(f *testing.F) {
	f.Add([]byte("abcabd"), []byte("xabcabxabdab"))
	f.Fuzz(func(t *testing.T, query, text []byte) {
		letters := func(b []byte) string {
			out := []rune{}
			for _, c := range b[:min(len(b), 40)] {
				out = append(out, []rune("abc天")[c&3])
			}
			return string(out)
		}
		q, whole := read(letters(query)), read(letters(text))
		i, j := NewQuery(q, 3, nil).Trim(whole)
		want := plainSimilarity(q, whole, 3, nil)
		part := whole.Part(i, j)
		if got := plainSimilarity(q, &part, 3, nil); got != want {
			t.Errorf("%d to %d of %q: similarity %g, of the whole %g", i, j, letters(text), got, want)
		}
		if want == 0 {
			return
		}
		for from := range whole.Chars {
			for to := from + 1; to <= len(whole.Chars); to++ {
				other := whole.Part(from, to)
				if whole.Place(to)-whole.Place(from) < whole.Place(j)-whole.Place(i) &&
					plainSimilarity(q, &other, 3, nil) == want {
					t.Fatalf("%d to %d of %q, and %d to %d is enough for %q", i, j, letters(text), from, to,
						letters(query))
				}
			}
		}
	})
}
