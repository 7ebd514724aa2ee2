package seedextend

import "example.org/diagonal/transforms/parameter"

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

	// TouchDice is the Dice coefficient, 0 to 1, from which a pair of units with
	// a common signature counts for Touch. Larger: fewer candidates.
	TouchDice float64
	// TouchWords is the number of common words that the counting pairs of units
	// need together. Larger: fewer candidates, and short or heavily changed reuse
	// is lost (12 instead of 10: .0018 less).
	TouchWords int
	// SpacelessTouchWords takes the place of TouchWords for pairs of units in text without spaces, whose
	// words are pairs of characters. They count apart from the others, and only with those at most Near
	// units from them on both sides. A passage of minChars has about 40 words there, of which more than
	// SpacelessValidation are in common. Of 29,985 passages of Chinese histories this loses 4, and 55 % of
	// the pairs that would be aligned without it are left (22 anywhere in the documents: 15 and 50 %).
	SpacelessTouchWords int

	// Near is the distance in units from a unit with a hit up to which units
	// take part. Larger: slower, and not better (any distance: .0015 less).
	Near uint32
	// AllCells is the number of cells up to which all units that take part are compared with
	// each other. In a pair of more cells most hits are chance. There a hit counts only if
	// another one is at most Near units from it on both sides, and a cell only if both its
	// units are near one such hit. 0 is never all.
	AllCells uint32
	// Dice is what the Dice coefficient of a seed's words must exceed, 0 to 1. It
	// keeps pairs out that have one rare word in common and little else.
	Dice float64
	// RareShare is the share of all units of the pair, 0 to 1, up to which a word
	// is rare enough to open a cell. Larger: slower (1: four times) and not better
	// (.05 instead of .03: .0007 less, a quarter slower). Pairs of units with a hit
	// need no rare word.
	RareShare float64
	// RareFloor is the number of units up to which a word always is rare enough,
	// for pairs of short documents.
	RareFloor uint32
	// OpenBudget bounds the cells that rare words may open, in cells for each unit
	// that takes part. Where they would open more, only rarer words open cells. It is
	// far above what prose needs (any value from 8 on: the same); it is there for
	// tables, logs and huge documents (256 instead of 32: 100 MB with themselves in
	// three times the time).
	OpenBudget uint32

	// Gap is the number of units without a seed, on either side, that a cluster
	// may step over. 0 cuts reworded passages into pieces (.045 less); a large one
	// joins passages.
	Gap uint32
	// Validation is what the cosine of the two ranges of a cluster must exceed,
	// 0 to 1. Larger: fewer chance passages, and fewer heavily reworded ones.
	Validation float64
	// SpacelessValidation takes the place of Validation, where it is larger, in text
	// without spaces, whose words are pairs of characters: chance has more of them in
	// common. Set on Chinese statutes with planted passages: at .38
	// precision is .826, at .58 .977, and passages with 20 % of their characters edited
	// are found as before; at .60 5 % of these are lost.
	SpacelessValidation float64

	// LongRun is the length in words of a common run from which its words may
	// make a stretch, the verbatim part of a cluster.
	LongRun int

	// ShortChars is the length below which a passage must be strong (shortWords).
	ShortChars float64
	// A longer passage needs one of: MinWords distinct common words, a validation
	// cosine of MinCosine, a common run of LongRun words.
	MinWords  int
	MinCosine float64

	// EvidentRuns is the amount of shared text from which on a passage needs no rare run: the number of its
	// shared runs, times the share of the words of its shorter side that they are. A text that many
	// documents have has no rare runs, and set phrases are short. 0 asks for no evidence at all.
	EvidentRuns float64

	// Numbers is the share of short numbers, 0 to 1, among the words of common runs from which on
	// a passage is a list, which must have a similarity of numbersSimilarity. 0 is never. Copies
	// are no lists. At .4 it rejects 41 records
	// of Reuters instead of 21, of which some are news of one event.
	Numbers float64

	// RunChars is the length in visible characters from which on a run of equal words is
	// always in a passage, however little else the documents have in common; a Han
	// character counts 3. 0 is never.
	RunChars float64

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
	return params{
		Params:    p,
		TouchDice: .33, TouchWords: 10, SpacelessTouchWords: 18,
		Near: 8, AllCells: 1 << 16, Dice: .33, RareShare: .03, RareFloor: 4, OpenBudget: 32,
		Gap: 4, Validation: .38, SpacelessValidation: .58,
		LongRun: 8, ShortChars: 150, MinWords: 20, MinCosine: .45,
		EvidentRuns: 36, Numbers: .5, RunChars: 150,
		Summaries: true, SummaryShare: .85, SummaryUnits: 3, SummaryWords: .5,
	}
}
