package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sort"
)

// Sizes of what is made: entries as long as those of a news site or a blog.
const (
	entryWords   = 300
	meanSentence = 19 // words, log-normal with sigma .55, as in English prose
	vocabulary   = 1 << 17
	bankSize     = 4096 // entries that wait to be reused
	reusers      = 0.25 // share of entries that reuse others
)

// generator makes entries of sentences, some of which are taken from earlier entries.
type generator struct {
	rand  *rand.Rand
	cum   []float64
	words []string
	bank  [][][]string
}

func newGenerator(seed uint64) *generator {
	g := &generator{rand: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))}
	sum := 0.0
	for rank := range vocabulary {
		sum += 1 / (float64(rank) + 2.7)
		g.cum = append(g.cum, sum)
		g.words = append(g.words, spell(rank))
	}
	return g
}

// spell returns the word of a rank: syllables, so that it looks like a word, shorter if frequent.
func spell(rank int) string {
	const consonants, vowels = "bdfghjklmnprstvz", "aeiou"
	var w []byte
	for n := rank + 16; n > 0; n /= len(consonants) * len(vowels) {
		w = append(w, consonants[n%len(consonants)], vowels[n/len(consonants)%len(vowels)])
	}
	return string(w) + "n"
}

func (g *generator) word() string {
	return g.words[sort.SearchFloat64s(g.cum, g.rand.Float64()*g.cum[len(g.cum)-1])]
}

func (g *generator) sentence() []string {
	const sigma = 0.55
	n := math.Exp(math.Log(meanSentence) - sigma*sigma/2 + sigma*g.rand.NormFloat64())
	s := make([]string, min(max(int(n), 3), 60))
	for i := range s {
		s[i] = g.word()
	}
	return s
}

// edited returns a sentence as another writer takes it over: half of the sentences as they are, of the
// others a part of the words exchanged, up to a half.
func (g *generator) edited(s []string) []string {
	out := append([]string(nil), s...)
	if g.rand.IntN(2) == 0 {
		return out
	}
	share := g.rand.Float64() / 2
	for i := range out {
		if g.rand.Float64() < share {
			out[i] = g.word()
		}
	}
	return out
}

// entry returns the sentences of the next entry.
func (g *generator) entry() [][]string {
	var entry [][]string
	words := 0
	add := func(s []string) {
		entry = append(entry, s)
		words += len(s)
	}
	if len(g.bank) > 0 && g.rand.Float64() < reusers {
		from := g.bank[g.rand.IntN(len(g.bank))]
		share := g.rand.Float64()
		for _, s := range from {
			if g.rand.Float64() < share {
				add(g.edited(s))
			}
		}
	}
	for words < entryWords {
		add(g.sentence())
	}
	g.rand.Shuffle(len(entry), func(i, j int) { entry[i], entry[j] = entry[j], entry[i] })
	if len(g.bank) < bankSize {
		g.bank = append(g.bank, entry)
	} else {
		g.bank[g.rand.IntN(bankSize)] = entry
	}
	return entry
}

// write writes n entries as JSON Lines.
func (g *generator) write(w io.Writer, n int) error {
	b := bufio.NewWriterSize(w, 1<<20)
	for i := range n {
		fmt.Fprintf(b, `{"id":"e%07d","text":"`, i)
		for j, s := range g.entry() {
			if j > 0 {
				b.WriteByte(' ')
			}
			for k, word := range s {
				if k > 0 {
					b.WriteByte(' ')
					b.WriteString(word)
					continue
				}
				b.WriteByte(word[0] - 'a' + 'A')
				b.WriteString(word[1:])
			}
			b.WriteByte('.')
		}
		b.WriteString("\"}\n")
	}
	return b.Flush()
}
