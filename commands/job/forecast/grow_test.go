package forecast

import (
	"math"
	"testing"
)

func near(got, want float64) bool { return math.Abs(got-want) <= .02*math.Abs(want) }

// Documents with many candidates travel to all groups of a large collection, those with few to few.
func TestDeliveries(t *testing.T) {
	for _, tc := range []struct{ text, candidates, want float64 }{{10e6, 0, 0}, {10e6, 1000, 2}, {1e9, 1, 1}, {1e9, 1000, 47}} {
		if got := deliveries(tc.text, tc.candidates); !near(got, tc.want) && got != tc.want {
			t.Errorf("deliveries(%g, %g) = %v, want %v", tc.text, tc.candidates, got, tc.want)
		}
	}
	s := Sample{Text: 10e6, Documents: 20, Words: 2e6, Cells: true, Near: 100, Takes: map[string]float64{AllCPU: 1, Bytes: 30e6}}
	if whole := Whole(s, 0, 1e9, 100); whole.Takes[Bytes] < 2*30e6*100 || whole.Takes[AllCPU] < 101 {
		t.Errorf("documents that travel to many groups cost %+v", whole.Takes)
	}
}

// What is in proportion to the text grows with it, but for the start of a run; passages grow with
// the square, up to the cap.
func TestWhole(t *testing.T) {
	s := Sample{Text: 10e6, Documents: 2500, Takes: map[string]float64{AllCPU: 1.2, Bytes: 30e6, "align": .1}}
	whole := Whole(s, .2, 1e9, 100)
	if whole.Documents != 250_000 || !near(whole.Takes[AllCPU], 100.2) || !near(whole.Takes[Bytes], 3e9) {
		t.Errorf("%+v", whole)
	}
	s.Passages, s.Near, s.Matches = 25, 25, 5000
	s.Takes["passages"], s.Takes["documents"] = 25, 50
	whole = Whole(s, .2, 1e9, 100) // a document meets .02 others in the sample, and 2 in the whole
	if !near(whole.Passages, 250_000) || whole.Takes["passages"] != whole.Passages {
		t.Errorf("passages %v, want a hundred times as many a document", whole.Passages)
	}
	if d := whole.Takes["documents"]; !near(d, 250_000*(1-math.Pow(.98, 100))) {
		t.Errorf("documents %v", d)
	}
	if whole.Takes[AllCPU] <= 100.2 || whole.Takes[Bytes] <= 3e9 {
		t.Errorf("passages cost nothing: %+v", whole.Takes)
	}
	s.Passages = 12_500 // each meets 10 others in the sample: a thousand in the whole, more than the cap
	if whole = Whole(s, .2, 1e9, 100); !near(whole.Passages, 12_500*100*10) {
		t.Errorf("passages %v, want 100 for each document", whole.Passages)
	}
	if whole = Whole(s, .2, 10e6, 100); whole.Passages != 12_500 || whole.Takes[AllCPU] != 1.2 {
		t.Errorf("the sample is the whole: %+v", whole)
	}
}
