// Package touch decides whether a candidate pair of documents is worth aligning. Most pairs that chance brought end
// here, and most of them before their documents are indexed.
package touch

import (
	"math"
	"slices"

	"example.org/diagonal/transforms/alignment/copied"
	"example.org/diagonal/transforms/alignment/evidence"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/alignment/seed"
	"example.org/diagonal/transforms/explain/trace"
)

// Thresholds are what a pair needs.
type Thresholds struct {
	// Dice is the Dice coefficient, 0 to 1, from which a pair of units with
	// a common signature counts for Touch. Larger: fewer candidates.
	Dice float64
	// Words is the number of common words that the counting pairs of units
	// need together, where they are at most Near units from one of them on both sides. Larger: fewer candidates, and
	// short or heavily changed reuse is lost (12 instead of 10: .0018 less). Anywhere in the documents instead: half
	// as many pairs again are aligned in debates, for set phrases (.0002 more).
	Words int
	// SpacelessWords takes the place of Words for pairs of units in text without spaces, whose
	// words are pairs of characters. A passage of the least length has about 40 words there, of which more than
	// half are in common. Of 29,985 passages of Chinese histories this loses 4, and 55 % of
	// the pairs that would be aligned without it are left (22 anywhere in the documents: 15 and 50 %).
	SpacelessWords int
	// Near is seed.Thresholds.Near.
	Near uint32
	// Chars is the length in visible characters from which on a run of equal words is enough: it is
	// always in a passage, however little else the documents have in common. A Han
	// character counts 3. 0 is never.
	Chars float64
	// QuoteChars is copied.Finder.QuoteChars.
	QuoteChars float64
	// EvidentRuns is evidence.Thresholds.EvidentRuns.
	EvidentRuns float64
}

// Measured returns the thresholds measured for text in words.
func Measured() Thresholds {
	needed := evidence.Measured()
	return Thresholds{Dice: .33, Words: 10, SpacelessWords: 18, Near: seed.Measured().Near,
		Chars: needed.Chars, EvidentRuns: needed.EvidentRuns}
}

// Checker checks pairs, one at a time. It keeps scratch.
type Checker struct {
	Thresholds
	// Trace records the steps of each pair. Nil: nobody looks.
	Trace *trace.Alignment

	left, right wordSet
	touching    touching
	runsOf      []uint32 // scratch of mayShare
}

// Touch reports whether the pairs of units with a common signature hold enough
// in common for the documents to be aligned: those with a Dice coefficient of
// Dice that are near one of them must have Words common words together, in text without
// spaces SpacelessWords, or one must hold a part of a run of Chars that both documents
// have. Identical documents always touch. hits must be sorted. The documents need not
// have been indexed: most pairs that chance brought end here.
func (c *Checker) Touch(a, b *indexed.Document, hits []pair.Hit) bool {
	if c.Trace != nil {
		c.Trace.Began, c.Trace.CommonNeed = true, c.Words
	}
	if slices.Equal(a.Plain(), b.Plain()) {
		if c.Trace != nil {
			c.Trace.Same = true
		}
		return true
	}
	c.touching.begin()
	left, n := uint32(math.MaxUint32), 0 // left: the unit of a with the n words c.left
	for x, h := range hits {
		if x > 0 && hits[x-1] == h {
			continue
		}
		if max, words, ok := maxCommon(a, b, h); ok && 2*float64(max) < c.Dice*float64(words) {
			continue
		}
		if h.A != left {
			left, n = h.A, distinct(a, h.A, &c.left)
		}
		common, m := c.commonWords(b, h.B)
		if 2*float64(common) < c.Dice*float64(n+m) {
			continue
		}
		if c.touches(a, b, h, common) {
			return true
		}
	}
	var grams unitGrams
	for x, h := range hits {
		if (x == 0 || hits[x-1] != h) && c.sharesRun(a, b, h, &grams) {
			if c.Trace != nil {
				c.Trace.Run = true
			}
			return true
		}
	}
	return false
}

// TouchCopy reports whether one of copies is in a run of Chars that both documents
// have. Identical documents do, however short they are.
func (c *Checker) TouchCopy(a, b *indexed.Document, copies []pair.Copy) bool {
	if len(copies) == 0 {
		return false
	}
	return slices.Equal(a.Plain(), b.Plain()) || slices.ContainsFunc(copies, func(x pair.Copy) bool {
		return copied.IsLong(a, b, x, c.Chars)
	})
}

// TouchQuote reports whether the documents may have a quotation: rare is pair.Shared.Rare.
func (c *Checker) TouchQuote(rare []pair.Hit) bool { return copied.MayQuote(rare, c.QuoteChars) }

// maxCommon returns a bound on the distinct words that the units of h have in common, and
// the words of either, summed, if both documents are indexed.
func maxCommon(a, b *indexed.Document, h pair.Hit) (max, words int, ok bool) {
	if !a.Indexed() || !b.Indexed() {
		return 0, 0, false
	}
	n, m := len(a.WordsOf(h.A, h.A+1)), len(b.WordsOf(h.B, h.B+1))
	return a.SketchOf(h.A).MaxCommon(n, b.SketchOf(h.B)), n + m, true
}

// distinct fills set with the words of unit u of d, and returns how many they are.
func distinct(d *indexed.Document, u uint32, set *wordSet) (n int) {
	words := d.Words[d.Units[u]:d.Units[u+1]]
	set.begin(len(words))
	for _, word := range words {
		n += set.add(word)
	}
	return n
}

// commonWords counts the distinct words of unit u of b, and those of them that are in c.left.
func (c *Checker) commonWords(b *indexed.Document, u uint32) (common, words int) {
	all := b.Words[b.Units[u]:b.Units[u+1]]
	c.right.begin(len(all))
	for _, word := range all {
		added := c.right.add(word)
		words += added
		common += added & c.left.has(word)
	}
	return common, words
}
