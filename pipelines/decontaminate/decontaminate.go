// Package decontaminate says which items of test sets are in a training text, by four methods, and
// where. It is a graph over PCollections: documents may come from anywhere, and the result may go
// anywhere.
//
//	found := decontaminate.Find(s, decontaminate.Defaults(), tests, documents)
//	// found.Items is a PCollection<record.TestItem>
//
// The training text is read once. The items of the test sets are one table, which is a side input:
// about 40 bytes for each word of them, on every worker.
//
// The methods are those of the reports of GPT-3 (Brown et al. 2020, appendix C), PaLM (Chowdhery et
// al. 2022, section 8) and Llama 2 (Touvron et al. 2023, appendix A.6), and one of its own; see package
// transforms/contamination/overlap. Words are those of package token for all of them: tokens of a model
// are not known here.
package decontaminate

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/contamination"
	"example.org/diagonal/transforms/parameter"
)

// Params configures Find. Start from Defaults.
type Params = contamination.Params

// Defaults returns Params with a value for every field.
func Defaults() Params { return Params{Method: contamination.Passage, Threshold: .8} }

// Result is what was found.
type Result struct {
	// Verdicts has a record for each item and for each test set, and what is to be cut.
	contamination.Verdicts
}

// Find looks for tests, a PCollection<record.Document> whose File is the name of a test set, in
// documents, a PCollection<record.Document>. It panics with the error of Params.Validate if p is not
// valid.
func Find(s beam.Scope, p Params, tests, documents beam.PCollection) Result {
	s = s.Scope("decontaminate.Find")
	parameter.Must(p.Validate())
	shuffle.CheckGlobal("decontaminate.Find", tests, documents)
	table := contamination.Items(s, p, tests)
	hits, scanned := contamination.Scan(s, p, table, documents)
	v := contamination.Judge(s, p, table, hits)
	v.Ledger = beam.Flatten(s, v.Ledger, scanned)
	return Result{v}
}
