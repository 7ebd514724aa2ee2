package touch

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/evidence"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
)

// A bound that knows too little lets everything through: where a run is rare, in one document, where nothing is known
// of a collection or asked of it, and for a copied word of the length of a copy.
func TestMayShowKnows(t *testing.T) {
	s := aligntest.Prose(7, 30)
	a, b := aligntest.Document(strings.Join(s[:15], "")), aligntest.Document(strings.Join(s[14:], ""))
	if w := checker(Measured()); w.MayShow(a, b, pair.Shared{RareKnown: true}) {
		t.Fatal("two texts with one sentence in common may have a passage")
	}
	word := strings.Repeat("longest", 30) + ". "
	free := Measured()
	free.EvidentRuns = 0
	short := Measured()
	short.QuoteChars = 20
	for _, tc := range []struct {
		name   string
		params Thresholds
		a, b   *indexed.Document
		shared pair.Shared
	}{
		{"a rare run", Measured(), a, b, pair.Shared{RareKnown: true, Rare: []pair.Hit{aligntest.Hit(0, 0)}}},
		{"a quotation", short, a, b, pair.Shared{RareKnown: true, CopiesOnly: true,
			Rare: []pair.Hit{aligntest.Hit(0, 0), aligntest.Hit(0, 1), aligntest.Hit(1, 1)}}},
		{"nothing is known", Measured(), a, b, pair.Shared{}},
		{"nothing is asked", free, a, b, pair.Shared{RareKnown: true}},
		{"one document", Measured(), a, a, pair.Shared{RareKnown: true}},
		{"the same text", Measured(), a, aligntest.Document(strings.Join(s[:15], "")), pair.Shared{RareKnown: true}},
		{"a long word", Measured(), aligntest.Document(s[0] + word), aligntest.Document(s[1] + word),
			pair.Shared{RareKnown: true}},
	} {
		if !checker(tc.params).MayShow(tc.a, tc.b, tc.shared) {
			t.Errorf("%s: refused", tc.name)
		}
	}
}

// Wherever some runs make the amount, amounts says so.
func TestAmounts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 9))
	enough, refused := 0, 0
	for range 2000 {
		var at []uint32
		share := random.Float64()
		for x := range uint32(40 + random.IntN(500)) {
			if random.Float64() < share {
				at = append(at, x)
			}
		}
		want := false
		for x := range at {
			for y := x; y < len(at); y++ {
				want = want || evidence.Amount(y-x+1, int(at[y]-at[x])+indexed.RunWords) >= Measured().EvidentRuns
			}
		}
		got := amounts(at, Measured().EvidentRuns)
		if want && !got {
			t.Fatalf("runs at %v make the amount", at)
		}
		if want {
			enough++
		} else if !got {
			refused++
		}
	}
	if enough < 100 || refused < 500 {
		t.Errorf("%d enough, %d refused: the test has to have more", enough, refused)
	}
}
