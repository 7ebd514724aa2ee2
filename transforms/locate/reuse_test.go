package locate

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire/wiretest"
	"example.org/diagonal/transforms/alignment"
)

func TestReuseBytes(t *testing.T) {
	u := Reuse{Kind: Elsewhere, ID: "a", Start: 1, End: 3, Length: 200, Similarity: 9091, Other: "中"}
	wiretest.Golden(t, "elsewhere", u.Append(nil), "00"+"0161"+"0102c801"+"8347"+"03e4b8ad")
	wiretest.Prefixes(t, "elsewhere", u.Append(nil), func(b []byte) error {
		_, err := engine.Read[Reuse](b)
		return err
	})
	hot := Reuse{Kind: Hot, ID: "a", Start: 1, End: 3, Length: 200}
	wiretest.Golden(t, "hot", hot.Append(nil), "01"+"0161"+"0102c801")
	container := u
	container.Contains, container.OtherSource = true, true
	wiretest.Golden(t, "container", container.Append(nil), "c0"+"0161"+"0102c801"+"8347"+"03e4b8ad")
	for _, want := range []Reuse{u, hot, container} {
		if got, err := engine.Read[Reuse](want.Append(nil)); err != nil || got != want {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
	}
}

// Each side of a passage is sent to its document, if that is of the input; a hot place as well.
// Lengths are those of the sentences: nine code points each.
func TestReuse(t *testing.T) {
	const keyS = 4<<32 | 1
	var g given
	g.entry(keyA, entry("a", "f", 0, 1, 5, 6, 5, 6))
	g.entry(keyB, entry("b", "f", 1, 2, 9, 5, 6))
	g.entry(keyS, entry("a", "s", 1, 3, 5, 6))
	g.found(found(keyA, keyB, 0, 1, 2, alignment.AnyOrder))
	g.found(found(keyA, keyA, 0, 2, 2, alignment.Fixed))
	g.found(found(keyB, keyS, 1, 0, 1, alignment.Fixed))
	g.found(found(keyB, keyC, 1, 0, 1, alignment.AnyOrder)) // an orphan
	g.hot(keyA, 3, 1)
	g.hot(keyS, 1, 1)
	got, err := locate(t, g)
	want := []Reuse{
		{Elsewhere, "a", 0, 18, 36, SimilarityUnit, "b", false, false, ""},
		{Hot, "a", 27, 36, 36, 0, "", false, false, ""},
		{Within, "a", 0, 18, 36, 0, "", false, false, ""},
		{Within, "a", 18, 36, 36, 0, "", false, false, ""},
		{Elsewhere, "b", 9, 27, 27, SimilarityUnit, "a", false, false, ""},
		{Elsewhere, "b", 9, 18, 27, SimilarityUnit, "a", true, true, ""},
	}
	if diff := cmp.Diff(want, got.reuse); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// A passage says which share of both texts it is, and is counted by its type; one inside a document has none.
func TestTypes(t *testing.T) {
	for _, tc := range []struct {
		a, b, n uint64 // sentences of both texts, and of the passage
		shares  [2]float64
		name    string
	}{
		{3, 4, 2, [2]float64{.6667, .5}, WholeTexts},
		{3, 5, 2, [2]float64{.6667, .4}, Insides},
		{9, 2, 2, [2]float64{.2222, 1}, Insides},
		{9, 5, 2, [2]float64{.2222, .4}, Quotations},
		{2, 2, 2, [2]float64{1, 1}, WholeTexts},
	} {
		var g given
		g.entry(keyA, entry("a", "f", 0, 1, slices.Repeat([]uint64{5}, int(tc.a))...))
		g.entry(keyB, entry("b", "f", 1, 2, slices.Repeat([]uint64{5}, int(tc.b))...))
		g.found(found(keyA, keyB, 0, 0, uint32(tc.n), alignment.AnyOrder))
		got, err := locate(t, g)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([][2]float64{tc.shares}, got.shares); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tc, diff)
		}
		if diff := cmp.Diff(map[string]int64{tc.name: 1}, got.types); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tc, diff)
		}
	}
}
