package lookup

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/record"
)

func init() {
	register.Function1x2(originFn)
	register.Function3x0(twiceFn)
	register.Iter1[[]byte]()
}

// twice returns a PCollection<record.Rejected> of the queries whose id another query has. All of them are
// answered, and a record names a query by its id: so the answers cannot be told apart.
func twice(s beam.Scope, queries beam.PCollection) beam.PCollection {
	return beam.ParDo(s, twiceFn, beam.GroupByKey(s, beam.ParDo(s, originFn, queries)))
}

// originFn returns the id of a query, and the query as a rejected record.
func originFn(d record.Document) (id string, origin []byte) {
	origin, err := record.JSON(record.Rejected{File: record.UTF8(d.File), Record: d.Record, ID: d.ID})
	if err != nil {
		panic(fmt.Sprintf("lookup: %s: %v", d.ID, err)) // such a record is always JSON
	}
	return d.ID, origin
}

// twiceFn emits the queries of an id but the first.
func twiceFn(id string, origins func(*[]byte) bool, emit func(record.Rejected)) {
	var all []record.Rejected
	for {
		var b []byte
		if !origins(&b) {
			break
		}
		var r record.Rejected
		if err := record.FromJSON(b, &r); err != nil {
			panic(fmt.Sprintf("lookup: %s: %v", b, err))
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b record.Rejected) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Record, b.Record))
	})
	for _, r := range all[1:] {
		r.Reason = fmt.Sprintf("the query in %s has the same id: the answers of both are under it; give each query an id of its own", record.Where(all[0].File, all[0].Record))
		emit(r)
	}
}
