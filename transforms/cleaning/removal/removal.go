// Package removal decides how much of a document may be removed because the same words occur
// in another place of the collection.
//
// # The rule
//
// A document is cut into parts that do not overlap: sentences, and pieces of long ones
// (Params.Parts). Parts are joined to units (Units): a long part is the core of a unit, and short
// ones beside it belong to it. Units are made of the whole document, so where a search has
// found something does not change them. Two units are equal if their cores have the same words
// in the same order (Unit.Sum). A unit of short parts alone is its own core. A heading belongs to the unit of the text
// below it, however long it is, and mostly is outside of the core.
//
// All places of equal units have one order: by the fields or the length of the document, if they decide,
// by its id, by the start of the unit. The first place stays, with the short parts that belong
// to it. In the others the core may be removed, together with the short parts beside it that are
// beside the first core, too. It stays if one or two words would be left beside it that belong to
// it and are looked at. A heading stays if text below it stays.
//
// # Why nothing is lost
//
// Each unit has one first place, units do not overlap, and the first place is never cut. What
// is cut of another place is a run of words that the first place contains in one piece. So every
// word that is cut occurs, with its neighbours, in a place that stays. It is always safe to cut
// less than the rule allows: Params.Cut leaves parts of sentences that are too short to be worth
// a hole in a sentence.
//
// # Why one pass is enough
//
// Afterwards each core that was looked at occurs once, except for the parts that Params.Cut
// leaves. Nothing that stays depends on what another pass would do.
package removal

// Params says how large parts of sentences are.
type Params struct {
	// Long is the number of words above which a sentence is cut into parts.
	Long int
	// Run is the number of words that a run of parts must have that begins or ends inside a
	// sentence.
	Run int
	// MinCut is the number of words that a run of parts must have, wherever it begins and ends,
	// unless it is the whole document. A short run is mostly a heading, a line of a list or
	// the first words of a sentence, whose rest says something else.
	MinCut int
}

// Sentences keeps most sentences whole. Two long sentences that differ in a word are mostly
// equal, but a hole in a sentence must be worth it.
var Sentences = Params{Long: 40, Run: 16}

// RunsOf returns the Params that remove runs of so many words. Sentences are cut into parts of
// usually less than a third of that, so that most of a run is in whole parts.
func RunsOf(words int) Params { return Params{Long: max(words/3, partWords), Run: partWords} }

const (
	// ShortWords is the number of words below which a part is short. It is removed only together
	// with a neighbour: "See below." occurs in many texts that are no copies. From three words
	// on what is removed also contains a run of three words around each of its words.
	ShortWords = 5
	// minWords is the number of words that have a run of three words around each of them.
	minWords = 3
	// partWords is the least number of words of a part of a sentence.
	partWords = 7
)

// Cut returns the indices of the parts of a document that are removed. gone are the indices,
// in order, of the parts that occur in another place that stays; it is filtered in place. A
// heading is left if text below it stays, and what is in wholes if others of it stay. A run of parts that begins or
// ends inside a sentence is left if it has too few words. inside is the number of such parts. Of the other runs those
// below MinCut are left; below is their number.
func (p Params) Cut(gone []int, parts []Part, wholes []Whole) (cut []int, inside, below int) {
	all := len(gone) == len(parts)
	for {
		n := len(gone)
		left, inParts, short := p.long(withoutHeadings(withoutParts(gone, wholes), parts), parts, all)
		gone, inside, below = left, inside+inParts, below+short
		if len(gone) == n { // otherwise a run may be shorter now, or text below a heading stay
			return gone, inside, below
		}
	}
}

// long returns gone without the runs that have too few words, in place. all says that all of the document goes.
func (p Params) long(gone []int, parts []Part, all bool) (cut []int, inside, below int) {
	cut = gone[:0]
	for len(gone) > 0 {
		n := 1
		for n < len(gone) && gone[n] == gone[n-1]+1 {
			n++
		}
		first, last := parts[gone[0]], parts[gone[n-1]]
		words := 0
		for _, g := range gone[:n] {
			words += parts[g].Words()
		}
		switch {
		case !(first.Begins && last.Ends) && words < p.Run:
			inside += n
		case words < p.MinCut && !all:
			below++
		default:
			cut = append(cut, gone[:n]...)
		}
		gone = gone[n:]
	}
	return cut, inside, below
}
