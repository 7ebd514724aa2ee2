package indexed

import "slices"

// Span is a range of words, or of units, half-open.
type Span struct{ Lo, Hi uint32 }

// Hull returns what is from the first to the last one of s and t.
func (s Span) Hull(t Span) Span { return Span{min(s.Lo, t.Lo), max(s.Hi, t.Hi)} }

// Len returns how many they are.
func (s Span) Len() uint32 { return s.Hi - s.Lo }

// UnitOf returns the unit that holds word x.
func (d *Document) UnitOf(x uint32) uint32 { return d.UnitsOf(Span{x, x + 1}).Lo }

// UnitsOf returns the units that hold a word of s.
func (d *Document) UnitsOf(s Span) Span {
	first, ok := slices.BinarySearch(d.Units, s.Lo)
	if !ok {
		first--
	}
	end, _ := slices.BinarySearch(d.Units, s.Hi)
	return Span{uint32(first), uint32(end)}
}

// AppendIndexes appends the distinct words that s has of each unit, unit by unit, as
// indexes into the vocabulary.
func (d *Document) AppendIndexes(out []uint32, s Span) []uint32 {
	units := d.UnitsOf(s)
	for u := units.Lo; u < units.Hi; u++ {
		if s.Lo <= d.Units[u] && d.Units[u+1] <= s.Hi { // all of it
			out = append(out, d.WordsOf(u, u+1)...)
			continue
		}
		from := len(out)
		for _, x := range d.Words[max(s.Lo, d.Units[u]):min(s.Hi, d.Units[u+1])] {
			k, _ := d.Find(x)
			out = append(out, k)
		}
		slices.Sort(out[from:])
		out = out[:from+len(slices.Compact(out[from:]))]
	}
	return out
}
