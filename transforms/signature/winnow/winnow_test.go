package winnow

import (
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle/mix"
)

// gram is the words from start on that have Gram characters.
type gram struct {
	order uint64
	start uint32
}

func (g *gram) hash() uint64 { return hashOf(g.order) }

// rank returns the rank of a gram with so many rare words. atEdge says that it has less than Edge
// characters of a sentence at either end.
func rank(rare uint32, atEdge bool) uint64 {
	if atEdge {
		return uint64(min(rare, maxRare))
	}
	return uint64(min(rare, maxRare)) + maxRare + 1
}

// plainly is Append by the definition: for each run of Run characters, all grams in it.
func plainly(d Document) (out []Fingerprint) {
	end := func(from int, min uint32) (int, bool) {
		n := uint32(0)
		for x := from; x < len(d.Words); x++ {
			if n += d.Length[x]; n >= min {
				return x + 1, true
			}
		}
		return 0, false
	}
	of := func(from, to int) gram {
		rare, atEdge := uint32(0), false
		for x := from; x < to; x++ {
			if d.Weight != nil && d.Weight[x] > 0 {
				rare++
			}
		}
		for _, e := range d.Ends {
			if x := int(e); from < x && x < to {
				atEdge = atEdge || sum(d.Length[from:x]) < Edge || sum(d.Length[x:to]) < Edge
			}
		}
		return gram{rank(rare, atEdge)<<hashBits | hashOfWords(d.Words[from:to]), uint32(from)}
	}
	var last *gram
	var runs []uint32 // in which last was chosen
	for from := range d.Words {
		to, ok := end(from, Run)
		if !ok {
			break
		}
		var best []gram // equal ones
		for x := from; x < to; x++ {
			e, ok := end(x, Gram)
			if !ok || e > to {
				break
			}
			g := of(x, e)
			if len(best) > 0 && g.order > best[0].order {
				best = best[:0]
			}
			if len(best) == 0 || best[0].order <= g.order {
				best = append(best, g)
			}
		}
		if last == nil || int(last.start) < from || last.hash() != best[0].hash() {
			last, runs = &best[len(best)-1], nil
			out = append(out, Fingerprint{Hash: last.hash(), Start: last.start})
		}
		runs = append(runs, uint32(from))
		out[len(out)-1].Run = runs[(len(runs)-1)/2]
	}
	return out
}

func sum(lengths []uint32) (n uint32) {
	for _, l := range lengths {
		n += l
	}
	return n
}

// hashOfWords is the hash of a gram.
func hashOfWords(words []uint32) uint64 {
	sum := uint64(0)
	for _, w := range words {
		sum = sum*factor + uint64(w)
	}
	return mix.Full(sum+uint64(len(words))) >> 16
}

// random is a document of words that come again and again.
func random(r *rand.Rand, n, vocabulary int) Document {
	var d Document
	for range n {
		w := r.Uint32N(uint32(vocabulary))
		d.Words = append(d.Words, w*0x9e3779b9)
		d.Length = append(d.Length, 1+w*7%23)
		d.Weight = append(d.Weight, w%5*w%3)
		for w%4 == 0 && r.IntN(2) == 0 { // some sentences have no words
			d.Ends = append(d.Ends, uint32(len(d.Words)))
		}
	}
	return d
}

func TestAppendIsItsTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s Scratch
	for range 300 {
		d := random(r, r.IntN(400), 1+r.IntN(60))
		if r.IntN(3) == 0 {
			d.Weight = nil
		}
		if diff := gocmp.Diff(plainly(d), Append(nil, d, &s)); diff != "" {
			t.Fatalf("%d words (-plain +got):\n%s", len(d.Words), diff)
		}
	}
}

// Two documents with a run of Run characters in common have a fingerprint of it in common.
func TestRunsShareAFingerprint(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		vocabulary := 2 + r.IntN(1000)
		run, n, length := random(r, 150, vocabulary), 0, uint32(0)
		for length < Run {
			length += run.Length[n]
			n++
		}
		inside := func(d Document) []uint64 {
			before, after := random(r, r.IntN(200), vocabulary), random(r, r.IntN(200), vocabulary)
			all := Document{
				slices.Concat(before.Words, d.Words[:n], after.Words),
				slices.Concat(before.Length, d.Length[:n], after.Length),
				slices.Concat(before.Weight, d.Weight[:n], after.Weight),
				slices.Clone(before.Ends),
			}
			add := func(ends []uint32, from, words int) { // of a part that begins at word from
				for _, e := range ends {
					if int(e) <= words {
						all.Ends = append(all.Ends, uint32(from)+e)
					}
				}
			}
			add(d.Ends, len(before.Words), n)
			add(after.Ends, len(before.Words)+n, len(after.Words))
			var out []uint64
			for _, f := range Append(nil, all, &Scratch{}) {
				out = append(out, f.Hash)
			}
			return out
		}
		a, b := inside(run), inside(run)
		if !slices.ContainsFunc(a, func(h uint64) bool { return slices.Contains(b, h) }) {
			t.Fatalf("a run of %d words of %d has no fingerprint in common", n, vocabulary)
		}
	}
}

func TestFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 300 {
		lengths := make([]uint32, r.IntN(100))
		for x := range lengths {
			lengths[x] = r.Uint32N(1+r.Uint32N(4)) * r.Uint32N(40)
		}
		var b bounds
		b.reset(lengths)
		for x := range lengths {
			b.add(x, sum(lengths[:x]), lengths[x])
		}
		b.finish()
		for characters := range sum(lengths) + 1 {
			want := 0
			for sum(lengths[:want]) < characters {
				want++
			}
			if got := b.first(characters); got != want {
				t.Fatalf("lengths %d: the first word behind %d characters is %d, want %d", lengths,
					characters, got, want)
			}
		}
	}
}

// A text without repeats has a fingerprint about every half of the characters between Gram
// and Run, and one that repeats itself has no more.
func TestFewAreChosen(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, vocabulary := range []int{1, 3, 1 << 20} {
		d := random(r, 1<<14, vocabulary)
		length := 0
		for x := range d.Length {
			d.Length[x] = 6
			length += 6
		}
		got := len(Append(nil, d, &Scratch{}))
		if max := length / ((Run - Gram) / 2) * 11 / 10; got == 0 || got > max {
			t.Errorf("%d words: %d fingerprints in %d characters, want 1 to %d", vocabulary, got, length, max)
		}
	}
}

// Where one end of a run is hot, the fingerprint is of the other end.
func TestRareWordsWin(t *testing.T) {
	d := random(rand.New(rand.NewPCG(7, 8)), 30, 1<<20)
	for x := range d.Words {
		d.Length[x], d.Weight[x] = 5, 0
	}
	d.Weight[20] = 9
	for _, f := range Append(nil, d, &Scratch{}) {
		if f.Start > 20 || f.Start+Gram/5 <= 20 {
			t.Errorf("a fingerprint begins at word %d, without the rare word 20", f.Start)
		}
	}
}

// At the begin and the end of a sentence that many documents have, no words are chosen that have only a
// word or two of the sentence beside it.
func TestEdgesLose(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 200 {
		d := random(r, 120, 1<<20)
		for x := range d.Words {
			d.Length[x], d.Weight[x] = 6, 0
		}
		d.Ends = []uint32{40, 80, 120}
		for _, f := range Append(nil, d, &Scratch{}) {
			first, end := int(f.Start), int(f.Start)+(Gram+5)/6
			for _, e := range d.Ends {
				if e := int(e); first < e && e < end && (e-first < 4 || end-e < 4) {
					t.Fatalf("the words from %d to %d are a fingerprint, a sentence ends at %d", first, end, e)
				}
			}
		}
	}
}

func FuzzAppend(f *testing.F) {
	f.Add([]byte("the words of a text, and the words of a text again"), uint8(20))
	f.Fuzz(func(t *testing.T, b []byte, scale uint8) {
		var d Document
		for _, c := range b {
			d.Words = append(d.Words, uint32(c)*0x85ebca77)
			d.Length = append(d.Length, uint32(c)*uint32(scale)/64)
			d.Weight = append(d.Weight, uint32(c)>>6)
			if c%8 == 0 {
				d.Ends = append(d.Ends, uint32(len(d.Words)))
			}
		}
		if diff := gocmp.Diff(plainly(d), Append(nil, d, &Scratch{})); diff != "" {
			t.Errorf("(-plain +got):\n%s", diff)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	d := random(rand.New(rand.NewPCG(9, 9)), 1<<16, 1<<14)
	var s Scratch
	out := Append(nil, d, &s)
	b.SetBytes(6 * int64(len(d.Words)))
	b.ReportAllocs()
	for b.Loop() {
		out = Append(out[:0], d, &s)
	}
	b.ReportMetric(float64(len(out)), "fingerprints/op")
}
