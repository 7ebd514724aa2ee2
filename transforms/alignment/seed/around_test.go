package seed

import (
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/pair"
)

func FuzzAround(f *testing.F) {
	f.Add([]byte{0, 0, 1, 3, 1, 3, 9, 9, 40, 2}, uint32(2))
	f.Add([]byte{0, 0, 255, 255}, uint32(1<<32-1))
	f.Fuzz(func(t *testing.T, data []byte, near uint32) {
		const units = 256
		var hits []pair.Hit
		for ; len(data) >= 2; data = data[2:] {
			hits = append(hits, aligntest.Hit(uint32(data[0]), uint32(data[1])))
		}
		pair.SortHits(hits)
		var r around
		r.begin(hits, near, units, false)
		for i := uint32(0); i < units; i += 1 + i%3 { // not every row takes part
			r.advance(i)
			for j := range uint32(units) {
				want := uint32(0)
				for _, h := range hits {
					if apart(h.A, i) <= near && apart(h.B, j) <= near {
						want++
					}
				}
				if r.columns[j] != want {
					t.Fatalf("cell (%d, %d): %d hits, want %d", i, j, r.columns[j], want)
				}
			}
		}
	})
}
