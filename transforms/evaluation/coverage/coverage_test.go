package coverage

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/transforms/evaluation/passage"
)

type passages = []passage.Passage

// at is a passage of documents "a" and "b".
func at(kind string, aStart, aEnd, bStart, bEnd int) passage.Passage {
	return passage.Passage{A: "a", AStart: aStart, AEnd: aEnd, B: "b", BStart: bStart, BEnd: bEnd, Kind: kind}
}

func within(kind string, aStart, aEnd, bStart, bEnd int) passage.Passage {
	return passage.Passage{A: "a", AStart: aStart, AEnd: aEnd, B: "a", BStart: bStart, BEnd: bEnd, Kind: kind}
}

func TestEvaluate(t *testing.T) {
	for _, tc := range []struct {
		name              string
		cases, detections passages
		boilerplate       Boilerplate
		want              Score
	}{
		{
			name:  "empty result",
			cases: passages{at("light", 0, 10, 0, 10)},
			want:  Score{Granularity: 1, Kinds: []Kind{{Kind: "light", Cases: 1}}},
		},
		{
			name:       "empty gold",
			detections: passages{at("", 0, 10, 0, 10)},
			want:       Score{Records: 1, False: 1, Granularity: 1},
		},
		{
			// Edges are off by 1, 0, 0 and 3: the median is one half.
			name:       "edges",
			cases:      passages{at("light", 10, 20, 10, 20)},
			detections: passages{at("", 11, 20, 10, 23)},
			want: Score{Records: 1, Precision: 19. / 22, Recall: 19. / 20, Granularity: 1, Plagdet: 38. / 42,
				Edge: .5, Edges: 4, Kinds: []Kind{{"light", 1, 1, 1}}},
		},
		{
			// Two pieces, the second told twice and from the other side: one piece more, not two.
			name:       "repeated detections count once",
			cases:      passages{at("heavy", 0, 10, 0, 10)},
			detections: passages{at("", 0, 4, 0, 4), at("", 4, 10, 4, 10), at("", 4, 10, 4, 10).Flipped()},
			want: Score{Records: 3, Precision: 1, Recall: 1, Granularity: 2, Plagdet: 1 / 1.584962500721156,
				Edges: 4, Kinds: []Kind{{"heavy", 1, 1, 2}}},
		},
		{
			name:       "a detection covers two cases",
			cases:      passages{at("light", 0, 10, 0, 10), at("case", 20, 30, 20, 30)},
			detections: passages{at("", 0, 30, 0, 30)},
			want: Score{Records: 1, Precision: 2. / 3, Recall: 1, Granularity: 1, Plagdet: .8,
				Edge: 10, Edges: 8, Kinds: []Kind{{"case", 1, 1, 1}, {"light", 1, 1, 1}}},
		},
		{
			// Of the detection only what is outside the boilerplate (0 to 10 of a) is
			// counted: 10 characters in a and 20 in b, of which the case has 0 and 10.
			name:        "characters in boilerplate do not count in precision",
			cases:       passages{at("light", 0, 10, 0, 10)},
			detections:  passages{at("", 0, 20, 0, 20)},
			boilerplate: Boilerplate{"a": {{Start: 0, End: 10}}},
			want: Score{Records: 1, Precision: 10. / 30, Recall: 1, Granularity: 1, Plagdet: .5,
				Edge: 5, Edges: 4, Kinds: []Kind{{"light", 1, 1, 1}}},
		},
		{
			name:        "records of boilerplate",
			detections:  passages{at("", 5, 15, 100, 110), at("", 5, 15, 100, 110), at("", 4, 15, 100, 110)},
			boilerplate: Boilerplate{"a": {{Start: 0, End: 10}}, "b": {{Start: 100, End: 120}}},
			want: Score{Records: 3, Boilerplate: 3, BoilerplatePairs: 1, Granularity: 1,
				Kinds: nil},
		},
		{
			name:        "boilerplate on one side only is false",
			detections:  passages{at("", 0, 10, 0, 10)},
			boilerplate: Boilerplate{"a": {{Start: 0, End: 10}}, "b": {{Start: 100, End: 120}}},
			want:        Score{Records: 1, False: 1, Granularity: 1},
		},
		{
			// Found by kind; in no average. Without a case inside one document it is no error either.
			name:       "within counts apart",
			cases:      passages{within("within", 0, 10, 50, 60), at("light", 0, 10, 0, 10)},
			detections: passages{within("", 50, 60, 0, 10), within("", 200, 210, 300, 310), at("", 0, 10, 0, 10)},
			want: Score{Records: 3, WithinRecords: 2, Precision: 1, Recall: 1, Granularity: 1, Plagdet: 1,
				Edges: 4, Kinds: []Kind{{"light", 1, 1, 1}, {"within", 1, 1, 1}}},
		},
		{
			name:       "less than half",
			cases:      passages{at("light", 0, 10, 0, 10)},
			detections: passages{at("", 0, 4, 0, 10)},
			want: Score{Records: 1, Precision: 1, Recall: .7, Granularity: 1, Plagdet: 14. / 17,
				Kinds: []Kind{{"light", 1, 0, 0}}},
		},
		{
			name:       "edges of twice are not measured",
			cases:      passages{at("twice", 0, 10, 0, 10)},
			detections: passages{at("", 0, 10, 0, 10)},
			want: Score{Records: 1, Precision: 1, Recall: 1, Granularity: 1, Plagdet: 1,
				Kinds: []Kind{{"twice", 1, 1, 1}}},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := Evaluate(tc.cases, tc.detections, tc.boilerplate)
			if diff := cmp.Diff(tc.want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Errorf("Evaluate (-want +got):\n%s", diff)
			}
		})
	}
}

