package indexed

import (
	"math/bits"
	"slices"

	"example.org/diagonal/transforms/alignment/scratch"
)

// Index builds the index of words and units. It uses memory and returns
// it, perhaps grown, for the next call; nil is good. It panics if the fields of d
// do not fit each other.
func (d *Document) Index(memory []uint64) []uint64 {
	d.check()
	n := len(d.Words)
	memory = scratch.Resize(memory, n)
	pairs := memory[:n]
	d.sortWords(pairs)
	d.unitStart = scratch.Exactly(d.unitStart, int(d.UnitCount())+1)
	clear(d.unitStart)
	pairs, words := d.countWords(pairs)
	d.list(pairs, words)
	d.bucket()
	d.sketch()
	d.sumVisible()
	d.runs = d.runs[:0] // until they are asked for
	d.setAside()
	d.countIgnored()
	return memory
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
		other := scratch.Bit(p != before)
		n += int(other)
		d.unitStart[uint32(p)+1] += other
		words += int(scratch.Bit((p^before)>>32 != 0))
		before = p
	}
	return pairs[:n], words
}

// list makes the tables of words and units of the sorted pairs of them.
func (d *Document) list(pairs []uint64, words int) {
	d.vocabulary, d.postStart = scratch.Exactly(d.vocabulary, words), scratch.Exactly(d.postStart, words+1)
	d.unitWords, d.posts = scratch.Exactly(d.unitWords, len(pairs)), scratch.Exactly(d.posts, len(pairs))
	for u := range d.UnitCount() {
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
		k += scratch.Bit((p^before)>>32 != 0)
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

// sketch makes the Sketch of each unit.
func (d *Document) sketch() {
	d.sketches = scratch.Exactly(d.sketches, int(d.UnitCount()))
	for u := range d.sketches {
		var s Sketch
		for _, w := range d.Words[d.Units[u]:d.Units[u+1]] {
			s.add(w)
		}
		d.sketches[u] = s
	}
}

// bucket fills the table of Find: words are hashes, so about one is in each bucket.
func (d *Document) bucket() {
	n := bits.Len(uint(len(d.vocabulary)))
	d.shift = 32 - n
	d.buckets = scratch.Exactly(d.buckets, 1<<n+1)
	clear(d.buckets)
	d.maybe = scratch.Exactly(d.maybe, (1<<n)*maybeBits/64+1)
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

// MayHave returns false if a word is not in the vocabulary. Most words of another document are not, and
// the table is small enough for the nearest cache.
func (d *Document) MayHave(word uint32) bool {
	bit := d.maybeBit(word)
	return d.maybe[bit/64]>>(bit%64)&1 == 1
}

// Find returns the number of a word in the vocabulary.
func (d *Document) Find(word uint32) (k uint32, ok bool) {
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

// Frequency returns the number of units that hold word k of the vocabulary.
func (d *Document) Frequency(k uint32) uint32 { return d.postStart[k+1] - d.postStart[k] }

// PostsOf returns the units that hold word k of the vocabulary, ascending.
func (d *Document) PostsOf(k uint32) []uint32 { return d.posts[d.postStart[k]:d.postStart[k+1]] }

// Match looks for the words of a in b, and returns those that b has, in the memory of found. It sets inB of
// each of them to its number in b + 1, and inA of those of b alike. Both documents are indexed.
//
// No pass has a branch for each word, because a word may be in b or not in no order: the vocabulary ascends, so from
// the begin of its bucket on (see Find), a word is two places further at most, but for few words.
func Match(a, b *Document, inB, inA, found []uint32) []uint32 {
	found = scratch.Resize(found, len(a.vocabulary))
	n := 0
	for x, word := range a.vocabulary {
		found[n] = uint32(x)
		bit := b.maybeBit(word)
		n += int(b.maybe[bit/64] >> (bit % 64) & 1)
	}
	words, last, both := b.vocabulary, uint32(len(b.vocabulary)-1), 0
	for _, x := range found[:n] {
		word := a.vocabulary[x]
		y := min(b.buckets[word>>(b.shift&63)], last)
		y = min(y+scratch.Bit(words[y] < word), last)
		y = min(y+scratch.Bit(words[y] < word), last)
		if words[y] < word {
			y, _ = b.Find(word)
			y = min(y, last)
		}
		same := scratch.Bit(words[y] == word)
		found[both] = x
		both += int(same)
		inB[x] |= same * (y + 1)
		inA[y] |= same * (x + 1)
	}
	return found[:both]
}

// Vocabulary returns the distinct words, ascending. d is indexed.
func (d *Document) Vocabulary() []uint32 { return d.vocabulary }
