package locate

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"diagonal/io/record"
)

func TestNameCaptures(t *testing.T) {
	type doc struct {
		side     record.Side
		id, date string
	}
	for _, tc := range []struct {
		name string
		docs []doc
		want []string
	}{
		{"one capture", []doc{{0, "u", "1"}}, []string{"u"}},
		{"two dates", []doc{{0, "u", "2"}, {0, "u", "1"}}, []string{"u 2", "u 1"}},
		{"the same date twice", []doc{{0, "u", "1"}, {0, "u", "1"}}, []string{"u", "u"}},
		{"the same date twice, and another", []doc{{0, "u", "1"}, {0, "u", "1"}, {0, "u", "2"}}, []string{"u 1", "u 1", "u 2"}},
		{"no dates", []doc{{0, "u", ""}, {0, "u", ""}}, []string{"u", "u"}},
		{"with and without", []doc{{0, "u", "1"}, {0, "u", ""}}, []string{"u", "u"}},
		{"two dates and none", []doc{{0, "u", "1"}, {0, "u", ""}, {0, "u", "2"}}, []string{"u 1", "u", "u 2"}},
		{"the other side is another document", []doc{{0, "u", "1"}, {1, "u", "2"}}, []string{"u", "u"}},
		{"so is another id with the same 32 bits", []doc{{0, "u", "1"}, {0, "v", "2"}, {0, "v", "3"}}, []string{"u", "v 2", "v 3"}},
	} {
		for range 2 { // and in the other order
			var all []keyed
			for i, d := range tc.docs {
				all = append(all, keyed{uint64(i)<<1 | uint64(d.side), &record.Entry{ID: d.id, Date: d.date}})
			}
			nameCaptures(all)
			var got []string
			for _, k := range all {
				got = append(got, k.entry.ID)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.name, diff)
			}
			slices.Reverse(tc.docs)
			slices.Reverse(tc.want)
		}
	}
}

// Two captures of a page share what did not change between them; one of a date that is
// there already is rejected.
func TestCaptures(t *testing.T) {
	const keyA2, keyA3 = 1<<32 | 8, 1<<32 | 10 // the name of a, other contents
	capture := func(file, date string, content uint64) record.Entry {
		e := entry("a", file, 3, content, 5)
		e.Date = date
		return e
	}
	first, second, again := capture("f", "2020", 1), capture("g", "2021", 2), capture("h", "2021", 3)
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		var g given
		for _, n := range order {
			g.entry([]uint64{keyA, keyA2, keyA3}[n], []record.Entry{first, second, again}[n])
		}
		g.found(found(keyA, keyA2, 0, 0, 1, record.AnyOrder))
		g.found(found(keyA, keyA3, 0, 0, 1, record.AnyOrder))
		got, err := locate(t, g)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]record.Passage{verbatim("a 2020", "a 2021", 0, 0, 1, same)}, got.passages); diff != "" {
			t.Errorf("passages (-want +got):\n%s", diff)
		}
		want := []record.Rejected{{File: "h", Record: 3, ID: "a 2021", Reason: "duplicate id; kept is record 3 of g"}}
		if diff := cmp.Diff(want, got.rejected); diff != "" {
			t.Errorf("rejected (-want +got):\n%s", diff)
		}
	}
}
