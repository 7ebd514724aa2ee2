package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"text/tabwriter"

	"example.org/diagonal/engine/shuffle"
)

// heads is how many of the most frequent keys are dealt to shards one by one; the others
// are so many and so small that they spread evenly.
const heads = 1 << 20

// sizes are the sizes of shards, relative to their mean.
type sizes struct{ Largest, P99 float64 }

// simulate deals keys to shards. The frequency of the key of rank r is proportional to r^-s;
// none has more than the share max of all postings: what occurs in more places is cut there,
// and the rest is dealt by document and not by key.
func simulate(shards int, keys, s, max float64, seed uint64) sizes {
	// The sum of r^-s beyond heads is an integral.
	tail := math.Log(keys / heads)
	if s != 1 {
		tail = (math.Pow(keys, 1-s) - math.Pow(heads, 1-s)) / (1 - s)
	}
	all := tail
	for r := 1; r <= heads; r++ {
		all += math.Pow(float64(r), -s)
	}
	load := make([]float64, shards)
	random := rand.New(rand.NewPCG(seed, 0))
	var cut float64
	for r := 1; r <= heads; r++ {
		share := math.Pow(float64(r), -s) / all
		if share > max {
			cut, share = cut+share-max, max
		}
		load[shuffle.ShardOf(random.Uint64(), shards)] += share
	}
	for i := range load {
		load[i] = (load[i] + (tail/all+cut)/float64(shards)) * float64(shards)
	}
	slices.Sort(load)
	return sizes{load[shards-1], load[shards*99/100]}
}

// printShards prints what simulations say, for a billion different keys.
func printShards(out io.Writer, shards int) {
	const keys = 1e9
	fmt.Fprintf(out, "\nSizes of %d shards, relative to their mean; simulated, %.0g keys of frequency rank^-s:\n",
		shards, keys)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "s\tthe first key has\tlargest shard\t99th of 100\tlargest, no key above a tenth of a shard\t")
	for _, s := range []float64{.5, .6, .7, .8, .9, 1, 1.1} {
		whole := simulate(shards, keys, s, 1, 1)
		capped := simulate(shards, keys, s, .1/float64(shards), 1)
		fmt.Fprintf(w, "%.1f\t%.2g %%\t%.4g\t%.3g\t%.3g\t\n", s, 100*firstShare(keys, s), whole.Largest, whole.P99,
			capped.Largest)
	}
	w.Flush()
}

// firstShare is the share of the most frequent key.
func firstShare(keys, s float64) float64 {
	sum := math.Log(keys) + .5772
	if s != 1 {
		sum = (math.Pow(keys, 1-s)-1)/(1-s) + .5
	}
	return 1 / sum
}
