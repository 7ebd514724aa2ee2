package candidate

import (
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/candidate/occurrence"
)

// Sides says which documents are compared, by their sides. The zero value compares all.
type Sides struct {
	// Directed compares documents of the input side with those of the source side only.
	Directed bool
	// AlsoInput compares documents of the input side with each other, too. Those of the source
	// side are still not compared with each other. It has an effect with Directed only.
	AlsoInput bool
}

// compares reports whether two documents, which may be the same, are compared.
func (s Sides) compares(a, b uint64) bool {
	switch sa, sb := record.SideOf(a), record.SideOf(b); {
	case !s.Directed:
		return true
	case s.AlsoInput:
		return sa == record.Input || sb == record.Input
	default:
		return sa != sb
	}
}

// turned reports whether b is the document a of a pair that is compared: that of the input.
func (s Sides) turned(a uint64) bool { return s.Directed && record.SideOf(a) == record.Source }

// pairs returns how many pairs of documents are compared, if there are so many on each side.
func (s Sides) pairs(input, source int64) int64 {
	switch {
	case !s.Directed:
		return pairsOf(input + source)
	case s.AlsoInput:
		return pairsOf(input) + input*source
	}
	return input * source
}

// some reports whether any two of the documents of several runs may be compared.
func (s Sides) some(runs []occurrence.Run) bool {
	if !s.Directed {
		return true
	}
	seen := [2]bool{}
	for _, r := range runs {
		seen[record.SideOf(r.Document)] = true
	}
	return seen[record.Input] && (seen[record.Source] || s.AlsoInput)
}
