package locate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue"
)

// However many workers add up the places of hot passages, and whenever they send their sums, the
// hot passages are those that all places together make.
func TestHotSums(t *testing.T) {
	p := engine.Params{Shards: 1}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		type place struct {
			id          string
			start, hash int64
		}
		var all []place
		var packed []byte
		send := func(hash uint64, sum *hotSum) { packed = shuffle.Append(packed, hash, sum.Append(nil)) }
		workers := make([]*hotSums, 1+rng.IntN(4))
		for i := range workers {
			workers[i] = newHotSums(send)
		}
		for d := range 40 {
			w := workers[rng.IntN(len(workers))]
			if rng.IntN(5) == 0 {
				w.send()
			}
			w.begin()
			for n := range rng.IntN(4) {
				at := place{fmt.Sprintf("d%02d", 39-d), int64(100 * n), int64(rng.IntN(3))}
				all = append(all, at)
				w.add(uint64(d),
					&hotSample{Place: catalogue.Place{ID: at.id, Start: at.start, End: at.start + 9, Words: 8,
						Sentences: 2, Hash: uint64(at.hash)}})
			}
		}
		for _, w := range workers {
			w.send()
		}

		got := map[string]record.HotPassage{}
		if err := engine.RunReduce(t.Context(), p, &addHot{}, 0, shuffletest.Iterate(packed), func(e record.Excerpt) {
			var h record.HotPassage
			if err := record.FromJSON(e.Value, &h); err != nil {
				t.Fatal(err)
			}
			got[h.Hash] = h
		}, func(string, int64) {}); err != nil {
			t.Fatal(err)
		}
		want := map[string]record.HotPassage{}
		slices.SortFunc(all, func(a, b place) int {
			return slices.Compare([]byte(fmt.Sprintf("%s %04d", a.id, a.start)),
				[]byte(fmt.Sprintf("%s %04d", b.id, b.start)))
		})
		last := map[string]string{}
		for _, at := range all {
			hash := hashText(uint64(at.hash))
			h := want[hash]
			h.Hash, h.Words, h.Sentences = hash, 8, 2
			if h.Occurrences == 0 || last[hash] != at.id {
				h.Documents++
				last[hash] = at.id
			}
			h.Occurrences++
			if len(h.Samples) < maxSamples {
				h.Samples = append(h.Samples, record.Sample{ID: at.id, Start: at.start, End: at.start + 9})
			}
			want[hash] = h
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	}
}
