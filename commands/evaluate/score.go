package evaluate

import (
	"math"
	"slices"

	"example.org/diagonal/transforms/evaluation/agreement"
	"example.org/diagonal/transforms/evaluation/coverage"
	"example.org/diagonal/transforms/evaluation/passage"
	"example.org/diagonal/transforms/evaluation/plagdet"
)

// Report contains the measures that the command prints. Floats are rounded to 4 digits.
type Report struct {
	// Records is the number of records of the result.
	Records int `json:"records"`
	// Outside is how many of them are in no listed pair of the gold and count in no
	// measure; nil where the gold has no list.
	Outside *int `json:"outside,omitempty"`
	// Overall are the macro measures; nil where there are document pairs only.
	Overall *Measures `json:"overall,omitempty"`
	// Categories are the same for each category of a PAN corpus.
	Categories []Measures `json:"categories,omitempty"`
	// Kinds are the cases by kind, where the gold has kinds.
	Kinds      []Kind      `json:"kinds,omitempty"`
	Characters *Characters `json:"characters,omitempty"`
	Documents  Agreement   `json:"documents"`
	// Sentences is nil where the texts are not known.
	Sentences *Agreement `json:"sentences,omitempty"`
}

// Measures are macro measures; see package plagdet.
type Measures struct {
	Name        string  `json:"name,omitempty"`
	Cases       int     `json:"cases"`
	Detections  int     `json:"detections"`
	Precision   float64 `json:"precision"`
	Recall      float64 `json:"recall"`
	F1          float64 `json:"f1"`
	Granularity float64 `json:"granularity"`
	Plagdet     float64 `json:"plagdet"`
	// Found is the share of cases that are covered at least by half on both sides.
	Found float64 `json:"found"`
}

// Kind are the cases of one kind.
type Kind struct {
	Kind  string  `json:"kind"`
	Cases int     `json:"cases"`
	Found float64 `json:"found"`
	// Recall is the mean share of the characters of a case that is covered.
	Recall float64 `json:"recall"`
	// Granularity is the mean number of detections of a found case.
	Granularity float64 `json:"granularity"`
}

// Characters are micro measures; see package coverage.
type Characters struct {
	Precision   float64 `json:"precision"`
	Recall      float64 `json:"recall"`
	F1          float64 `json:"f1"`
	Granularity float64 `json:"granularity"`
	Plagdet     float64 `json:"plagdet"`
	// Edge is the median distance of detected edges to true ones in characters, null
	// where nothing was found.
	Edge             *float64 `json:"edge"`
	Boilerplate      int      `json:"boilerplate"`
	BoilerplatePairs int      `json:"boilerplate_pairs"`
	False            int      `json:"false"`
	Within           int      `json:"within"`
}

// Agreement compares two sets of things.
type Agreement struct {
	Result    int     `json:"result"`
	Gold      int     `json:"gold"`
	Both      int     `json:"both"`
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
}

// score compares a result that was checked with its gold. It brings both in order, so
// where of either is of no use after it.
func score(g *gold, res *passages) *Report {
	r := &Report{Records: len(res.all)}
	detections := res.all
	if g.listed {
		detections = g.inPairs(detections)
		outside := len(res.all) - len(detections)
		r.Outside = &outside
	}
	passage.SortByPair(g.all)
	passage.SortByPair(detections)
	rest, _ := g.boilerplate.Split(detections)
	r.Documents = agree(agreement.Of(agreement.Pairs(rest), agreement.Pairs(g.all)))
	if g.bare || res.bare {
		return r
	}
	total, each := plagdet.EvaluateCases(g.all, rest)
	overall := measures("", total)
	r.Overall = &overall
	for _, cat := range g.categories {
		r.Categories = append(r.Categories, measures(cat.name, plagdet.Evaluate(cat.cases, cat.inPairs(rest))))
	}
	c := coverage.Evaluate(g.all, detections, g.boilerplate)
	r.Characters = characters(c)
	r.Kinds = kinds(g.all, each, c.Kinds)
	if g.texts != nil {
		s := agree(agreement.Of(g.positions(rest), g.positions(g.all)))
		r.Sentences = &s
	}
	return r
}

// inPairs returns the passages that are in a pair of any category.
func (g *gold) inPairs(ps []passage.Passage) []passage.Passage {
	var all category
	for _, cat := range g.categories {
		all.pairs = append(all.pairs, cat.pairs...)
	}
	return all.inPairs(ps)
}

// inPairs returns the passages that are in a pair of the category.
func (c *category) inPairs(ps []passage.Passage) []passage.Passage {
	set := make(agreement.Set[agreement.Pair], len(c.pairs))
	for _, p := range c.pairs {
		set.Add(p)
	}
	var in []passage.Passage
	for _, p := range ps {
		if _, ok := set[pairOf(p.A, p.B)]; ok {
			in = append(in, p)
		}
	}
	return in
}

// positions returns the sentences that are at least half in one of ps, without those that are
// at least half boilerplate.
func (g *gold) positions(ps []passage.Passage) agreement.Set[agreement.Position] {
	ranges := map[string][]passage.Range{}
	for _, p := range ps {
		ranges[p.A] = append(ranges[p.A], p.RangeA())
		ranges[p.B] = append(ranges[p.B], p.RangeB())
	}
	set := make(agreement.Set[agreement.Position])
	var in, planted []int
	for id, rs := range ranges {
		sentences := g.texts[id].sentences
		in = agreement.AppendCovered(in[:0], sentences, passage.Union(rs))
		planted = agreement.AppendCovered(planted[:0], sentences, passage.Union(slices.Clone(g.boilerplate[id])))
		for _, i := range in {
			if _, ok := slices.BinarySearch(planted, i); !ok {
				set.Add(agreement.Position{Document: id, Sentence: i})
			}
		}
	}
	return set
}

func measures(name string, s plagdet.Score) Measures {
	return Measures{name, s.Cases, s.Detections, round(s.Precision), round(s.Recall), round(s.F1()),
		round(s.Granularity), round(s.Plagdet), round(s.CaseRecall())}
}

func characters(s coverage.Score) *Characters {
	c := &Characters{Precision: round(s.Precision), Recall: round(s.Recall), F1: round(s.F1()),
		Granularity: round(s.Granularity), Plagdet: round(s.Plagdet), Boilerplate: s.Boilerplate,
		BoilerplatePairs: s.BoilerplatePairs, False: s.False, Within: s.WithinRecords}
	if s.Edges > 0 {
		c.Edge = &s.Edge
	}
	return c
}

// kinds joins what the two packages say of each kind, where there are kinds at all.
func kinds(cases []passage.Passage, each []plagdet.Case, found []coverage.Kind) []Kind {
	if len(found) == 0 || len(found) == 1 && found[0].Kind == "" {
		return nil
	}
	recall := map[string]float64{}
	for i, c := range cases {
		recall[c.Kind] += each[i].Recall
	}
	var out []Kind
	for _, k := range found {
		out = append(out, Kind{k.Kind, k.Cases, round(k.Share()), round(recall[k.Kind] / float64(k.Cases)),
			round(k.Granularity)})
	}
	return out
}

func agree(s agreement.Score) Agreement {
	return Agreement{s.Result, s.Gold, s.Both, round(s.Precision()), round(s.Recall()), round(s.F1())}
}

// round rounds to 4 digits.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }
