package alignment

import "math/bits"

// recycler keeps documents that are not needed any more, for their memory. A document gets that of one with at least as
// many words and at most about 1.75 times as many, so that its slices need not be made anew, and large ones do not
// belong to small documents. The zero value keeps none.
type recycler struct {
	free  [bits.UintSize * roomsOfTwo][]*document // by roomOf their words
	words int                                     // for which all of them have memory
	most  int                                     // of words
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

// take returns an empty document for n words.
func (r *recycler) take(n int) *document {
	room := roomOf(n)
	for x := room; x <= room+2 && x < len(r.free); x++ {
		last := len(r.free[x]) - 1
		if last < 0 || cap(r.free[x][last].analysed.Words) < n { // of the size of n: perhaps too small
			continue
		}
		return r.pop(x)
	}
	if r.words+n > r.most { // what is kept is of no use
		for x := range r.free {
			if len(r.free[x]) > 0 {
				r.pop(x)
				break
			}
		}
	}
	return &document{}
}

// pop removes a document of a size.
func (r *recycler) pop(x int) *document {
	last := len(r.free[x]) - 1
	d := r.free[x][last]
	r.free[x][last] = nil
	r.free[x] = r.free[x][:last]
	r.words -= cap(d.analysed.Words)
	return d
}

// keep keeps a document, unless there is no room.
func (r *recycler) keep(d *document) {
	n := cap(d.analysed.Words)
	if r.words+n > r.most {
		return
	}
	r.words += n
	room := roomOf(n)
	r.free[room] = append(r.free[room], d)
}
