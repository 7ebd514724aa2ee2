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

func TestDuplicateID(t *testing.T) {
	advice := "; give the folder above both as one --input or --source, and their ids are different: they are paths below it"
	for _, tc := range []struct {
		id            string
		loser, winner Origin
		want          string
	}{
		{"chapter1.txt", Origin{File: "y/chapter1.txt"}, Origin{File: "x/chapter1.txt"}, "duplicate id; kept is x/chapter1.txt" + advice},
		{"de/1.txt", Origin{File: "gs://b/y/de/1.txt"}, Origin{File: "gs://b/x/de/1.txt"}, "duplicate id; kept is gs://b/x/de/1.txt" + advice},
		{"a.jsonl:3", Origin{File: "y/a.jsonl", Record: 2}, Origin{File: "a.jsonl", Record: 2}, "duplicate id; kept is a.jsonl, line 3" + advice},
		{"a", Origin{File: "y/a.jsonl", Record: 2}, Origin{File: "x/a.jsonl"}, "duplicate id; kept is x/a.jsonl, line 1"},
		{"1.txt", Origin{File: "y/1.txt"}, Origin{File: "x/a.jsonl", Record: 1}, "duplicate id; kept is x/a.jsonl, line 2"},
		{"1.txt", Origin{File: "y/11.txt"}, Origin{File: "x/11.txt"}, "duplicate id; kept is x/11.txt"},
		{"1.txt", Origin{File: "1.txt"}, Origin{File: "1.txt"}, "duplicate id; kept is 1.txt"}, // the same one
	} {
		if got := DuplicateID(tc.id, tc.loser, tc.winner); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.id, got, tc.want)
		}
	}
}
