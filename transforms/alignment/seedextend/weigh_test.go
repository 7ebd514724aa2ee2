package seedextend

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestWeigh(t *testing.T) {
	a := sentences("one two. one three.")
	b := sentences("one two two. four.")
	w := NewWorker(Params{})
	w.a, w.b = a, b
	w.weigh()
	w.weighAll()
	weight := func(df float64) uint32 { // of N = 4 units
		l := math.Log(1 + 4/df)
		return uint32(math.Round(weightOne * l * l))
	}
	if got, want := w.weights.units, uint32(4); got != want {
		t.Errorf("units = %d, want %d", got, want)
	}
	words := sentences("one. two. three. four.").Words
	for _, tc := range []struct {
		name     string
		d, other *Document
		weights  []uint32
		word     uint32
		df       float64
		common   bool
		links    []uint32
	}{
		{"one in a", a, b, w.weights.a, words[0], 3, true, w.weights.inB},
		{"two in a", a, b, w.weights.a, words[1], 2, true, w.weights.inB},
		{"three in a", a, b, w.weights.a, words[2], 1, false, w.weights.inB},
		{"one in b", b, a, w.weights.b, words[0], 3, true, w.weights.inA},
		{"two in b, twice in a unit", b, a, w.weights.b, words[1], 2, true, w.weights.inA},
		{"four in b", b, a, w.weights.b, words[3], 1, false, w.weights.inA},
	} {
		k := -1
		for x, v := range tc.d.vocabulary {
			if v == tc.word {
				k = x
			}
		}
		if k < 0 {
			t.Fatalf("%s: not in the vocabulary", tc.name)
		}
		if got := tc.weights[k]; got != weight(tc.df) {
			t.Errorf("%s: weight %d, want %d", tc.name, got, weight(tc.df))
		}
		if got := tc.links[k] > 0; got != tc.common {
			t.Errorf("%s: common is %v, want %v", tc.name, got, tc.common)
		}
		if l := tc.links[k]; l > 0 && tc.other.vocabulary[l-1] != tc.word {
			t.Errorf("%s: linked to another word", tc.name)
		}
	}
}

// matchWords finds the words that find does.
func TestMatchWords(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	document := func(max uint32) *Document {
		d := &Document{}
		for range 1 + random.IntN(300) {
			word := random.Uint32N(max) * (math.MaxUint32 / max)
			if random.IntN(5) == 0 {
				word = random.Uint32N(20) // no hash: they are in one bucket
			}
			d.Words, d.From, d.To = append(d.Words, word), append(d.From, 0), append(d.To, 0)
		}
		d.Units = []uint32{0, uint32(len(d.Words))}
		d.Index(nil)
		return d
	}
	for round := range 1000 {
		max := 1 + random.Uint32N(1000)
		a, b := document(max), document(max)
		inB, inA := make([]uint32, len(a.vocabulary)), make([]uint32, len(b.vocabulary))
		got := matchWords(a, b, inB, inA, nil)
		var want []uint32
		wantInB, wantInA := make([]uint32, len(a.vocabulary)), make([]uint32, len(b.vocabulary))
		for x, word := range a.vocabulary {
			if y, ok := b.find(word); ok {
				want = append(want, uint32(x))
				wantInB[x], wantInA[y] = y+1, uint32(x)+1
			}
		}
		if !slices.Equal(got, want) || !slices.Equal(inB, wantInB) || !slices.Equal(inA, wantInA) {
			t.Fatalf("round %d: the common words are %d, want %d; in b %d, want %d; in a %d, want %d", round, got, want,
				inB, wantInB, inA, wantInA)
		}
	}
}

// The cached weights of one pair are not those of the next.
func TestWeighAgain(t *testing.T) {
	small, large := sentences("one two."), sentences("one two. three. four. five.")
	w := NewWorker(Params{})
	for _, b := range []*Document{small, large, small} {
		fresh := NewWorker(Params{})
		w.a, w.b, fresh.a, fresh.b = small, b, small, b
		w.weigh()
		w.weighAll()
		fresh.weigh()
		fresh.weighAll()
		for k := range w.weights.a {
			if w.weights.a[k] != fresh.weights.a[k] {
				t.Errorf("%d units: weight %d, want %d", b.units(), w.weights.a[k], fresh.weights.a[k])
			}
		}
	}
}

// Words that are weighed unit by unit have the weights that all have.
func FuzzWeighBox(f *testing.F) {
	f.Add([]byte("abcd\xe1efgh\xe2ijkl"), []byte("ijkl\xe1abed\xe2"), uint8(0), uint8(1))
	f.Fuzz(func(t *testing.T, da, db []byte, from, to uint8) {
		a, b := fromBytes(da), fromBytes(db)
		if a.units() == 0 || b.units() == 0 {
			return
		}
		w, all := NewWorker(Params{}), NewWorker(Params{})
		w.a, w.b, all.a, all.b = a, b, a, b
		w.weigh()
		all.weigh()
		all.weighAll()
		c := box{uint32(from) % a.units(), a.units(), 0, 1 + uint32(to)%b.units()}
		w.weighBox(c)
		w.weighBox(c) // again
		for _, side := range []struct {
			name            string
			words           []uint32
			got, want       []uint32
			link, linkInAll []uint32
			back            []uint32
		}{
			{"a", a.wordsOf(c.i0, c.i1), w.weights.a, all.weights.a, w.weights.inB, all.weights.inB, w.weights.inA},
			{"b", b.wordsOf(c.j0, c.j1), w.weights.b, all.weights.b, w.weights.inA, all.weights.inA, w.weights.inB},
		} {
			for _, k := range side.words {
				if side.got[k] != side.want[k] || side.link[k] != side.linkInAll[k] ||
					side.link[k] > 0 && side.back[side.link[k]-1] != k+1 {
					t.Errorf("word %d of %s: weight %d, link %d, want %d, %d", k, side.name, side.got[k], side.link[k],
						side.want[k], side.linkInAll[k])
				}
			}
		}
	})
}

// weighAll weighs all words of the pair.
func (w *Worker) weighAll() {
	w.match()
	w.weighBox(box{0, w.a.units(), 0, w.b.units()})
}
