package trace

// What is the kind of a Step.
type What string

// The steps, in the order of the alignment. The comments say what Value and Need are. A step passes
// if Value is at least Need, unless the comment says something else.
const (
	// Validation is the cosine of two ranges of units, which must be above Need.
	Validation What = "validation"
	// Itself is a cluster that overlaps its copy in the same document. It never passes.
	Itself What = "overlaps itself"
	// Explained is a cluster that overlaps a stronger one on both sides. It never passes.
	Explained What = "explained by a stronger one"
	// OneSided is the cosine of a cluster that overlaps a stronger one on one side.
	OneSided What = "beside a stronger one"
	// Length is the length of the shorter side, in visible characters.
	Length What = "length"
	// ShortWords is the number of distinct common words of a short passage without a long common
	// run, or ShortCosine its cosine.
	ShortWords  What = "common words of a short passage"
	ShortCosine What = "cosine of a short passage"
	// Words is the number of distinct common words of a passage that has neither a high cosine nor
	// a long common run.
	Words What = "common words"
	// Faint is a short passage beside a strong one. It never passes.
	Faint What = "faint beside a strong one"
	// Evidence is the share of the common runs of three words that are rare in the collection.
	Evidence What = "rare runs"
	// Names is a form that was filled with other facts. It never passes.
	Names What = "a form"
	// Numbers is a list of numbers. It never passes.
	Numbers What = "a list of numbers"
	// Similarity is the similarity of a passage, and Params.MinSimilarity.
	Similarity What = "similarity"
	// Amount is the evidence of a passage, and Params.MinEvidence.
	Amount What = "evidence"
	// Prose is the prose of a passage, and Params.MinProse.
	Prose What = "prose"
)

// Step is a decision about a range of words of both documents.
type Step struct {
	What           What
	A0, A1, B0, B1 uint32
	Value, Need    float64
	Passed         bool
}

// Ends says why a passage ends where it does.
type Ends string

const (
	// WholeUnits is a passage of whole sentences.
	WholeUnits Ends = "units"
	// Trimmed is a passage of sentences without the words at an end that the other side does not have.
	Trimmed Ends = "shared words"
	// Stretch is a passage that ends where long runs of common words end.
	Stretch Ends = "stretch"
	// Quoted is one that is a run of common words inside of sentences.
	Quoted Ends = "quotation"
	// Copied is a long common run of words, alone or beside a passage that it continues.
	Copied Ends = "copied run"
	// Retold is a summary, which ends with its sentences.
	Retold Ends = "summary"
	// All is two documents with the same words.
	All Ends = "the whole documents"
)

// Ending is a passage of words, and why it ends where it does.
type Ending struct {
	A0, A1, B0, B1 uint32
	Ends           Ends
	// Shared is the number of distinct runs of three words that both sides have, and Words that of the words of the
	// shorter side.
	Shared, Words int
}

// Alignment records the alignment of a pair. A nil *Alignment records nothing.
type Alignment struct {
	// Turned says that the ranges of A are of the document with the key Pair.B.
	Turned bool
	// Began says that the documents were compared at all.
	Began bool
	// Common is the number of common words in similar units that have a common signature: at least
	// CommonNeed, or fewer than that. Run says that such units contain a part of a long common run.
	Common, CommonNeed int
	Run                bool
	// Same says that the documents have the same words, so that these were not counted.
	Same bool
	// Aligned says that the documents were aligned.
	Aligned bool
	// Seeds is the number of pairs of similar units.
	Seeds    int
	Steps    []Step
	Passages []Ending
}

// Add records a step.
func (a *Alignment) Add(s Step) { a.Steps = append(a.Steps, s) }
