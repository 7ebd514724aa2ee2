package clean

import (
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/cleaning/removal"
)

// A text has places before some cuts, and others after them. The cuts of a document are in
// order, in places before them, and do not touch each other.

// rangeBefore returns the range before the cuts of a range after them.
func rangeBefore(cuts []record.Cut, start, end int64) (int64, int64) {
	return placeBefore(cuts, start), placeBefore(cuts, end-1) + 1
}

// placeBefore returns the place before the cuts of the code point at pos after them.
func placeBefore(cuts []record.Cut, pos int64) int64 {
	for _, c := range cuts {
		if c.Start > pos {
			break
		}
		pos += c.End - c.Start
	}
	return pos
}

// placeAfter returns the place after the cuts of a place before them, which no cut contains.
func placeAfter(cuts []record.Cut, pos int64) int64 {
	gone := int64(0)
	for _, c := range cuts {
		if c.Start >= pos {
			break
		}
		gone += min(c.End, pos) - c.Start
	}
	return pos - gone
}

// lengthBefore returns the length before the cuts of a text that has a length after them.
func lengthBefore(cuts []record.Cut, length int64) int64 {
	for _, c := range cuts {
		length += c.End - c.Start
	}
	return length
}

// union returns the union of cuts of one document, in order.
func union(cuts []record.Cut) []record.Cut {
	return removal.Union(cuts, func(c *record.Cut) (start, end *int64) { return &c.Start, &c.End })
}
