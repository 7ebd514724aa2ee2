// Package difference compares two passages word by word, for people: which words are only on
// one side, and which are replaced. Words are those that the run has compared (analysis.Letters), so a Han
// character is a word; case and punctuation make no difference.
//
// Runs of three words that each side has once are matched first, as in patience diff. What is
// between them is compared by the algorithm of Myers (github.com/sergi/go-diff). So the cost
// grows with the text, and not with its square. Between two such runs, parts of more than
// maxWords words are not compared: they are replaced as a whole.
//
// The ends of the two ranges of a passage need not correspond: one may end a word or two before the
// other, inside of a run that both texts have. So words at an end of one range that the other text
// has right behind its range, or before it, are no difference.
package difference

import (
	"slices"

	"github.com/sergi/go-diff/diffmatchpatch"

	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/token"
)

// Mark is a range of one side, in bytes, whose words the other side does not have there.
type Mark struct {
	Start, End int
	// Replaced is true if the other side has other words there, and false if it has none.
	Replaced bool
}

// Result is what two passages have in common, and what not.
type Result struct {
	// A and B are the marks of each side, in order. They do not touch each other.
	A, B []Mark
	// Common is the number of words that both passages have, in the same order. WordsA and WordsB
	// are the numbers of all.
	Common, WordsA, WordsB int
	// Partly is true if a long part was replaced as a whole, without a comparison.
	Partly bool
}

const (
	// gram is the length of the runs that are matched first, in words: a single word that each
	// side has once is often at another place there.
	gram = 3
	// fewWords are compared at once: looking for runs does not pay.
	fewWords = 32
	// maxWords is the largest number of words of both sides, between two runs, that are
	// compared. It bounds the work for a word to a few microseconds.
	maxWords = 3000
	// deepest is how often the parts between runs are divided again.
	deepest = 12
)

// Side is a passage on one side, and the text before it and behind it, or a part of that.
type Side struct {
	Before, Passage, Behind []byte
	// Letters says how the words of this document are read.
	Letters analysis.Letters
}

// Words compares two passages.
func Words(a, b Side) Result {
	c := compareAll(a, b)
	goOn(c.a, c.inA, c.inB, b)
	goOn(c.b, c.inB, c.inA, a)
	return Result{marks(c.a, c.inA), marks(c.b, c.inB), c.common, len(c.a), len(c.b), c.partly}
}

// goOn takes back what was said of the words at the ends of one side that the text of the other side,
// of whose passage each word there is matched, has around its passage.
func goOn(words []token.Token, states, others []state, other Side) {
	n := len(words)
	if n == 0 || len(others) == 0 {
		return
	}
	if last := states[n-1]; last != same && others[len(others)-1] == same {
		from := n
		for from > 0 && states[from-1] == last {
			from--
		}
		for i, w := range other.Letters.Append(nil, other.Behind) {
			if from+i == n || words[from+i].Hash != w.Hash {
				break
			}
			states[from+i] = same
		}
	}
	if first := states[0]; first != same && others[0] == same {
		to := 0
		for to < n && states[to] == first {
			to++
		}
		before := other.Letters.Append(nil, other.Before)
		for i := 1; i <= min(to, len(before)) && words[to-i].Hash == before[len(before)-i].Hash; i++ {
			states[to-i] = same
		}
	}
}

// state says what became of a word.
type state byte

const (
	same state = iota
	alone
	replaced
)

type comparison struct {
	a, b     []token.Token
	inA, inB []state
	common   int
	partly   bool
}

// compare compares the words from..to of both sides.
func (c *comparison) compare(fromA, toA, fromB, toB, depth int) {
	for fromA < toA && fromB < toB && c.a[fromA].Hash == c.b[fromB].Hash {
		fromA, fromB, c.common = fromA+1, fromB+1, c.common+1
	}
	for fromA < toA && fromB < toB && c.a[toA-1].Hash == c.b[toB-1].Hash {
		toA, toB, c.common = toA-1, toB-1, c.common+1
	}
	words := toA - fromA + toB - fromB
	if fromA == toA || fromB == toB {
		c.differ(fromA, toA, fromB, toB)
		return
	}
	if words > fewWords && depth < deepest {
		if pairs := c.runs(fromA, toA, fromB, toB); len(pairs) > 0 {
			for _, p := range pairs {
				if p[0] < fromA || p[1] < fromB { // it overlaps the run before
					continue
				}
				c.compare(fromA, p[0], fromB, p[1], depth+1)
				c.common += gram
				fromA, fromB = p[0]+gram, p[1]+gram
			}
			c.compare(fromA, toA, fromB, toB, depth+1)
			return
		}
	}
	if words > maxWords {
		c.partly = true
		c.differ(fromA, toA, fromB, toB)
		return
	}
	c.myers(fromA, toA, fromB, toB)
}

