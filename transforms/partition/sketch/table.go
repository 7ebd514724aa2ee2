package sketch

import "math/bits"

// table finds the entry of a hash by open addressing. A map of Go takes three times as long.
type table struct {
	slots   []uint32 // number of the entry, plus 1; 0 is free
	shift   uint
	entries []entry
}

// entry is a run.
type entry struct {
	hash   uint64
	page   uint32 // the last one that has it
	shared bool   // whether two pages have it
	number uint32 // plus 1, of those that are shared
}

// newTable returns a table for up to n hashes.
func newTable(n int) *table {
	b := max(4, bits.Len(uint(n))+1) // at most half full
	return &table{slots: make([]uint32, 1<<b), shift: uint(64 - b)}
}

// add adds a hash of a page, and returns the number of its entry.
func (t *table) add(hash uint64, page uint32) uint32 {
	for i := hash >> t.shift; ; i = (i + 1) & uint64(len(t.slots)-1) {
		at := t.slots[i]
		if at == 0 {
			t.entries = append(t.entries, entry{hash: hash, page: page})
			t.slots[i] = uint32(len(t.entries))
			return uint32(len(t.entries)) - 1
		}
		if e := &t.entries[at-1]; e.hash == hash {
			if e.page != page {
				e.page, e.shared = page, true
			}
			return at - 1
		}
	}
}
