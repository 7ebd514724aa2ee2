package lcs

import (
	"math/rand/v2"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// table returns the length of the longest common subsequence, by the table of all pairs of
// places (Wagner, Fischer 1974).
func table(a, b []uint32) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

func words(s string) (w []uint32) {
	for _, c := range s {
		w = append(w, uint32(c))
	}
	return w
}

// check reports runs that are not a common subsequence of a and b.
func check(t *testing.T, a, b []uint32, runs []Run) {
	t.Helper()
	atA, atB := 0, 0
	for _, r := range runs {
		if r.Words < 1 || r.A < atA || r.B < atB || r.A+r.Words > len(a) || r.B+r.Words > len(b) {
			t.Fatalf("run %+v behind %d, %d in sequences of %d and %d", r, atA, atB, len(a), len(b))
		}
		if diff := gocmp.Diff(a[r.A:r.A+r.Words], b[r.B:r.B+r.Words]); diff != "" {
			t.Fatalf("run %+v: %s", r, diff)
		}
		atA, atB = r.A+r.Words, r.B+r.Words
	}
}

func TestAppend(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		max  int
		want []Run
		ok   bool
	}{
		{"", "", 0, nil, true},
		{"", "ab", 1, nil, false},
		{"", "ab", 2, nil, true},
		{"abc", "abc", 0, []Run{{0, 0, 3}}, true},
		{"abc", "abd", 1, nil, false},
		{"abc", "abd", 2, []Run{{0, 0, 2}}, true},
		// the example of the source: the common subsequence has 4 letters
		{"abcabba", "cbabac", 4, nil, false},
		{"abcabba", "cbabac", 5, []Run{{2, 0, 1}, {3, 2, 2}, {6, 4, 1}}, true}, // caba
		{"山中一夜雨", "山中一夕雨", 2, []Run{{0, 0, 3}, {4, 4, 1}}, true},
	} {
		var d Differ
		given := []Run{{9, 9, 9}}
		got, ok := d.Append(given, words(tc.a), words(tc.b), tc.max)
		if ok != tc.ok || got[0] != given[0] {
			t.Errorf("%q, %q within %d: %v, %v", tc.a, tc.b, tc.max, got, ok)
			continue
		}
		check(t, words(tc.a), words(tc.b), got[1:])
		if ok {
			if diff := gocmp.Diff(tc.want, got[1:], gocmp.Transformer("", func(r []Run) []Run {
				return append([]Run{}, r...)
			})); diff != "" {
				t.Errorf("%q, %q (-want +got):\n%s", tc.a, tc.b, diff)
			}
		}
	}
}

// The result is as long as that of the table, and there is one exactly if the bound allows it.
func FuzzAppend(f *testing.F) {
	f.Add([]byte("abcabba"), []byte("cbabac"), 5)
	f.Add([]byte(""), []byte("aaaa"), 3)
	f.Add([]byte("abababab"), []byte("babababa"), 2)
	f.Fuzz(func(t *testing.T, x, y []byte, max int) {
		a, b := words(string(x[:min(len(x), 200)])), words(string(y[:min(len(y), 200)]))
		max %= 500
		var d Differ
		got, ok := d.Append(nil, a, b, max)
		check(t, a, b, got)
		length := table(a, b)
		edits := len(a) + len(b) - 2*length
		switch {
		case ok != (edits <= max):
			t.Fatalf("%d edits within %d: %v", edits, max, ok)
		case ok && Words(got) != length:
			t.Fatalf("%d words, want %d", Words(got), length)
		case !ok && len(got) != 0:
			t.Fatalf("%v and false", got)
		}
	})
}

// text returns n words of a vocabulary.
func text(r *rand.Rand, n, vocabulary int) []uint32 {
	w := make([]uint32, n)
	for i := range w {
		w[i] = uint32(r.IntN(vocabulary))
	}
	return w
}

// edited returns a copy of words of which a share is other words, or left out.
func edited(r *rand.Rand, words []uint32, share float64) (out []uint32) {
	for _, w := range words {
		switch {
		case r.Float64() >= share:
			out = append(out, w)
		case r.IntN(2) == 0:
			out = append(out, uint32(r.IntN(1<<20)))
		}
	}
	return out
}

// With anchors, the common subsequence of edited text is as long as without, or nearly.
func TestAnchors(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, share := range []float64{0, .01, .05, .1} {
		a := text(r, 20000, 2000)
		b := edited(r, a, share)
		a = append(a, text(r, 500, 2000)...)
		want, ok := new(Differ).Append(nil, a, b, len(a)+len(b))
		if !ok {
			t.Fatal("there is no result")
		}
		anchored := &Differ{Limit: 1 << 20}
		got, ok := anchored.Append(nil, a, b, len(a)+len(b))
		if !ok {
			t.Fatalf("share %g: with anchors there is no result", share)
		}
		check(t, a, b, got)
		if w, g := Words(want), Words(got); g > w || float64(g) < .995*float64(w) {
			t.Errorf("share %g: %d words, without anchors %d", share, g, w)
		}
		edits := len(a) + len(b) - 2*Words(got)
		if _, ok := anchored.Append(nil, a, b, edits-1); ok {
			t.Errorf("share %g: a bound below %d edits is not kept", share, edits)
		}
	}
}

// Sequences without an anchor, or with words that repeat, are no error.
func TestAnchorsNone(t *testing.T) {
	d := &Differ{Limit: 1}
	for _, tc := range [][2]string{{"abc", "xbc"}, {"aaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaabaaa"},
		{"", "abcdefghijk"}, {"abcdefghijklmnop", "abcdefghijklmnop"}, {"abcdefghijklmnopqrst",
			"klmnopqrstabcdefghij"}} {
		a, b := words(tc[0]), words(tc[1])
		got, ok := d.Append(nil, a, b, len(a)+len(b))
		if !ok {
			t.Errorf("%q, %q: no result", tc[0], tc[1])
		}
		check(t, a, b, got)
	}
}

func BenchmarkAppend(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	x := text(r, 1000, 300)
	y := edited(r, x, .05)
	var d Differ
	var runs []Run
	b.ReportAllocs()
	for b.Loop() {
		runs, _ = d.Append(runs[:0], x, y, 300)
	}
}
