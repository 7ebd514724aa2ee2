package misread

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// hashesOf returns what stands for the hashes of words: equal for small and capital letters.
func hashesOf(words []string) []uint32 {
	hashes := make([]uint32, len(words))
	for i, w := range words {
		h := fnv.New32a()
		h.Write([]byte(strings.ToLower(w)))
		hashes[i] = h.Sum32()
	}
	return hashes
}

func add(s *Sketch, text string) {
	words := strings.Fields(text)
	s.Add(hashesOf(words), func(i int) []byte { return []byte(words[i]) })
}

// A place counts if it has two words of five letters or more.
func TestCount(t *testing.T) {
	const left, right = "stood in front of the ", " of the old town there "
	for _, tc := range []struct {
		words       string // each in a document of its own, between the same words
		pairs, like int64
	}{
		{"soldiers", 0, 0},
		{"soldiers soldiers", 0, 0},
		{"soldiers Soldiers", 0, 0},
		{"soldiers soldicrs", 1, 1},          // one letter of eight
		{"soldiers so1diers", 0, 0},          // a digit
		{"soldiers citizens", 1, 0},          // another word
		{"soldiers soldier", 1, 0},           // a form of the word
		{"soldiers holdiers", 1, 0},          // many languages have forms that begin otherwise
		{"town twon", 0, 0},                  // short
		{"église eglise", 1, 0},              // the first letter
		{"Büchern Büehern", 1, 1},            // one of seven
		{"soldiers soldicrs men", 1, 1},      // short words do not count
		{"soldiers soldicrs citizens", 0, 0}, // a slot
	} {
		var s Sketch
		for _, w := range strings.Fields(tc.words) {
			add(&s, left+w+right)
		}
		if got := s.Pairs(); got.counts != (Counts{Pairs: tc.pairs}) || int64(len(got.alike)) != tc.like {
			t.Errorf("%s: %+v, want %d pairs, %d alike", tc.words, got, tc.pairs, tc.like)
		}
	}
}

// A place is three words on each side: fewer are often a set phrase.
func TestPlace(t *testing.T) {
	for _, tc := range []struct {
		other string
		pairs int64
	}{
		{"one two three soldicrs four five six", 1},
		{"new two three soldicrs four five six", 0},
		{"one two three soldicrs four five new", 0},
		{"new one two three soldicrs four five six new", 1},
	} {
		var s Sketch
		add(&s, "one two three soldiers four five six")
		add(&s, tc.other)
		if got := s.Pairs().counts.Pairs; got != tc.pairs {
			t.Errorf("%s: %d pairs, want %d", tc.other, got, tc.pairs)
		}
	}
}

// addHan adds a text of Han characters.
func addHan(s *Sketch, text string) { add(s, strings.Join(strings.Split(text, ""), " ")) }

// A place of Han characters counts if one character or two are replaced there, and not if it is a slot.
func TestCountHan(t *testing.T) {
	const left, right = "行政机关应当", "在三十日以内"
	for _, tc := range []struct {
		texts        string // each in a document of its own, between the same characters
		pairs, alone int64
	}{
		{"依 依", 0, 0},
		{"依 俠", 1, 1},
		{"依法 俠法", 1, 1},   // the second character belongs to the right of the first
		{"依法 决定", 1, 0},   // a word
		{"依 依法", 0, 0},    // more is no replacement
		{"依法办 及时作", 0, 0}, // longer
		{"依 俠 按", 0, 0},   // a slot
		{"依a法 俠a法", 1, 1}, // whatever stands around it
		{"a b", 0, 0},
		{"三 二", 0, 0}, // numbers
	} {
		var s Sketch
		for _, x := range strings.Fields(tc.texts) {
			addHan(&s, left+x+right)
		}
		if got := s.Pairs(); got.counts != (Counts{PairsHan: tc.pairs, Alone: tc.alone}) {
			t.Errorf("%s: %+v, want %d pairs, %d alone", tc.texts, got, tc.pairs, tc.alone)
		}
	}
}

// texts makes documents of 3*letters words, so that places come again.
func texts(r *rand.Rand, n, length, letters int) []string {
	out := make([]string, n)
	for i := range out {
		words := make([]string, length)
		for k := range words {
			words[k] = fmt.Sprintf("w%cxy%czz", 'a'+byte(r.IntN(letters)), 'a'+byte(r.IntN(3)))
		}
		out[i] = strings.Join(words, " ")
	}
	return out
}

