package alignment

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/transforms/alignment/diagonal"
	"example.org/diagonal/transforms/candidate"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

func init() {
	register.Function2x2(packFn)
	dofn.Plain(&linesFn{})
	register.Emitter1[string]()
}

func params(gamma, gap int) Params {
	return Params{Diagonal: diagonal.Params{Gamma: gamma, Gap: gap}, Shuffle: shuffle.Params{Shards: 1}}
}

// extended runs the stage without Beam over one shard of matches, and returns side 0 of
// each passage, after it has held side 1 to be the same.
func extended(t *testing.T, p Params, matches []candidate.Match) (found []Passage, ledger map[string]int64) {
	t.Helper()
	var packed []byte
	for _, m := range matches {
		packed = shuffle.Append(packed, m.A, m.Append(nil))
	}
	ledger = map[string]int64{}
	var blocks [][]byte
	emit := func(_ int, b []byte) { blocks = append(blocks, b) }
	count := func(name string, n int64) { ledger[name] += n }
	if err := engine.RunReduce(t.Context(), p.Shuffle, &extend{Params: p}, 0, shuffletest.Iterate(packed), emit,
		count); err != nil {
		t.Fatal(err)
	}
	sides := [2][]Passage{}
	for _, b := range blocks {
		err := shuffle.Each(b, func(key uint64, payload []byte) error {
			f, side, err := ReadSide(payload)
			if err != nil || key != [...]uint64{f.A, f.B}[side] {
				t.Errorf("side %d of %+v is under %d (%v)", side, f, key, err)
			}
			sides[side] = append(sides[side], f)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range sides {
		slices.SortFunc(s, func(x, y Passage) int {
			return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B), cmp.Compare(x.ASentence, y.ASentence),
				cmp.Compare(x.BSentence, y.BSentence))
		})
	}
	if diff := gocmp.Diff(sides[0], sides[1]); diff != "" {
		t.Errorf("the two sides differ (-a +b):\n%s", diff)
	}
	return sides[0], ledger
}

// single makes matches of one sentence pair each.
func single(a, b uint64, at ...[2]uint32) []candidate.Match {
	var all []candidate.Match
	for _, p := range at {
		all = append(all, candidate.Match{A: a, B: b, I: p[0], K: p[1], N: 1, Similarity: 1})
	}
	return all
}

func found(a, b uint64, i, is, k, ks, matched uint32, similarity float64, r Reading) Passage {
	return Passage{A: a, B: b, ASentence: i, ASentences: is, BSentence: k, BSentences: ks, Matched: matched,
		Similarity: similarity, Reading: r}
}

func TestExtend(t *testing.T) {
	for _, tc := range []struct {
		name   string
		p      Params
		in     []candidate.Match
		want   []Passage
		ledger map[string]int64
	}{
		{name: "nothing", p: params(2, 1)},
		{name: "one match is too short", p: params(1, 1), in: single(2, 4, [2]uint32{0, 0}),
			ledger: map[string]int64{Pairs: 1, Short: 1}},
		{
			name: "one match, gamma 0", p: params(0, 0), in: single(2, 4, [2]uint32{7, 9}),
			want: []Passage{found(2, 4, 7, 1, 9, 1, 1, 1, AnyOrder)}, ledger: map[string]int64{Pairs: 1},
		},
		{
			name: "segments that overlap and repeat are one diagonal", p: params(3, 0),
			in: []candidate.Match{
				{A: 2, B: 4, I: 0, K: 5, N: 3, Similarity: 1}, {A: 2, B: 4, I: 1, K: 6, N: 3, Similarity: 1},
				{A: 2, B: 4, I: 0, K: 5, N: 3, Similarity: 1}, {A: 2, B: 4, I: 2, K: 7, N: 1, Similarity: 1},
			},
			want: []Passage{found(2, 4, 0, 4, 5, 4, 4, 1, AnyOrder)}, ledger: map[string]int64{Pairs: 1},
		},
		{
			// (1 + .5 + 1)/3; the repeat with the lower similarity does not count.
			name: "a point that comes twice has the greater similarity", p: params(2, 0),
			in: []candidate.Match{
				{A: 2, B: 4, I: 0, K: 0, N: 1, Similarity: 1}, {A: 2, B: 4, I: 1, K: 1, N: 1, Similarity: 0.25},
				{A: 2, B: 4, I: 1, K: 1, N: 1, Similarity: 0.5}, {A: 2, B: 4, I: 2, K: 2, N: 1, Similarity: 1},
			},
			want: []Passage{found(2, 4, 0, 3, 0, 3, 3, 2.5/3, AnyOrder)}, ledger: map[string]int64{Pairs: 1},
		},
		{
			name: "inside one document", p: params(1, 1), in: single(6, 6, [2]uint32{0, 5}, [2]uint32{1, 6}),
			want: []Passage{found(6, 6, 0, 2, 5, 2, 2, 1, Fixed)}, ledger: map[string]int64{Pairs: 1},
		},
		{
			name: "input and source", p: params(1, 1), in: single(6, 3, [2]uint32{0, 5}, [2]uint32{1, 6}),
			want: []Passage{found(6, 3, 0, 2, 5, 2, 2, 1, Fixed)}, ledger: map[string]int64{Pairs: 1},
		},
		{
			// Four points, each once. From (0,0) one sentence is passed over on one
			// side: the tie (1,2) against (2,1) goes to the least di, so with a = 2
			// the path is (0,0) (1,2) (2,3), with similarity 3/4; with a = 4 it is
			// (0,0) (1,2) there, which is (2,1) here, and then (3,2) here.
			name: "a tie that the order of ids decides", p: params(2, 1),
			in: single(2, 4, [2]uint32{0, 0}, [2]uint32{1, 2}, [2]uint32{2, 3}, [2]uint32{2, 1}, [2]uint32{3, 2}),
			want: []Passage{
				found(2, 4, 0, 3, 0, 4, 3, 0.75, SmallerFirst),
				found(4, 2, 0, 3, 0, 4, 3, 0.75, SmallerFirst),
			},
			ledger: map[string]int64{Pairs: 1},
		},
		{
			name: "the same tie where the order is fixed", p: params(2, 1),
			in:   single(2, 3, [2]uint32{0, 0}, [2]uint32{1, 2}, [2]uint32{2, 3}, [2]uint32{2, 1}, [2]uint32{3, 2}),
			want: []Passage{found(2, 3, 0, 3, 0, 4, 3, 0.75, Fixed)}, ledger: map[string]int64{Pairs: 1},
		},
		{
			// (0,0) (1,2) is a dead end with a = 2; with a = 4 the path goes on over
			// (2,1) and (3,2) here.
			name: "a passage in one order only", p: params(2, 1),
			in:     single(2, 4, [2]uint32{0, 0}, [2]uint32{1, 2}, [2]uint32{2, 1}, [2]uint32{3, 2}),
			want:   []Passage{found(4, 2, 0, 3, 0, 4, 3, 0.75, SmallerFirst)},
			ledger: map[string]int64{Pairs: 1},
		},
		{
			name: "pairs stay apart", p: params(1, 0),
			in: append(append(single(2, 4, [2]uint32{0, 0}), single(2, 6, [2]uint32{1, 1})...),
				single(4, 6, [2]uint32{3, 3}, [2]uint32{4, 4})...),
			want:   []Passage{found(4, 6, 3, 2, 3, 2, 2, 1, AnyOrder)},
			ledger: map[string]int64{Pairs: 3, Short: 2},
		},
	} {
		got, ledger := extended(t, tc.p, tc.in)
		if diff := gocmp.Diff(tc.want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: passages (-want +got):\n%s", tc.name, diff)
		}
		if diff := gocmp.Diff(tc.ledger, ledger, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: ledger (-want +got):\n%s", tc.name, diff)
		}
	}
}

// Which document has the smaller key is chance: what holds for an order of the ids must
// be the same if the keys are exchanged.
func TestExtendDoesNotDependOnKeys(t *testing.T) {
	ties := 0
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		var here, there []candidate.Match
		for range rng.IntN(14) {
			i, k := rng.Uint32N(6), rng.Uint32N(6)
			here = append(here, single(2, 4, [2]uint32{i, k})...)
			there = append(there, single(2, 4, [2]uint32{k, i})...) // 4 is now what 2 was
		}
		p := params(1+int(seed%2), int(seed%3))
		x, xl := extended(t, p, here)
		y, yl := extended(t, p, there)
		for _, firstSmaller := range []bool{true, false} {
			if diff := gocmp.Diff(oriented(x, firstSmaller), oriented(swap(y), firstSmaller)); diff != "" {
				t.Fatalf("seed %d, first is smaller %v (-one way +the other):\n%s", seed, firstSmaller, diff)
			}
		}
		if diff := gocmp.Diff(xl, yl); diff != "" {
			t.Fatalf("seed %d: ledger (-one way +the other):\n%s", seed, diff)
		}
		if slices.ContainsFunc(x, func(f Passage) bool { return f.Reading == SmallerFirst }) {
			ties++
		}
	}
	if ties < 20 {
		t.Errorf("only %d ties: the test compares next to nothing", ties)
	}
}

