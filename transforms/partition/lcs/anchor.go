package lcs

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/signature/shingle"
)

// anchorWords is the number of words in an anchor: a run of words that each sequence contains
// exactly once. In text, a run of eight words seldom occurs in two places by chance.
const anchorWords = 8

// anchors is the scratch of appendAnchored.
type anchors struct {
	hashes [2][]uint64
	places [2][]place
	both   []Run
	tails  []int
	before []int
}

// place is where a run of words begins.
type place struct {
	hash uint64
	at   int32
}

// appendAnchored is Append for long sequences. It aligns them at the longest sequence of anchors
// that have the same order in both, and searches between the anchors. It does not search where
// even that takes too much: there it takes what both sides begin and end with.
func (d *Differ) appendAnchored(dst []Run, a, b []uint32, limit int) ([]Run, bool) {
	given := len(dst)
	shared := 0
	atA, atB := 0, 0
	between := func(endA, endB int) bool {
		x, y := a[atA:endA], b[atB:endB]
		mine := len(dst)
		// The limit of the edits that are left is seldom reached: it is for all gaps together.
		left := min(limit, len(x)+len(y))
		if d.tooMuch(len(x), len(y), left) {
			dst = appendEnds(dst, x, y, Run{atA, atB, 0})
		} else {
			var ok bool
			if dst, ok = d.append(dst, x, y, Run{atA, atB, 0}, left); !ok {
				return false
			}
		}
		shared += Words(dst[mine:])
		return true
	}
	for _, r := range d.anchors(a, b) {
		if r.A < atA || r.B < atB { // inside the run before
			skip := max(atA-r.A, atB-r.B)
			if r.A, r.B, r.Words = r.A+skip, r.B+skip, r.Words-skip; r.Words <= 0 {
				continue
			}
		}
		if !between(r.A, r.B) {
			return dst[:given], false
		}
		dst = append(dst, r)
		shared += r.Words
		atA, atB = r.A+r.Words, r.B+r.Words
	}
	if !between(len(a), len(b)) || len(a)+len(b)-2*shared > limit {
		return dst[:given], false
	}
	return dst, true
}

// appendEnds appends what a and b begin and end with.
func appendEnds(dst []Run, a, b []uint32, from Run) []Run {
	head := common(a, b)
	tail := commonTail(a[head:], b[head:])
	dst = appendRun(dst, Run{from.A, from.B, head})
	return appendRun(dst, Run{from.A + len(a) - tail, from.B + len(b) - tail, tail})
}

// anchors returns the runs that are aligned: each is an anchor, and as many words behind it as
// are equal. They may overlap.
func (d *Differ) anchors(a, b []uint32) []Run {
	s := &d.anchor
	for side, words := range [2][]uint32{a, b} {
		s.places[side] = s.places[side][:0]
		if len(words) < anchorWords {
			return nil
		}
		s.hashes[side] = shingle.Append(s.hashes[side][:0], words, anchorWords)
		s.places[side] = once(s.places[side], s.hashes[side])
	}
	s.both = s.both[:0]
	for i, j := 0, 0; i < len(s.places[0]) && j < len(s.places[1]); {
		x, y := s.places[0][i], s.places[1][j]
		switch {
		case x.hash < y.hash:
			i++
		case x.hash > y.hash:
			j++
		default:
			s.both = append(s.both, Run{int(x.at), int(y.at), anchorWords})
			i, j = i+1, j+1
		}
	}
	slices.SortFunc(s.both, func(x, y Run) int { return cmp.Compare(x.A, y.A) })
	chain := s.ascending()
	runs := chain[:0]
	for _, r := range chain {
		if n := len(runs); n > 0 && r.A < runs[n-1].A+runs[n-1].Words && r.A-r.B == runs[n-1].A-runs[n-1].B {
			continue // a part of the run before
		}
		r.Words = common(a[r.A:], b[r.B:])
		if r.Words >= anchorWords { // else two runs of words have the same hash
			runs = append(runs, r)
		}
	}
	return runs
}

// once appends the places of the hashes that occur once, in the order of hashes.
func once(dst []place, hashes []uint64) []place {
	for i, h := range hashes {
		dst = append(dst, place{h, int32(i)})
	}
	slices.SortFunc(dst, func(x, y place) int { return cmp.Or(cmp.Compare(x.hash, y.hash), cmp.Compare(x.at, y.at)) })
	kept := dst[:0]
	for i := 0; i < len(dst); {
		j := i + 1
		for j < len(dst) && dst[j].hash == dst[i].hash {
			j++
		}
		if j == i+1 {
			kept = append(kept, dst[i])
		}
		i = j
	}
	return kept
}

// ascending returns the longest sequence of s.both, which is in the order of A, in which B
// ascends, too (Fredman, "On computing the length of longest increasing subsequences", 1975).
func (s *anchors) ascending() []Run {
	s.tails, s.before = s.tails[:0], s.before[:0]
	for i, r := range s.both {
		at, _ := slices.BinarySearchFunc(s.tails, r.B, func(tail, b int) int { return cmp.Compare(s.both[tail].B, b) })
		before := -1
		if at > 0 {
			before = s.tails[at-1]
		}
		s.before = append(s.before, before)
		if at == len(s.tails) {
			s.tails = append(s.tails, i)
		} else {
			s.tails[at] = i
		}
	}
	chain := make([]Run, len(s.tails))
	if len(chain) > 0 {
		for i, at := s.tails[len(s.tails)-1], len(chain)-1; at >= 0; i, at = s.before[i], at-1 {
			chain[at] = s.both[i]
		}
	}
	return chain
}
