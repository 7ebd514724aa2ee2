package locate

import (
	"fmt"
	"testing"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
)

// BenchmarkLocate places the passages of a thousand documents, and joins their sides: eight of each with the next ones.
func BenchmarkLocate(b *testing.B) {
	const documents, each = 1000, 8
	key := func(i int) uint64 { return record.Key(record.Input, fmt.Sprint("d", i%documents), 0) }
	var g given
	for i := range documents {
		g.entry(key(i), entry(fmt.Sprint("d", i%documents), "f", int64(i), 5, 6, 5, 6, 7, 8, 9, 10))
		for k := range each {
			g.found(found(key(i), key(i+k+1), uint32(k%4), uint32(k%3), 2, alignment.AnyOrder))
		}
		g.hot(key(i), 2, 2)
	}
	var placed [][]byte
	send, drop, count := func(_ int, b []byte) {
		placed = append(placed, b)
	}, func(int, []byte) {}, func(string, int64) {}
	occurrence, reject := func(record.HotOccurrence) {}, func(record.Rejected) {}
	excerpt, within := drop, func(record.Passage) {}
	p := Params{Shuffle: engine.Params{Shards: 16}, Sides: true}
	b.ReportAllocs()
	for b.Loop() {
		placed = placed[:0]
		passages := 0
		passage := func(record.Passage) { passages++ }
		if err := engine.RunReduce(b.Context(), p.Shuffle, &place{Params: p}, 0, shuffletest.Iterate(g.packed), send,
			drop, drop, drop, drop, occurrence, reject, count); err != nil {
			b.Fatal(err)
		}
		if err := engine.RunReduce(b.Context(), p.Shuffle, &join{Params: p}, 0, shuffletest.Iterate(placed...), passage,
			within, excerpt, drop, drop, drop, count); err != nil {
			b.Fatal(err)
		}
		if passages != documents*each {
			b.Fatal(passages)
		}
	}
}
