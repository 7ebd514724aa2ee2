package cleaning

import (
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/io/record"
)

func init() {
	dofn.Direct(func(fn *setsFn, a []any) []any {
		fn.ProcessElement(a[0].(record.InSet), a[1].(func(int, []byte)), nil)
		return nil
	})
}

// setsFn sends the documents of sets. A group says which of its documents stays; of a set, the
// policy chooses it.
type setsFn struct{ counting }

func (fn *setsFn) ProcessElement(v record.InSet, emit func(int, []byte), _ func(string, int64)) {
	if v.ID != v.Representative {
		fn.ledger.Add(similarDocuments, 1)
	}
	fn.out.Send(Copy{ID: v.ID, Kind: setCopy, KeptID: v.Set}, emit)
}
