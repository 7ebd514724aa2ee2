package passage

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCanonical(t *testing.T) {
	for _, tc := range []struct {
		name     string
		in, want Passage
	}{
		{"documents in order", Passage{"a", 5, 9, "b", 1, 2, "k"}, Passage{"a", 5, 9, "b", 1, 2, "k"}},
		{"documents exchanged", Passage{"b", 1, 2, "a", 5, 9, "k"}, Passage{"a", 5, 9, "b", 1, 2, "k"}},
		{"one document, later first", Passage{"a", 5, 9, "a", 1, 3, ""}, Passage{"a", 1, 3, "a", 5, 9, ""}},
		{"one document, same start", Passage{"a", 1, 9, "a", 1, 3, ""}, Passage{"a", 1, 3, "a", 1, 9, ""}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, tc.in.Canonical()); diff != "" {
				t.Errorf("Canonical (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tc.want, tc.in.Flipped().Canonical()); diff != "" {
				t.Errorf("Flipped().Canonical (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSortByPair(t *testing.T) {
	ps := []Passage{{"b", 0, 1, "c", 0, 1, ""}, {"b", 7, 8, "a", 9, 10, "k"}, {"a", 1, 2, "c", 1, 2, ""},
		{"a", 9, 10, "b", 3, 4, ""}}
	SortByPair(ps)
	want := []Passage{{"a", 9, 10, "b", 3, 4, ""}, {"a", 9, 10, "b", 7, 8, "k"}, {"a", 1, 2, "c", 1, 2, ""},
		{"b", 0, 1, "c", 0, 1, ""}}
	if diff := cmp.Diff(want, ps); diff != "" {
		t.Errorf("SortByPair (-want +got):\n%s", diff)
	}
}

func TestUnion(t *testing.T) {
	for _, tc := range []struct {
		name     string
		in, want []Range
	}{
		{"nothing", nil, nil},
		{"empty ranges", []Range{{3, 3}, {9, 4}}, nil},
		{"touching", []Range{{4, 6}, {1, 4}}, []Range{{1, 6}}},
		{"nested", []Range{{1, 9}, {2, 3}, {4, 9}}, []Range{{1, 9}}},
		{"apart", []Range{{5, 6}, {1, 2}}, []Range{{1, 2}, {5, 6}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := Union(slices.Clone(tc.in))
			if !slices.Equal(got, tc.want) {
				t.Errorf("Union(%v) = %v, want %v", tc.in, got, tc.want)
			}
		})
	}
}

func TestAppendIntersection(t *testing.T) {
	got := AppendIntersection(nil, []Range{{0, 10}, {20, 30}}, []Range{{2, 4}, {8, 22}, {29, 40}})
	want := []Range{{2, 4}, {8, 10}, {20, 22}, {29, 30}}
	if !slices.Equal(got, want) {
		t.Errorf("AppendIntersection = %v, want %v", got, want)
	}
}

// naiveHits is the obvious twin of Overlaps: every pair is looked at.
func naiveHits(p Passage, right []Passage) []Hit {
	var hits []Hit
	for j, q := range right {
		if p.A != q.A || p.B != q.B {
			continue
		}
		meets := func(q Passage) bool {
			return p.RangeA().Intersect(q.RangeA()).Size() > 0 && p.RangeB().Intersect(q.RangeB()).Size() > 0
		}
		if meets(q) {
			hits = append(hits, Hit{j, false})
		}
		if p.Within() && meets(q.Flipped()) {
			hits = append(hits, Hit{j, true})
		}
	}
	return hits
}

// decode reads passages of three documents from data, six bytes each.
func decode(data []byte) []Passage {
	ids := []string{"a", "b", "c"}
	var ps []Passage
	for ; len(data) >= 6; data = data[6:] {
		p := Passage{A: ids[int(data[0])%3], AStart: int(data[1] % 32), B: ids[int(data[3])%3],
			BStart: int(data[4] % 32)}
		p.AEnd, p.BEnd = p.AStart+int(data[2]%16), p.BStart+int(data[5]%16)
		ps = append(ps, p)
	}
	return ps
}

func FuzzOverlaps(f *testing.F) {
	f.Add([]byte("aaaaaabbbbbb"), []byte("aaaaaabbbbbb"))
	f.Add([]byte("a\x00\x05a\x08\x05a\x02\x05a\x09\x05"), []byte("a\x08\x05a\x00\x05"))
	f.Fuzz(func(t *testing.T, l, r []byte) {
		left, right := Canonicals(decode(l)), Canonicals(decode(r))
		visited := make([]int, len(left))
		Overlaps(left, right, func(i int, hits []Hit) {
			visited[i]++
			if want := naiveHits(left[i], right); !slices.Equal(hits, want) {
				t.Errorf("hits of %v in %v = %v, want %v", left[i], right, hits, want)
			}
		})
		for i, n := range visited {
			if n != 1 {
				t.Errorf("passage %d was visited %d times, want once", i, n)
			}
		}
	})
}

func TestCover(t *testing.T) {
	p := Passage{"a", 0, 10, "b", 100, 110, ""}
	others := []Passage{{"a", 0, 3, "b", 100, 102, ""}, {"a", 2, 5, "b", 90, 105, ""}}
	var c Cover
	c.Set(p, others, []Hit{{0, false}, {1, false}})
	if diff := cmp.Diff(Cover{Hits: 2, A: []Range{{0, 5}}, B: []Range{{100, 105}}}, c); diff != "" {
		t.Errorf("Set (-want +got):\n%s", diff)
	}
	if !c.Half(p) {
		t.Error("Half = false with 5 of 10 characters on both sides, want true")
	}
	c.Set(p, others, []Hit{{0, false}})
	if c.Half(p) {
		t.Error("Half = true with 3 and 2 of 10 characters, want false")
	}
}

func BenchmarkOverlaps(b *testing.B) {
	var ps []Passage
	for i := range 10000 { // one pair of documents, as the worst case is
		ps = append(ps, Passage{A: "a", AStart: 100 * i, AEnd: 100*i + 150, B: "b", BStart: 100 * i, BEnd: 100*i + 150})
	}
	b.ReportAllocs()
	for b.Loop() {
		Overlaps(ps, ps, func(int, []Hit) {})
	}
}