// differ marks words that are not matched.
func (c *comparison) differ(fromA, toA, fromB, toB int) {
	how := alone
	if fromA < toA && fromB < toB {
		how = replaced
	}
	for i := fromA; i < toA; i++ {
		c.inA[i] = how
	}
	for i := fromB; i < toB; i++ {
		c.inB[i] = how
	}
}

// runs returns where runs of words begin that each side has once there, as many as are in the
// same order on both sides.
func (c *comparison) runs(fromA, toA, fromB, toB int) [][2]int {
	type place struct{ a, b, inA, inB int }
	places := map[[gram]uint32]*place{}
	for i := fromA; i+gram <= toA; i++ {
		k := run(c.a[i:])
		if p := places[k]; p != nil {
			p.inA++
		} else {
			places[k] = &place{a: i, inA: 1}
		}
	}
	for i := fromB; i+gram <= toB; i++ {
		if p := places[run(c.b[i:])]; p != nil {
			p.b = i
			p.inB++
		}
	}
	var once [][2]int
	for i := fromA; i+gram <= toA; i++ {
		if p := places[run(c.a[i:])]; p.inA == 1 && p.inB == 1 {
			once = append(once, [2]int{i, p.b})
		}
	}
	return ascending(once)
}

func run(words []token.Token) (k [gram]uint32) {
	for i := range k {
		k[i] = words[i].Hash
	}
	return k
}

// ascending returns a longest subsequence of pairs, whose first places ascend, whose second
// places ascend, too.
func ascending(pairs [][2]int) [][2]int {
	var ends []int // of the subsequences by length, the one with the smallest end
	before := make([]int, len(pairs))
	for i, p := range pairs {
		n, _ := slices.BinarySearchFunc(ends, p[1], func(k, b int) int { return pairs[k][1] - b })
		if before[i] = -1; n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	if len(ends) == 0 {
		return nil
	}
	longest := make([][2]int, len(ends))
	for i, n := ends[len(ends)-1], len(ends)-1; n >= 0; i, n = before[i], n-1 {
		longest[n] = pairs[i]
	}
	return longest
}

// myers compares few words. Each word is a code point there.
func (c *comparison) myers(fromA, toA, fromB, toB int) {
	letters := map[uint32]rune{}
	spell := func(words []token.Token) []rune {
		text := make([]rune, len(words))
		for i, w := range words {
			if letters[w.Hash] == 0 {
				letters[w.Hash] = rune(len(letters) + 1) // below the surrogates: maxWords
			}
			text[i] = letters[w.Hash]
		}
		return text
	}
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // the same result on every machine
	i, k := fromA, fromB
	startA, startB := i, k // of words that are not matched
	for _, d := range dmp.DiffMainRunes(spell(c.a[fromA:toA]), spell(c.b[fromB:toB]), false) {
		n := len([]rune(d.Text))
		switch d.Type {
		case diffmatchpatch.DiffDelete:
			i += n
		case diffmatchpatch.DiffInsert:
			k += n
		default:
			c.differ(startA, i, startB, k)
			i, k, c.common = i+n, k+n, c.common+n
			startA, startB = i, k
		}
	}
	c.differ(startA, i, startB, k)
}

// marks joins neighbouring words of one state. A mark goes from the first byte of its first word
// to the last one of its last word.
func marks(words []token.Token, states []state) []Mark {
	var all []Mark
	for i := 0; i < len(words); {
		end := i + 1
		for end < len(words) && states[end] == states[i] {
			end++
		}
		if states[i] != same {
			all = append(all, Mark{int(words[i].Start), int(words[end-1].End), states[i] == replaced})
		}
		i = end
	}
	return all
}
