package main

import (
	"math"
	"math/rand/v2"
)

// vocabularySize is a power of two, so that a word is chosen by a few bits. 60 MB of
// English prose have about as many words.
const vocabularySize = 1 << 16

// vocabulary is made-up words by falling frequency.
type vocabulary struct {
	words []string
	// Walker's alias method: slot i is word i below cut[i], else word alias[i].
	cut   []uint32
	alias []uint16
}

func newVocabulary(r *rand.Rand) *vocabulary {
	v := &vocabulary{words: make([]string, 0, vocabularySize)}
	seen := map[string]bool{}
	for len(v.words) < vocabularySize {
		if w := makeWord(r, len(v.words)); !seen[w] {
			seen[w] = true
			v.words = append(v.words, w)
		}
	}
	v.fill()
	return v
}

var (
	onsets = []string{"b", "c", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "z", "br", "ch",
		"cl", "dr", "fl", "gr", "pl", "pr", "sh", "st", "th", "tr", ""}
	vowels = []string{"a", "e", "i", "o", "u", "a", "e", "i", "o", "ai", "ea", "ou"}
	codas  = []string{"", "", "", "", "l", "m", "n", "r", "s", "t", "ck", "nd", "st"}
)

// makeWord makes a word: longer ones where they are rarer.
func makeWord(r *rand.Rand, rank int) string {
	syllables := 1
	switch {
	case rank >= 6000:
		syllables = 2 + r.IntN(2)
	case rank >= 600:
		syllables = 1 + r.IntN(2)
	}
	w := ""
	for range syllables {
		w += onsets[r.IntN(len(onsets))] + vowels[r.IntN(len(vowels))]
	}
	return w + codas[r.IntN(len(codas))]
}

// shift is the constant by which Mandelbrot's law is flatter at the head than Zipf's.
const shift = 2.7

// fill makes the tables for word r (from 1) to have a chance in proportion to 1/(r+shift).
func (v *vocabulary) fill() {
	n := len(v.words)
	weights, sum := make([]float64, n), 0.0
	for i := range weights {
		weights[i] = 1 / (float64(i+1) + shift)
		sum += weights[i]
	}
	v.cut, v.alias = make([]uint32, n), make([]uint16, n)
	var small, large []int
	for i := range weights {
		if weights[i] *= float64(n) / sum; weights[i] < 1 {
			small = append(small, i)
		} else {
			large = append(large, i)
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		v.cut[s], v.alias[s] = uint32(weights[s]*math.MaxUint32), uint16(l)
		if weights[l] -= 1 - weights[s]; weights[l] < 1 {
			large, small = large[:len(large)-1], append(small, l)
		}
	}
	for _, i := range append(small, large...) {
		v.cut[i], v.alias[i] = math.MaxUint32, uint16(i)
	}
}

// pick returns the word for 64 random bits. It uses 48 of them.
func (v *vocabulary) pick(bits uint64) string {
	i := uint16(bits)
	if uint32(bits>>16) > v.cut[i] {
		i = v.alias[i]
	}
	return v.words[i]
}
