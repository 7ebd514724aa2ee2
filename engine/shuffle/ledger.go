package shuffle

import (
	"maps"
	"math"
	"slices"
)

// Ledger counts outcomes of one bundle, by name. The counts are emitted as data, a
// PCollection<KV<string,int64>>, and added at the end. The counters of runners are not used,
// because they count a bundle twice if it is tried twice.
//
// A count that does not fit in an int64 is the largest one, or the least: what adds counts later must
// do so, too.
type Ledger map[string]int64

// Add counts n outcomes.
func (l Ledger) Add(name string, n int64) {
	before := l[name]
	sum := before + n
	switch {
	case n > 0 && sum < before:
		sum = math.MaxInt64
	case n < 0 && sum > before:
		sum = math.MinInt64
	}
	l[name] = sum
}

// Flush emits the counts in order of name and empties the ledger.
func (l Ledger) Flush(emit func(string, int64)) {
	for _, name := range slices.Sorted(maps.Keys(l)) {
		emit(name, l[name])
	}
	clear(l)
}