// The sketch of many workers, which send it in pieces, is that of one, in any order, whether or not all
// places are kept.
func TestMerge(t *testing.T) {
	// 3,000 words in 40 documents have more places than are kept
	for length, letters := range map[int]int{50: 2, 3000: 6} {
		r := rand.New(rand.NewPCG(1, uint64(length)))
		documents := texts(r, 40, length, letters)
		var whole Sketch
		for _, d := range documents {
			add(&whole, d)
		}
		want := whole.Pairs()
		if want.counts.Pairs == 0 || len(want.alike) == 0 || whole.words.full != (length > 50) {
			t.Fatalf("%+v, full: %v: nothing is tested", want, whole.words.full)
		}
		for range 3 {
			r.Shuffle(len(documents), func(i, j int) { documents[i], documents[j] = documents[j], documents[i] })
			workers := make([]Sketch, 1+r.IntN(5))
			var sent [][]byte
			for _, d := range documents {
				s := &workers[r.IntN(len(workers))]
				if add(s, d); r.IntN(3) == 0 {
					sent = append(sent, s.Append(nil))
				}
			}
			for k := range workers {
				sent = append(sent, workers[k].Append(nil))
			}
			var got Sketch
			for _, b := range sent {
				if err := got.Merge(b); err != nil {
					t.Fatal(err)
				}
			}
			if got := got.Pairs(); !reflect.DeepEqual(got, want) {
				t.Errorf("%d workers: %+v, want %+v", len(workers), got, want)
			}
		}
	}
}

// The sampled places are those with the smallest hashes, with all their words.
func TestSample(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	var s, all Sketch
	all.words.places = map[uint64]*place{}
	for _, d := range texts(r, 30, 4000, 6) {
		add(&s, d)
		var one Sketch // too small to leave anything out
		add(&one, d)
		for h, p := range one.words.places {
			for _, w := range p.words {
				q := all.words.places[h]
				if q == nil {
					q = &place{}
					all.words.places[h] = q
				}
				if !slices.Contains(q.words, w) {
					q.words = append(q.words, w)
				}
			}
		}
	}
	hashes := all.words.sorted()[:sampled]
	for _, h := range hashes {
		want := all.words.places[h].words
		slices.SortFunc(want, func(a, b word) int { return int(int64(a.hash) - int64(b.hash)) })
		if got := s.words.places[h]; got == nil || !slices.Equal(got.words, want[:min(len(want), slot)]) {
			t.Fatalf("place %x: %v, want %v", h, got, want)
		}
	}
}

func FuzzMerge(f *testing.F) {
	var s Sketch
	add(&s, "one two three soldiers four five six")
	f.Add(s.Append(nil))
	f.Add([]byte{0})
	f.Fuzz(func(t *testing.T, b []byte) {
		var s, again Sketch
		if s.Merge(b) != nil {
			return
		}
		first := s.Append(nil)
		if err := again.Merge(first); err != nil || !bytes.Equal(again.Append(nil), first) {
			t.Errorf("%x: %v", first, err)
		}
		s.Pairs()
	})
}

func TestShown(t *testing.T) {
	for _, tc := range []struct {
		Counts
		want bool
	}{
		{Counts{}, false},
		{Counts{Pairs: 2, Misread: 2}, false}, {Counts{Pairs: 12, Misread: 3}, true},
		{Counts{Pairs: 13, Misread: 3}, false},
		{Counts{Pairs: 100, Misread: 9}, false}, {Counts{Pairs: 100, Misread: 10}, true},
		{Counts{Pairs: 10000, Misread: 801}, false}, {Counts{Pairs: 10000, Misread: 802}, true},
		{Counts{PairsHan: 4, Alone: 4}, false}, {Counts{PairsHan: 5, Alone: 5}, true},
		{Counts{PairsHan: 100, Alone: 61}, false}, {Counts{PairsHan: 100, Alone: 62}, true},
	} {
		if got := tc.Shown(); got != tc.want {
			t.Errorf("%+v: %v", tc.Counts, got)
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	documents := texts(rand.New(rand.NewPCG(3, 3)), 100, 10000, 6)
	words := make([][]string, len(documents))
	hashes := make([][]uint32, len(documents))
	for i, d := range documents {
		words[i] = strings.Fields(d)
		hashes[i] = hashesOf(words[i])
	}
	var s Sketch
	for i := 0; b.Loop(); i++ {
		w := words[i%len(words)]
		s.Add(hashes[i%len(words)], func(i int) []byte { return []byte(w[i]) })
	}
}
