package pairs

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/analysis/token"
)

// small returns a Sample of so many pairs.
func small(size int) *Sample { return &Sample{size: size, limit: math.MaxUint64} }

// plainly returns the sample of the texts as Append writes it: all distinct pairs are counted, sorted and cut.
func plainly(size int, texts [][]uint32) (b []byte) {
	distinct := map[uint64]bool{}
	for _, words := range texts {
		for i := 1; i < len(words); i++ {
			distinct[uint64(words[i-1])<<32|uint64(words[i])] = true
		}
	}
	var hashes []uint64
	for p := range distinct {
		hashes = append(hashes, mix.High(p))
	}
	slices.Sort(hashes)
	for _, h := range hashes[:min(size, len(hashes))] {
		b = binary.LittleEndian.AppendUint64(b, h)
	}
	return b
}

// The sample is that of all pairs, however the texts are ordered and divided.
func FuzzSample(f *testing.F) {
	f.Add([]byte("the cat of the house and the dog of the man"), uint64(1), byte(4))
	f.Add([]byte{}, uint64(2), byte(1))
	f.Add([]byte{0, 0, 0, 1, 255, 1, 255}, uint64(3), byte(200))
	f.Fuzz(func(t *testing.T, b []byte, seed uint64, size byte) {
		rng := rand.New(rand.NewPCG(seed, 0))
		var texts [][]uint32
		for len(b) > 0 {
			n := 1 + rng.IntN(len(b))
			var words []uint32
			for _, c := range b[:n] {
				words = append(words, uint32(c))
			}
			texts, b = append(texts, words), b[n:]
		}
		max := 1 + int(size)%50
		want := plainly(max, texts)
		for range 3 {
			rng.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
			parts := make([]*Sample, 1+rng.IntN(4))
			for i := range parts {
				parts[i] = small(max)
			}
			for _, words := range texts {
				parts[rng.IntN(len(parts))].Add(words)
			}
			sum := small(max)
			for _, p := range parts {
				if err := sum.Merge(p.Append(nil)); err != nil {
					t.Fatal(err)
				}
			}
			if got := sum.Append(nil); !slices.Equal(got, want) {
				t.Fatalf("a sample of %d pairs of %v: %v, want %v", max, texts, got, want)
			}
		}
	})
}

// A worker that sends what is new from time to time has sent the sample of all that it read, and no pair twice.
func TestAppendFromTimeToTime(t *testing.T) {
	words := make([]uint32, 3*size)
	r := rand.New(rand.NewPCG(5, 6))
	worker, sum := New(), New()
	sent := map[uint64]bool{}
	var texts [][]uint32
	for range 9 {
		for i := range words {
			words[i] = uint32(r.IntN(3000))
		}
		texts = append(texts, slices.Clone(words))
		worker.Add(words)
		b := worker.Append(nil)
		for c := b; len(c) > 0; c = c[8:] {
			if h := binary.LittleEndian.Uint64(c); sent[h] {
				t.Fatalf("%x is sent twice", h)
			} else {
				sent[h] = true
			}
		}
		if err := sum.Merge(b); err != nil {
			t.Fatal(err)
		}
	}
	if len(worker.Append(nil)) != 0 {
		t.Error("what was sent is sent again")
	}
	if got := sum.Append(nil); !slices.Equal(got, plainly(size, texts)) {
		t.Error("the sample is another one")
	}
}

func TestMergeCutShort(t *testing.T) {
	if err := New().Merge(make([]byte, 15)); err == nil {
		t.Error("no error")
	}
}

// Words 0 to 19 stand beside all others; the others stand in many texts, but beside few. The numbers of lines stand
// beside all others, too, and are none.
func TestFunctionWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var lines []uint32
	for _, n := range []string{"1", "9", "10", "42", "9999"} {
		word, ok := token.HashWord(n)
		if !ok {
			t.Fatalf("%s is no word", n)
		}
		lines = append(lines, word)
	}
	s := New()
	for range 3000 {
		words := []uint32{5000, 5001, 5002, 5003} // a head, which each text has
		for range 30 {
			switch rng.IntN(6) {
			case 0, 1:
				words = append(words, rng.Uint32N(20))
			case 2:
				words = append(words, lines[rng.IntN(len(lines))])
			default:
				words = append(words, 20+rng.Uint32N(4000))
			}
		}
		s.Add(words)
	}
	want := make([]uint32, 20)
	for i := range want {
		want[i] = uint32(i)
	}
	got, share := s.FunctionWords()
	if !slices.Equal(got, want) {
		t.Errorf("FunctionWords = %v, want %v", got, want)
	}
	begun := 0
	for _, hash := range s.hashes {
		if mix.OfHigh(hash)>>32 < 20 {
			begun++
		}
	}
	if share != float64(begun)/float64(len(s.hashes)) || share < .05 || share > .33 {
		t.Errorf("they begin %v of the pairs, want %d of %d", share, begun, len(s.hashes))
	}
}

// Few pairs say nothing.
func TestFewPairs(t *testing.T) {
	s := New()
	for x := range uint32(minPairs/2 - 1) {
		s.Add([]uint32{0, 1 + x, 0})
	}
	if got, _ := s.FunctionWords(); got != nil {
		t.Errorf("FunctionWords of %d pairs = %v", minPairs-2, got)
	}
	s.Add([]uint32{0, 1 << 20, 0})
	if got, share := s.FunctionWords(); !slices.Equal(got, []uint32{0}) || share != .5 {
		t.Errorf("FunctionWords of %d pairs = %v, and begin %v, want 0, and .5", minPairs, got, share)
	}
}
