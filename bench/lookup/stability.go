package main

import (
	"fmt"
	"io"
	"math/rand/v2"

	"example.org/diagonal/transforms/lookup/winnow"
)

// simulated returns that probability if the changed characters are any m of the w+q-1 characters of
// the window: each of the q-grams with one of them becomes another one.
func simulated(rng *rand.Rand, q, w, m, trials int) float64 {
	same := 0
	changed := make([]bool, w)
	for range trials {
		clear(changed)
		for range m {
			at := rng.IntN(w + q - 1)
			for g := max(0, at-q+1); g <= min(at, w-1); g++ {
				changed[g] = true
			}
		}
		least, least2, at := 2.0, 2.0, 0 // of the q-grams as they were, and of the new ones
		for g := range w {
			if rank := rng.Float64(); rank < least {
				least, at = rank, g
			}
			if changed[g] {
				least2 = min(least2, rng.Float64())
			}
		}
		if !changed[at] && least < least2 {
			same++
		}
	}
	return float64(same) / float64(trials)
}

// stability prints Table 1.
func stability(out io.Writer, trials int) {
	rng := rand.New(rand.NewPCG(1, 1))
	fmt.Fprintln(out, "| setting | | m = 1 | 2 | 3 | 4 |\n|---|---|---|---|---|---|")
	for _, s := range [][2]int{{50, 100}, {4, 146}} {
		q, w := s[0], s[1]
		p := winnow.Params{Signature: winnow.Random, Q: q, W: w}
		fmt.Fprintf(out, "| q = %d, w = %d | worst case |", q, w)
		for m := 1; m <= 4; m++ {
			fmt.Fprintf(out, " %.2f %% |", 100*p.Worst(m))
		}
		fmt.Fprint(out, "\n| | average |")
		for m := 1; m <= 4; m++ {
			fmt.Fprintf(out, " %.2f %% |", 100*p.Edited(m))
		}
		fmt.Fprint(out, "\n| | simulated |")
		for m := 1; m <= 4; m++ {
			fmt.Fprintf(out, " %.1f %% |", 100*simulated(rng, q, w, m, trials))
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintln(out)
}
