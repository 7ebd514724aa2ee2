package touch

import (
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
)

func TestTouch(t *testing.T) {
	a := aligntest.Sentences("one two three four five six. red green blue. " + "seven eight nine ten eleven twelve.")
	b := aligntest.Sentences("one two three four five other. red green pink. " + "seven eight nine ten eleven else.")
	for _, tc := range []struct {
		name string
		hits []pair.Hit
		want bool
	}{
		{"no hits", nil, false},
		{"5 common words", []pair.Hit{aligntest.Hit(0, 0)}, false},
		{"the same pair counts once", []pair.Hit{aligntest.Hit(0, 0), aligntest.Hit(0, 0)}, false},
		{"5 and 2", []pair.Hit{aligntest.Hit(0, 0), aligntest.Hit(1, 1)}, false},
		{"5 and 5", []pair.Hit{aligntest.Hit(0, 0), aligntest.Hit(2, 2)}, true},
		{"5 and a pair with nothing in common", []pair.Hit{aligntest.Hit(0, 0), aligntest.Hit(2, 1)}, false},
	} {
		if got := checker(Measured()).Touch(a, b, tc.hits); got != tc.want {
			t.Errorf("%s: Touch(%v) = %v, want %v", tc.name, tc.hits, got, tc.want)
		}
		bare := func(d *indexed.Document) *indexed.Document {
			return &indexed.Document{Words: d.Words, Units: d.Units, From: d.From, To: d.To}
		}
		if got := checker(Measured()).Touch(bare(a), bare(b), tc.hits); got != tc.want {
			t.Errorf("%s: without an index Touch(%v) = %v, want %v", tc.name, tc.hits, got, tc.want)
		}
	}
	p := Measured()
	p.Near = 1
	if checker(p).Touch(a, b, []pair.Hit{aligntest.Hit(0, 0), aligntest.Hit(2, 2)}) {
		t.Error("Touch adds what is not near each other")
	}
	p = Measured()
	p.Dice = .9 // 5 common of 6 and 6 is .83
	if checker(p).Touch(a, b, []pair.Hit{aligntest.Hit(0, 0), aligntest.Hit(2, 2)}) {
		t.Error("Touch counts pairs below Dice")
	}
}

// checker returns a Checker with thresholds t.
func checker(t Thresholds) *Checker { return &Checker{Thresholds: t} }
