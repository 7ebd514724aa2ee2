package copied

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
)

// quotations returns the runs of at least quoteWords equal words and needed visible characters whose runs of three
// words are mostly in few documents, found by walking along each diagonal: the twin of findQuotations. rare says it of
// a run.
func quotations(a, b *indexed.Document, needed float64, rare func(indexed.Span, indexed.Span) int) (out []Run) {
	for offset := 1 - len(b.Words); offset < len(a.Words); offset++ {
		for x := max(offset, 0); x < len(a.Words) && x-offset < len(b.Words); x++ {
			from := x
			for x < len(a.Words) && x-offset < len(b.Words) && a.Plain()[x] == b.Plain()[x-offset] {
				x++
			}
			n := uint32(x - from)
			c := Run{A: uint32(from), B: uint32(from - offset), N: n}
			if c.Size = min(a.Visible(c.A, c.A+n), b.Visible(c.B, c.B+n)); n < quoteWords || float64(c.Size) <= needed {
				continue
			}
			if float64(rare(a.UnitsOf(aligntest.Span(c.A, c.A+n)),
				b.UnitsOf(aligntest.Span(c.B, c.B+n)))) >= quoteEvidence*float64(n-2) {
				out = append(out, c)
			}
		}
	}
	return out
}

// The quotations that are found are those that the twin finds, in texts of few words, in which runs stand often.
func TestFindQuotations(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 3))
	found := 0
	for range 400 {
		text := func() []byte {
			data := make([]byte, 40+r.IntN(80))
			for x := range data {
				data[x] = byte(r.IntN(30))
				if r.IntN(12) == 0 {
					data[x] += 224
				}
			}
			return data
		}
		x, y := text(), text()
		for range 3 {
			n, from, to := 3+r.IntN(9), r.IntN(len(x)-12), r.IntN(len(y)-12)
			copy(y[to:to+n], x[from:from+n])
		}
		a, b := aligntest.FromBytes(x), aligntest.FromBytes(y)
		// Three equal words are a hit of the units of their first ones; some are in many documents.
		var hits, rare []pair.Hit
		for i := range a.Words[:len(a.Words)-2] {
			for j := range b.Words[:len(b.Words)-2] {
				if slices.Equal(a.Words[i:i+3], b.Words[j:j+3]) {
					h := aligntest.Hit(a.UnitOf(uint32(i)), b.UnitOf(uint32(j)))
					if hits = append(hits, h); a.Words[i]%5 > 0 {
						rare = append(rare, h)
					}
				}
			}
		}
		pair.SortHits(hits)
		pair.SortHits(rare)
		f := Finder{Pair: &pair.Pair{}, QuoteChars: float64(20 + r.IntN(20))}
		f.Begin(a, b, pair.Shared{Hits: hits, Rare: rare, RareKnown: true})
		f.findQuotations()
		got := slices.Clone(f.Found)
		want := quotations(a, b, f.QuoteChars, func(x, y indexed.Span) int { return pair.CountHits(rare, x, y) })
		order := func(x, y Run) int { return strings.Compare(fmt.Sprint(x), fmt.Sprint(y)) }
		slices.SortFunc(got, order)
		slices.SortFunc(want, order)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Fatalf("%v\n%v: found %v, want %v", x, y, got, want)
		}
		found += len(got)
	}
	if found < 100 {
		t.Errorf("only %d quotations were found", found)
	}
}
