package chain

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/tally/vocabulary"
)

// plainly is the rule word for word, with maps and floating point. joined says of each
// word whether it shares a character with the next.
func plainly(words, sample uint64, n map[uint32]uint64, text []uint32, joined []bool) []Signature {
	h := func(w uint32) float64 {
		nats := math.Log(float64(sample) / (20 * float64(max(n[w], 1))))
		if nats < 5.5 {
			return 0
		}
		return math.Round(1024 * nats)
	}
	enough := math.Round(1024 * max(0, math.Log(float64(words)/20)))
	var all []Signature
	for start := range text {
		if h(text[start]) == 0 {
			continue
		}
		for _, leave := range []int{0, 1} {
			chain, nats := []uint32{text[start]}, h(text[start])
			left, last := leave, start
			for x := start + 1; x < start+40 && x < len(text) && len(chain) < 8 &&
				(len(chain) < 2 || nats < enough); x++ {
				if h(text[x]) == 0 || joined[last] && last+1 == x {
					continue
				}
				last = x
				if left--; left >= 0 {
					continue
				}
				chain, nats = append(chain, text[x]), nats+h(text[x])
			}
			if len(chain) < 2 || nats < enough {
				continue
			}
			slices.Sort(chain)
			sum := uint64(0)
			for _, w := range chain {
				sum += mix.Full(uint64(w) + 1)
			}
			all = append(all, Signature{mix.Full(sum) >> 16, uint32(start)})
		}
	}
	return all
}

func counts(n map[uint32]uint64) (all []vocabulary.Count) {
	for w, k := range n {
		all = append(all, vocabulary.Count{Word: w, N: k})
	}
	return all
}

// same compares Append with plainly, for text of which no word shares a character with the
// next.
func same(t *testing.T, words, sample uint64, n map[uint32]uint64, text []uint32) []Signature {
	t.Helper()
	return sameJoined(t, words, sample, n, text, make([]bool, len(text)))
}

func sameJoined(t *testing.T, words, sample uint64, n map[uint32]uint64, text []uint32, joined []bool) []Signature {
	t.Helper()
	want := plainly(words, sample, n, text, joined)
	before := slices.Clone(text) // they were joined
	for x := range before {
		if joined[x] {
			before[x]++
		}
	}
	table := NewTable(words, sample, counts(n))
	read, err := ReadTable(AppendTable(nil, table))
	if err != nil {
		t.Fatal(err)
	}
	var s Scratch
	for _, table := range []*Table{table, read} {
		if diff := gocmp.Diff(want, table.Append(nil, text, before, table.Weights(nil, text), &s)); diff != "" {
			t.Fatalf("%d words, sample of %d, %v (-want +got):\n%s", words, sample, text, diff)
		}
	}
	return want
}

