package alignment

import (
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/catalogue/wordhash"
)

// hotShare is the share of a unit's n-grams that must be hot for the unit to be.
const hotShare = 0.8

// minHotShare is the share of all n-grams of a unit from which on those with apparatus are
// counted, to leave them out. Below, so much of the unit is apparatus that it makes no passages.
const minHotShare = 0.2

// ngram is the words of the n-grams that make a unit hot; those inside the unit count.
const ngram = 3

// hotUnits finds the hot units of a document, by the n-grams that are in too many documents.
type hotUnits struct {
	analysed *record.Analysed
	units    []uint32      // as of unit.Append
	spans    *record.Spans // nil until they are needed
}

func (d *hotUnits) readSpans() (err error) {
	if d.spans == nil {
		d.spans, err = record.ReadSpans(d.analysed.Spans, len(d.analysed.Words))
	}
	return err
}

// mark returns a byte for each unit, 1 if it is hot, and how many are. hotGrams is the number of hot
// n-grams of each unit. marks is nil if no unit is hot. The error is that of the spans.
func (d *hotUnits) mark(hotGrams map[uint32]uint32) (marks []byte, hot int, err error) {
	for u := range len(d.units) - 1 {
		inside := int(d.units[u+1]-d.units[u]) - ngram + 1
		n := float64(hotGrams[uint32(u)])
		if n >= minHotShare*float64(inside) && n < hotShare*float64(inside) {
			if err := d.readSpans(); err != nil {
				return nil, 0, err
			}
			inside = ngramsOf(d.spans, int(d.units[u]), int(d.units[u+1]))
		}
		if inside > 0 && n >= hotShare*float64(inside) {
			if marks == nil {
				marks = make([]byte, len(d.units)-1)
			}
			marks[u] = 1
			hot++
		}
	}
	return marks, hot, nil
}

// ngramsOf returns the number of n-grams among the words from first to end that have no apparatus:
// the others have no signature.
func ngramsOf(spans *record.Spans, first, end int) int {
	n, text := 0, first // text: where the words begin that are no apparatus
	for x := first; x < end; x++ {
		if spans.Apparatus(x) {
			text = x + 1
		}
		if x+1-ngram >= text {
			n++
		}
	}
	return n
}

// sentences calls f with the sentences of the maximal runs of marked units, in order. The error is that
// of the spans.
func (d *hotUnits) sentences(marks []byte, f func(HotSentence)) error {
	if err := d.readSpans(); err != nil {
		return err
	}
	for u := 0; u < len(marks); u++ {
		if marks[u] == 0 {
			continue
		}
		first := d.units[u]
		for u < len(marks) && marks[u] == 1 {
			u++
		}
		d.run(first, d.units[u], f)
	}
	return nil
}

// run calls f with the sentences of the run of hot units with the words from first to end.
func (d *hotUnits) run(first, end uint32, f func(HotSentence)) {
	ends := d.analysed.Ends
	next, _ := slices.BinarySearch(ends, first+1)
	for first < end {
		until := min(ends[next], end)
		next++
		if until <= first { // a sentence without words
			continue
		}
		words := d.analysed.Words[first:until]
		f(HotSentence{First: first, Words: until - first, Hash: wordhash.Of(words), Range: d.spans.Range(first, until)})
		first = until
	}
}
