package shuffle

import (
	"maps"
	"slices"
)

// Ledger counts outcomes by name for one bundle. It leaves as data, a
// PCollection<KV<string,int64>>, and is summed at the end: the counters of runners
// count twice what they try twice.
type Ledger map[string]int64

// Add counts n outcomes.
func (l Ledger) Add(name string, n int64) { l[name] += n }

// Flush emits the counts in order of name and empties the ledger.
func (l Ledger) Flush(emit func(string, int64)) {
	for _, name := range slices.Sorted(maps.Keys(l)) {
		emit(name, l[name])
	}
	clear(l)
}
