package delivery

import (
	"math/rand/v2"
	"testing"
)

// Sizes ascend with the words.
func TestRoomOf(t *testing.T) {
	last := 0
	for n := range 1 << 16 {
		room := roomOf(n)
		if room < last {
			t.Fatalf("%d words have size %d, and one less %d", n, room, last)
		}
		last = room
	}
}

// A document is in the memory of one with enough words and not many more, no memory belongs to two, and what is kept is
// bounded.
func TestRecycler(t *testing.T) {
	type document struct{ words []uint32 }
	random := rand.New(rand.NewPCG(1, 2))
	r := Recycler[document]{max: freeWords / 4, room: func(d *document) int { return cap(d.words) }}
	var used []*document
	again := 0
	for range 20000 {
		if len(used) > 0 && random.IntN(2) == 0 {
			x := random.IntN(len(used))
			r.Keep(used[x])
			used[x] = used[len(used)-1]
			used = used[:len(used)-1]
		} else {
			n := random.IntN(1 << random.IntN(18))
			d := r.Take(n)
			for _, u := range used {
				if u == d {
					t.Fatal("a document is used twice")
				}
			}
			if room := cap(d.words); room > 0 {
				again++
				if room < n || room > n+3*n/4+roomsOfTwo {
					t.Fatalf("%d words in memory for %d", n, room)
				}
			} else {
				d.words = make([]uint32, n)
			}
			used = append(used, d)
		}
		words := 0
		for _, kept := range r.free {
			for _, d := range kept {
				words += cap(d.words)
			}
		}
		if words != r.words || words > r.max {
			t.Fatalf("%d words are kept, and counted as %d", words, r.words)
		}
	}
	if again < 1000 {
		t.Errorf("memory was used again %d times", again)
	}
}
