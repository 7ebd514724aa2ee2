package seedextend

import "slices"

// namesRare is the share of the shared runs from which on names do not count: with .55 in place of .5, 60 more records
// of Reuters are rejected, and 10 more cases of PAN 2013. namesApart is how many names that are not in common are too
// few to tell.
const namesRare, namesApart = .5, 3

// namesShare is the share of the names and numbers of one side that must be words of the other, below
// params.EvidentRuns.
const namesShare = .75

// otherFacts reports whether c is a form that was filled with other facts. Two copies of a form have
// its set phrases in common, and few names and numbers. So where less than namesRare of the shared
// runs are rare, a share of namesShare of the names and numbers of one side must be words of the other.
// namesApart of them are too few to tell.
func (w *Worker) otherFacts(c *cluster, rare, shared int) bool {
	if float64(rare) >= namesRare*float64(shared) {
		return false
	}
	all, common := w.names(c)
	return all-common > namesApart && float64(common) < namesShare*float64(all)
}

// names returns how many distinct names and numbers one side of c has, and how many of these are
// words of the other side: of the side that has the larger share in common, or of the side with more
// of them if the shares are equal.
func (w *Worker) names(c *cluster) (all, common int) {
	w.wordsA = sortedWords(w.wordsA, w.a.tokens()[c.a.lo:c.a.hi])
	w.wordsB = sortedWords(w.wordsB, w.b.tokens()[c.b.lo:c.b.hi])
	w.left, w.right = w.a.appendNames(w.left[:0], c.a), w.b.appendNames(w.right[:0], c.b)
	a, b := countIn(w.wordsB, w.left), countIn(w.wordsA, w.right)
	left, right := a*len(w.right), b*len(w.left) // the shares, by one denominator
	if left > right || left == right && len(w.left) > len(w.right) {
		return len(w.left), a
	}
	return len(w.right), b
}

// appendNames appends the distinct names and numbers of s, ascending: words that begin with a capital
// letter or a digit, but not the first word of a unit, which has a capital whatever it is.
func (d *Document) appendNames(out []uint32, s span) []uint32 {
	if d.Named == nil {
		return out
	}
	words, units := d.tokens(), d.unitsOf(s)
	for u := units.lo; u < units.hi; u++ {
		for x := max(s.lo, d.Units[u]+1); x < min(s.hi, d.Units[u+1]); x++ {
			if d.Named[x] && !d.apparatus(x) {
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
