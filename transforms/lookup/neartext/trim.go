package neartext

import (
	"example.org/diagonal/transforms/analysis/normal"
	"example.org/diagonal/transforms/lookup/winnow"
)

// Trim returns the shortest part of a text, as characters i to j, that has as many q-grams of the query as the
// whole text, so its similarity is the same. A candidate text reaches one window beyond its signatures, and
// the text in common seldom does. Of equally short parts it returns the first one. If the text has no
// q-gram of the query, that is all of it.
func (q *Query) Trim(text *normal.Text) (i, j int) {
	grams := winnow.AppendGrams(nil, text, q.q)
	need, missing := map[winnow.Gram]int{}, 0 // q-grams that the part at hand has not
	for _, g := range grams {
		if c := q.grams[g]; c != nil && need[g] < int(c.inQuery) {
			need[g]++
			missing++
		}
	}
	i, j = 0, len(text.Chars)
	if missing == 0 {
		return i, j
	}
	shortest, first := text.Length()+1, 0
	for last, g := range grams {
		if n, ok := need[g]; ok {
			if need[g]--; n > 0 {
				missing--
			}
		}
		for ; missing == 0; first++ { // the part from first on is enough
			if end := q.end(text, last); text.Place(end)-text.Place(first) < shortest {
				i, j, shortest = first, end, text.Place(end)-text.Place(first)
			}
			if n, ok := need[grams[first]]; ok {
				if need[grams[first]]++; n == 0 {
					missing++
				}
			}
		}
	}
	return i, j
}

// end returns the end of the q-gram that begins at a character.
func (q *Query) end(text *normal.Text, at int) int {
	for width := 0; width < q.q; at++ {
		width += int(text.Chars[at].Width())
	}
	return at
}
