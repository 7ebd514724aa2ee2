package record

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNameCaptures(t *testing.T) {
	type doc struct {
		side     Side
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
			var all []Keyed
			for i, d := range tc.docs {
				all = append(all, Keyed{uint64(i)<<1 | uint64(d.side), &Entry{ID: d.id, Date: d.date}})
			}
			nameCaptures(all)
			var got []string
			for _, k := range all {
				got = append(got, k.Entry.ID)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.name, diff)
			}
			slices.Reverse(tc.docs)
			slices.Reverse(tc.want)
		}
	}
}
