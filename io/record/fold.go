package record

import (
	"slices"
	"strings"
)

// Fold says which letters are the same where documents are compared. Case never counts.
type Fold uint8

// The letters that a Fold makes the same, one bit each. Package charfilter has the same bits.
const (
	// FoldMarks takes away accents, the points of Hebrew and Syriac, and the tashkil, hamza and tatweel of Arabic, and makes one letter of
	// the forms of alef, ya, kaf and ha.
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

// FoldNames returns names of Folds in their one order, each once; none if one of them is unknown.
func FoldNames(names []string) []string {
	f, _ := FoldOf(names)
	return f.Names()
}

// Names returns the names of the bits that are set, in the order of Folds.
func (f Fold) Names() (names []string) {
	for i, name := range Folds {
		if f>>i&1 == 1 {
			names = append(names, name)
		}
	}
	return names
}
