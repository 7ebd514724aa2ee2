package planted

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// boilerSentences is the length of the boilerplate. Each of its sentences has
// minBoilerWords to maxBoilerWords where the text has such a run.
const (
	boilerSentences                = 3
	minBoilerWords, maxBoilerWords = 8, 60
)

// planting is a case before its documents are written out.
type planting struct {
	kind Kind
	a, b end
}

// end is one side of a planting.
type end struct {
	draft *draft
	span  int // index in draft.spans
}

// garden plants cases in drafts.
type garden struct {
	r      *rand.Rand
	words  words
	drafts []*draft
	cases  []planting

	free []*draft // fertile and in no case yet
}

// plant makes each cases of each kind in drafts, and puts the boilerplate into a share of them.
func (g *garden) plant(drafts []*draft, each int, share float64) error {
	g.drafts = drafts
	boilerplate, err := g.takeBoilerplate(share)
	if err != nil {
		return err
	}
	for _, d := range g.drafts {
		if d.fertile() {
			g.free = append(g.free, d)
		}
	}
	if len(g.free) < perKind*each {
		return fmt.Errorf("%d of %d documents are large enough to take part in a case, %d of each kind need %d: "+
			"plant fewer, make larger documents, or give more text", len(g.free), len(g.drafts), each, perKind*each)
	}
	g.r.Shuffle(len(g.free), func(i, j int) { g.free[i], g.free[j] = g.free[j], g.free[i] })
	whole := g.free[:wholeDocs*each]
	g.free = g.free[wholeDocs*each:]
	for i := range each {
		for _, kind := range []Kind{Verbatim, Light, Heavy, Reorder, Case, Head, Twice} {
			g.plantPassage(kind, i)
		}
		g.plantWithin()
	}
	g.putBoilerplate(boilerplate, share)
	for i, kind := range []Kind{ExactDoc, NearDoc2, NearDoc5} { // after the boilerplate, which they copy too
		for _, d := range whole[i*each : (i+1)*each] {
			g.plantWhole(kind, d)
		}
	}
	return nil
}

// next takes a fertile draft that is in no case.
func (g *garden) next() *draft {
	d := g.free[len(g.free)-1]
	g.free = g.free[:len(g.free)-1]
	return d
}

// mark adds sp to d and returns it as an end of a case.
func mark(d *draft, sp span) end {
	d.spans = append(d.spans, sp)
	return end{d, len(d.spans) - 1}
}

// place inserts a copy before sentence p of host.
func place(host *draft, p int, copied []sentence) end {
	host.insert(p, copied)
	return mark(host, span{first: p, n: len(copied)})
}

func (g *garden) plantPassage(kind Kind, i int) {
	origin, host := g.next(), g.next()
	sp := origin.pick(g.r, kind == Head && i%2 == 1, minWords)
	copied := g.change(kind, origin.copyOf(sp))
	from := mark(origin, sp)
	n := len(host.sentences)
	switch kind {
	case Head:
		g.add(kind, place(host, 0, copied), from)
	case Twice:
		// The later place first, so that the earlier one does not move it.
		early := 1 + g.r.IntN(n-3)
		late := early + 2 + g.r.IntN(n-2-early)
		second := place(host, late, copied)
		first := place(host, early, copied)
		g.add(kind, first, from)
		g.add(kind, second, from)
		g.add(Within, first, second)
	default:
		g.add(kind, place(host, 1+g.r.IntN(n-1), copied), from)
	}
}

func (g *garden) plantWithin() {
	d := g.next()
	sp := d.pick(g.r, false, minWords)
	var at []int // at least one sentence away
	for p := range len(d.sentences) + 1 {
		if p < sp.first || p > sp.first+sp.n {
			at = append(at, p)
		}
	}
	copied := d.copyOf(sp)
	from := mark(d, sp)
	g.add(Within, place(d, at[g.r.IntN(len(at))], copied), from)
}

func (g *garden) plantWhole(kind Kind, d *draft) {
	whole := span{whole: true}
	copied := &draft{sentences: g.change(kind, slices.Clone(d.sentences))}
	g.drafts = append(g.drafts, copied)
	g.add(kind, mark(copied, whole), mark(d, whole))
}

func (g *garden) add(kind Kind, a, b end) { g.cases = append(g.cases, planting{kind, a, b}) }

// change changes copied sentences, which it may overwrite, as kind says.
func (g *garden) change(kind Kind, copied []sentence) []sentence {
	switch share, ok := edited[kind]; {
	case ok:
		g.edit(copied, share)
	case kind == Reorder:
		reorder(g.r, copied)
	case kind == Case:
		recase(g.r, copied)
	}
	return copied
}

// takeBoilerplate cuts the boilerplate out of one of the drafts.
func (g *garden) takeBoilerplate(share float64) ([]sentence, error) {
	if share == 0 || len(g.drafts) == 0 {
		return nil, nil
	}
	ok := func(s sentence) bool { return minBoilerWords <= s.words && s.words <= maxBoilerWords }
	for range 2 { // the second time any sentence will do
		for _, i := range g.r.Perm(len(g.drafts)) {
			d := g.drafts[i]
			for p := 0; p+boilerSentences < len(d.sentences); p++ { // never all of d
				run := d.sentences[p : p+boilerSentences]
				if !slices.ContainsFunc(run, func(s sentence) bool { return !ok(s) }) {
					boilerplate := slices.Clone(run)
					d.sentences = slices.Delete(d.sentences, p, p+boilerSentences)
					for i := range boilerplate {
						boilerplate[i].boiler = true
					}
					return boilerplate, nil
				}
			}
		}
		ok = func(sentence) bool { return true }
	}
	return nil, fmt.Errorf("no document has more than %d sentences, so there is none to take the boilerplate from",
		boilerSentences)
}

// putBoilerplate puts boilerplate into a share of the drafts: not into a passage or beside one,
// so that the two do not run together.
func (g *garden) putBoilerplate(boilerplate []sentence, share float64) {
	want := int(math.Round(share * float64(len(g.drafts))))
	for _, i := range g.r.Perm(len(g.drafts)) {
		if want == 0 || len(boilerplate) == 0 {
			return
		}
		d := g.drafts[i]
		var at []int
		for p := range len(d.sentences) + 1 {
			if !d.touches(p) {
				at = append(at, p)
			}
		}
		if len(at) > 0 {
			d.insert(at[g.r.IntN(len(at))], boilerplate)
			want--
		}
	}
}
