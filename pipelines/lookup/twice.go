package lookup

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
)

func init() {
	engine.RegisterMap[*origin]()
	engine.RegisterJoin[*again]()
}

// twice returns a PCollection<record.Rejected> of the queries whose id another query has. All of them are
// answered, and a record names a query by its id: so the answers cannot be told apart.
func twice(s beam.Scope, queries beam.PCollection) beam.PCollection {
	origins := engine.Map(s, engine.Params{}, "lookup.Origins", queries, &origin{}).Origins.Sent()
	return engine.Join(s, "lookup.Twice", &again{}, origins).Again.Collection()
}

// origin says where a query is.
type origin struct {
	Origins engine.Send[string, rejected] // by the id
}

func (st *origin) Map(_ context.Context, d record.Document) error {
	st.Origins.Add(d.ID, rejected{Of: record.Rejected{File: record.UTF8(d.File), Record: d.Record, ID: d.ID}})
	return nil
}

// again emits the queries of an id but the first.
type again struct {
	Again engine.Elements[record.Rejected]
}

func (st *again) Join(_ context.Context, _ string, origins iter.Seq[*rejected]) error {
	all := slices.SortedFunc(origins, func(a, b *rejected) int {
		return cmp.Or(cmp.Compare(a.Of.File, b.Of.File), cmp.Compare(a.Of.Record, b.Of.Record))
	})
	for _, r := range all[min(1, len(all)):] {
		r.Of.Reason = fmt.Sprintf("the query in %s has the same id: the answers of both are under it; give each query an id of its own", record.Where(all[0].Of.File, all[0].Of.Record))
		st.Again.Emit(r.Of)
	}
	return nil
}
