package candidate

import (
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/condition"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/candidate/pairs"
	"example.org/diagonal/transforms/candidate/witness"
)

// Excluded is the name in the ledger of pairs of equal or similar places that were not compared
// because Choice.Where does not hold for their documents. A pair of documents counts once for each
// signature that it shares.
const Excluded = "not_compared.matches_excluded_by_pairs_where"

// Choice says which documents are compared: by their sides, and by a condition on their fields. The
// zero value compares all.
type Choice struct {
	// Directed compares documents of the input side with those of the source side only.
	Directed bool
	// AlsoInput compares documents of the input side with each other, too. Those of the source
	// side are still not compared with each other. It has an effect with Directed only.
	AlsoInput bool
	// Where must hold for the traits of two documents, which their postings carry. If one document
	// is of the input and the other of the source, and Directed is set, the first one is a.
	// Otherwise it must hold for one of the two orders. It decides about a document with itself as
	// well.
	Where condition.Condition
}

// Compares reports whether two documents, which may be the same, are compared, as far as their sides
// decide it.
func (c *Choice) Compares(a, b uint64) bool {
	switch sa, sb := record.SideOf(a), record.SideOf(b); {
	case !c.Directed:
		return true
	case c.AlsoInput:
		return sa == record.Input || sb == record.Input
	default:
		return sa != sb
	}
}

// Holds reports whether Where holds for two documents with these traits.
func (c *Choice) Holds(a, b uint64, aTraits, bTraits []byte) bool {
	switch {
	case c.Where.None():
		return true
	case c.Directed && record.SideOf(a) != record.SideOf(b):
		if c.Turned(a) {
			aTraits, bTraits = bTraits, aTraits
		}
		return c.Where.Holds(aTraits, bTraits)
	}
	return c.Where.Holds(aTraits, bTraits) || c.Where.Holds(bTraits, aTraits)
}

// Witnesses returns the Choice of the witnesses of texts, by which it is known whether a text of a document
// is in another one that is compared with it.
func (c *Choice) Witnesses() witness.Choice {
	return witness.Choice{Directed: c.Directed, AlsoInput: c.AlsoInput, Where: c.Where}
}

// Turned reports whether b is the document a of a pair that is compared: that of the input.
func (c *Choice) Turned(a uint64) bool { return c.Directed && record.SideOf(a) == record.Source }

// pairs returns how many pairs of documents are compared, if there are so many on each side.
func (c *Choice) pairs(input, source int64) int64 {
	switch {
	case !c.Directed:
		return pairs.Of(input + source)
	case c.AlsoInput:
		return pairs.Add(pairs.Of(input), pairs.Between(input, source))
	}
	return pairs.Between(input, source)
}

// some reports whether any two of the documents of several runs may be compared.
func (c *Choice) some(runs []occurrence.Run) bool {
	if !c.Directed {
		return true
	}
	seen := [2]bool{}
	for _, r := range runs {
		seen[record.SideOf(r.Document)] = true
	}
	return seen[record.Input] && (seen[record.Source] || c.AlsoInput)
}
