package evidence

import (
	"slices"

	"example.org/diagonal/transforms/alignment/ends"
	"example.org/diagonal/transforms/alignment/indexed"
)

// namesRare is the share of the shared runs from which on names do not count: with .55 in place of .5, 60 more records
// of Reuters are rejected, and 10 more cases of PAN 2013. namesApart is how many names that are not in common are too
// few to tell.
const namesRare, namesApart = .5, 3

// namesShare is the share of the names and numbers of one side that must be words of the other, below
// EvidentRuns.
const namesShare = .75

// otherFacts reports whether c is a form that was filled with other facts. Two copies of a form have
// its set phrases in common, and few names and numbers. So where less than namesRare of the shared
// runs are rare, a share of namesShare of the names and numbers of one side must be words of the other.
// namesApart of them are too few to tell.
func (j *Judge) otherFacts(c *ends.Passage, rare, shared int) bool {
	if float64(rare) >= namesRare*float64(shared) {
		return false
	}
	all, common := j.names(c)
	return all-common > namesApart && float64(common) < namesShare*float64(all)
}

// names returns how many distinct names and numbers one side of c has, and how many of these are
// words of the other side: of the side that has the larger share in common, or of the side with more
// of them if the shares are equal.
func (j *Judge) names(c *ends.Passage) (all, common int) {
	j.wordsA = sortedWords(j.wordsA, j.A.Plain()[c.A.Lo:c.A.Hi])
	j.wordsB = sortedWords(j.wordsB, j.B.Plain()[c.B.Lo:c.B.Hi])
	j.left, j.right = appendNames(j.left[:0], j.A, c.A), appendNames(j.right[:0], j.B, c.B)
	a, b := countIn(j.wordsB, j.left), countIn(j.wordsA, j.right)
	left, right := a*len(j.right), b*len(j.left) // the shares, by one denominator
	if left > right || left == right && len(j.left) > len(j.right) {
		return len(j.left), a
	}
	return len(j.right), b
}

// appendNames appends the distinct names and numbers of words s of d, ascending: words that begin with a capital
// letter or a digit, but not the first word of a unit, which has a capital whatever it is.
func appendNames(out []uint32, d *indexed.Document, s indexed.Span) []uint32 {
	if d.Named == nil {
		return out
	}
	words, units := d.Plain(), d.UnitsOf(s)
	for u := units.Lo; u < units.Hi; u++ {
		for x := max(s.Lo, d.Units[u]+1); x < min(s.Hi, d.Units[u+1]); x++ {
			if d.Named[x] && !d.Apparatus(x) {
				out = append(out, words[x])
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sortedWords returns words in ascending order, in the memory of dst.
func sortedWords(dst, words []uint32) []uint32 {
	dst = append(dst[:0], words...)
	slices.Sort(dst)
	return dst
}

// countIn returns how many of names are in words. Both are ascending.
func countIn(words, names []uint32) int {
	n := 0
	for _, name := range names {
		for len(words) > 0 && words[0] < name {
			words = words[1:]
		}
		if len(words) > 0 && words[0] == name {
			n++
		}
	}
	return n
}
