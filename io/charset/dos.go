package charset

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// pages are the code pages of DOS that the web does not know, by their numbers.
var pages = map[string]encoding.Encoding{
	"437": charmap.CodePage437, "850": charmap.CodePage850, "852": charmap.CodePage852, "855": charmap.CodePage855,
	"858": charmap.CodePage858, "860": charmap.CodePage860, "862": charmap.CodePage862, "863": charmap.CodePage863,
	"865": charmap.CodePage865,
}

// page finds a code page of DOS by a label such as cp850 or IBM850, in small letters; nil for none.
func page(label string) (encoding.Encoding, string) {
	number := strings.TrimPrefix(strings.TrimPrefix(label, "ibm"), "cp")
	if enc := pages[number]; enc != nil && number != label {
		return enc, "ibm" + number
	}
	return nil, ""
}

// olderSets are sets that the statistics do not know. They are tried where text reads as text in none of the others.
var olderSets = []string{"ibm850", "macintosh", "ibm852", "ibm866", "x-mac-cyrillic"}

// older returns the reading in the older set in which the fewest characters are out of place; one without text if there
// are too many in each.
func older(b []byte) (best reading) {
	for _, name := range olderSets {
		next := readIn(b, name)
		switch {
		case !next.fits() || next.letters == 0:
		case best.text == "" || next.odd < best.odd:
			next.twins = best.text != "" && best.text != next.text && Fits(best.odd-next.odd, next.letters)
			best = next
		case next.text != best.text && Fits(next.odd-best.odd, best.letters):
			best.twins = true
		}
	}
	return best
}
