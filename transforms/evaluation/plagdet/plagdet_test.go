package plagdet

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/transforms/evaluation/passage"
)

type passages = []passage.Passage

// at is a passage of documents "a" and "b".
func at(aStart, aEnd, bStart, bEnd int) passage.Passage {
	return passage.Passage{A: "a", AStart: aStart, AEnd: aEnd, B: "b", BStart: bStart, BEnd: bEnd}
}

func TestEvaluate(t *testing.T) {
	for _, tc := range []struct {
		name              string
		cases, detections passages
		want              Score
	}{
		{
			name: "nothing at all",
			want: Score{Granularity: 1},
		},
		{
			name:  "empty result",
			cases: passages{at(0, 10, 0, 10)},
			want:  Score{Cases: 1, Granularity: 1},
		},
		{
			name:       "empty gold",
			detections: passages{at(0, 10, 0, 10)},
			want:       Score{Detections: 1, Granularity: 1},
		},
		{
			name:       "perfect",
			cases:      passages{at(0, 10, 50, 60), at(30, 40, 0, 12)},
			detections: passages{at(0, 10, 50, 60), at(30, 40, 0, 12)},
			want:       Score{Cases: 2, Detections: 2, Precision: 1, Recall: 1, Granularity: 1, Plagdet: 1, Found: 2},
		},
		{
			name:       "both orders of a and b",
			cases:      passages{at(0, 10, 50, 60), at(30, 40, 0, 12).Flipped()},
			detections: passages{at(0, 10, 50, 60).Flipped(), at(30, 40, 0, 12)},
			want:       Score{Cases: 2, Detections: 2, Precision: 1, Recall: 1, Granularity: 1, Plagdet: 1, Found: 2},
		},
		{
			name:       "one side alone detects nothing",
			cases:      passages{at(0, 10, 50, 60)},
			detections: passages{at(0, 10, 0, 10)},
			want:       Score{Cases: 1, Detections: 1, Granularity: 1},
		},
		{
			// a: 6 of 10 covered; b: 4 of 10. Of the detection 10 of 20 characters.
			name:       "half a case, not half on both sides",
			cases:      passages{at(0, 10, 50, 60)},
			detections: passages{at(4, 14, 56, 66)},
			want:       Score{Cases: 1, Detections: 1, Precision: .5, Recall: .5, Granularity: 1, Plagdet: .5},
		},
		{
			// The detection covers both cases whole: 40 of its 60 characters are theirs.
			name:       "a detection covers two cases",
			cases:      passages{at(0, 10, 0, 10), at(20, 30, 20, 30)},
			detections: passages{at(0, 30, 0, 30)},
			want: Score{Cases: 2, Detections: 1, Precision: 40. / 60, Recall: 1, Granularity: 1, Found: 2,
				Plagdet: 2 * 40. / 60 / (40./60 + 1)},
		},
		{
			// The cases share 5 to 10 of both sides; the detection is that part. Each
			// case is covered by half, and the detection is no more than whole.
			name:       "overlapping cases",
			cases:      passages{at(0, 10, 0, 10), at(5, 15, 5, 15)},
			detections: passages{at(5, 10, 5, 10)},
			want: Score{Cases: 2, Detections: 1, Precision: 1, Recall: .5, Granularity: 1, Found: 2,
				Plagdet: 2. / 3},
		},
		{
			// Three times the same: each is right, the case is covered once, and in three pieces.
			name:       "repeated detections",
			cases:      passages{at(0, 10, 0, 10)},
			detections: passages{at(0, 10, 0, 10), at(0, 10, 0, 10), at(0, 10, 0, 10)},
			want: Score{Cases: 1, Detections: 3, Precision: 1, Recall: 1, Granularity: 3, Found: 1,
				Plagdet: .5},
		},
		{
			name:       "overlapping detections are covered once",
			cases:      passages{at(0, 10, 0, 10)},
			detections: passages{at(0, 6, 0, 6), at(4, 10, 4, 10)},
			want: Score{Cases: 1, Detections: 2, Precision: 1, Recall: 1, Granularity: 2, Found: 1,
				Plagdet: 1 / math.Log2(3)},
		},
		{
			name:       "inside one document either order will do",
			cases:      passages{{A: "a", AStart: 0, AEnd: 10, B: "a", BStart: 20, BEnd: 40}},
			detections: passages{{A: "a", AStart: 20, AEnd: 40, B: "a", BStart: 0, BEnd: 10}},
			want:       Score{Cases: 1, Detections: 1, Precision: 1, Recall: 1, Granularity: 1, Plagdet: 1, Found: 1},
		},
		{
			name:       "an empty detection is wrong and harmless",
			cases:      passages{at(0, 10, 0, 10)},
			detections: passages{at(5, 5, 5, 5), at(0, 10, 0, 10)},
			want: Score{Cases: 1, Detections: 2, Precision: .5, Recall: 1, Granularity: 1, Found: 1,
				Plagdet: 2. / 3},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := Evaluate(tc.cases, tc.detections)
			if diff := cmp.Diff(tc.want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Errorf("Evaluate (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEvaluateCases(t *testing.T) {
	cases := passages{at(100, 110, 100, 110), at(0, 10, 0, 10)}
	_, got := EvaluateCases(cases, passages{at(0, 10, 0, 5), at(0, 1, 0, 1), {A: "a", AEnd: 200, B: "c", BEnd: 200}})
	want := []Case{{}, {Recall: .75, Detections: 2, Found: true}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("EvaluateCases (-want +got):\n%s", diff)
	}
}

// naive computes the measures as the paper writes them: sets of characters, all pairs.
func naive(cases, detections passages) Score {
	type char struct {
		doc string
		pos int
	}
	chars := func(p passage.Passage) map[char]bool {
		set := map[char]bool{}
		for i := p.AStart; i < p.AEnd; i++ {
			set[char{"A:" + p.A, i}] = true
		}
		for i := p.BStart; i < p.BEnd; i++ {
			set[char{"B:" + p.B, i}] = true
		}
		return set
	}
	share := func(p passage.Passage, others passages) (float64, int) {
		set, in, hits := chars(p), map[char]bool{}, 0
		for _, q := range others {
			if p.A != q.A || p.B != q.B || p.RangeA().Intersect(q.RangeA()).Size() == 0 ||
				p.RangeB().Intersect(q.RangeB()).Size() == 0 {
				continue
			}
			hits++
			for c := range chars(q) {
				if set[c] {
					in[c] = true
				}
			}
		}
		if len(set) == 0 {
			return 0, hits
		}
		return float64(len(in)) / float64(len(set)), hits
	}
	s := Score{Cases: len(cases), Detections: len(detections), Granularity: 1}
	detected, all := 0, 0
	for _, c := range cases {
		r, hits := share(c, detections)
		s.Recall += r / float64(len(cases))
		all += hits
		if hits > 0 {
			detected++
		}
	}
	for _, d := range detections {
		p, _ := share(d, cases)
		s.Precision += p / float64(len(detections))
	}
	if detected > 0 {
		s.Granularity = float64(all) / float64(detected)
	}
	if s.Precision+s.Recall > 0 {
		s.Plagdet = 2 * s.Precision * s.Recall / (s.Precision + s.Recall) / math.Log2(1+s.Granularity)
	}
	return s
}

// random makes n passages between documents that are never the same on both sides.
func random(r *rand.Rand, n int) passages {
	var ps passages
	for range n {
		p := at(r.IntN(40), 0, r.IntN(40), 0)
		p.A, p.B = []string{"a", "b"}[r.IntN(2)], []string{"c", "d"}[r.IntN(2)]
		p.AEnd, p.BEnd = p.AStart+r.IntN(12), p.BStart+r.IntN(12)
		ps = append(ps, p)
	}
	return ps
}

func TestEvaluateIsTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		cases, detections := random(r, r.IntN(20)), random(r, r.IntN(20))
		want, got := naive(cases, detections), Evaluate(cases, detections)
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9),
			cmpopts.IgnoreFields(Score{}, "Found")); diff != "" {
			t.Fatalf("Evaluate(%v, %v) (-want +got):\n%s", cases, detections, diff)
		}
		slices.Reverse(detections)
		for i := range detections {
			detections[i] = detections[i].Flipped()
		}
		if diff := cmp.Diff(got, Evaluate(cases, detections), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Fatalf("the order of %v or of its sides changes the score:\n%s", detections, diff)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var cases passages
	for i := range 20000 {
		p := at(100*i, 100*i+80, 100*i, 100*i+80)
		p.A = string(rune('a' + r.IntN(26)))
		p.B = p.A + "2"
		cases = append(cases, p)
	}
	b.ReportAllocs()
	for b.Loop() {
		Evaluate(cases, cases)
	}
}
