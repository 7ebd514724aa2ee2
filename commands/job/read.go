package job

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/docio"
)

// Input is the documents of a job, as its graph reads them.
type Input struct {
	// Documents is a PCollection<record.Document>.
	Documents beam.PCollection
	// Rejected is a PCollection<record.Rejected>.
	Rejected beam.PCollection
	// Converted is a PCollection<record.Converted>. Graph.Write makes a stream of it.
	Converted beam.PCollection
	// Skipped is a PCollection<KV<string,int64>>: counts of records that are no documents.
	Skipped beam.PCollection
}

// Read adds the reading of the input to the graph.
func (g Graph) Read(s beam.Scope) (in Input) {
	in.Documents, in.Rejected, in.Converted, in.Skipped = docio.Read(s, g.Plan)
	if g.converted != nil { // it is in the graph of a Run
		*g.converted = append(*g.converted, in.Converted)
	}
	return in
}
