package cluster

import (
	"fmt"
	"slices"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/alignment/seed"
)

// chosen runs choose over clusters of one cell each, given by box, cosine and weight.
func chosen(p Thresholds, clusters ...Cluster) (out []pair.Box) {
	f := finder(p)
	f.A, f.B = rows(100), rows(100)
	f.Found = clusters
	f.choose()
	for _, c := range f.Found {
		out = append(out, c.Box)
	}
	return out
}

// rows builds a document of n units of one word each.
func rows(n int) *indexed.Document {
	d := &indexed.Document{Words: make([]uint32, n), From: make([]uint32, n), To: make([]uint32, n)}
	for x := range n + 1 {
		d.Units = append(d.Units, uint32(x))
	}
	d.Index(nil)
	return d
}

// boxed makes a cluster of the box with n cells of cosine 1 on its diagonal: weight n.
func boxed(i0, i1, j0, j1 uint32, n int, cosine float64) Cluster {
	c := Cluster{Box: aligntest.Box(i0, i1, j0, j1), Cosine: cosine}
	for x := range uint32(n) {
		c.Cells = append(c.Cells, seed.Cell{I: i0 + x, J: j0 + x, Cosine: 1})
	}
	return c
}

func TestChoose(t *testing.T) {
	strong := boxed(10, 20, 10, 20, 9, .9)
	for _, tc := range []struct {
		name  string
		other Cluster
		want  int
	}{
		{"apart", boxed(20, 25, 20, 25, 5, .4), 2},
		{"overlap on both sides", boxed(19, 25, 19, 25, 5, .99), 1},
		{"on a, weak", boxed(19, 25, 20, 25, 5, .74), 1},
		{"on a, strong", boxed(19, 25, 20, 25, 5, .75), 2},
		{"on b, weak", boxed(20, 25, 5, 11, 5, .74), 1},
		{"on b, strong", boxed(20, 25, 5, 11, 5, .75), 2},
	} {
		got := chosen(Measured(), tc.other, strong)
		if len(got) != tc.want || got[0] != strong.Box {
			t.Errorf("%s: chosen %v, want %d, the strong one first", tc.name, got, tc.want)
		}
	}
}

// A tie of overlapping clusters goes to the earlier one, from both sides the same.
func TestChooseTies(t *testing.T) {
	x, y := boxed(3, 6, 4, 7, 3, .9), boxed(5, 8, 6, 9, 3, .9)
	if got := chosen(Measured(), y, x); len(got) != 1 || got[0] != x.Box {
		t.Errorf("chosen %v, want %v", got, x.Box)
	}
	// Mirror images: the order of the documents alone could prefer one.
	x, y = boxed(0, 4, 3, 7, 3, .9), boxed(3, 7, 0, 4, 3, .9)
	if got := chosen(Measured(), x, y); len(got) != 2 {
		t.Errorf("chosen %v, want both mirror images", got)
	}
	if got := chosen(Measured(), x, x); len(got) != 1 {
		t.Errorf("chosen %v, want the same box once", got)
	}
}

func TestWeighCluster(t *testing.T) {
	f := finder(Measured())
	c := Cluster{Box: aligntest.Box(2, 5, 7, 9), Cells: []seed.Cell{{I: 2, J: 7, Cosine: .5}, {I: 2, J: 8, Cosine: .75},
		{I: 4, J: 8, Cosine: .25}}}
	f.weigh(&c)
	if want := (.75 + .25 + .5 + .75) / 2; c.Weight != want {
		t.Errorf("weight %v, want %v", c.Weight, want)
	}
}

func FuzzBoxes(f *testing.F) {
	f.Add([]byte{0, 3, 0, 3, 2, 2, 5, 1, 3, 9, 3, 9})
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Boxes
		s.Reset(300, 300)
		var added []pair.Box
		for ; len(data) >= 4; data = data[4:] {
			i, j := uint32(data[0]), uint32(data[2])
			o := aligntest.Box(i, i+1+uint32(data[1])%40, j, j+1+uint32(data[3])%40)
			var want []uint32
			wantA, wantB := false, false
			for n, x := range added {
				a, b := x.Overlaps(o)
				wantA, wantB = wantA || a, wantB || b
				if a && b {
					want = append(want, uint32(n))
				}
			}
			if a, b := s.touched(o); a != wantA || b != wantB {
				t.Fatalf("touched(%v) = %v, %v, want %v, %v", o, a, b, wantA, wantB)
			}
			got := s.AppendOverlapping(nil, o)
			slices.Sort(got)
			if got = slices.Compact(got); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("appendOverlapping(%v) = %v, want %v", o, got, want)
			}
			s.Add(o)
			added = append(added, o)
		}
	})
}