// swap exchanges the names of the documents 2 and 4.
func swap(all []Passage) []Passage {
	all = slices.Clone(all)
	for i := range all {
		all[i].A, all[i].B = 6-all[i].A, 6-all[i].B
	}
	return all
}

// oriented is the passages that stay if the document 2 has the smaller id, or if 4 has.
func oriented(all []Passage, twoIsSmaller bool) []Passage {
	out := []Passage{}
	for _, f := range all {
		ordered := (f.A == 2) == twoIsSmaller
		if !ordered && f.Reading == SmallerFirst {
			continue
		}
		if !ordered {
			f = found(f.B, f.A, f.BSentence, f.BSentences, f.ASentence, f.ASentences, f.Matched,
				f.Similarity, f.Reading)
		}
		f.Reading = 0
		out = append(out, f)
	}
	slices.SortFunc(out, func(x, y Passage) int {
		return cmp.Or(cmp.Compare(x.ASentence, y.ASentence), cmp.Compare(x.BSentence, y.BSentence))
	})
	return out
}

// packFn packs one match, "A B I K N".
func packFn(line string, shards int) (int, []byte) {
	var m candidate.Match
	fmt.Sscan(line, &m.A, &m.B, &m.I, &m.K, &m.N)
	m.Similarity = 1
	return shuffle.ShardOf(m.A, shards), shuffle.Append(nil, m.A, m.Append(nil))
}

