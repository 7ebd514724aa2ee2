package catalogue

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
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
		{"the same date twice, and another", []doc{{0, "u", "1"}, {0, "u", "1"}, {0, "u", "2"}},
			[]string{"u 1", "u 1", "u 2"}},
		{"no dates", []doc{{0, "u", ""}, {0, "u", ""}}, []string{"u", "u"}},
		{"with and without", []doc{{0, "u", "1"}, {0, "u", ""}}, []string{"u", "u"}},
		{"two dates and none", []doc{{0, "u", "1"}, {0, "u", ""}, {0, "u", "2"}}, []string{"u 1", "u", "u 2"}},
		{"the other side is another document", []doc{{0, "u", "1"}, {1, "u", "2"}}, []string{"u", "u"}},
		{"so is another id with the same 32 bits", []doc{{0, "u", "1"}, {0, "v", "2"}, {0, "v", "3"}},
			[]string{"u", "v 2", "v 3"}},
	} {
		for range 2 { // and in the other order
			var all []keyed
			for i, d := range tc.docs {
				all = append(all, keyed{uint64(i)<<1 | uint64(d.side), &Entry{ID: d.id, Date: d.date}})
			}
			nameCaptures(all)
			var got []string
			for _, k := range all {
				got = append(got, k.ID)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.name, diff)
			}
			slices.Reverse(tc.docs)
			slices.Reverse(tc.want)
		}
	}
}

func TestClaims(t *testing.T) {
	order := []Claim{
		{Content: 1, File: "b", Record: 9}, {Content: 2, File: "a", Record: 2}, {Content: 2, File: "a", Record: 10},
		{Content: 2, File: "b", Record: 0},
	}
	for i := range order {
		for j := range order {
			if got := order[i].Less(order[j]); got != (i < j) {
				t.Errorf("%+v.Less(%+v) = %v", order[i], order[j], got)
			}
		}
	}
}

// Of the documents of one name in the upper half of their keys, the first of each id is
// kept, and of two ids with one key the first.
func TestKeep(t *testing.T) {
	const key = 7 << 32
	a := &Entry{ID: "a", File: "f", Record: 3, Content: 1}
	again := &Entry{ID: "a", File: "g", Record: 4, Content: 1}
	clash := &Entry{ID: "b", File: "h", Content: 2}
	source := &Entry{ID: "a", File: "s", Content: 9}
	all := []keyed{{key, a}, {key, again}, {key, clash}, {key | 1, source}}
	for range all {
		var rejected []record.Rejected
		kept := keep(slices.Clone(all), func(r record.Rejected) { rejected = append(rejected, r) })
		if diff := cmp.Diff(map[uint64]*Entry{key: a, key | 1: source}, kept); diff != "" {
			t.Errorf("kept (-want +got):\n%s", diff)
		}
		slices.SortFunc(rejected, func(x, y record.Rejected) int { return strings.Compare(x.File, y.File) })
		want := []record.Rejected{
			{File: "g", Record: 4, ID: "a", Reason: "duplicate id; kept is f, record 4"},
			{File: "h", ID: "b", Reason: `its document key is also that of "a"`},
		}
		if diff := cmp.Diff(want, rejected); diff != "" {
			t.Errorf("rejected (-want +got):\n%s", diff)
		}
		all = append(all[1:], all[0])
	}
}

func TestDuplicateID(t *testing.T) {
	advice := "; give the folder above both as one --input or --source, and their ids are different: they are paths below it"
	for _, tc := range []struct {
		id            string
		loser, winner Claim
		want          string
	}{
		{"chapter1.txt", Claim{File: "y/chapter1.txt"}, Claim{File: "x/chapter1.txt"},
			"duplicate id; kept is x/chapter1.txt" + advice},
		{"de/1.txt", Claim{File: "gs://b/y/de/1.txt"}, Claim{File: "gs://b/x/de/1.txt"},
			"duplicate id; kept is gs://b/x/de/1.txt" + advice},
		{"a.jsonl:3", Claim{File: "y/a.jsonl", Record: 2}, Claim{File: "a.jsonl", Record: 2},
			"duplicate id; kept is a.jsonl, line 3" + advice},
		{"a", Claim{File: "y/a.jsonl", Record: 2}, Claim{File: "x/a.jsonl"}, "duplicate id; kept is x/a.jsonl, line 1"},
		{"1.txt", Claim{File: "y/1.txt"}, Claim{File: "x/a.jsonl", Record: 1},
			"duplicate id; kept is x/a.jsonl, line 2"},
		{"1.txt", Claim{File: "y/11.txt"}, Claim{File: "x/11.txt"}, "duplicate id; kept is x/11.txt"},
		{"1.txt", Claim{File: "1.txt"}, Claim{File: "1.txt"}, "duplicate id; kept is 1.txt"}, // the same one
		{"1.txt", Claim{File: "1.txt"}, Claim{}, "duplicate id"},
	} {
		if got := DuplicateID(tc.id, tc.loser, tc.winner); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.id, got, tc.want)
		}
	}
}
