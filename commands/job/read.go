package job

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/docio"
)

// Input is the documents of a job, as its graph reads them.
type Input struct {
	// Documents is a PCollection<record.Document>.
	Documents beam.PCollection
	// Again is the same documents from a reading of its own, or empty.
	Again []beam.PCollection
	// Rejected is a PCollection<record.Rejected>.
	Rejected beam.PCollection
	// Skipped is a PCollection<KV<string,int64>>: counts of records that are no documents.
	Skipped beam.PCollection
}

// Read adds the reading of the input to the graph, and another one if a Find uses the
// documents twice: reads is the result of its Params.Reads.
func (g Graph) Read(s beam.Scope, reads int) (in Input) {
	if reads > 1 {
		again, _, _ := docio.Read(s, g.Plan)
		in.Again = append(in.Again, again)
	}
	in.Documents, in.Rejected, in.Skipped = docio.Read(s, g.Plan)
	return in
}
