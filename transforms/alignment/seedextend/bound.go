package seedextend

const (
	// shortRun is the length in words of a common run from which the edges of a stretch follow it.
	shortRun = 3
	// stretchPenalty is what a word outside of long runs takes from a stretch, in words of such runs. Smaller:
	// stretches reach over longer changes.
	stretchPenalty = .5
	// stretchWords is the least sum of a stretch: words in long runs, less the stretchPenalty of the others.
	stretchWords = 50
	// seedShare is the least share of the cluster's seed weight in the units that a stretch touches; else it
	// would cut reworded parts off (0: heavily edited passages found .95 instead of .999).
	seedShare = .8
	// stretchFill is the least share of a stretch that is in long runs.
	stretchFill = .6
	// edgeOut and edgeIn are how far in words an edge of a stretch may move, out and in, to follow short runs.
	edgeOut, edgeIn = 40, 8
)

// bound sets the words of a cluster's passage. They are those of its units, unless
// both sides hold a stretch of long common runs: then the stretch takes the place of
// the range, and its edges follow shorter runs.
//
// Ending at units only: .0209 less. Edges that do not follow short runs: .0006 more
// here, but exact edges in .89 instead of .93 of planted passages.
func (w *Worker) bound(c *cluster) {
	c.a = span{w.a.Units[c.i0], w.a.Units[c.i1]}
	c.b = span{w.b.Units[c.j0], w.b.Units[c.j1]}
	windowA, windowB := w.windows(c)
	l := &w.long
	l.reset(windowA, windowB)
	wordsA, wordsB := w.a.Words[windowA.lo:windowA.hi], w.b.Words[windowB.lo:windowB.hi]
	c.longRun = w.marker.Mark(l.a, l.b, wordsA, wordsB, w.params.LongRun)
	if !c.longRun {
		return
	}
	a, sumA := w.stretch(l.a, windowA.lo)
	b, sumB := w.stretch(l.b, windowB.lo)
	if min(sumA, sumB) < stretchWords || !w.fills(a, b, windowA.lo, windowB.lo) || !w.holdsSeeds(c, a, b) {
		return
	}
	w.markShort(windowA, windowB, shortRun)
	c.a = w.follow(w.short.a, windowA, a)
	c.b = w.follow(w.short.b, windowB, b)
	c.stretch = true
}

// windows returns the words in which the passage of c may lie: its units and one more
// on both ends, if that one is neither hot nor ignored and belongs to no other chosen cluster. (Where a
// passage stands twice side by side, the next unit is the other copy.) Within one document
// the two windows never overlap, for a word would be its own copy there.
func (w *Worker) windows(c *cluster) (a, b span) {
	a, b = widen(w.a, &w.taken.a, c.i0, c.i1), widen(w.b, &w.taken.b, c.j0, c.j1)
	if w.self && a.hi > b.lo {
		a.hi, b.lo = w.a.Units[c.i1], w.b.Units[c.j0]
	}
	return a, b
}

// widen returns the words of the units [u, v), and of the unit before and after where
// they are free.
func widen(d *Document, taken *axis, u, v uint32) span {
	free := func(u uint32) bool { return !d.hot(u) && !d.apart(u) && !d.ignores(u, u+1) && taken.count[u] == 0 }
	if u > 0 && free(u-1) {
		u--
	}
	if v < d.units() && free(v) {
		v++
	}
	return span{d.Units[u], d.Units[v]}
}

// marks are words of two windows.
type marks struct{ a, b []bool }

func (m *marks) reset(a, b span) {
	m.a, m.b = zeroed(m.a, int(a.hi-a.lo)), zeroed(m.b, int(b.hi-b.lo))
}

// runMarks is marks of words in common runs, and what they are of.
type runMarks struct {
	marks
	inA, inB span
	min      int  // words of a run; 0: of nothing
	found    bool // there is a run
}

// markShort sets w.short to the words of two windows that are in common runs of at least n words, if it is not set to
// them, and reports whether there is one.
func (w *Worker) markShort(a, b span, n int) bool {
	s := &w.short
	if s.inA != a || s.inB != b || s.min != n {
		s.reset(a, b)
		s.inA, s.inB, s.min = a, b, n
		s.found = w.marker.Mark(s.a, s.b, w.a.Words[a.lo:a.hi], w.b.Words[b.lo:b.hi], n)
	}
	return s.found
}

// stretch returns the words, and the sum, of the stretch with the largest sum of 1
// for a marked word and -stretchPenalty for another. The first mark is that of word lo.
func (w *Worker) stretch(marks []bool, lo uint32) (span, float64) {
	best, at := span{lo, lo}, lo
	most, now := 0.0, 0.0
	for x, m := range marks {
		if m {
			now++
		} else {
			now -= stretchPenalty
		}
		if now <= 0 {
			now, at = 0, lo+uint32(x)+1
		}
		if now > most {
			most, best = now, span{at, lo + uint32(x) + 1}
		}
	}
	return best, most
}

// fills reports whether enough of both stretches is in long runs.
func (w *Worker) fills(a, b span, loA, loB uint32) bool {
	na, nb := count(w.long.a[a.lo-loA:a.hi-loA]), count(w.long.b[b.lo-loB:b.hi-loB])
	return float64(na) >= stretchFill*float64(a.hi-a.lo) && float64(nb) >= stretchFill*float64(b.hi-b.lo)
}

func count(marks []bool) int {
	n := 0
	for _, m := range marks {
		if m {
			n++
		}
	}
	return n
}

// holdsSeeds reports whether enough of the cluster's seed weight, the best cosine of
// each unit on both sides, is in units that the stretches touch.
func (w *Worker) holdsSeeds(c *cluster, a, b span) bool {
	w.bestCosines(c)
	inA, allA := seedWeight(w.a, c.i0, w.bestA, a)
	inB, allB := seedWeight(w.b, c.j0, w.bestB, b)
	return inA+inB >= seedShare*(allA+allB)
}

func seedWeight(d *Document, u uint32, cosines []float32, s span) (in, all float64) {
	for _, c := range cosines {
		all += float64(c)
		if d.Units[u] < s.hi && d.Units[u+1] > s.lo {
			in += float64(c)
		}
		u++
	}
	return in, all
}

// follow moves each edge of stretch s, inside the window, to where the sum of 1 for a
// marked word and -1 for another is largest, counted from edgeIn words inside.
func (w *Worker) follow(marks []bool, window, s span) span {
	const in, out = edgeIn, edgeOut
	if s.hi-s.lo < in {
		return s
	}
	lo := s.lo + in - edge(marks, int(s.lo+in-window.lo), int(min(in+out, s.lo+in-window.lo)), -1)
	hi := s.hi - in + edge(marks, int(s.hi-in-window.lo), int(min(in+out, window.hi-s.hi+in)), 1)
	if lo >= hi {
		return s
	}
	return span{lo, hi}
}

// edge walks n words from x on, forwards (step 1) or backwards (step -1), and returns
// after how many of them the sum is largest. The word before x is the first one backwards.
func edge(marks []bool, x, n, step int) uint32 {
	best, most, sum := 0, 0, 0
	if step < 0 {
		x--
	}
	for k := 1; k <= n; k++ {
		if marks[x] {
			sum++
		} else {
			sum--
		}
		if sum > most {
			best, most = k, sum
		}
		x += step
	}
	return uint32(best)
}
