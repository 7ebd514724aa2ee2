package seed

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
)

// bruteSeeds compares all pairs of units, word by word, and leaves out those that
// nothing opens or that do not take part.
func bruteSeeds(p Thresholds, a, b *indexed.Document, hits []pair.Hit) []Cell {
	contains := func(d *indexed.Document, u uint32, word uint32) bool {
		return slices.Contains(d.Words[d.Units[u]:d.Units[u+1]], word)
	}
	df := func(word uint32) (n uint32) {
		for _, d := range []*indexed.Document{a, b} {
			for u := range d.UnitCount() {
				if contains(d, u, word) {
					n++
				}
			}
		}
		return n
	}
	total := float64(a.UnitCount() + b.UnitCount())
	square := func(word uint32) float64 {
		l := math.Log(1 + total/float64(df(word)))
		return math.Round(pair.WeightOne*l*l) / pair.WeightOne
	}
	rare := max(p.RareFloor, uint32(p.RareShare*total))
	all := len(hits) == 0
	hits = bruteCounting(hits, p.Near)
	near := func(u uint32, side func(pair.Hit) uint32) bool {
		return all || slices.ContainsFunc(hits, func(h pair.Hit) bool { return apart(u, side(h)) <= p.Near })
	}
	inA := func(i uint32) bool { return !a.Silent(i) && near(i, func(h pair.Hit) uint32 { return h.A }) }
	inB := func(j uint32) bool { return !b.Silent(j) && near(j, func(h pair.Hit) uint32 { return h.B }) }
	nearOne := func(i, j uint32) bool {
		return all || slices.ContainsFunc(hits, func(h pair.Hit) bool {
			return apart(h.A, i) <= p.Near && apart(h.B, j) <= p.Near
		})
	}
	limit, reach := bruteOpenLimit(p, a, b, rare, df, inA, inB), uint32(0)
	if limit < rare {
		reach = p.Gap
	}
	var out []Cell
	for i := range a.UnitCount() {
		for j := range b.UnitCount() {
			if a == b && j <= i || !inA(i) || !inB(j) || !nearOne(i, j) {
				continue
			}
			wa, wb := distinct(a, i), distinct(b, j)
			var dot, na, nb float64
			common, open := 0, slices.ContainsFunc(hits, func(h pair.Hit) bool {
				return apart(h.A, i) <= reach && apart(h.B, j) <= reach
			})
			for _, x := range wa {
				na += square(x)
				if slices.Contains(wb, x) {
					common++
					dot += square(x)
					open = open || df(x) <= limit
				}
			}
			for _, x := range wb {
				nb += square(x)
			}
			cosine := dot / math.Sqrt(na*nb)
			dice := 2 * float64(common) / float64(len(wa)+len(wb))
			if open && cosine > leastCosine && dice > p.Dice {
				out = append(out, Cell{I: i, J: j, Cosine: float32(cosine)})
			}
		}
	}
	return out
}

func apart(x, y uint32) uint32 { return max(x, y) - min(x, y) }

// distinct returns the distinct words of unit u of d.
func distinct(d *indexed.Document, u uint32) []uint32 {
	words := slices.Clone(d.Words[d.Units[u]:d.Units[u+1]])
	slices.Sort(words)
	return slices.Compact(words)
}

// bruteCounting returns the hits that have another one near them on both sides, or all if none has.
func bruteCounting(hits []pair.Hit, near uint32) (out []pair.Hit) {
	for x, h := range hits {
		for y, k := range hits {
			if x != y && apart(h.A, k.A) <= near && apart(h.B, k.B) <= near {
				out = append(out, h)
				break
			}
		}
	}
	if len(out) == 0 {
		return hits
	}
	return out
}

// bruteOpenLimit is the largest number of units, up to rare, such that the words in no
// more of them open no more cells, of units that take part, than the budget allows; at
// least RareFloor.
func bruteOpenLimit(
	p Thresholds, a, b *indexed.Document, rare uint32, df func(uint32) uint32, inA, inB func(uint32) bool,
) uint32 {
	in := func(d *indexed.Document, takesPart func(uint32) bool, word uint32) (n uint64) {
		for u := range d.UnitCount() {
			if takesPart(u) && slices.Contains(d.Words[d.Units[u]:d.Units[u+1]], word) {
				n++
			}
		}
		return n
	}
	words := slices.Clone(a.Words)
	slices.Sort(words)
	words = slices.Compact(words)
	units := uint64(0)
	for i := range a.UnitCount() {
		if inA(i) {
			units++
		}
	}
	for j := range b.UnitCount() {
		if inB(j) {
			units++
		}
	}
	for limit := rare; ; limit-- {
		cells := uint64(0)
		for _, word := range words {
			if df(word) <= limit {
				cells += in(a, inA, word) * in(b, inB, word)
			}
		}
		if limit <= p.RareFloor || cells <= uint64(p.OpenBudget)*units {
			return limit
		}
	}
}

