package seedextend

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
)

// ignoring is a document in which the marked words do not count: they become words that no other document has, and
// stops are at their edges, as package analysis does it.
func ignoring(text string, marks func(x int) bool, own uint32) *Document {
	plain := aligntest.Document(text)
	d := &Document{Words: slices.Clone(plain.Words), From: plain.From, To: plain.To, Units: []uint32{0}}
	n := len(d.Words)
	for x := range n {
		if marks(x) != (len(d.Ignored)%2 == 1) {
			d.Ignored = append(d.Ignored, uint32(x))
		}
		if marks(x) {
			d.Words[x] = own + uint32(x)
		}
	}
	if len(d.Ignored)%2 == 1 {
		d.Ignored = append(d.Ignored, uint32(n))
	}
	for x := 1; x <= n; x++ {
		last := d.Units[len(d.Units)-1]
		if slices.Contains(plain.Units, uint32(x)) || slices.Contains(d.Ignored, uint32(x)) || uint32(x)-last == 40 {
			d.Units = append(d.Units, uint32(x))
		}
	}
	d.Index(nil)
	return d
}

func marked(d *Document, x uint32) bool {
	for i := 0; i < len(d.Ignored); i += 2 {
		if d.Ignored[i] <= x && x < d.Ignored[i+1] {
			return true
		}
	}
	return false
}

// A passage ends at words that do not count, whether the other document has them, has others or has none there, and
// goes on behind them as another passage.
func TestIgnored(t *testing.T) {
	p := aligntest.Prose(5, 100)
	first, second, third := strings.Join(p[:8], ""), p[8], strings.Join(p[9:17], "")
	words := len(aligntest.Document(first).Words)
	in := func(x int) bool { return x >= words && x < words+len(aligntest.Document(second).Words) }
	never := func(int) bool { return false }
	before, after := strings.Join(p[20:30], ""), strings.Join(p[30:40], "")
	at := uint32(len(aligntest.Document(before).Words))
	a := ignoring(first+second+third, in, 1<<30)
	for name, b := range map[string]*Document{
		"there":  ignoring(before+first+second+third+after, func(x int) bool { return in(x - int(at)) }, 1<<29),
		"shown":  ignoring(before+first+second+third+after, never, 1<<29),
		"other":  ignoring(before+first+p[50]+third+after, never, 1<<29),
		"absent": ignoring(before+first+third+after, never, 1<<29),
	} {
		got := NewWorker(Params{}).Align(nil, a, b, nil)
		if len(got) != 2 || got[0].A0 != 0 || got[0].A1 != uint32(words) || got[1].A0 != a.Ignored[1] ||
			int(got[1].A1) != len(a.Words) {
			t.Errorf("%s: %+v, want the words before and behind %v", name, got, a.Ignored)
		}
	}
	whole := ignoring(first+second+third, never, 1<<30)
	if got := NewWorker(Params{}).Align(nil, whole, ignoring(before+first+p[50]+third+after, never, 1<<29),
		nil); len(got) != 1 {
		t.Errorf("where all words count: %+v, want one passage", got)
	}
}

// No passage holds a word that does not count, whatever is copied, edited, and marked.
func TestIgnoredAnywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 6))
	found := 0
	for seed := range uint64(60) {
		p := aligntest.Prose(7+seed, 40)
		side := func() []string {
			var s []string
			for x := range 30 {
				switch r.IntN(6) {
				case 0: // another sentence
					s = append(s, p[30+r.IntN(10)])
				case 1: // left out
				case 2: // edited
					words := strings.Fields(p[x])
					words[r.IntN(len(words)-1)] = "edited"
					s = append(s, strings.Join(words, " ")+" ")
				default:
					s = append(s, p[x])
				}
			}
			if r.IntN(3) == 0 { // again
				s = append(s, p[5:15]...)
			}
			return s
		}
		marks := func() func(int) bool {
			var ranges [][2]int
			for range r.IntN(6) {
				from := r.IntN(300)
				ranges = append(ranges, [2]int{from, from + 5 + r.IntN(20)})
			}
			return func(x int) bool {
				return slices.ContainsFunc(ranges, func(s [2]int) bool { return s[0] <= x && x < s[1] })
			}
		}
		a := ignoring(strings.Join(side(), ""), marks(), 1<<30)
		b := ignoring(strings.Join(side(), ""), marks(), 1<<29)
		for _, pair := range [][2]*Document{{a, b}, {b, a}, {a, a}} {
			for _, q := range NewWorker(Params{}).Align(nil, pair[0], pair[1], nil) {
				found++
				for x := q.A0; x < q.A1; x++ {
					if marked(pair[0], x) {
						t.Fatalf("%d: word %d of %+v does not count: %v", seed, x, q, pair[0].Ignored)
					}
				}
				for x := q.B0; x < q.B1; x++ {
					if marked(pair[1], x) {
						t.Fatalf("%d: word %d of %+v does not count: %v", seed, x, q, pair[1].Ignored)
					}
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("%d passages: nothing was tested", found)
	}
}
