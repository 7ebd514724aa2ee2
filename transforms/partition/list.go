package partition

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/resemblance"
)

func init() { engine.RegisterReduce[*list]() }

// List lists the documents of pages of several documents: a PCollection<record.InSet>. members is the
// Listed of resemblance.Classes, placed the results of Assign and Divide. List panics if p is not
// valid.
func List(
	s beam.Scope, p Params, members engine.Blocks[resemblance.Member], placed ...engine.Blocks[Placed],
) (sets, ledger beam.PCollection) {
	s = start(s, "List", p)
	st := engine.Reduce(s, p.Shuffle, "partition.List", &list{
		Members: engine.From(members), Placed: engine.From(shuffle.Flatten(s, placed...)),
	})
	return st.Sets.Collection(), st.Ledger.Collection()
}

// list lists the documents of a page.
type list struct {
	Members engine.In[resemblance.Member]
	Placed  engine.In[Placed]
	Sets    engine.Elements[record.InSet]
	Ledger  engine.Ledger
}

func (st *list) Reduce(_ context.Context, class uint64) error {
	if st.Placed.Len() == 0 {
		return nil // the page is its only document, and has its line
	}
	var p Placed
	if err := st.Placed.Read(st.Placed.Len()-1, &p); err != nil {
		return err
	}
	for m := range st.Members.All {
		words := resemblance.WordsOf(class, m.Check)
		if m.Check != p.Check { // other words with the same key
			st.Ledger.Add(Sets, 1)
			st.Ledger.Add(sizeName(1), 1)
			st.Sets.Emit(record.InSet{ID: m.ID, Set: m.ID, Representative: m.ID, R: 1, Words: words})
			continue
		}
		st.Sets.Emit(record.InSet{ID: m.ID, Set: p.Set, Representative: p.Representative, R: p.R, Words: words})
	}
	return nil
}
