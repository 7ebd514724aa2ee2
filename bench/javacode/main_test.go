package main

import "testing"

// AUC counts the pairs of a copy and another program in which the copy shares more; equal ones count half.
func TestAUC(t *testing.T) {
	all := []score{{"L1", 1}, {"L1", .5}, {"L6", 0}, {"", .5}, {"", 0}}
	for level, want := range map[string]float64{"": (2 + 1.5 + .5) / 6, "L1": 3.5 / 4, "L6": .25} {
		if got := auc(all, level); got != want {
			t.Errorf("%q: %v, want %v", level, got, want)
		}
	}
}