// 1,000,000 words and a sample of 100,000: a chain weighs ln(50,000) = 10.8 nats. A word
// met once weighs 8.5, one met 10 times 6.2, one met 30 times 5.1, which is no content word.
func TestByHand(t *testing.T) {
	n := map[uint32]uint64{10: 10, 11: 10, 12: 10, 30: 30}
	h := func(words ...uint32) uint64 {
		sum := uint64(0)
		for _, w := range words {
			sum += mix.Full(uint64(w) + 1)
		}
		return mix.Full(sum) >> 16
	}
	far := make([]uint32, 40) // word 30 is between
	for i := range far {
		far[i] = 30
	}
	near := slices.Clone(far)
	far[0] = 1
	near[0], near[39] = 1, 2
	for _, tc := range []struct {
		name string
		text []uint32
		want []Signature
	}{
		{"nothing", nil, nil},
		{"one content word", []uint32{1}, nil},
		{"two rare words", []uint32{1, 30, 2}, []Signature{{h(1, 2), 0}}},
		{"order does not matter", []uint32{2, 30, 30, 1}, []Signature{{h(1, 2), 0}}},
		{"the next one left out", []uint32{1, 2, 3}, []Signature{{h(1, 2), 0}, {h(1, 3), 0}, {h(2, 3), 1}}},
		{"two of 6.2 nats are enough", []uint32{10, 11}, []Signature{{h(10, 11), 0}}},
		{"no content words", []uint32{30, 30, 30}, nil},
		{"39 words apart", near, []Signature{{h(1, 2), 0}}},
		{"40 words apart", append(far, 2), nil},
	} {
		if diff := gocmp.Diff(tc.want, same(t, 1_000_000, 100_000, n, tc.text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
	// In a collection of 10^13 words a chain weighs 26.9 nats: five words of 6.2.
	text := []uint32{10, 11, 12, 10, 11, 12}
	want := []Signature{{h(10, 11, 12, 10, 11), 0}, {h(10, 12, 10, 11, 12), 0}, {h(11, 12, 10, 11, 12), 1}}
	if diff := gocmp.Diff(want, same(t, 10_000_000_000_000, 100_000, n, text)); diff != "" {
		t.Errorf("a large collection (-want +got):\n%s", diff)
	}
	// The largest collection there can be needs 40.5 nats: eight words of the least weight.
	if got := same(t, math.MaxUint64, 20*245*10, n, []uint32{10, 11, 12, 10, 11, 12, 10, 11, 12}); len(got) != 3 {
		t.Errorf("%d chains of eight words, want 3: %v", len(got), got)
	}
}

func TestTableBytes(t *testing.T) {
	got := AppendTable(nil,
		NewTable(300, 100_000, []vocabulary.Count{{Word: 7, N: 10}, {Word: 0, N: 1}, {Word: 0x01020304, N: 1000}}))
	want := []byte{1, 0xac, 0x02, 0xd5, 0x0a, 0, 0, 0x12, 0x22, 7, 0, 0, 0, 0xdc, 0x18, 4, 3, 2, 1, 0, 0}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for cut := range want {
		if cut != 9 && cut != 15 { // there a list of words may end
			if _, err := ReadTable(want[:cut]); err == nil {
				t.Errorf("%d bytes are read as a table", cut)
			}
		}
	}
}

// Of words that share characters a chain counts each character once.
func TestJoined(t *testing.T) {
	h := func(words ...uint32) uint64 {
		sum := uint64(0)
		for _, w := range words {
			sum += mix.Full(uint64(w) + 1)
		}
		return mix.Full(sum) >> 16
	}
	// Five characters make four pairs; a full stop ends them.
	text, joined := []uint32{1, 2, 3, 4, 5, 6}, []bool{true, true, true, true, false, false}
	got := sameJoined(t, 1_000_000, 100_000, nil, text, joined)
	want := []Signature{{h(1, 3), 0}, {h(1, 5), 0}, {h(2, 4), 1}, {h(2, 6), 1}, {h(3, 5), 2}, {h(3, 6), 2},
		{h(4, 6), 3}, {h(5, 6), 4}}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A small collection has no content words, and no chains.
func TestSmallCollection(t *testing.T) {
	for _, sample := range []uint64{0, 1, 4000} {
		if got := same(t, sample, sample, nil, []uint32{1, 2, 3, 4}); got != nil {
			t.Errorf("%d words: %v", sample, got)
		}
	}
}

func FuzzAppend(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 1, 1, 2, 9, 200, 200, 1}, uint64(1e9), uint64(1e6), uint64(1))
	f.Fuzz(func(t *testing.T, text []byte, words, sample, seed uint64) {
		sample >>= 20
		r := rand.New(rand.NewPCG(seed, 1))
		n := map[uint32]uint64{}
		var all []uint32
		for _, b := range text {
			w := uint32(b) * 0x1000193
			all = append(all, w)
			if n[w] == 0 {
				n[w] = 1 + r.Uint64N(1+r.Uint64N(1+sample/1000))
			}
		}
		joined := make([]bool, len(all))
		for x := range joined {
			joined[x] = r.IntN(2) == 0
		}
		same(t, words, sample, n, all)
		sameJoined(t, words, sample, n, all, joined)
		if table, err := ReadTable(text); err == nil { // damage never panics
			table.Append(nil, all, all, table.Weights(nil, all), &Scratch{})
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	n := map[uint32]uint64{}
	var text []uint32
	for range 20_000 {
		w := uint32(math.Exp(r.Float64()*11)) * 0x9e3779b1
		n[w]++
		text = append(text, w)
	}
	for w := range n {
		n[w] *= 50
	}
	t := NewTable(1e8, 1e6, counts(n))
	var s Scratch
	var all []Signature
	b.ReportAllocs()
	b.SetBytes(int64(6 * len(text)))
	for b.Loop() {
		all = t.Append(all[:0], text, text, t.Weights(nil, text), &s)
	}
	b.ReportMetric(float64(len(all))/float64(len(text)), "chains/word")
}

// Weights, of several terms at once, is weight of each, wherever the word is in a crowded table.
func TestWeights(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		n, vocabulary := map[uint32]uint64{}, 1+r.Uint32N(3000)
		var terms []uint32
		for range r.IntN(2000) {
			w := r.Uint32N(vocabulary)
			terms = append(terms, w)
			if w%3 > 0 {
				n[w] = 1 + r.Uint64N(300)
			}
		}
		table := NewTable(1_000_000, 100_000, counts(n))
		var want []uint32
		for _, w := range terms {
			want = append(want, uint32(weightOf(100_000, max(n[w], 1))))
		}
		if diff := gocmp.Diff(want, table.Weights(nil, terms)); diff != "" {
			t.Fatalf("%d terms (-want +got):\n%s", len(terms), diff)
		}
	}
}
