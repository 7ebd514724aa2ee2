package witness

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"example.org/diagonal/transforms/analysis/condition"
)

// compared is the rule of candidate.Choice, for two different documents.
func compared(c Choice, d, other Document) bool {
	switch {
	case d.Key == other.Key, c.Directed && !other.Source && !c.AlsoInput:
		return false
	case c.Directed && other.Source:
		return c.Where.Holds(d.Traits, other.Traits)
	}
	return c.Where.Holds(d.Traits, other.Traits) || c.Where.Holds(other.Traits, d.Traits)
}

func number(text string, _ bool) uint64 {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return condition.NoNumber
	}
	return n + 1
}

var conditions = []string{
	"", "a.x != b.x", "a.x == b.x", "a.x != b.y", "a.x == b.y", "a.x == 1", "b.x != 1", "a.x == a.y",
	"a.x != b.x && a.y != b.y", "a.x != b.x && a.y == b.y",
	"a.x != b.x && b.y != '2' && a.y == 1", "a.x != b.y && a.y != b.x && a.x != b.x", "b.x == a.y && b.y != a.x",
	"a.x != b.x && a.y != b.y && a.x != b.y && a.y != b.x && a.z != b.z && a.z != b.x && a.z != b.y",
	"1 != a.x && '2' == b.y",
	"a.x < b.x", "b.y <= a.x", "a.x < b.x && a.y != b.y", "a.x >= b.x && a.y == b.y && a.z != b.z",
	"a.x < b.x && a.y > b.y", "a.x < 2 && b.y >= year(a.x)", "year(a.x) != year(b.x)", "a.x < b.w",
}

// A set answers as all documents do, whatever is added to it, in one piece or as the sets of parts.
func FuzzSet(f *testing.F) {
	r := rand.New(rand.NewPCG(35, 10))
	for n := range uint8(len(conditions)) {
		for _, size := range []int{0, 1, 2, 5, 40, 400} {
			b := make([]byte, size)
			for i := range b {
				b[i] = byte(r.Uint32())
			}
			f.Add(b, n, uint8(r.IntN(3)), uint8(1+r.IntN(6)))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte, n, how, values uint8) {
		c := Choice{Directed: how%3 > 0, AlsoInput: how%3 == 2}
		var err error
		if c.Where, err = condition.Parse(conditions[int(n)%len(conditions)], number); err != nil {
			t.Fatal(err)
		}
		of := int(max(values, 1))
		var all []Document
		for ; len(b) >= 4; b = b[4:] {
			texts := map[string]string{"x": fmt.Sprint(int(b[0]) % of), "y": fmt.Sprint(int(b[1]) % of),
				"z": fmt.Sprint(int(b[2]) % of)}
			if b[3]%7 == 0 {
				texts["x"] = "no number"
			}
			all = append(all,
				Document{Key: uint64(len(all)), Source: b[3]%3 == 0,
					Traits: c.Where.AppendTraits(nil, texts, number)})
		}
		finder := New(c)
		whole, parts, joined := finder.NewSet(), []*Set{finder.NewSet(), finder.NewSet(), finder.NewSet()},
			finder.NewSet()
		for i, d := range all {
			whole.Add(d)
			parts[i%3].Add(d)
			if i%5 == 0 {
				parts[(i+1)%3].Add(d)
			}
		}
		for _, p := range parts {
			for _, d := range p.Documents() {
				joined.Add(d)
			}
		}
		for _, d := range all {
			if d.Source {
				continue
			}
			want := slices.ContainsFunc(all, func(other Document) bool { return compared(c, d, other) })
			if got, again := whole.Some(d), joined.Some(d); got != want || again != want {
				t.Fatalf("%+v of %+v with %+v: %v, of parts %v, want %v", d, all, c, got, again, want)
			}
		}
	})
}

// The number of witnesses does not grow with that of documents. Keys that are all different, and one field
// that nearly all have, are what makes most.
func TestFewWitnesses(t *testing.T) {
	for where, limit := range map[string]int{"": 2, "a.x != b.x": 10, "a.x != b.x && a.y != b.y": 32,
		"a.y == b.y && a.x != b.x": 30, "a.n < b.n": 4, "a.n > b.n && a.x != b.x": 10} {
		c, err := condition.Parse(where, number)
		if err != nil {
			t.Fatal(err)
		}
		s := New(Choice{Where: c}).NewSet()
		for i := range uint64(100_000) {
			x := "most"
			if i%1000 == 999 {
				x = fmt.Sprint(i)
			}
			s.Add(Document{Key: i, Traits: c.AppendTraits(nil, map[string]string{"x": x, "y": fmt.Sprint(i % 3),
				"n": fmt.Sprint(i * 7919 % 100_003)}, number)})
		}
		for _, way := range s.classes {
			for _, own := range way {
				if len(own.members) > 2*max(limit, minFull) {
					t.Errorf("%q: %d members", where, len(own.members))
				}
			}
		}
		if got := len(s.Documents()); got > limit {
			t.Errorf("%q: %d witnesses, want at most %d", where, got, limit)
		}
	}
}
