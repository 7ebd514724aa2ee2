package delivery

import (
	"math/bits"

	"example.org/diagonal/engine/shuffle"
)

// Recycler keeps documents that are not needed any more, for their memory. A document gets that of one with at least as
// many words and at most about 1.75 times as many, so that its slices need not be made anew, and large ones do not
// belong to small documents. The zero value has no memory; NewRecycler makes one that keeps some.
type Recycler[T any] struct {
	free  [bits.UintSize * roomsOfTwo][]*T // by roomOf their words
	room  func(*T) int
	words int // for which all of them have memory
	max   int // of words
}

// NewRecycler returns an empty Recycler for a worker of the packed shuffle sh. room returns for how many words a
// document has memory.
func NewRecycler[T any](sh shuffle.Params, room func(*T) int) Recycler[T] {
	return Recycler[T]{room: room, max: int(sh.Scaled(freeWords))}
}

const (
	// roomsOfTwo is the number of sizes from one power of two to the next.
	roomsOfTwo = 4
	// freeWords is the number of words for which a worker with enough memory keeps some. A document takes about 50
	// bytes a word.
	freeWords = 1 << 17
)

// roomOf returns the size of n words, as a number: that of 1/8 more is the next one, or the one after it.
func roomOf(n int) int {
	if n < roomsOfTwo {
		return n
	}
	last := bits.Len(uint(n)) - 1 // the highest bit
	return last*roomsOfTwo + n>>(last-2)&(roomsOfTwo-1)
}

// Take returns an empty document for n words.
func (r *Recycler[T]) Take(n int) *T {
	room := roomOf(n)
	for x := room; x <= room+2 && x < len(r.free); x++ {
		last := len(r.free[x]) - 1
		if last < 0 || r.room(r.free[x][last]) < n { // of the size of n: perhaps too small
			continue
		}
		return r.pop(x)
	}
	if r.words+n > r.max { // what is kept is of no use
		for x := range r.free {
			if len(r.free[x]) > 0 {
				r.pop(x)
				break
			}
		}
	}
	return new(T)
}

// pop removes a document of a size.
func (r *Recycler[T]) pop(x int) *T {
	last := len(r.free[x]) - 1
	d := r.free[x][last]
	r.free[x][last] = nil
	r.free[x] = r.free[x][:last]
	r.words -= r.room(d)
	return d
}

// Keep keeps a document, unless there is no room.
func (r *Recycler[T]) Keep(d *T) {
	n := r.room(d)
	if r.words+n > r.max {
		return
	}
	r.words += n
	room := roomOf(n)
	r.free[room] = append(r.free[room], d)
}
