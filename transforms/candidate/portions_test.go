package candidate

import (
	"errors"
	"testing"
)

// What is unpacked together takes at most a share of the memory: postings, and the records that have one of them.
func TestPortions(t *testing.T) {
	for _, tc := range []struct {
		name              string
		postings, records int
		memory            int64
		want              int
	}{
		{"nothing", 0, 0, 1, 1},
		{"no bound", 1 << 30, 1 << 20, 0, 1},
		{"few long documents", 1000, 10, unpackedShare * (1000*postingBytes + 10*recordBytes), 1},
		{"a byte too little", 1000, 10, unpackedShare*(1000*postingBytes+10*recordBytes) - unpackedShare, 2},
		{"a document for each posting", 1000, 1000, unpackedShare * 1000 * (postingBytes + recordBytes) / 2, 2},
		{"in more portions than a document has postings", 1000, 500, unpackedShare * 100 * (postingBytes + recordBytes),
			10},
		{"no memory", 7, 3, 1, 7}, // a posting at a time
	} {
		var p Portions
		p.Start(tc.memory)
		p.postings, p.records = tc.postings, tc.records
		var seen []int
		used := 0
		err := p.Each(func(portion, portions int) error {
			if seen = append(seen, portion); portions != tc.want || portion != len(seen)-1 {
				t.Errorf("%s: portion %d of %d, want %d of %d", tc.name, portion, portions, len(seen)-1, tc.want)
			}
			return nil
		}, func() { used++ })
		if err != nil || len(seen) != tc.want || used != tc.want {
			t.Errorf("%s: %d are unpacked and %d used, want %d: %v", tc.name, len(seen), used, tc.want, err)
		}
	}
	var p Portions
	p.Start(0)
	damaged := errors.New("damaged")
	if err := p.Each(func(int, int) error {
		return damaged
	}, func() { t.Error("what is damaged is used") }); err != damaged {
		t.Errorf("the error is %v", err)
	}
}
