package winnow

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/analysis/normal"
	"example.org/diagonal/transforms/lookup/frequency"
)

func read(text string) *normal.Text {
	t := &normal.Text{}
	t.Read([]byte(text))
	return t
}

// count returns the frequencies of the q-grams of texts, in a collection in which signatures grow by so many letters.
func count(q, more int, texts ...string) *frequency.Table {
	var c frequency.Counts
	if more > 0 {
		large(&c, more)
	}
	for _, text := range texts {
		for _, g := range AppendGrams(nil, read(text), q) {
			c.Add(uint64(g))
		}
	}
	return c.Table()
}

// large adds q-grams that no text has, so that signatures grow by so many letters.
func large(c *frequency.Counts, more int) {
	for range 1 << more {
		if err := c.AddPage(0, binary.AppendUvarint([]byte{0}, shortEnough)); err != nil { // of four separators
			panic(err)
		}
	}
}

// at returns the q-grams of a text of letters at the places of signatures.
func at(text string, q int, signatures []Signature) (grams []string) {
	for _, s := range signatures {
		grams = append(grams, text[s.Place:int(s.Place)+q])
	}
	return grams
}

// The worked example of Sun, Qin and Wang, section 4.3.
func TestExample(t *testing.T) {
	const text = "abcdedcba"
	var c frequency.Counts
	for i, n := range []int{18, 62, 50, 43, 30, 79, 30} {
		g := AppendGrams(nil, read(text[i:i+3]), 3)
		for range n {
			c.Add(uint64(g[0]))
		}
	}
	got := NewSelector(Params{Signature: Frequency, Q: 3, W: 4}, c.Table()).Append(nil, read(text))
	if diff := cmp.Diff([]string{"abc", "edc", "cba"}, at(text, 3, got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Example 1 of section 4.1, with the values that it prints (its formula gives others), through the windows
// of the program.
func TestExampleOfRanks(t *testing.T) {
	const text = "abcdedcba"
	var grams []string
	for _, i := range new(minima).append(nil, []uint64{1, 14, 4, 15, 20, 7, 17}, 4) {
		grams = append(grams, text[i:i+3])
	}
	if diff := cmp.Diff([]string{"abc", "cde", "dcb"}, grams); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// plainSelect is the plain version: it looks at each window. It returns the numbers of the
// selected q-grams. end is the place at which windows end at the latest.
func plainSelect(ranks []uint64, places []uint32, end uint32, w int) (chosen []int) {
	windows := 0
	for first := range ranks {
		if places[first]+uint32(w) > end && first > 0 {
			break
		}
		best := first
		for i := first; i < len(ranks) && places[i] < places[first]+uint32(w); i++ {
			if ranks[i] <= ranks[best] {
				best = i
			}
		}
		chosen = append(chosen, best)
		windows++
	}
	return slices.Compact(chosen)
}

// plainGrams are the q-grams as strings of characters.
func plainGrams(t *normal.Text, q int) (grams []string) {
	for i := range t.Chars {
		width := 0
		var g strings.Builder
		for _, c := range t.Chars[i:] {
			g.WriteRune(rune(c & (1<<30 - 1)))
			if width += int(c.Width()); width >= q {
				grams = append(grams, g.String())
				break
			}
		}
	}
	return grams
}

var alphabets = []string{"ab ", "abcdefghij klmno42. ", "абвгд еж", "天地玄黄宇宙洪荒，", "天地a玄b黄 c宇1é "}

func garden(rng *rand.Rand, n int) string {
	letters := []rune(alphabets[rng.IntN(len(alphabets))])
	var b strings.Builder
	for range n {
		b.WriteRune(letters[rng.IntN(len(letters))])
	}
	return b.String()
}

// FuzzAppend holds the selection to the plain version: equal q-grams have equal Grams, different
// ones different ones, and each window has its smallest one.
func FuzzAppend(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(seed, uint16(10*seed), uint8(1+seed%12), uint8(1+seed*7), seed%2 == 0)
	}
	f.Fuzz(func(t *testing.T, seed uint64, n uint16, q, w uint8, random bool) {
		rng := rand.New(rand.NewPCG(seed, 1))
		text := garden(rng, int(n%2000))
		p := Params{Signature: Frequency, Q: int(q%8) + 1, W: int(w) + 1}
		var table *frequency.Table
		if random {
			p.Signature, p.Q = Random, int(q)+1
		} else {
			p.Grow = seed%4 == 1
			table = count(p.Q, int(seed/4%7), text, garden(rng, 200))
		}
		n1 := read(text)
		grams, plain := AppendGrams(nil, n1, p.Q), plainGrams(n1, p.Q)
		if len(grams) != len(plain) {
			t.Fatalf("%q, q %d: %d q-grams, want %d", text, p.Q, len(grams), len(plain))
		}
		names := map[Gram]string{}
		byName := map[string]Gram{}
		for i, g := range grams {
			if names[g] == "" {
				names[g] = plain[i]
			}
			if _, ok := byName[plain[i]]; !ok {
				byName[plain[i]] = g
			}
			if names[g] != plain[i] || byName[plain[i]] != g {
				t.Fatalf("%q, q %d: q-gram %d is %x, which is %q and %q", text, p.Q, i, g, names[g], plain[i])
			}
		}
		s := NewSelector(p, table)
		longer := AppendGrams(nil, n1, s.Length())
		var ranks []uint64
		var places []uint32
		for i := range longer {
			ranks, places = append(ranks, s.rank(grams[i])), append(places, n1.Place(i))
		}
		var want []Signature
		for _, i := range plainSelect(ranks, places, n1.Place(len(longer)), p.W) {
			want = append(want, Signature{longer[i], places[i], plainContext(n1, places[i], s.Length())})
		}
		if diff := cmp.Diff(want, s.Append(nil, n1)); diff != "" {
			t.Fatalf("%q, %+v (-want +got):\n%s", text, p, diff)
		}
		if chars, ok := normal.AppendLatin(nil, []byte(text)); ok {
			if diff := cmp.Diff(want, s.AppendLatin(nil, chars)); diff != "" {
				t.Fatalf("%q, %+v, as one byte for each character (-want +got):\n%s", text, p, diff)
			}
		}
	})
}

// FuzzMinima holds the numbers of the smallest ranks to the plain version.
func FuzzMinima(f *testing.F) {
	f.Add([]byte{1, 14, 4, 15, 20, 7, 17}, uint8(4))
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9}, uint8(3)) // all are selected
	f.Add([]byte{9, 8, 7, 6, 5, 4, 3, 2, 1}, uint8(3))
	f.Add([]byte{5, 5, 5, 5, 5, 5, 255, 255, 255, 255}, uint8(2))
	f.Add([]byte{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6}, uint8(5))
	var m minima
	f.Fuzz(func(t *testing.T, small []byte, w uint8) {
		if len(small) == 0 {
			return
		}
		var ranks []uint64
		var places []uint32
		for i, r := range small {
			rank := uint64(r)
			if r == 255 {
				rank = 1<<64 - 1
			}
			ranks, places = append(ranks, rank), append(places, uint32(i))
		}
		var got []int
		for _, i := range m.append(nil, ranks, int(w)+1) {
			got = append(got, int(i))
		}
		if want := plainSelect(ranks, places, uint32(len(ranks)), int(w)+1); !slices.Equal(got, want) {
			t.Fatalf("%v, w %d: %v, want %v", ranks, int(w)+1, got, want)
		}
	})
}

// FuzzGuarantee: two texts that share a string of at least w+q-1 places select a common signature
// in it, in every script and mixture.
func FuzzGuarantee(f *testing.F) {
	for seed := range uint64(60) {
		f.Add(seed, uint8(1+seed%10), uint8(seed*5), seed%3 == 0)
	}
	f.Fuzz(func(t *testing.T, seed uint64, q, w uint8, random bool) {
		rng := rand.New(rand.NewPCG(seed, 2))
		p := Params{Signature: Frequency, Q: int(q%8) + 1, W: int(w) + 1}
		var table *frequency.Table
		if random {
			p.Signature, p.Q = Random, int(q%60)+1
		} else {
			p.Grow = seed%4 == 1
			table = count(p.Q, int(seed/4%7), garden(rng, 3000))
		}
		min := p.Guarantee() // as many places more as signatures have
		if table != nil {
			min += p.Length(table.Grams()) - p.Q
		}
		// A shared text that is just long enough, with letters at its ends: a separator
		// there may be another run in each text.
		shared := "x"
		for n := min / 3; read(shared+"x").Length() < uint32(min); n++ {
			shared = "x" + garden(rng, n)
		}
		shared += "x"
		a, b := garden(rng, rng.IntN(300))+shared+garden(rng, rng.IntN(300)), garden(rng, rng.IntN(300))+shared+
			garden(rng, rng.IntN(300))
		within := func(text string) map[Signature]bool {
			n := read(text)
			start := n.Place(charAt(n, text, strings.Index(text, shared)))
			end := start + read(shared).Length()
			found := map[Signature]bool{}
			for _, s := range NewSelector(p, table).Append(nil, n) {
				if s.Place >= start && s.Place+uint32(p.Q) <= end+normal.Wide-1 {
					s.Place -= start
					s.Context = Context{} // of what is around the shared text, too
					found[s] = true
				}
			}
			return found
		}
		inB := within(b)
		for s := range within(a) {
			if inB[s] {
				return
			}
		}
		t.Fatalf("%+v: %q and %q share %q, and no signature", p, a, b, shared)
	})
}

// charAt returns the number of the character at a byte of a text.
func charAt(n *normal.Text, text string, at int) int {
	for i := range n.Chars {
		if start, end := n.Bytes([]byte(text), i, i+1); start == at && end > start {
			return i
		}
	}
	panic("no character begins there")
}

// TestLength: a signature has a letter more for each doubling of the collection, and no more than six.
func TestLength(t *testing.T) {
	for _, tc := range []struct {
		grams int64
		want  int
	}{{0, 4}, {199_999_999, 4}, {200_000_000, 5}, {399_999_999, 5}, {400_000_000, 6}, {1_000_000_000,
		7}, {6_400_000_000, 10}, {1 << 60, 10}} {
		if got := Defaults(Frequency).Length(tc.grams); got != tc.want {
			t.Errorf("%d q-grams: %d letters, want %d", tc.grams, got, tc.want)
		}
		if got := (Params{Signature: Frequency, Q: 4, W: 90}).Length(tc.grams); got != 4 {
			t.Errorf("%d q-grams, q given: %d letters, want 4", tc.grams, got)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, p := range []Params{{"", 4, 146, false}, {Frequency, 0, 146, false}, {Frequency, 9, 146, false},
		{Frequency, 4, 0, false}, {Random, 1001, 1, false}, {Random, 10, MaxW + 1, false}, {Random, 10, 140, true}} {
		if p.Validate() == nil {
			t.Errorf("%+v: no error", p)
		}
	}
	for _, p := range []Params{Defaults(Frequency), Defaults(Random), {Random, 50, 100, false}} {
		if err := p.Validate(); err != nil || p.Guarantee() != map[string]int{Frequency: 93, Random: 149}[p.Signature] {
			t.Errorf("%+v: %v, guarantee %d", p, err, p.Guarantee())
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for name, letters := range map[string]string{"Latin": alphabets[1], "Han": alphabets[3]} {
		b.Run(name, func(b *testing.B) {
			var text strings.Builder
			for range 20000 {
				r := []rune(letters)
				text.WriteRune(r[rng.IntN(len(r))])
			}
			n := read(text.String())
			s := NewSelector(Defaults(Frequency), count(4, 0, text.String()))
			var dst []Signature
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				dst = s.Append(dst[:0], n)
			}
		})
	}
}
