package seedextend

import (
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/commonrun"
)

// numbered returns words prefix0 to prefix(n-1), with a full stop after every tenth.
func numbered(prefix string, from, to int) string {
	var s strings.Builder
	for x := from; x < to; x++ {
		s.WriteString(prefix)
		for _, c := range []byte{byte(x / 10), byte(x % 10)} {
			s.WriteByte('a' + c)
		}
		if x%10 == 9 {
			s.WriteByte('.')
		}
		s.WriteByte(' ')
	}
	return s.String()
}

// boundOf bounds the cluster of units o, one seed for each unit on the diagonal.
func boundOf(a, b *Document, o box) cluster {
	w := NewWorker(Params{})
	w.a, w.b, w.self = a, b, a == b
	w.taken.reset(a.units(), b.units())
	c := cluster{box: o}
	for x := range min(o.i1-o.i0, o.j1-o.j0) {
		c.cells = append(c.cells, cell{i: o.i0 + x, j: o.j0 + x, cosine: .9})
	}
	w.bound(&c)
	return c
}

func TestBound(t *testing.T) {
	body := numbered("w", 0, 80) // 8 units
	for _, tc := range []struct {
		name    string
		a, b    string
		box     box
		stretch bool
		sa, sb  span
	}{
		{"no common run: the units", numbered("x", 0, 30), numbered("y", 0, 30), box{0, 2, 1, 3}, false, span{0, 20},
			span{10, 30}},
		{"a run of 49 words is no stretch", numbered("w", 0, 49) + ".", numbered("w", 0, 49) + ". " +
			numbered("y", 0, 10), box{0, 5, 0, 5}, false, span{0, 49}, span{0, 49}},
		{"the whole", body, body, box{0, 8, 0, 8}, true, span{0, 80}, span{0, 80}},
		{"into the next unit", body + "x y z.", numbered("y", 0, 5) + "." + body, box{0, 7, 1, 8}, true, span{0, 80},
			span{5, 85}},
		{"not further than the next unit", body, body, box{1, 6, 1, 6}, true, span{0, 70}, span{0, 70}},
		{
			"a short run beyond a changed word", body + numbered("q", 0, 10),
			numbered("w", 0, 74) + "changed " + numbered("w", 75, 80) + numbered("r", 0, 10),
			box{0, 8, 0, 8}, true, span{0, 80}, span{0, 80},
		},
		{
			"up to a changed word", body + numbered("q", 0, 10),
			numbered("w", 0, 74) + "v w x y z a. " + numbered("r", 0, 10),
			box{0, 8, 0, 8}, true, span{0, 74}, span{0, 74},
		},
	} {
		c := boundOf(sentences(tc.a), sentences(tc.b), tc.box)
		if c.stretch != tc.stretch || c.a != tc.sa || c.b != tc.sb {
			t.Errorf("%s: %v %v, stretch %v; want %v %v, %v", tc.name, c.a, c.b, c.stretch, tc.sa, tc.sb, tc.stretch)
		}
	}
}

// A stretch that leaves most of the seeds outside does not take the place of the units.
func TestBoundKeepsSeeds(t *testing.T) {
	a := sentences(numbered("w", 0, 60) + numbered("x", 0, 90))
	b := sentences(numbered("w", 0, 60) + numbered("y", 0, 90))
	if c := boundOf(a, b, box{0, 15, 0, 15}); c.stretch || !c.longRun || c.a != (span{0, 150}) {
		t.Errorf("%v %v, stretch %v; want the units", c.a, c.b, c.stretch)
	}
}

// Boundaries do not move into a hot unit.
func TestBoundStopsAtHot(t *testing.T) {
	a, b := sentences(numbered("w", 0, 80)), sentences(numbered("w", 0, 80))
	a.Hot = []bool{true, false, false, false, false, false, false, true}
	if c := boundOf(a, b, box{1, 7, 1, 7}); c.a != (span{10, 70}) || c.b != (span{10, 70}) || !c.stretch {
		t.Errorf("%v %v, stretch %v; want 10 to 70 on both sides", c.a, c.b, c.stretch)
	}
}

// Within one document a common neighbour unit belongs to neither side.
func TestBoundWithinOneDocument(t *testing.T) {
	d := sentences(numbered("w", 0, 60) + numbered("m", 0, 10) + numbered("w", 0, 60))
	if c := boundOf(d, d, box{0, 6, 7, 13}); c.a != (span{0, 60}) || c.b != (span{70, 130}) || !c.stretch {
		t.Errorf("%v %v, stretch %v; want 0 to 60 and 70 to 130", c.a, c.b, c.stretch)
	}
}

func TestStretch(t *testing.T) {
	w := NewWorker(Params{}) // penalty .5
	for _, tc := range []struct {
		marks string
		want  span
		sum   float64
	}{
		{"....", span{10, 10}, 0},
		{".xx.", span{11, 13}, 2},
		{"xx..x", span{10, 12}, 2}, // 2 - 1 + 1 is no more
		{"xx..xx", span{10, 16}, 3},
		{"x...xx", span{14, 16}, 2},
	} {
		var marks []bool
		for _, c := range tc.marks {
			marks = append(marks, c == 'x')
		}
		if got, sum := w.stretch(marks, 10); got != tc.want || sum != tc.sum {
			t.Errorf("stretch(%s) = %v, %v, want %v, %v", tc.marks, got, sum, tc.want, tc.sum)
		}
	}
}

func TestFills(t *testing.T) {
	w := NewWorker(Params{}) // stretchFill .6
	w.long.reset(span{0, 100}, span{0, 100})
	commonrun.Fill(w.long.a[10:50])
	commonrun.Fill(w.long.b[10:50])
	for _, tc := range []struct {
		name string
		a, b span
		want bool
	}{
		{"all of it", span{10, 50}, span{10, 50}, true},
		{"60 % of a", span{0, 66}, span{10, 50}, true},
		{"less of a", span{0, 67}, span{10, 50}, false},
		{"less of b", span{10, 50}, span{0, 67}, false},
	} {
		if got := w.fills(tc.a, tc.b, 0, 0); got != tc.want {
			t.Errorf("%s: fills = %v, want %v", tc.name, got, tc.want)
		}
	}
}