type linesFn struct{}

func (fn *linesFn) ProcessElement(_ int, b []byte, emit func(string)) error {
	return shuffle.Each(b, func(key uint64, payload []byte) error {
		f, side, err := ReadSide(payload)
		emit(fmt.Sprintf("%d: side %d of %d:%d+%d %d:%d+%d", key, side, f.A, f.ASentence, f.ASentences, f.B,
			f.BSentence, f.BSentences))
		return err
	})
}

func TestExtendOnPrism(t *testing.T) {
	const a, b, c = 1 << 40, 2 << 40, 3 << 40
	in := []string{fmt.Sprint(a, b, 0, 5, 2), fmt.Sprint(b, c, 7, 7, 1), fmt.Sprint(a, b, 2, 7, 1)}
	want := []string{
		fmt.Sprintf("%d: side 0 of %d:0+3 %d:5+3", a, a, b),
		fmt.Sprintf("%d: side 1 of %d:0+3 %d:5+3", b, a, b),
	}
	for _, sh := range []shuffle.Params{{Shards: 1}, {Shards: 3}, {Shards: 64}} {
		p := params(2, 1)
		p.Shuffle = sh
		pl, s, col := ptest.CreateList(in)
		packed := beam.ParDo(s, packFn, col, beam.SideInput{Input: beam.Create(s, sh.Shards)})
		got := Extend(s, p, shuffle.BlocksOf[candidate.Match](sh, packed))
		passert.EqualsList(s, beam.ParDo(s, &linesFn{}, got.Found.Collection()), want)
		ptest.RunAndValidate(t, pl)
	}
}

func TestValidate(t *testing.T) {
	for _, tc := range []struct {
		p    Params
		want string // empty: valid
	}{
		{params(0, 0), ""},
		{params(-1, 0), "diagonal.Params: Gamma is -1"},
		{params(0, -1), "Gap is -1"},
		{params(0, 101), "Gap is 101"},
		{Params{}, "Shards is 0"},
	} {
		err := tc.p.Validate()
		if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%+v.Validate() = %v, want %q", tc.p, err, tc.want)
		}
	}
}
