package winnow

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/lookup/frequency"
)

// Table 1 of Sun, Qin and Wang. Of the averages for q = 50 the source prints 25.70, 12.51 and 6.11 for two
// changes and more, which the power of the first does not give.
func TestTable1(t *testing.T) {
	percent := func(of func(int) float64) (out []string) {
		for m := 1; m <= 4; m++ {
			out = append(out, fmt.Sprintf("%.2f", 100*of(m)))
		}
		return
	}
	for _, tc := range []struct {
		p             Params
		worst, edited []string
	}{
		{Params{Signature: Random, Q: 50, W: 100}, []string{"33.33", "0.00", "0.00", "0.00"},
			[]string{"52.25", "27.30", "14.27", "7.45"}},
		{Params{Signature: Frequency, Q: 4, W: 146}, []string{"94.67", "89.61", "84.81", "80.25"},
			[]string{"94.77", "89.82", "85.12", "80.67"}},
	} {
		if diff := cmp.Diff(tc.worst, percent(tc.p.Worst)); diff != "" {
			t.Errorf("%+v, worst case (-want +got):\n%s", tc.p, diff)
		}
		if diff := cmp.Diff(tc.edited, percent(tc.p.Edited)); diff != "" {
			t.Errorf("%+v, average (-want +got):\n%s", tc.p, diff)
		}
	}
}

func TestWithStability(t *testing.T) {
	for _, min := range []float64{.1, .5, .9, .95, .99} {
		for _, p := range []Params{Defaults(Frequency), Defaults(Random)} {
			got, err := p.WithStability(min)
			if err != nil || got.Q != p.Q || got.Edited(1) < min {
				t.Errorf("%g: %+v, %v", min, got, err)
			}
			if got.W--; got.W > 0 && got.Edited(1) >= min {
				t.Errorf("%g: a window of %d is enough", min, got.W)
			}
		}
	}
	for _, min := range []float64{-1, 0, 1, 2} {
		if _, err := Defaults(Frequency).WithStability(min); err == nil {
			t.Errorf("a stability of %g", min)
		}
	}
}

// The stability of windows of random letters, with the frequencies of these, is near the formula.
func TestStabilityOfText(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 38))
	letters := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = "eeeettaaooiinnsshhrrdlucmfwypvbgkqjxz"[rng.IntN(37)]
		}
		return b
	}
	p := Params{Signature: Frequency, Q: 4, W: 60}
	var c frequency.Counts
	for _, g := range AppendGrams(nil, read(string(letters(1<<20))), p.Q) {
		c.Add(uint64(g))
	}
	s := NewSelector(p, c.Table())
	const trials = 20000
	same := 0
	for range trials {
		window := letters(p.Guarantee())
		before := s.Append(nil, read(string(window)))
		window[rng.IntN(len(window))] = letters(1)[0]
		after := s.Append(nil, read(string(window)))
		if before[0].Gram == after[0].Gram && before[0].Place == after[0].Place {
			same++
		}
	}
	// A changed letter is the same one in some of 18 cases.
	got, want := float64(same)/trials, p.Edited(1)
	if got < want-.01 || got > want+.02 {
		t.Errorf("%.4f of the windows have the same signature, the formula says %.4f", got, want)
	}
}
