package share

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/locate"
)

const full = locate.SimilarityUnit

// elsewhere is a passage of the document x, of 100 code points, with another one.
func elsewhere(start, end int64, similarity uint32, other string) locate.Reuse {
	return locate.Reuse{Kind: locate.Elsewhere, ID: "x", Start: start, End: end, Length: 100, Similarity: similarity,
		Other: other}
}

// measured runs the DoFn on a shard with the ranges of one document.
func measured(t *testing.T, ranges []locate.Reuse) (out []record.DocumentShare) {
	t.Helper()
	out, _ = counted(t, ranges)
	return out
}

// counted also returns how many ranges are of documents that are several pages of this one.
func counted(t *testing.T, ranges []locate.Reuse) (out []record.DocumentShare, pages int64) {
	t.Helper()
	var packed []byte
	for _, u := range ranges {
		packed = shuffle.Append(packed, 7<<32, u.Append(nil))
	}
	keep := func(d record.DocumentShare) { out = append(out, d) }
	if err := engine.RunReduce(t.Context(), engine.Params{Shards: 1}, &measure{}, 0, shuffletest.Iterate(packed), keep,
		func(_ string, n int64) { pages += n }); err != nil {
		t.Fatal(err)
	}
	return out, pages
}

// A document consists of several pages if two documents or more are inside it, and cover half of it. One that has an
// article of a collection, or quotations only, does not.
func TestSeveralPages(t *testing.T) {
	quoted := elsewhere
	inside := func(start, end int64, other string) locate.Reuse {
		u := elsewhere(start, end, full, other)
		u.Contains = true
		return u
	}
	for _, tc := range []struct {
		name     string
		ranges   []locate.Reuse
		contains int64
		share    float64
		pages    int64
	}{
		{"two pages", []locate.Reuse{inside(0, 30, "a"), inside(30, 50, "b")}, 2, .5, 2},
		{"two passages of one page", []locate.Reuse{inside(0, 30, "a"), inside(30, 49, "a")}, 1, .49, 0},
		{"one in a collection", []locate.Reuse{inside(0, 40, "a"), quoted(40, 90, full, "b")}, 1, .4, 0},
		{"versions of one", []locate.Reuse{inside(0, 30, "a"), inside(0, 30, "b"), inside(0, 31, "c")}, 3, .31, 0},
		{"quotations", []locate.Reuse{quoted(0, 50, full, "a"), quoted(50, 100, full, "b")}, 0, 0, 0},
		{"a page and a quotation of it", []locate.Reuse{inside(0, 30, "a"), quoted(40, 45, full, "a"),
			inside(40, 70, "b")}, 2, .6, 2},
	} {
		out, pages := counted(t, tc.ranges)
		if out[0].Contains != tc.contains || out[0].ContainsShare != tc.share || pages != tc.pages {
			t.Errorf("%s: %d, %v, %d", tc.name, out[0].Contains, out[0].ContainsShare, pages)
		}
	}
}

func TestMeasure(t *testing.T) {
	hot := locate.Reuse{Kind: locate.Hot, ID: "x", Start: 40, End: 60, Length: 100}
	within := locate.Reuse{Kind: locate.Within, ID: "x", Start: 0, End: 30, Length: 100}
	for _, tc := range []struct {
		name   string
		ranges []locate.Reuse
		want   record.DocumentShare
	}{
		{"all of it", []locate.Reuse{elsewhere(0, 100, full, "文")},
			record.DocumentShare{Share: 1, WeightedShare: 1, Documents: 1,
				Top: []record.OtherShare{{ID: "文", Share: 1, WeightedShare: 1}}}},
		{"overlaps count once, with the highest similarity",
			[]locate.Reuse{elsewhere(0, 20, 5000, "a"), elsewhere(10, 30, 8000, "a"), elsewhere(10, 20, 9000, "b")},
			record.DocumentShare{Share: 0.3, WeightedShare: 0.05 + 0.09 + 0.08, Documents: 2, Top: []record.OtherShare{
				{ID: "a", Share: 0.3, WeightedShare: 0.05 + 0.16}, {ID: "b", Share: 0.1, WeightedShare: 0.09}}}},
		{"hot text is elsewhere", []locate.Reuse{hot, elsewhere(50, 70, 5000, "a")},
			record.DocumentShare{Share: 0.3, WeightedShare: 0.25, HotShare: 0.2, Documents: 1,
				Top: []record.OtherShare{{ID: "a", Share: 0.2, WeightedShare: 0.1}}}},
		{"a passage inside is not", []locate.Reuse{within},
			record.DocumentShare{WithinShare: 0.3, Top: []record.OtherShare{}}},
		{"five others, by weighted share, share and id", []locate.Reuse{
			elsewhere(0, 10, full, "f"), elsewhere(0, 10, full, "e"), elsewhere(0, 20, full, "z"),
			elsewhere(0, 20, 5000, "d"),
			elsewhere(0, 5, full, "g"), elsewhere(0, 1, full, "h")},
			record.DocumentShare{Share: 0.2, WeightedShare: 0.2, Documents: 6, Top: []record.OtherShare{
				{ID: "z", Share: 0.2, WeightedShare: 0.2}, {ID: "d", Share: 0.2, WeightedShare: 0.1},
				{ID: "e", Share: 0.1, WeightedShare: 0.1}, {ID: "f", Share: 0.1, WeightedShare: 0.1},
				{ID: "g", Share: 0.05, WeightedShare: 0.05}}}},
	} {
		tc.want.ID, tc.want.Characters = "x", 100
		tc.want.WeightedShare = record.Round(tc.want.WeightedShare)
		if diff := cmp.Diff([]record.DocumentShare{tc.want}, measured(t, tc.ranges)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
	if got := measured(t, nil); len(got) > 0 {
		t.Errorf("documents of nothing: %+v", got)
	}
	empty := locate.Reuse{Kind: locate.Elsewhere, ID: "x", Other: "a"}
	if got := measured(t, []locate.Reuse{empty})[0]; got.Share != 0 || got.WeightedShare != 0 || got.Documents != 1 {
		t.Errorf("a document without text: %+v", got)
	}
}

// Whatever the ranges and their order, shares are shares.
func TestMeasureProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var ranges []locate.Reuse
		for range 1 + r.IntN(40) {
			start := r.Int64N(100)
			u := elsewhere(start, start+r.Int64N(101-start), uint32(r.IntN(full+1)), fmt.Sprint("d", r.IntN(9)))
			switch r.IntN(5) {
			case 0:
				u.Kind, u.Similarity, u.Other = locate.Hot, 0, ""
			case 1:
				u.Kind, u.Similarity, u.Other = locate.Within, 0, ""
			}
			ranges = append(ranges, u)
		}
		got := measured(t, ranges)
		d := got[0]
		if !(0 <= d.WeightedShare && d.WeightedShare <= d.Share && d.HotShare <= d.Share && d.Share <= 1 &&
			0 <= d.WithinShare && d.WithinShare <= 1) {
			t.Fatalf("%+v of %+v", d, ranges)
		}
		for _, o := range d.Top {
			if o.WeightedShare > o.Share || o.Share > d.Share || o.WeightedShare > d.WeightedShare {
				t.Fatalf("%+v of %+v", d, ranges)
			}
		}
		r.Shuffle(len(ranges), func(i, k int) { ranges[i], ranges[k] = ranges[k], ranges[i] })
		if diff := cmp.Diff(got, measured(t, ranges)); diff != "" {
			t.Fatalf("another order (-want +got):\n%s", diff)
		}
	}
}
