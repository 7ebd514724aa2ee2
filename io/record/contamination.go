package record

import "example.org/diagonal/engine/wire"

// TestItem is one line of the items of `decontaminate`: an item of a test set, and what the training
// text has of it.
type TestItem struct {
	Benchmark string `json:"benchmark"`
	ID        string `json:"id"`
	// Words is the number of its words. Short is true if it has too few to be judged.
	Words int  `json:"words"`
	Short bool `json:"short,omitempty"`
	// Dirty is the verdict of the method that was chosen.
	Dirty bool `json:"dirty"`
	// Passage is the largest share of its words that a document has in one place.
	Passage float64 `json:"passage"`
	// GPT3 is true if a document has an n-gram of it.
	GPT3 bool `json:"gpt3"`
	// PaLM is the share of its 8-grams that documents have.
	PaLM float64 `json:"palm"`
	// Llama2 is the share of its words that are in spans of more than ten words that documents have.
	Llama2 float64 `json:"llama2"`
	// Answer is true if a document has the answer, too, beside the words of the item.
	Answer bool `json:"answer,omitempty"`
	// Documents is the number of documents that share a run of words with it that a method looks
	// at, and In those with the largest shares.
	Documents int64        `json:"documents"`
	In        []TestItemIn `json:"in,omitempty"`
}

// TestItemIn is a place of an item in a document: a range in code points.
type TestItemIn struct {
	ID      string  `json:"id"`
	Start   int64   `json:"start"`
	End     int64   `json:"end"`
	Passage float64 `json:"passage"`
	Answer  bool    `json:"answer,omitempty"`
}

// SortKey orders items by benchmark, then id.
func (v TestItem) SortKey() []byte {
	return wire.AppendOrdered(wire.AppendOrdered(nil, v.Benchmark), v.ID)
}

// TestSet is one line of the benchmarks of `decontaminate`: how many of the items of a test set are in
// the training text, by each method. Items that are too short count only in Items and Short.
type TestSet struct {
	Benchmark string `json:"benchmark"`
	Items     int64  `json:"items"`
	Short     int64  `json:"short"`
	// Clean and Dirty are counts by the method that was chosen.
	Clean int64 `json:"clean"`
	Dirty int64 `json:"dirty"`
	// Passage, GPT3, PaLM and Llama2 are the items that are dirty by each method. Llama2NotClean
	// are those of which at least a fifth is contaminated.
	Passage        int64 `json:"passage"`
	GPT3           int64 `json:"gpt3"`
	PaLM           int64 `json:"palm"`
	Llama2         int64 `json:"llama2"`
	Llama2NotClean int64 `json:"llama2_not_clean"`
	// Answers are the dirty items whose answer is there, too.
	Answers int64 `json:"answers"`
	// GPT3N is the number of words of the n-grams of the method gpt3.
	GPT3N int `json:"gpt3_n"`
}

// SortKey orders test sets by name.
func (v TestSet) SortKey() []byte { return wire.AppendOrdered(nil, v.Benchmark) }
