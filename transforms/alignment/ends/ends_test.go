package ends

import (
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/cluster"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/alignment/scratch"
	"example.org/diagonal/transforms/alignment/seed"
)

// boundOf bounds the cluster of units o, one seed for each unit on the diagonal.
func boundOf(a, b *indexed.Document, o pair.Box) Passage {
	f := finder(a, b)
	c := Passage{Cluster: cluster.Cluster{Box: o}}
	for x := range min(o.I1-o.I0, o.J1-o.J0) {
		c.Cells = append(c.Cells, seed.Cell{I: o.I0 + x, J: o.J0 + x, Cosine: .9})
	}
	f.Bound(&c)
	return c
}

func TestBound(t *testing.T) {
	numbered, span, box := aligntest.Numbered, aligntest.Span, aligntest.Box
	body := numbered("w", 0, 80) // 8 units
	for _, tc := range []struct {
		name    string
		a, b    string
		box     pair.Box
		stretch bool
		sa, sb  indexed.Span
	}{
		{"no common run: the units", numbered("x", 0, 30), numbered("y", 0, 30), box(0, 2, 1, 3), false, span(0, 20),
			span(10, 30)},
		{"a run of 49 words is no stretch", numbered("w", 0, 49) + ".", numbered("w", 0, 49) + ". " +
			numbered("y", 0, 10), box(0, 5, 0, 5), false, span(0, 49), span(0, 49)},
		{"the whole", body, body, box(0, 8, 0, 8), true, span(0, 80), span(0, 80)},
		{"into the next unit", body + "x y z.", numbered("y", 0, 5) + "." + body, box(0, 7, 1, 8), true, span(0, 80),
			span(5, 85)},
		{"not further than the next unit", body, body, box(1, 6, 1, 6), true, span(0, 70), span(0, 70)},
		{
			"a short run beyond a changed word", body + numbered("q", 0, 10),
			numbered("w", 0, 74) + "changed " + numbered("w", 75, 80) + numbered("r", 0, 10),
			box(0, 8, 0, 8), true, span(0, 80), span(0, 80),
		},
		{
			"up to a changed word", body + numbered("q", 0, 10),
			numbered("w", 0, 74) + "v w x y z a. " + numbered("r", 0, 10),
			box(0, 8, 0, 8), true, span(0, 74), span(0, 74),
		},
	} {
		c := boundOf(aligntest.Sentences(tc.a), aligntest.Sentences(tc.b), tc.box)
		if c.Stretch != tc.stretch || c.A != tc.sa || c.B != tc.sb {
			t.Errorf("%s: %v %v, stretch %v; want %v %v, %v", tc.name, c.A, c.B, c.Stretch, tc.sa, tc.sb, tc.stretch)
		}
	}
}

// A stretch that leaves most of the seeds outside does not take the place of the units.
func TestBoundKeepsSeeds(t *testing.T) {
	a := aligntest.Sentences(aligntest.Numbered("w", 0, 60) + aligntest.Numbered("x", 0, 90))
	b := aligntest.Sentences(aligntest.Numbered("w", 0, 60) + aligntest.Numbered("y", 0, 90))
	if c := boundOf(a, b, aligntest.Box(0, 15, 0, 15)); c.Stretch || !c.LongRun || c.A != (aligntest.Span(0, 150)) {
		t.Errorf("%v %v, stretch %v; want the units", c.A, c.B, c.Stretch)
	}
}

// Boundaries do not move into a hot unit.
func TestBoundStopsAtHot(t *testing.T) {
	a, b := aligntest.Sentences(aligntest.Numbered("w", 0, 80)), aligntest.Sentences(aligntest.Numbered("w", 0, 80))
	a.Hot = []bool{true, false, false, false, false, false, false, true}
	c, want := boundOf(a, b, aligntest.Box(1, 7, 1, 7)), aligntest.Span(10, 70)
	if c.A != want || c.B != want || !c.Stretch {
		t.Errorf("%v %v, stretch %v; want 10 to 70 on both sides", c.A, c.B, c.Stretch)
	}
}

// Within one document a common neighbour unit belongs to neither side.
func TestBoundWithinOneDocument(t *testing.T) {
	copied := aligntest.Numbered("w", 0, 60)
	d := aligntest.Sentences(copied + aligntest.Numbered("m", 0, 10) + copied)
	c := boundOf(d, d, aligntest.Box(0, 6, 7, 13))
	if c.A != aligntest.Span(0, 60) || c.B != aligntest.Span(70, 130) || !c.Stretch {
		t.Errorf("%v %v, stretch %v; want 0 to 60 and 70 to 130", c.A, c.B, c.Stretch)
	}
}

