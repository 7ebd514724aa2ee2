package record

// Type says what a passage is to its two documents. The types are those of Table 3 of Zhang et al., SIGIR 2010, which
// looks at passages of documents that differ as a whole, and WholeType.
type Type int

const (
	// Furniture is text that is no prose beside the collection's own (MinProse), such as lists of links and notices.
	Furniture Type = iota
	// WholeType is most of both texts.
	WholeType
	// Inside is most of one text, inside a larger one: an article in a collection, or one of several pages.
	Inside
	// Quotation is the smaller part of both texts.
	Quotation
)

// Majority is the share of a text from which on it is most of it.
const Majority = 0.5

// Type returns the type of a passage of two documents, whose shares are known.
func (p *Passage) Type() Type {
	switch a, b := p.AShare >= Majority, p.BShare >= Majority; {
	case p.Prose.Below(MinProse):
		return Furniture
	case a && b:
		return WholeType
	case a || b:
		return Inside
	}
	return Quotation
}
