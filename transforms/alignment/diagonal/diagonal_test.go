package diagonal

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func points(ik ...uint32) []Segment {
	var s []Segment
	for n := 0; n < len(ik); n += 2 {
		s = append(s, Segment{I: ik[n], K: ik[n+1], N: 1, Similarity: 1})
	}
	return s
}

func TestExtract(t *testing.T) {
	for _, tc := range []struct {
		name string
		in   []Segment
		p    Params
		want []Diagonal
	}{
		{"nothing", nil, Params{0, 0}, nil},
		{"gamma + 1 points", points(5, 2, 6, 3, 7, 4, 8, 5), Params{3, 0}, []Diagonal{{5, 9, 2, 6, 4, 1}}},
		{"gamma points are too few", points(5, 2, 6, 3, 7, 4), Params{3, 0}, nil},
		{"a gap breaks it", points(0, 0, 1, 1, 3, 3, 4, 4), Params{2, 0}, nil},
		{"a gap is bridged; the sentence passed over on each side counts 0", points(0, 0, 1, 1, 3, 3, 4, 4),
			Params{2, 1},
			[]Diagonal{{0, 5, 0, 5, 4, 4.0 / 6}}},
		{"a sentence inserted on one side", points(0, 0, 1, 2, 2, 3), Params{2, 1},
			[]Diagonal{{0, 3, 0, 4, 3, 3.0 / 4}}},
		{"reordered halves are two diagonals", points(0, 2, 1, 3, 2, 0, 3, 1), Params{1, 0},
			[]Diagonal{{0, 2, 2, 4, 2, 1}, {2, 4, 0, 2, 2, 1}}},
		{"repeated on one side", points(0, 0, 1, 1, 0, 7, 1, 8), Params{1, 0},
			[]Diagonal{{0, 2, 0, 2, 2, 1}, {0, 2, 7, 9, 2, 1}}},
		{"the nearest point first, then the least slant, then the least di", points(0, 0, 2, 2, 1, 2, 2, 1),
			Params{1, 1},
			[]Diagonal{{0, 2, 0, 3, 2, 2.0 / 3}}},
		{"a point belongs to one diagonal", points(0, 0, 1, 0, 2, 1), Params{1, 1},
			[]Diagonal{{0, 3, 0, 2, 2, 2.0 / 3}}},
		{"segments overlap and touch", []Segment{{0, 0, 3, 1}, {2, 2, 2, 1}, {4, 4, 1, 1}}, Params{4, 0},
			[]Diagonal{{0, 5, 0, 5, 5, 1}}},
		{"unequal similarities", []Segment{{0, 0, 1, 1}, {1, 1, 1, .5}, {1, 1, 1, .25}}, Params{1, 0},
			[]Diagonal{{0, 2, 0, 2, 2, .75}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var x Extractor
			got := x.Extract(nil, tc.in, tc.p)
			if diff := cmp.Diff(tc.want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
				t.Errorf("Extract (-want +got):\n%s", diff)
			}
		})
	}
}

// extractPlainly is the paper's procedure on the whole matrix.
func extractPlainly(segments []Segment, p Params) []Diagonal {
	type at struct{ i, k int }
	sim := map[at]float64{}
	size := 0
	for _, s := range segments {
		for n := range int(s.N) {
			q := at{int(s.I) + n, int(s.K) + n}
			sim[q] = max(sim[q], float64(s.Similarity))
			size = max(size, q.i+1, q.k+1)
		}
	}
	next := func(q at) (at, int, bool) {
		for sum := 0; sum <= 2*p.Gap; sum++ {
			for slant := 0; slant <= p.Gap; slant++ {
				for di := 0; di <= min(sum, p.Gap); di++ {
					dk := sum - di
					if dk > p.Gap || max(di, dk)-min(di, dk) != slant {
						continue
					}
					r := at{q.i + 1 + di, q.k + 1 + dk}
					if _, ok := sim[r]; ok {
						return r, di + dk, true
					}
				}
			}
		}
		return at{}, 0, false
	}
	var out []Diagonal
	for i := range size {
		for k := range size {
			q := at{i, k}
			if _, ok := sim[q]; !ok {
				continue
			}
			path, passed := []at{q}, 0
			for {
				r, n, ok := next(path[len(path)-1])
				if !ok {
					break
				}
				path, passed = append(path, r), passed+n
			}
			if len(path) <= p.Gamma {
				continue
			}
			sum := 0.0
			for _, r := range path {
				sum += sim[r]
				delete(sim, r)
			}
			end := path[len(path)-1]
			out = append(out, Diagonal{uint32(i), uint32(end.i + 1), uint32(k), uint32(end.k + 1), uint32(len(path)),
				sum / float64(len(path)+passed)})
		}
	}
	return out
}

func FuzzExtract(f *testing.F) {
	f.Add([]byte{0, 0, 17, 34, 51, 16, 1, 35}, uint8(1), uint8(1))
	f.Add([]byte("some words here"), uint8(0), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, gamma, gap uint8) {
		p := Params{Gamma: int(gamma % 5), Gap: int(gap % 4)}
		var in []Segment
		for n, b := range data[:min(len(data), 120)] {
			in = append(in, Segment{I: uint32(b >> 4), K: uint32(b & 15), N: uint32(n%3 + 1),
				Similarity: float32(b%4+1) / 4})
		}
		want := extractPlainly(in, p)
		var x Extractor
		if diff := cmp.Diff(want, x.Extract(nil, in, p), cmpopts.EquateApprox(0, 1e-9),
			cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("Extract(%+v) (-want +got):\n%s", p, diff)
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	for _, gap := range []int{0, 1} {
		b.Run(fmt.Sprintf("gap=%d", gap), func(b *testing.B) {
			var in []Segment
			for i := range uint32(1000) {
				in = append(in, Segment{I: i, K: i + 7, N: 1, Similarity: 1},
					Segment{I: i, K: i * 31 % 1000, N: 1, Similarity: 1})
			}
			var x Extractor
			var dst []Diagonal
			b.ReportAllocs()
			for b.Loop() {
				dst = x.Extract(dst[:0], in, Params{2, gap})
			}
		})
	}
}
