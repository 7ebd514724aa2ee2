package indexed_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/indexed"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func FuzzIndex(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte("one two \xffthree two\xff two two"))
	f.Fuzz(func(t *testing.T, data []byte) {
		d := aligntest.FromBytes(data)
		d.Index(make([]uint64, 3)) // a second time, over what is there
		vocabulary := slices.Clone(d.Words)
		slices.Sort(vocabulary)
		if vocabulary = slices.Compact(vocabulary); !slices.Equal(d.Vocabulary(), vocabulary) {
			t.Fatalf("vocabulary is %v, want %v", d.Vocabulary(), vocabulary)
		}
		for k, w := range vocabulary {
			var posts []uint32
			for u := range d.UnitCount() {
				if slices.Contains(d.Words[d.Units[u]:d.Units[u+1]], w) {
					posts = append(posts, u)
				}
			}
			if got := d.PostsOf(uint32(k)); !slices.Equal(got, posts) {
				t.Errorf("word %#x is in the units %d, want %d", w, got, posts)
			}
		}
		for u := range d.UnitCount() {
			want := slices.Clone(d.Words[d.Units[u]:d.Units[u+1]])
			slices.Sort(want)
			want = slices.Compact(want)
			var got []uint32
			for _, k := range d.WordsOf(u, u+1) {
				got = append(got, d.Vocabulary()[k])
			}
			if !slices.Equal(got, want) {
				t.Errorf("unit %d has the words %v, want %v", u, got, want)
			}
		}
	})
}

// Visible is the same before and after Index.
func TestVisible(t *testing.T) {
	for x, text := range []string{"One two, three. A b c.", "一二三，四五。six 七",
		"One <b>two</b>, three. A<i>b</i>c.",
		"Supercalifragilistic and anti-establishmentarian: twelve letters"} {
		before := aligntest.DocumentOf(text, 1, 1<<30)
		*before = indexed.Document{Words: before.Words, Units: before.Units, From: before.From, To: before.To}
		if x == 2 {
			before.Hidden = make([]uint32, len(before.Words))
			before.Hidden[1] = 1
			before.Hidden[len(before.Hidden)-1] = 1
		}
		after := *before
		after.Index(nil)
		n := uint32(len(before.Words))
		var long []uint32
		for x := range n {
			if before.Shown(x) >= indexed.LongWord {
				long = append(long, x)
			}
		}
		if got := after.LongIn(aligntest.Span(0, n)); !slices.Equal(got, long) {
			t.Errorf("%s: the long words are %d, want %d", text, got, long)
		}
		for lo := range n + 1 {
			for hi := lo; hi <= n; hi++ {
				if got, want := after.Visible(lo, hi), before.Visible(lo, hi); got != want {
					t.Errorf("%s: words %d to %d have %d visible characters, want %d", text, lo, hi, got, want)
				}
			}
		}
	}
}

// A length is counted only as far as it decides.
func TestLengthTo(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		d := aligntest.RandomPlaces(rng, 1+rng.IntN(40))
		lo := rng.Uint32N(uint32(len(d.Words)))
		s := aligntest.Span(lo, lo+1+rng.Uint32N(uint32(len(d.Words))-lo))
		enough, needed := float64(rng.IntN(300)), float64(rng.IntN(20))
		all := 0.0
		for x := s.Lo; x < s.Hi; x++ {
			all += float64(d.To[x] - d.From[x])
			if x > s.Lo && d.From[x] > d.To[x-1] {
				all++
			}
		}
		all = max(all, needed*float64(s.Hi-s.Lo))
		if got := d.Length(s, needed); got != all {
			t.Fatalf("length is %v, want %v", got, all)
		}
		if got := d.LengthTo(s, needed, enough); min(got, enough) != min(all, enough) || got > all {
			t.Fatalf("length to %v is %v of %v", enough, got, all)
		}
	}
}

