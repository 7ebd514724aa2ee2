package seedextend

import (
	"math/bits"
	"slices"
)

// Index builds the index of words and units. It uses scratch and returns
// it, perhaps grown, for the next call; nil is good. It panics if the fields of d
// do not fit each other.
func (d *Document) Index(scratch []uint64) []uint64 {
	d.check()
	n := len(d.Words)
	scratch = resize(scratch, 2*n)
	pairs := d.sortWords(scratch[:n], scratch[n:])
	d.unitStart = exactly(d.unitStart, int(d.units())+1)
	clear(d.unitStart)
	pairs, words := d.countWords(pairs)
	d.list(pairs, words)
	d.bucket()
	d.sketch()
	d.sumVisible()
	d.runs = d.runs[:0] // until they are asked for
	d.setAside()
	d.countIgnored()
	return scratch
}

// countWords drops pairs that repeat, and returns how many different words the others have. It counts the words of
// each unit in unitStart, one place later. Whether a word is new follows no order, so a branch would often
// be foreseen wrongly; there is none here and in list.
func (d *Document) countWords(pairs []uint64) (kept []uint64, words int) {
	if len(pairs) == 0 {
		return pairs, 0
	}
	n, before := 0, ^pairs[0]
	for _, p := range pairs {
		pairs[n] = p
		other := isTrue(p != before)
		n += int(other)
		d.unitStart[uint32(p)+1] += other
		words += int(isTrue((p^before)>>32 != 0))
		before = p
	}
	return pairs[:n], words
}

func isTrue(b bool) (n uint32) {
	if b {
		n = 1
	}
	return n
}

// list makes the tables of words and units of the sorted pairs of them.
func (d *Document) list(pairs []uint64, words int) {
	d.vocabulary, d.postStart = exactly(d.vocabulary, words), exactly(d.postStart, words+1)
	d.unitWords, d.posts = exactly(d.unitWords, len(pairs)), exactly(d.posts, len(pairs))
	for u := range d.units() {
		d.unitStart[u+1] += d.unitStart[u]
	}
	d.postStart[0] = 0
	if len(pairs) == 0 {
		return
	}
	// Words are placed in ascending order, each at the end of its unit so far:
	// unitStart[u] is that end for a moment, and then moves up by one place.
	k, before := uint32(0), pairs[0]
	for x, p := range pairs {
		k += isTrue((p^before)>>32 != 0)
		before = p
		u := uint32(p)
		d.vocabulary[k] = uint32(p >> 32)
		d.postStart[k+1] = uint32(x) + 1
		d.posts[x] = u
		at := d.unitStart[u]
		d.unitWords[at] = k
		d.unitStart[u] = at + 1
	}
	copy(d.unitStart[1:], d.unitStart)
	d.unitStart[0] = 0
}

// sketch makes the sketch of each unit.
func (d *Document) sketch() {
	d.sketches = exactly(d.sketches, int(d.units()))
	for u := range d.sketches {
		var s sketch
		for _, w := range d.Words[d.Units[u]:d.Units[u+1]] {
			s.add(w)
		}
		d.sketches[u] = s
	}
}

// bucket fills the table of find: words are hashes, so about one is in each bucket.
func (d *Document) bucket() {
	n := bits.Len(uint(len(d.vocabulary)))
	d.shift = 32 - n
	d.buckets = exactly(d.buckets, 1<<n+1)
	clear(d.buckets)
	d.maybe = exactly(d.maybe, (1<<n)*maybeBits/64+1)
	clear(d.maybe)
	for _, w := range d.vocabulary {
		d.buckets[w>>(d.shift&63)+1]++
		bit := d.maybeBit(w)
		d.maybe[bit/64] |= 1 << (bit % 64)
	}
	sum := uint32(0)
	for x, n := range d.buckets {
		sum += n
		d.buckets[x] = sum
	}
}

// maybeBits is the number of bits for each bucket: of the words that are not in the vocabulary, one in
// eight at most has the bit of one that is.
const maybeBits = 8

func (d *Document) maybeBit(word uint32) uint32 {
	return uint32(uint64(word) * maybeBits >> (d.shift & 63))
}

// mayHave returns false if a word is not in the vocabulary. Most words of another document are not, and
// the table is small enough for the nearest cache.
func (d *Document) mayHave(word uint32) bool {
	bit := d.maybeBit(word)
	return d.maybe[bit/64]>>(bit%64)&1 == 1
}

// find returns the number of a word in the vocabulary.
func (d *Document) find(word uint32) (k uint32, ok bool) {
	bucket := word >> (d.shift & 63)
	k, end := d.buckets[bucket], d.buckets[bucket+1]
	if end-k > 16 { // the words are no hashes
		x, ok := slices.BinarySearch(d.vocabulary[k:end], word)
		return k + uint32(x), ok
	}
	for k < end && d.vocabulary[k] < word {
		k++
	}
	return k, k < end && d.vocabulary[k] == word
}

// Indexed reports whether Index was called.
func (d *Document) Indexed() bool { return len(d.unitStart) > 0 }

// frequency returns the number of units that hold word k of the vocabulary.
func (d *Document) frequency(k uint32) uint32 { return d.postStart[k+1] - d.postStart[k] }

// postsOf returns the units that hold word k of the vocabulary, ascending.
func (d *Document) postsOf(k uint32) []uint32 { return d.posts[d.postStart[k]:d.postStart[k+1]] }
