package seedextend

import (
	"example.org/diagonal/transforms/alignment/cluster"
	"example.org/diagonal/transforms/alignment/ends"
	"example.org/diagonal/transforms/alignment/evidence"
	"example.org/diagonal/transforms/alignment/seed"
	"example.org/diagonal/transforms/alignment/touch"
	"example.org/diagonal/transforms/parameter"
)

// Params says what is wanted of the alignment.
type Params struct {
	// Directed says that a is the reusing document and b its source: a summary is then shorter
	// than its source, never longer. Without it the answer does not depend on the order of the
	// documents.
	Directed bool
	// QuoteChars is the length in visible characters from which on a run of five equal words and more is in a
	// passage, if most of its runs of three words are in few documents. 0 is never.
	QuoteChars float64
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	if !(p.QuoteChars >= 0) {
		return parameter.Of("seedextend.Params").Impossible("QuoteChars", p.QuoteChars, "0 or more")
	}
	return nil
}

// params are Params, and the thresholds of the alignment that tests change. measured gives those that are used;
// its neighbourhood is a plateau, on which a single change costs little. All of
// them are exact: no value means "default" or "off" unless its comment says so.
type params struct {
	Params

	touch    touch.Thresholds
	seed     seed.Thresholds
	cluster  cluster.Thresholds
	ends     ends.Thresholds
	evidence evidence.Thresholds

	// ShortChars is the length below which a passage must be strong (shortWords).
	ShortChars float64
	// A longer passage needs one of: MinWords distinct common words, a validation
	// cosine of MinCosine, a common run of ends.Thresholds.LongRun words.
	MinWords  int
	MinCosine float64

	// Summaries says whether the summary step runs. It finds about half of what
	// it is for and costs a little elsewhere (off: .0062 less).
	Summaries bool
	// SummaryShare is the share of a summary's seed weight, 0 to 1, that one passage in
	// its place may hold. Above .9 copies of which a word or two is repeated far away
	// become summaries (1: .0031 less, and 4,000 planted documents lose .004 of their
	// precision), below .8 summaries are lost.
	SummaryShare float64
	// SummaryUnits is how many units of a summary must have a seed where Directed is set, and SummaryWords
	// the share of its words, 0 to 1, by their weight, that must be in the range of its source. Their cosine
	// may be low then. 0 units: as without Directed (.0041 less with --source).
	SummaryUnits uint32
	SummaryWords float64
}

// measured returns p with the thresholds measured for text in words.
func measured(p Params) params {
	m := params{
		Params: p,
		touch:  touch.Measured(), seed: seed.Measured(), cluster: cluster.Measured(), ends: ends.Measured(),
		evidence:   evidence.Measured(),
		ShortChars: 150, MinWords: 20, MinCosine: .45,
		Summaries: true, SummaryShare: .85, SummaryUnits: 3, SummaryWords: .5,
	}
	m.touch.QuoteChars = p.QuoteChars
	return m
}