// Neither markup nor the length of white space counts.
func TestLength(t *testing.T) {
	plain := aligntest.Sentences("One two, three. Four")
	marked := aligntest.Sentences("One two, three. Four")
	marked.Hidden = make([]uint32, len(marked.Words))
	for x := range marked.Words { // a tag of 9 code points in each word but the first
		shift := uint32(x) * 9
		marked.From[x] += max(shift, 9) - 9
		marked.To[x] += shift
		if x > 0 {
			marked.Hidden[x] = 9
		}
	}
	wide := aligntest.Sentences("One    two,\n\n  three.     Four")
	for _, d := range []*indexed.Document{plain, marked, wide} {
		for hi := uint32(1); hi <= 4; hi++ {
			s := aligntest.Span(0, hi)
			if got, want := d.Length(s, 0), plain.Length(s, 0); got != want {
				t.Errorf("%d words have the length %v, want %v", hi, got, want)
			}
		}
	}
	if got := plain.Length(aligntest.Span(0, 3), 0); got != 14 {
		t.Errorf("the length of %q is %v", "One two, three", got)
	}
	if got := plain.Length(aligntest.Span(0, 3), 5); got != 15 {
		t.Errorf("three words of 5 at least: %v", got)
	}
	if got, want := marked.Visible(0, 4), plain.Visible(0, 4); got != want {
		t.Errorf("%d visible characters, want %d", got, want)
	}
}

// The sums are those of VisibleWord of each word.
func TestSumVisible(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for round := range 300 {
		d := &indexed.Document{}
		at := uint32(0)
		for range random.IntN(60) {
			at += uint32(random.IntN(4) / 2)
			length := uint32(random.IntN(2 + random.IntN(20)))
			d.Words, d.From, d.To = append(d.Words, random.Uint32()), append(d.From, at), append(d.To, at+length)
			if round%2 == 0 {
				d.Hidden = append(d.Hidden, min(length, uint32(random.IntN(4))))
			}
			at += length
		}
		if len(d.Words) > 0 {
			d.Units = []uint32{0, uint32(len(d.Words))}
		}
		d.Index(nil)
		var long []uint32
		all := aligntest.Span(0, uint32(len(d.Words)))
		for x := range uint32(len(d.Words)) {
			if got, want := d.Visible(x, x+1), d.VisibleWord(x); got != want {
				t.Fatalf("round %d: word %d from %d to %d has %d visible characters, want %d", round, x, d.From[x],
					d.To[x], got, want)
			}
			if d.Shown(x) >= indexed.LongWord {
				long = append(long, x)
			}
		}
		if !slices.Equal(d.LongIn(all), long) {
			t.Fatalf("round %d: the long words are %d, want %d", round, d.LongIn(all), long)
		}
	}
}

// In the memory of another document, a document has the same index.
func FuzzReset(f *testing.F) {
	f.Add([]byte("one two three one one two"), []byte("two \xff three"))
	f.Add([]byte("two"), []byte("one two \xffthree two\xff two two"))
	f.Fuzz(func(t *testing.T, before, data []byte) {
		d, want := aligntest.FromBytes(before), aligntest.FromBytes(data)
		d.Reset()
		if d.Indexed() {
			t.Error("an empty document is indexed")
		}
		d.Words, d.Tokens, d.Units = want.Words, want.Tokens, want.Units
		d.From, d.To, d.Hidden, d.Altered, d.Hot = want.From, want.To, want.Hidden, want.Altered, want.Hot
		d.Index(nil)
		if diff := cmp.Diff(want, d, cmp.AllowUnexported(indexed.Document{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("(-fresh +in old memory):\n%s", diff)
		}
	})
}

// The words of a range are those that a search finds, unit by unit.
func TestAppendIndexes(t *testing.T) {
	d := aligntest.Document(aligntest.Text(1, 6) + aligntest.Text(1, 2))
	n := uint32(len(d.Words))
	for lo := range n {
		for hi := lo + 1; hi <= n; hi++ {
			var want []uint32
			for u := range d.UnitCount() {
				var words []uint32
				for x := max(lo, d.Units[u]); x < min(hi, d.Units[u+1]); x++ {
					words = append(words, uint32(slices.Index(d.Vocabulary(), d.Words[x])))
				}
				slices.Sort(words)
				want = append(want, slices.Compact(words)...)
			}
			if got := d.AppendIndexes(nil, aligntest.Span(lo, hi)); !slices.Equal(got, want) {
				t.Fatalf("words %d to %d: %v, want %v", lo, hi, got, want)
			}
		}
	}
}
