package locate

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/catalogue"
)

// Two captures of a page share what did not change between them; one of a date that is
// there already is rejected.
func TestCaptures(t *testing.T) {
	const keyA2, keyA3 = 1<<32 | 8, 1<<32 | 10 // the name of a, other contents
	capture := func(file, date string, content uint64) catalogue.Entry {
		e := entry("a", file, 3, content, 5)
		e.Date = date
		return e
	}
	first, second, again := capture("f", "2020", 1), capture("g", "2021", 2), capture("h", "2021", 3)
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		var g given
		for _, n := range order {
			g.entry([]uint64{keyA, keyA2, keyA3}[n], []catalogue.Entry{first, second, again}[n])
		}
		g.found(found(keyA, keyA2, 0, 0, 1, alignment.AnyOrder))
		g.found(found(keyA, keyA3, 0, 0, 1, alignment.AnyOrder))
		got, err := locate(t, g)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]record.Passage{verbatim("a 2020", "a 2021", 0, 0, 1, same)}, got.passages); diff != "" {
			t.Errorf("passages (-want +got):\n%s", diff)
		}
		want := []record.Rejected{{File: "h", Record: 3, ID: "a 2021", Reason: "duplicate id; kept is g, record 4"}}
		if diff := cmp.Diff(want, got.rejected); diff != "" {
			t.Errorf("rejected (-want +got):\n%s", diff)
		}
	}
}
