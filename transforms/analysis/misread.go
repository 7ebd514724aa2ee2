package analysis

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/transforms/analysis/misread"
)

func init() { register.Function3x1(countMisread) }

// Names of the ledger.
const (
	// Replaced is sampled places where one word of a text stands in the place of another, between the same four words.
	Replaced = "sampled_words_replaced"
	// Misread is those of them whose two words are spelled alike.
	Misread = "sampled_words_misread"
	// ReplacedHan is sampled places where one Han character of a text or two stand in the place of as many others,
	// between the same twelve.
	ReplacedHan = "sampled_han_replaced"
	// AloneHan is those of them with one character.
	AloneHan = "sampled_han_replaced_alone"
)

// CountMisread counts words that were read otherwise, over all documents. sketches is Result.Sketches. The result is a
// PCollection<KV<string,int64>>, of the names above.
func CountMisread(s beam.Scope, sketches beam.PCollection) beam.PCollection {
	return beam.ParDo(s.Scope("analysis.CountMisread"), countMisread, beam.GroupByKey(s, sketches))
}

func countMisread(_ int, sketches func(*[]byte) bool, count func(string, int64)) error {
	var all misread.Sketch
	var b []byte
	for sketches(&b) {
		if err := all.Merge(b); err != nil {
			return err
		}
	}
	c := all.Count()
	count(Replaced, c.Pairs)
	count(Misread, c.Alike)
	count(ReplacedHan, c.PairsHan)
	count(AloneHan, c.Alone)
	return nil
}

// MisreadOf returns the counts of the ledger of a result.
func MisreadOf(counts map[string]int64) misread.Counts {
	return misread.Counts{Pairs: counts[Replaced], Alike: counts[Misread], PairsHan: counts[ReplacedHan], Alone: counts[AloneHan]}
}
