package candidate

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
)

func init() { dofn.Plain(&usedFn{}) }

// UsedMaxDocuments is the name in the ledger of the number that MaxDocuments.In returned.
const UsedMaxDocuments = "max_documents"

// Used returns a PCollection<KV<string,int64>> of one element: UsedMaxDocuments, and the number
// of documents above which text is hot. size is the result of Size.
func Used(s beam.Scope, max MaxDocuments, size beam.PCollection) beam.PCollection {
	s = s.Scope("candidate.Used")
	fn := &usedFn{MaxDocuments: max}
	return beam.ParDo(s, fn, beam.Impulse(s), dofn.Side(fn, size))
}

type usedFn struct{ MaxDocuments MaxDocuments }

func (fn *usedFn) ProcessElement(_ []byte, size int64, emit func(string, int64)) {
	emit(UsedMaxDocuments, int64(fn.MaxDocuments.In(size)))
}
