package occurrence

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func group(at ...[2]int) *Group {
	g := &Group{}
	for _, p := range at {
		g.Add(uint64(p[0]), uint32(p[1]), nil)
	}
	return g
}

func TestAdd(t *testing.T) {
	for _, tc := range []struct {
		name      string
		at        [][2]int
		want      []Run
		documents int
	}{
		{"none", nil, nil, 0},
		{"two documents", [][2]int{{1, 5}, {2, 6}}, []Run{{1, 5, 1, nil, nil}, {2, 6, 1, nil, nil}}, 2},
		{"equal neighbours are one run", [][2]int{{1, 5}, {1, 6}, {1, 7}, {1, 9}},
			[]Run{{1, 5, 3, nil, nil}, {1, 9, 1, nil, nil}}, 1},
		{"a posting that comes twice", [][2]int{{1, 5}, {1, 5}, {1, 6}, {1, 6}}, []Run{{1, 5, 2, nil, nil}}, 1},
	} {
		g := group(tc.at...)
		if diff := cmp.Diff(tc.want, g.Runs); diff != "" || g.Documents != tc.documents {
			t.Errorf("%s: %d documents, want %d; runs (-want +got):\n%s", tc.name, g.Documents, tc.documents, diff)
		}
	}
	g := &Group{}
	g.Add(1, 0, []byte("x"))
	g.Add(1, 1, []byte("y"))
	if len(g.Runs) != 2 {
		t.Errorf("neighbours with unequal sets are %d runs, want 2", len(g.Runs))
	}
}

func TestCut(t *testing.T) {
	g := group([2]int{1, 0}, [2]int{1, 2}, [2]int{1, 4}, [2]int{1, 6}, [2]int{1, 8}, [2]int{1, 9}, [2]int{2, 0})
	if got := g.Cut(4); got != 2 {
		t.Errorf("Cut = %d sentences, want the 2 of the fifth run", got)
	}
	want := []Run{{1, 0, 1, nil, nil}, {1, 2, 1, nil, nil}, {1, 4, 1, nil, nil}, {1, 6, 1, nil, nil},
		{2, 0, 1, nil, nil}}
	if diff := cmp.Diff(want, g.Runs); diff != "" {
		t.Errorf("runs after Cut (-want +got):\n%s", diff)
	}
	if got := g.Sentences(); got != 5 {
		t.Errorf("Sentences = %d, want 5", got)
	}
	if got := group([2]int{1, 0}).Cut(4); got != 0 {
		t.Errorf("Cut of one run = %d", got)
	}
	if got := g.Cut(0); got != 0 {
		t.Errorf("Cut(0) = %d sentences, want none", got)
	}
	if got := g.Cut(1); got != 3 || len(g.Runs) != 2 {
		t.Errorf("Cut(1) = %d sentences, and %d runs are left; want 3 and 2", got, len(g.Runs))
	}
}

// Shifts and Within contain every pair of sentences once.
func TestEveryPair(t *testing.T) {
	for a := uint32(1); a < 6; a++ {
		for b := uint32(1); b < 6; b++ {
			between, inside := map[[2]uint32]int{}, map[[2]uint32]int{}
			add := func(m map[[2]uint32]int) func(i, k, n uint32) {
				return func(i, k, n uint32) {
					for x := range n {
						m[[2]uint32{i + x, k + x}]++
					}
				}
			}
			Shifts(Run{First: 3, Count: a}, Run{First: 40, Count: b}, add(between))
			Within(Run{First: 3, Count: a}, add(inside))
			wantBetween, wantInside := map[[2]uint32]int{}, map[[2]uint32]int{}
			for i := range a {
				for k := range b {
					wantBetween[[2]uint32{3 + i, 40 + k}] = 1
				}
				for k := i + 1; k < a; k++ {
					wantInside[[2]uint32{3 + i, 3 + k}] = 1
				}
			}
			if diff := cmp.Diff(wantBetween, between); diff != "" {
				t.Errorf("Shifts of %d and %d (-want +got):\n%s", a, b, diff)
			}
			if diff := cmp.Diff(wantInside, inside); diff != "" {
				t.Errorf("Within %d (-want +got):\n%s", a, diff)
			}
		}
	}
}

func TestAlign(t *testing.T) {
	for _, tc := range []struct {
		a, b Run
		want [][3]uint32
	}{
		{Run{First: 3, Count: 1}, Run{First: 7, Count: 1}, [][3]uint32{{3, 7, 1}}},
		{Run{First: 3, Count: 2}, Run{First: 7, Count: 2}, [][3]uint32{{3, 7, 2}}},
		{Run{First: 3, Count: 2}, Run{First: 7, Count: 5}, [][3]uint32{{3, 7, 2}, {3, 10, 2}}},
		{Run{First: 3, Count: 5}, Run{First: 7, Count: 2}, [][3]uint32{{3, 7, 2}, {6, 7, 2}}},
	} {
		var got [][3]uint32
		Align(tc.a, tc.b, func(i, k, n uint32) { got = append(got, [3]uint32{i, k, n}) })
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("Align(%v, %v) (-want +got):\n%s", tc.a, tc.b, diff)
		}
	}
}

func TestSequence(t *testing.T) {
	type run struct {
		first, count uint32
		signature    uint64
	}
	for _, tc := range []struct {
		name   string
		length int
		runs   []run
		want   [][3]uint32 // first, count, and the number of the key by first use
	}{
		{"too short", 3, []run{{0, 1, 7}, {1, 1, 8}}, nil},
		{"two sequences", 2, []run{{4, 1, 7}, {5, 1, 8}, {6, 1, 9}}, [][3]uint32{{4, 1, 0}, {5, 1, 1}}},
		{"a hole parts them", 2, []run{{4, 1, 7}, {5, 1, 8}, {7, 1, 9}, {8, 1, 7}}, [][3]uint32{{4, 1, 0}, {7, 1, 1}}},
		{"the same sequence again", 2, []run{{0, 1, 7}, {1, 1, 8}, {3, 1, 7}, {4, 1, 8}},
			[][3]uint32{{0, 1, 0}, {3, 1, 0}}},
		{"equal sentences", 2, []run{{0, 10000, 7}, {10000, 1, 8}}, [][3]uint32{{0, 9999, 0}, {9999, 1, 1}}},
	} {
		seq := Sequencer{Length: tc.length}
		var sequences []Sequences
		for _, r := range tc.runs {
			sequences = seq.Append(sequences, r.first, r.count, r.signature)
		}
		numbers := map[uint64]uint32{}
		var got [][3]uint32
		for _, c := range sequences {
			if _, ok := numbers[c.Key]; !ok {
				numbers[c.Key] = uint32(len(numbers))
			}
			got = append(got, [3]uint32{c.First, c.Count, numbers[c.Key]})
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}