// seedsOf runs the steps up to seed.
func seedsOf(f *Finder, a, b *indexed.Document, hits []pair.Hit) []Cell {
	f.Begin(a, b, pair.Shared{})
	f.Weigh()
	f.Find(hits)
	slices.SortFunc(f.Cells, compareCells)
	return f.Cells
}

func diffCells(t *testing.T, got, want []Cell) {
	t.Helper()
	for x := range max(len(got), len(want)) {
		switch {
		case x >= len(got):
			t.Fatalf("no seed (%d, %d) %v", want[x].I, want[x].J, want[x].Cosine)
		case x >= len(want):
			t.Fatalf("a seed (%d, %d) %v", got[x].I, got[x].J, got[x].Cosine)
		case got[x].I != want[x].I || got[x].J != want[x].J || math.Abs(float64(got[x].Cosine-want[x].Cosine)) > 1e-6:
			t.Fatalf("seed %d is (%d, %d) %v, want (%d, %d) %v", x, got[x].I, got[x].J, got[x].Cosine, want[x].I,
				want[x].J, want[x].Cosine)
		}
	}
}

func FuzzSeed(f *testing.F) {
	f.Add([]byte("abcd\xe1efgh\xe2ijkl"), []byte("ijkl\xe1abed\xe2"), []byte{0, 1}, uint32(0), false)
	f.Add([]byte("aaaa\xe1aaaa\xe1aaaa\xe1aaaa\xe1aaaa\xe1aaaa"), []byte("aaaa\xe1aaaa\xe1aaaa\xe1"),
		[]byte{1, 2, 0, 0}, uint32(2), false)
	f.Add([]byte("abcd\xe1abce\xe1abcf\xe1abcg\xe1abch\xe1abci"),
		[]byte("abcd\xe1abce\xe1abcf\xe1abcg\xe1abch\xe1abci"), []byte{0, 0, 1, 1, 1, 4, 4, 1}, uint32(1),
		false)
	f.Add([]byte("abcd\xe1abce\xe1abcf\xe1abcg\xe1abch\xe1abci"), []byte("abcj\xe1abck\xe1abcl\xe1abcm"), []byte{1, 2},
		uint32(2), true)
	f.Fuzz(func(t *testing.T, da, db, dh []byte, near uint32, tight bool) {
		a, b := aligntest.FromBytes(da), aligntest.FromBytes(db)
		if len(dh) > 0 && dh[0] > 200 { // within one document
			b = a
		}
		if len(da) == 0 || len(db) == 0 || len(da) > 300 || len(db) > 300 {
			return
		}
		if a.UnitCount() > 2 && near%3 == 0 {
			a.Hot = make([]bool, a.UnitCount())
			a.Hot[1] = true
		}
		var hits []pair.Hit
		for ; len(dh) >= 2; dh = dh[2:] {
			h := aligntest.Hit(uint32(dh[0])%a.UnitCount(), uint32(dh[1])%b.UnitCount())
			if a != b || h.A < h.B {
				hits = append(hits, h)
			}
		}
		pair.SortHits(hits)
		p := Measured()
		p.Near = near
		if tight { // words that are rare enough open too many cells
			p.RareShare, p.RareFloor, p.OpenBudget, p.Gap = .9, 1, 1, 1
		}
		diffCells(t, seedsOf(finder(p), a, b, hits), bruteSeeds(p, a, b, hits))
	})
}

func TestSeed(t *testing.T) {
	a := aligntest.Sentences("red green blue black white. the of and to in. one two three four five.")
	b := aligntest.Sentences("the of and to in. red green blue pink rose. one six seven eight nine.")
	got := seedsOf(finder(Measured()), a, b, nil)
	// N = 6. Unit 0 of a and unit 1 of b share three words of two units each, and have
	// two of one unit of their own on both sides: l2 = ln(1+6/2)², l1 = ln(1+6)²,
	// cosine 3 l2 / (3 l2 + 2 l1). Units 2 and 2 share one of five: Dice is .2.
	square := func(l float64) float64 { return math.Round(pair.WeightOne*l*l) / pair.WeightOne }
	l1, l2 := square(math.Log(7)), square(math.Log(4))
	diffCells(t, got, []Cell{
		{I: 0, J: 1, Cosine: float32(3 * l2 / (3*l2 + 2*l1))},
		{I: 1, J: 0, Cosine: 1},
	})
}

