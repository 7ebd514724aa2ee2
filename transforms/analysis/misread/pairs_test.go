package misread

import (
	"reflect"
	"strings"
	"testing"
)

// Of words that are spelled alike the one that is rare beside the other is an error; two spellings that are both
// frequent are those of editions.
func TestOccurrences(t *testing.T) {
	const left, right = "stood in front of the ", " of the old town there "
	for _, tc := range []struct {
		name            string
		often, seldom   int // occurrences of one and other, beside those in the place
		one, other      string
		misread, places int64
	}{
		{"both once", 0, 0, "mvirtus", "muirtus", 0, 1},
		{"once beside twice", 1, 0, "soldiers", "soldicrs", 1, 1},
		{"once beside many", 100, 0, "soldiers", "soldicrs", 1, 1},
		{"another spelling", 19, 18, "mvirtus", "muirtus", 0, 1},
		{"an error that comes again", 39, 1, "soldiers", "soldicrs", 1, 1},
		{"too often for an error", 38, 1, "soldiers", "soldicrs", 0, 1},
		{"not spelled alike", 39, 0, "soldiers", "citizens", 0, 1},
	} {
		texts := []string{left + tc.one + right, left + tc.other + right, strings.Repeat(tc.one+" ", tc.often),
			strings.Repeat(tc.other+" ", tc.seldom)}
		var s Sketch
		for _, text := range texts {
			add(&s, text)
		}
		pairs := s.Pairs()
		var read Pairs
		if err := read.Read(pairs.Append(nil)); err != nil {
			t.Fatal(err)
		}
		if len(pairs.alike) > 0 && !reflect.DeepEqual(read, pairs) {
			t.Errorf("%s: %+v was read as %+v", tc.name, pairs, read)
		}
		all := read.Occurrences()
		for _, text := range texts { // each on a worker of its own
			of := read.Occurrences()
			of.Add(hashesOf(strings.Fields(text)))
			if err := all.Merge(of.Append(nil)); err != nil {
				t.Fatal(err)
			}
		}
		if got := read.Counts(all); got != (Counts{Pairs: tc.places, Misread: tc.misread}) {
			t.Errorf("%s: %+v, want %d misread", tc.name, got, tc.misread)
		}
	}
}

// A word in two pairs is counted once.
func TestOccurrencesMerge(t *testing.T) {
	p := Pairs{alike: [][2]uint32{{1, 2}, {3, 1}}}
	all, one := p.Occurrences(), p.Occurrences()
	one.Add([]uint32{1, 2, 1, 4, 3})
	for range 2 {
		if err := all.Merge(one.Append(nil)); err != nil {
			t.Fatal(err)
		}
	}
	if want := map[uint32]uint64{1: 4, 2: 2, 3: 2}; !reflect.DeepEqual(all.of, want) {
		t.Errorf("%v, want %v", all.of, want)
	}
	if all.Merge([]byte{1}) == nil || all.Merge(make([]byte, 5)) == nil {
		t.Error("no error about damaged bytes")
	}
}

func FuzzPairs(f *testing.F) {
	f.Add((&Pairs{counts: Counts{Pairs: 3, PairsHan: 300}, alike: [][2]uint32{{1, 2}}}).Append(nil))
	f.Add([]byte{0, 0, 0, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		var p, again Pairs
		if p.Read(b) != nil {
			return
		}
		if err := again.Read(p.Append(nil)); err != nil || again.counts != p.counts ||
			len(again.alike) != len(p.alike) {
			t.Errorf("%x: %+v, then %+v, %v", b, p, again, err)
		}
	})
}
