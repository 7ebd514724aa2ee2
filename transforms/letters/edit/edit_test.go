package edit

import (
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/transforms/analysis/spelling"
	"example.org/diagonal/transforms/letters/chain"
)

// distance is the obvious form of Distance.
func distance(a, b string) int {
	switch {
	case a == "" || b == "":
		return len(a) + len(b)
	case a[0] == b[0]:
		return distance(a[1:], b[1:])
	}
	return 1 + min(distance(a[1:], b[1:]), distance(a[1:], b), distance(a, b[1:]))
}

// extension is the obvious form of Extend, which looks at all prefixes.
func extension(a, b string) (n, m, edits int) {
	table := make([][]cell, len(a)+1)
	best := int32(0)
	for i := range table {
		table[i] = make([]cell, len(b)+1)
		for k := range table[i] {
			if i == 0 {
				table[i][k] = cell{int32(k) * edit, int32(k)}
				continue
			}
			up := table[i-1][k]
			c := cell{up.score + edit, up.edits + 1}
			if k > 0 {
				d := table[i-1][k-1]
				if a[i-1] == b[k-1] {
					d.score += same
				} else {
					d = cell{d.score + edit, d.edits + 1}
				}
				if d.score > c.score {
					c = d
				}
				if left := table[i][k-1]; left.score+edit > c.score {
					c = cell{left.score + edit, left.edits + 1}
				}
			}
			table[i][k] = c
			if c.score > best {
				best, n, m, edits = c.score, i, k, int(c.edits)
			}
		}
	}
	return n, m, edits
}

// longest is the length up to which no drop can end a search that leads on.
const longest = 14

func FuzzEdit(f *testing.F) {
	f.Add("kitten", "sitting")
	f.Add("abcabcabcabc", "abcacbabcbab")
	f.Add("", "abc")
	f.Add("aaaaaaaaaaaaaa", "aaaaabaaaaaaaa")
	var al Aligner
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = a[:min(len(a), longest)], b[:min(len(b), longest)]
		if len(a) <= 8 && len(b) <= 8 { // the obvious form takes for ever
			if got, want := spelling.Distance(&al.comparer, []byte(a), []byte(b)), distance(a, b); got != want {
				t.Errorf("Distance(%q, %q) = %d, want %d", a, b, got, want)
			}
		}
		x, y, e := extension(a, b)
		for _, back := range []bool{false, true} {
			from, to := []byte(a), []byte(b)
			if back {
				slices.Reverse(from)
				slices.Reverse(to)
			}
			if n, m, edits := Extend(&al, from, to, back); n != x || m != y || edits != e {
				t.Errorf("Extend(%q, %q, %v) = %d, %d, %d, want %d, %d, %d", from, to, back, n, m, edits, x, y, e)
			}
		}
	})
}

const (
	before = "Wgrhzqlmpvtxkd"
	verse  = "inthebeginninggodcreatedtheheavenandtheearthandtheearthwaswithoutformandvoid"
	noisy  = "inthebeg1nninggodcreatcdtheheavnandtheearthandtheearthwaswlthoutformandvoid"
	after  = "zzyxwvutsrqponmlkjihgfedcba"
)

// The search ends where texts are different, and goes on over reading errors.
func TestExtend(t *testing.T) {
	var al Aligner
	n, m, edits := Extend(&al, []byte(verse+before+before+before), []byte(noisy+after+after+after), false)
	if n != len(verse) || m != len(noisy) || edits != 4 {
		t.Errorf("%d and %d letters with %d edits, want %d, %d, 4", n, m, edits, len(verse), len(noisy))
	}
}

// As many letters as drop allows may be between two runs on either side, and one more ends the search.
func TestExtendOverLetters(t *testing.T) {
	const at = 20
	var al Aligner
	for between := 1; between <= 11; between++ {
		longer := verse[:at] + strings.Repeat("q", between) + verse[at:]
		want := [3]int{len(verse), len(longer), between}
		if between > 10 {
			want = [3]int{at, at, 0}
		}
		if n, m, edits := Extend(&al, []byte(verse), []byte(longer), false); [3]int{n, m, edits} != want {
			t.Errorf("%d letters: %d, %d, %d, want %d", between, n, m, edits, want)
		}
		if m, n, edits := Extend(&al, []byte(longer), []byte(verse), false); [3]int{n, m, edits} != want {
			t.Errorf("%d letters of the first text: %d, %d, %d, want %d", between, n, m, edits, want)
		}
	}
}

// A passage is what is alike around a chain, on both sides of it and between its runs.
func TestOf(t *testing.T) {
	a, b := before+verse+after, after+noisy+before
	c := chain.Chain{Runs: []chain.Run{
		{I: uint32(len(before) + 10), K: uint32(len(after) + 10), N: 12},
		{I: uint32(len(before) + 33), K: uint32(len(after) + 32), N: 20},
	}}
	var al Aligner
	got := Of(&al, []byte(a), []byte(b), &c)
	want := Passage{A0: uint32(len(before)), A1: uint32(len(before) + len(verse)), B0: uint32(len(after)),
		B1: uint32(len(after) + len(noisy)), Edits: 4}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if s := got.Similarity(); s != 1-4/float64(len(verse)) {
		t.Errorf("similarity %v", s)
	}
}

// An extension longer than a window goes on.
func TestLong(t *testing.T) {
	long := make([]byte, 5*window)
	for i := range long {
		long[i] = byte('a' + i*i%23)
	}
	c := chain.Chain{Runs: []chain.Run{{I: 2 * window, K: 2 * window, N: 10}}}
	var al Aligner
	if got, want := Of(&al, long, long, &c), (Passage{A1: 5 * window, B1: 5 * window}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
