package seedextend

import "testing"

func TestTouch(t *testing.T) {
	a := sentences("one two three four five six. red green blue. " + "seven eight nine ten eleven twelve.")
	b := sentences("one two three four five other. red green pink. " + "seven eight nine ten eleven else.")
	for _, tc := range []struct {
		name string
		hits []Hit
		want bool
	}{
		{"no hits", nil, false},
		{"5 common words", []Hit{{0, 0}}, false},
		{"the same pair counts once", []Hit{{0, 0}, {0, 0}}, false},
		{"5 and 2", []Hit{{0, 0}, {1, 1}}, false},
		{"5 and 5", []Hit{{0, 0}, {2, 2}}, true},
		{"5 and a pair with nothing in common", []Hit{{0, 0}, {2, 1}}, false},
	} {
		if got := NewWorker(Params{}).Touch(a, b, tc.hits); got != tc.want {
			t.Errorf("%s: Touch(%v) = %v, want %v", tc.name, tc.hits, got, tc.want)
		}
		bare := func(d *Document) *Document { return &Document{Words: d.Words, Units: d.Units, From: d.From, To: d.To} }
		if got := NewWorker(Params{}).Touch(bare(a), bare(b), tc.hits); got != tc.want {
			t.Errorf("%s: without an index Touch(%v) = %v, want %v", tc.name, tc.hits, got, tc.want)
		}
	}
	p := measured(Params{})
	p.TouchDice = .9 // 5 common of 6 and 6 is .83
	if newWorker(p).Touch(a, b, []Hit{{0, 0}, {2, 2}}) {
		t.Error("Touch counts pairs below TouchDice")
	}
}