// A hit that is alone has no seeds beside others that are near each other, and these have only those near them.
func TestSeedNearHits(t *testing.T) {
	text := aligntest.Text(1, 60)
	a, b := aligntest.Document(text), aligntest.Document(text+"One sentence more.")
	p := Measured()
	p.Near = 2
	alone := []pair.Hit{aligntest.Hit(10, 10), aligntest.Hit(20, 40), aligntest.Hit(40, 20)}
	others := []pair.Hit{aligntest.Hit(41, 21), aligntest.Hit(50, 50), aligntest.Hit(52, 52)}
	equal := func(hits []pair.Hit) (units []uint32) {
		for _, c := range seedsOf(finder(p), a, b, hits) {
			if c.I == c.J {
				units = append(units, c.I)
			}
		}
		return units
	}
	got, want := equal(slices.Concat(alone, others)), []uint32{48, 49, 50, 51, 52, 53, 54}
	if !slices.Equal(got, want) {
		t.Errorf("equal units that are seeds: %d, want %d", got, want)
	}
	if got, want := equal(alone), []uint32{8, 9, 10, 11, 12}; !slices.Equal(got, want) {
		t.Errorf("equal units that are seeds, where all hits are alone: %d, want %d", got, want)
	}
}

// One word in every unit opens no cell; a hit does.
func TestSeedOpenedByHit(t *testing.T) {
	a := aligntest.Sentences("row row row. row row. row row. row row. row row.")
	b := aligntest.Sentences("row row. row row. row row. row.")
	if got := seedsOf(finder(Measured()), a, b, nil); len(got) != 0 {
		t.Errorf("without hits: %d seeds, want none", len(got))
	}
	got := seedsOf(finder(Measured()), a, b, []pair.Hit{aligntest.Hit(1, 2)})
	diffCells(t, got, []Cell{{I: 1, J: 2, Cosine: 1}})
}

// The budget takes the most frequent words away first, and never those of RareFloor.
func TestOpenLimit(t *testing.T) {
	// x is in 3 units of each side: 9 openings at frequency 6. y in 2 of each: 4 at 4.
	text := "x. x. x. y. y."
	for _, tc := range []struct {
		budget, floor uint32
		want          uint32
	}{
		{2, 1, 10}, // 20 for 10 units
		{1, 1, 5},  // 10: y alone
		{1, 6, 6},  // RareFloor is over the budget
	} {
		p := Measured()
		p.RareShare, p.OpenBudget, p.RareFloor = 1, tc.budget, tc.floor
		f := finder(p)
		f.A, f.B = aligntest.Sentences(text), aligntest.Sentences(text)
		f.Weigh()
		f.participants(nil)
		f.readOpeners()
		if got := f.openLimit(); got != tc.want {
			t.Errorf("budget %d, floor %d: openLimit = %d, want %d", tc.budget, tc.floor, got, tc.want)
		}
	}
}

// A hot unit has no seed, on either side.
func TestSeedHot(t *testing.T) {
	text := "one two three four. five six seven eight."
	a, b := aligntest.Sentences(text), aligntest.Sentences(text)
	a.Hot = []bool{true, false}
	diffCells(t, seedsOf(finder(Measured()), a, b, nil), []Cell{{I: 1, J: 1, Cosine: 1}})
	diffCells(t, seedsOf(finder(Measured()), b, a, []pair.Hit{aligntest.Hit(0, 0)}), []Cell{{I: 1, J: 1, Cosine: 1}})
}

// A Dice coefficient that is just the threshold is not above it.
func TestSeedDice(t *testing.T) {
	a, b := aligntest.Sentences("one two three four."), aligntest.Sentences("one two five six.") // Dice 1/2
	p := Measured()
	p.Dice = .5
	diffCells(t, seedsOf(finder(p), a, b, nil), nil)
	p.Dice = .49
	if got := seedsOf(finder(p), a, b, nil); len(got) != 1 {
		t.Errorf("%d seeds, want one", len(got))
	}
}

// Of many short units, most cells end at the bound of their cosine, and the seeds are those of comparing all words.
func TestLeaveFar(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	far := 0
	for range 60 {
		document := func() *indexed.Document {
			b := make([]byte, 300)
			for x := range b {
				if b[x] = byte('a' + random.IntN(2+random.IntN(24))); x%6 == 5 {
					b[x] = 0xe1 // ends a unit
				}
			}
			return aligntest.FromBytes(b)
		}
		a, b := document(), document()
		p := Measured()
		p.RareShare = .1 + .6*random.Float64()
		f := finder(p)
		diffCells(t, seedsOf(f, a, b, nil), bruteSeeds(p, a, b, nil))
		for _, o := range f.seeds.columnBounds {
			if o.norm > 0 {
				far++
			}
		}
	}
	if far < 1000 {
		t.Errorf("%d units have a bound; the test shows nothing", far)
	}
}

// finder returns a Finder with thresholds t.
func finder(t Thresholds) *Finder { return &Finder{Pair: &pair.Pair{}, Thresholds: t} }

func compareCells(x, y Cell) int { return cmp.Or(cmp.Compare(x.I, y.I), cmp.Compare(x.J, y.J)) }
