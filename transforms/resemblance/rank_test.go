package resemblance

import (
	"cmp"
	"slices"
	"testing"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/resemblance/overlap"
	"example.org/diagonal/transforms/resemblance/rarity"
)

// params returns valid Params for an input of so many bytes.
func params(bytes int64, bounds overlap.Bounds) Params {
	p := Params{Method: Exact, N: 1, Bounds: bounds, Modulus: 1, Groups: 1,
		Shuffle: shuffle.Params{Shards: 1, TextBytes: bytes}}
	p.MinHash.Permutations, p.Spots.Distance, p.Spots.Length = 8, 1, 2
	return p
}

// counted returns the table of rarity of documents.
func counted(t *testing.T, p Params, documents [][]uint64) *rarity.Table {
	t.Helper()
	tableBits, crowded := p.table()
	table, batch, repeats := rarity.New(tableBits), rarity.NewBatch(1<<12), map[uint64]*rarity.Repeats{}
	for _, elements := range documents {
		for _, e := range elements {
			if !crowded {
				table.Add(spread(e))
			} else if batch.Add(spread(e)) {
				t.Fatal("the batch is full")
			}
		}
	}
	batch.Deal(func(key uint64, payload []byte) {
		repeats[key] = &rarity.Repeats{}
		if err := repeats[key].Add(payload); err != nil {
			t.Fatal(err)
		}
	})
	for key, r := range repeats {
		r.AddTo(table, key)
	}
	return table
}

// met returns the pairs of documents that meet. It checks that the elements that were sent contain
// all that a pair shares.
func met(t *testing.T, p Params, documents [][]uint64) map[[2]int]bool {
	t.Helper()
	table := counted(t, p, documents)
	groups := map[uint64][]Feature{}
	ranks := make([][]uint64, len(documents))
	for d, elements := range documents {
		st := emit{Params: p, rare: *table}
		alone := st.rank(elements)
		ranks[d] = st.ranks
		size := alone + len(st.ranks)
		for i, r := range st.ranks {
			if alone+i < p.Bounds.Indexed(size) {
				groups[spread(r)] = append(groups[spread(r)],
					Feature{Document: uint64(d), Size: uint32(size), Position: uint32(alone + i)})
			}
		}
	}
	pairs := map[[2]int]bool{}
	for _, g := range groups {
		slices.SortFunc(g, func(a, b Feature) int { return cmp.Compare(a.Size, b.Size) })
		if _, err := p.eachCandidate(t.Context(), g, func(a, b uint64) {
			pairs[[2]int{int(min(a, b)), int(max(a, b))}] = true
		}); err != nil {
			t.Fatal(err)
		}
	}
	for pair := range pairs {
		a, b := documents[pair[0]], documents[pair[1]]
		shared := 0
		for _, e := range slices.Compact(slices.Sorted(slices.Values(a))) {
			if slices.Contains(b, e) {
				shared++
			}
		}
		if got := overlap.Shared(ranks[pair[0]], ranks[pair[1]]); got != shared {
			t.Fatalf("documents %v share %d elements of those sent, %d in all", pair, got, shared)
		}
	}
	return pairs
}

// Every wanted pair meets, whether all elements are counted or those that come more than once.
func FuzzMeet(f *testing.F) {
	f.Add([]byte("abcdefgh|abcdefgx|zabc|abcdefghijklmnop"), uint8(60), uint8(0))
	f.Add([]byte("aab|ab|b||b"), uint8(50), uint8(90))
	f.Fuzz(func(t *testing.T, b []byte, resemblance, containment uint8) {
		var documents [][]uint64
		for part := range slices.Values(splitBytes(b)) {
			var elements []uint64
			for _, c := range part {
				elements = append(elements, uint64(c)*0x9e3779b97f4a7c15>>(64-elementBits))
			}
			documents = append(documents, elements)
		}
		bounds := overlap.Bounds{Resemblance: float64(1+resemblance%100) / 100,
			Containment: float64(containment%101) / 100}
		for _, crowded := range []bool{false, true} {
			p := params(0, bounds)
			if crowded {
				p.Shuffle.TextBytes = 1 << 34
			}
			if _, is := p.table(); is != crowded {
				t.Fatal("the table is of another kind")
			}
			if crowded && len(b)%8 > 0 {
				continue // tables of this size take their time
			}
			pairs := met(t, p, documents)
			for i := range documents {
				for j := i + 1; j < len(documents); j++ {
					x, y := slices.Compact(slices.Sorted(slices.Values(documents[i]))),
						slices.Compact(slices.Sorted(slices.Values(documents[j])))
					if bounds.Wanted(overlap.Shared(x, y), len(x), len(y)) && !pairs[[2]int{i, j}] {
						t.Errorf("%+v: %d and %d do not meet", bounds, i, j)
					}
				}
			}
		}
	})
}

func splitBytes(b []byte) (parts [][]byte) {
	for len(b) > 0 {
		i := slices.Index(b, '|')
		if i < 0 {
			return append(parts, b)
		}
		parts, b = append(parts, b[:i]), b[i+1:]
	}
	return parts
}
