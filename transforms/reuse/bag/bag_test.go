package bag

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/resemblance/overlap"
)

// Hand-worked cases. Letters are words.
func TestS(t *testing.T) {
	for _, tc := range []struct {
		q, r   string
		shared int
		want   float64
	}{
		{"", "", 0, 0},
		{"a", "", 0, 0},
		{"a", "b", 0, 0},
		{"a", "a", 1, 1},
		{"abc", "cba", 3, 1},      // the order does not count
		{"aab", "abb", 2, 2. / 3}, // a and b once each
		{"aaaa", "aa", 2, 0.5},
		{"abcde", "abc", 3, 0.6},  // 3 of the 5 words of the longer one
		{"abcdef", "abc", 3, 0.5}, // all of the shorter one is there
		{"abcdefghij", "abcdefxyz", 6, 0.6},
	} {
		q, r := of(tc.q), of(tc.r)
		shared := Shared(q, r)
		if got := S(shared, len(q), len(r)); shared != tc.shared || got != tc.want {
			t.Errorf("%q, %q: %d shared, S = %g; want %d, %g", tc.q, tc.r, shared, got, tc.shared, tc.want)
		}
	}
}

func of(s string) Bag {
	var words []uint32
	for _, c := range s {
		words = append(words, uint32(c))
	}
	return Append(nil, words)
}

// sPlainly is S by its definition: the smaller one of Sw(q,r) and Sw(r,q).
func sPlainly(q, r []byte) (shared int, s float64) {
	for w := range 256 {
		f := func(b []byte) (n int) {
			for _, x := range b {
				if int(x) == w {
					n++
				}
			}
			return n
		}
		shared += min(f(q), f(r))
	}
	if len(q) == 0 || len(r) == 0 {
		return 0, 0
	}
	return shared, min(float64(shared)/float64(len(q)), float64(shared)/float64(len(r)))
}

// S is what its definition says, symmetric, at most 1, and 1 for equal bags only. Elements share
// what bags share.
func FuzzS(f *testing.F) {
	f.Add([]byte("the cat and the dog"), []byte("the dog and the cat"))
	f.Add([]byte("aaab"), []byte("abbb"))
	f.Add([]byte(""), []byte("a"))
	f.Fuzz(func(t *testing.T, x, y []byte) {
		words := func(b []byte) (w []uint32) {
			for _, c := range b {
				w = append(w, uint32(c))
			}
			return w
		}
		q, r := Append(nil, words(x)), Append(nil, words(y))
		shared, want := sPlainly(x, y)
		got := S(Shared(q, r), len(q), len(r))
		if Shared(q, r) != shared || got != want {
			t.Errorf("%d shared, S = %g; want %d, %g", Shared(q, r), got, shared, want)
		}
		if back := S(Shared(r, q), len(r), len(q)); back != got || got > 1 {
			t.Errorf("S(q,r) = %g, S(r,q) = %g", got, back)
		}
		if equal := slices.Equal(q, r) && len(q) > 0; equal != (got == 1) || equal && q.Hash() != r.Hash() {
			t.Errorf("S = %g, the bags are equal: %v", got, equal)
		}
		a, b := q.AppendElements(nil), r.AppendElements(nil)
		slices.Sort(a)
		slices.Sort(b)
		if n := len(slices.Compact(slices.Clone(a))); n != len(a) {
			t.Errorf("%d elements of %d are different", n, len(a))
		}
		if n := overlap.Shared(a, b); n != shared {
			t.Errorf("%d elements are shared, and %d words", n, shared)
		}
	})
}

func TestAppendElements(t *testing.T) {
	got := Bag{3, 3, 3, 7, 9, 9}.AppendElements(nil)
	want := []uint64{3, 1<<32 | 3, 2<<32 | 3, 7, 9, 1<<32 | 9}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Hashes travel between workers.
func TestHash(t *testing.T) {
	if got := (Bag{1, 2, 2}).Hash(); got != 0xaa8d576374d174ac {
		t.Errorf("Hash = %#x", got)
	}
}
