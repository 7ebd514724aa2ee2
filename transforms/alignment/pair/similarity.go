package pair

import (
	"math"

	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/scratch"
)

// Cosine returns the cosine of the two ranges of units of a box, and the number of their distinct common words. The
// vector of a range is the sum of the vectors of its units: a word counts as often as it stands in a unit.
func (p *Pair) Cosine(o Box) (cosine float64, common int) {
	p.count()
	p.WeighBox(o)
	countA, countB, weightA, weightB, inA := p.countA, p.countB, p.OfA, p.OfB, p.InA
	wordsA, wordsB := p.A.WordsOf(o.I0, o.I1), p.B.WordsOf(o.J0, o.J1)
	p.Summed += len(wordsA) + len(wordsB)
	var normA, normB, dot uint64
	for _, k := range wordsA {
		normA += uint64(2*countA[k]+1) * uint64(weightA[k]) // (n+1)² - n²
		countA[k]++
	}
	for _, k := range wordsB {
		normB += uint64(2*countB[k]+1) * uint64(weightB[k])
		if ka := inA[k]; ka > 0 && countA[ka-1] > 0 {
			dot += uint64(countA[ka-1]) * uint64(weightB[k])
			if countB[k] == 0 {
				common++
			}
		}
		countB[k]++
	}
	for _, k := range wordsA {
		countA[k] = 0
	}
	for _, k := range wordsB {
		countB[k] = 0
	}
	return float64(dot) / math.Sqrt(float64(normA)*float64(normB)), common
}

// Similarity returns the weighted cosine of the words of two ranges, 0 to 1, as Cosine
// computes it of whole units: a word counts once for each unit of which the range has it.
func (p *Pair) Similarity(a, b indexed.Span) float64 {
	p.count()
	unitsA, unitsB := p.A.UnitsOf(a), p.B.UnitsOf(b)
	p.WeighBox(Box{unitsA.Lo, unitsA.Hi, unitsB.Lo, unitsB.Hi})
	p.left, p.right = p.A.AppendIndexes(p.left[:0], a), p.B.AppendIndexes(p.right[:0], b)
	ofA, ofB := p.left, p.right
	var normA, normB, dot uint64
	for _, k := range ofA {
		normA += uint64(2*p.countA[k]+1) * uint64(p.OfA[k])
		p.countA[k]++
	}
	for _, k := range ofB {
		normB += uint64(2*p.countB[k]+1) * uint64(p.OfB[k])
		p.countB[k]++
		if ka := p.InA[k]; ka > 0 {
			dot += uint64(p.countA[ka-1]) * uint64(p.OfB[k])
		}
	}
	for _, k := range ofA {
		p.countA[k] = 0
	}
	for _, k := range ofB {
		p.countB[k] = 0
	}
	return min(1, float64(dot)/math.Sqrt(float64(normA)*float64(normB)))
}

// Told returns the weight of the distinct words of the units of A in a box, and of those of them that are in the units
// of B. Cosine has weighed them.
func (p *Pair) Told(o Box) (all, inB uint64) {
	const there, counted = 1, 2
	wordsA, wordsB := p.A.WordsOf(o.I0, o.I1), p.B.WordsOf(o.J0, o.J1)
	p.Summed += len(wordsA) + len(wordsB)
	for _, k := range wordsB {
		if ka := p.InA[k]; ka > 0 {
			p.countA[ka-1] = there
		}
	}
	for _, k := range wordsA {
		if p.countA[k]&counted != 0 {
			continue
		}
		all += uint64(p.OfA[k])
		if p.countA[k] == there {
			inB += uint64(p.OfA[k])
		}
		p.countA[k] |= counted
	}
	for _, k := range wordsA {
		p.countA[k] = 0
	}
	for _, k := range wordsB {
		if ka := p.InA[k]; ka > 0 {
			p.countA[ka-1] = 0
		}
	}
	return all, inB
}

// count makes room for a count of each word.
func (p *Pair) count() {
	p.countA = scratch.Resize(p.countA, len(p.A.Vocabulary()))
	p.countB = scratch.Resize(p.countB, len(p.B.Vocabulary()))
}

// Spaceless reports whether most words of the units of a box, of both sides together, stand at the word
// before: the text is Chinese, or in another script without spaces.
func (p *Pair) Spaceless(o Box) bool {
	all := p.A.Units[o.I1] - p.A.Units[o.I0] + p.B.Units[o.J1] - p.B.Units[o.J0]
	tight, apart := uint32(0), uint32(0)
	for _, side := range []struct {
		d      *indexed.Document
		u0, u1 uint32
	}{{p.A, o.I0, o.I1}, {p.B, o.J0, o.J1}} {
		lo, hi := side.d.Units[side.u0], side.d.Units[side.u1]
		for x := lo + 1; x < hi; x++ {
			if side.d.From[x] == side.d.To[x-1] {
				tight++
			} else if apart++; 2*apart >= all { // the first half of most texts decides
				return false
			}
		}
	}
	return 2*tight > all
}