func TestStretch(t *testing.T) {
	// the penalty is .5
	for _, tc := range []struct {
		marks string
		want  indexed.Span
		sum   float64
	}{
		{"....", aligntest.Span(10, 10), 0},
		{".xx.", aligntest.Span(11, 13), 2},
		{"xx..x", aligntest.Span(10, 12), 2}, // 2 - 1 + 1 is no more
		{"xx..xx", aligntest.Span(10, 16), 3},
		{"x...xx", aligntest.Span(14, 16), 2},
	} {
		var marks []bool
		for _, c := range tc.marks {
			marks = append(marks, c == 'x')
		}
		if got, sum := stretch(marks, 10); got != tc.want || sum != tc.sum {
			t.Errorf("stretch(%s) = %v, %v, want %v, %v", tc.marks, got, sum, tc.want, tc.sum)
		}
	}
}

func TestFills(t *testing.T) {
	f := finder(&indexed.Document{}, &indexed.Document{}) // stretchFill .6
	f.long.reset(aligntest.Span(0, 100), aligntest.Span(0, 100))
	scratch.Fill(f.long.a[10:50])
	scratch.Fill(f.long.b[10:50])
	for _, tc := range []struct {
		name string
		a, b indexed.Span
		want bool
	}{
		{"all of it", aligntest.Span(10, 50), aligntest.Span(10, 50), true},
		{"60 % of a", aligntest.Span(0, 66), aligntest.Span(10, 50), true},
		{"less of a", aligntest.Span(0, 67), aligntest.Span(10, 50), false},
		{"less of b", aligntest.Span(10, 50), aligntest.Span(0, 67), false},
	} {
		if got := f.fills(tc.a, tc.b, 0, 0); got != tc.want {
			t.Errorf("%s: fills = %v, want %v", tc.name, got, tc.want)
		}
	}
}

// Words are cut only from the first and the last unit, and only where the chains say that they are of the text around.
func TestTrimmed(t *testing.T) {
	span := aligntest.Span
	marks := func(s string) (all []bool) {
		for _, c := range s {
			all = append(all, c == 'x')
		}
		return all
	}
	dense, sparse := strings.Repeat("xxx.", 10), strings.Repeat("xx"+strings.Repeat(".", 12), 4)
	for _, tc := range []struct {
		name, marks string
		units       []uint32
		want        indexed.Span
	}{
		{"a dense passage in one unit", strings.Repeat(".", 15) + dense + strings.Repeat(".", 9), []uint32{0, 64},
			span(15, 54)},
		{"chance outside", "xx" + strings.Repeat(".", 15) + dense, []uint32{2, 57}, span(17, 57)},
		{"a sparse one", strings.Repeat(".", 12) + sparse, []uint32{0, 68}, span(0, 68)},
		{"not beyond the unit", strings.Repeat(".", 20) + dense, []uint32{0, 8, 60}, span(8, 60)},
		{"nothing shared", strings.Repeat(".", 30), []uint32{0, 30}, span(0, 30)},
	} {
		d := &indexed.Document{Units: tc.units}
		got := trimmed(d, 0, uint32(len(tc.units))-1, marks(tc.marks), span(0, uint32(len(tc.marks))))
		if got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestLongest(t *testing.T) {
	for _, tc := range []struct {
		marks string
		want  indexed.Span
	}{
		{"", indexed.Span{}}, {"...", indexed.Span{}}, {"x", aligntest.Span(7, 8)}, {".xx.xx.", aligntest.Span(8, 10)},
		{"x.xxx", aligntest.Span(9, 12)},
	} {
		marks := make([]bool, len(tc.marks))
		for x := range marks {
			marks[x] = tc.marks[x] == 'x'
		}
		if got := longest(marks, 7); got != tc.want {
			t.Errorf("%q: %v, want %v", tc.marks, got, tc.want)
		}
	}
}

// finder returns a Finder for the pair, of which no cluster was taken.
func finder(a, b *indexed.Document) *Finder {
	clusters := cluster.Finder{Pair: &pair.Pair{}}
	clusters.Pair.Begin(a, b, pair.Shared{})
	clusters.Taken.Reset(a.UnitCount(), b.UnitCount())
	return NewFinder(&clusters, Measured())
}
