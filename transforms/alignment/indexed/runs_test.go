package indexed

import (
	"slices"
	"testing"

	"example.org/diagonal/transforms/alignment/commonrun"
)

// AppendRuns finds the runs with both bits, as one after the other would, and all that the document has.
func FuzzAppendRuns(f *testing.F) {
	f.Add([]byte("abcdefgh"), []byte("xbcdyefgh"))
	f.Add([]byte("ab"), []byte("ab"))
	f.Add([]byte(""), []byte("abc"))
	f.Fuzz(func(t *testing.T, da, db []byte) {
		a, b := words(da), &Document{Words: words(db)}
		b.markRuns()
		has := func(bit uint64) bool { return b.runs[bit/64]>>(bit%64)&1 == 1 }
		want := []uint32{99}
		for x := 0; x+RunWords <= len(a); x++ {
			first, second := runAt(a[x], a[x+1], a[x+2], uint64(len(b.runs))*64)
			if has(first) && has(second) {
				want = append(want, uint32(x))
			}
		}
		got := b.AppendRuns([]uint32{99}, a)
		if !slices.Equal(got, want) {
			t.Errorf("runs at %d, want %d", got, want)
		}
		(&commonrun.Marker{}).EachGram(a, b.Words, RunWords, func(x int) {
			if !slices.Contains(got[1:], uint32(x)) {
				t.Errorf("no run at %d, which the document has", x)
			}
		})
	})
}

// words are those of a small vocabulary.
func words(data []byte) (out []uint32) {
	for _, c := range data {
		out = append(out, uint32(c%32)*0x9e3779b9)
	}
	return out
}
