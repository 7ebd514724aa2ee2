package indexed

import "example.org/diagonal/transforms/alignment/scratch"

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