// naive counts characters one by one, over all pairs.
func naive(cases, detections passages, boilerplate Boilerplate) (precision, recall float64, found int) {
	type char struct {
		p    pair
		side int
		pos  int
	}
	mark := func(set map[char]bool, p, q passage.Passage, both bool) {
		for i := p.AStart; i < p.AEnd; i++ {
			if !both || q.AStart <= i && i < q.AEnd {
				set[char{pair{p.A, p.B}, 0, i}] = true
			}
		}
		for i := p.BStart; i < p.BEnd; i++ {
			if !both || q.BStart <= i && i < q.BEnd {
				set[char{pair{p.A, p.B}, 1, i}] = true
			}
		}
	}
	gold, result := map[char]bool{}, map[char]bool{}
	var covered, size int
	for _, c := range cases {
		mark(gold, c, c, false)
		mine := map[char]bool{}
		for _, d := range detections {
			if !boilerplate.Holds(d) && c.A == d.A && c.B == d.B &&
				c.RangeA().Intersect(d.RangeA()).Size() > 0 && c.RangeB().Intersect(d.RangeB()).Size() > 0 {
				mark(mine, c, d, true)
			}
		}
		var half [2]int
		for ch := range mine {
			half[ch.side]++
		}
		if 2*half[0] >= c.RangeA().Size() && 2*half[1] >= c.RangeB().Size() {
			found++
		}
		covered += len(mine)
		size += c.Size()
	}
	for _, d := range detections {
		if !boilerplate.Holds(d) {
			mark(result, d, d, false)
		}
	}
	var in, all int
	for ch := range result {
		doc := []string{ch.p.a, ch.p.b}[ch.side]
		if slices.ContainsFunc(boilerplate[doc], func(r passage.Range) bool {
			return r.Start <= ch.pos && ch.pos < r.End
		}) {
			continue
		}
		all++
		if gold[ch] {
			in++
		}
	}
	return ratio(in, all), ratio(covered, size), found
}

func TestEvaluateIsTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func(n int) passages {
		var ps passages
		for range n {
			p := at("light", r.IntN(40), 0, r.IntN(40), 0)
			p.A, p.B = []string{"a", "b"}[r.IntN(2)], []string{"c", "d"}[r.IntN(2)]
			p.AEnd, p.BEnd = p.AStart+1+r.IntN(12), p.BStart+1+r.IntN(12)
			ps = append(ps, p)
		}
		return ps
	}
	boilerplate := Boilerplate{"a": {{Start: 0, End: 8}}, "b": {{Start: 30, End: 44}},
		"c": {{Start: 5, End: 10}, {Start: 8, End: 14}}}
	for range 300 {
		cases, detections := random(r.IntN(20)), random(r.IntN(20))
		got := Evaluate(cases, detections, boilerplate)
		p, rec, found := naive(cases, detections, boilerplate)
		gotFound := 0
		for _, k := range got.Kinds {
			gotFound += k.Found
		}
		if got.Precision != p || got.Recall != rec || gotFound != found {
			t.Fatalf("Evaluate(%v, %v) = P %v, R %v, found %d; want %v, %v, %d", cases, detections,
				got.Precision, got.Recall, gotFound, p, rec, found)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, tc := range []struct {
		in   []int
		want float64
	}{{nil, 0}, {[]int{3}, 3}, {[]int{9, 0, 4}, 4}, {[]int{4, 1, 2, 9}, 3}} {
		if got := median(slices.Clone(tc.in)); got != tc.want {
			t.Errorf("median(%v) = %v, want %v", tc.in, got, tc.want)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	var cases passages
	for i := range 20000 {
		p := at("light", 100*i, 100*i+80, 100*i, 100*i+80)
		p.A = string(rune('a' + i%26))
		p.B = p.A + "2"
		cases = append(cases, p)
	}
	b.ReportAllocs()
	for b.Loop() {
		Evaluate(cases, cases, nil)
	}
}
