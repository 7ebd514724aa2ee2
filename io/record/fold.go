package record

import (
	"slices"
	"strings"
)

// Reading says how the text of a document is compared, as the user chose it.
type Reading struct {
	// Fold says which letters are the same.
	Fold Fold
	// Skip says which parts do not count.
	Skip Skip
	// Elements are the names of the elements of XML that are not read, with a space between two of them; "" is none.
	Elements string
	// Spelling is the table of the words that have a standard form (package standard); "" is none.
	Spelling string
}

// Fold says which letters are the same where documents are compared. Case never counts.
type Fold uint8

// The letters that a Fold makes the same, one bit each. Package charfilter has the same bits.
const (
	// FoldMarks takes away accents, the points of Hebrew and Syriac, and the tashkil, hamza and tatweel of Arabic, and
	// makes one letter of the forms of alef, ya, kaf and ha.
	FoldMarks Fold = 1 << iota
	// FoldUV makes u of v, as old prints have it.
	FoldUV
	// FoldIJ makes i of j.
	FoldIJ
	// FoldLongS makes s of ſ.
	FoldLongS
	// FoldDigits makes 0 to 9 of the digits of all scripts.
	FoldDigits
)

// Folds are the names of the bits of a Fold, in their order.
var Folds = []string{"marks", "uv", "ij", "long_s", "digits"}

// Skip says which parts of documents do not count where they are compared.
type Skip uint8

// The parts that a Skip leaves out, one bit each.
const (
	// SkipQuotes is text in quotation marks, and in quoted lines.
	SkipQuotes Skip = 1 << iota
	// SkipReferences is lists of references.
	SkipReferences
)

// Skips are the names of the bits of a Skip, in their order.
var Skips = []string{"quotes", "references"}

// FoldOf returns the Fold of some names, and the first name that is none of Folds, or "".
func FoldOf(names []string) (f Fold, unknown string) {
	for _, name := range names {
		i := slices.Index(Folds, strings.TrimSpace(name))
		if i < 0 {
			return 0, name
		}
		f |= 1 << i
	}
	return f, ""
}

// SkipOf returns the Skip of some names, and those that are none of Skips: names of elements of XML.
func SkipOf(names []string) (s Skip, elements []string) {
	for _, name := range names {
		name = strings.TrimSpace(name)
		if i := slices.Index(Skips, name); i >= 0 {
			s |= 1 << i
		} else {
			elements = append(elements, name)
		}
	}
	return s, elements
}

// FoldNames returns names of Folds in their one order, each once; none if one of them is unknown.
func FoldNames(names []string) []string {
	f, _ := FoldOf(names)
	return f.Names()
}

// Names returns the names of the bits that are set, in the order of Folds.
func (f Fold) Names() []string { return namesOf(Folds, f) }

// Names returns the names of the bits that are set, in the order of Skips.
func (s Skip) Names() []string { return namesOf(Skips, s) }

func namesOf[B ~uint8](all []string, bits B) (names []string) {
	for i, name := range all {
		if bits>>i&1 == 1 {
			names = append(names, name)
		}
	}
	return names
}
