package winnow

import (
	"fmt"
	"sort"

	"example.org/diagonal/transforms/parameter"
)

// Stability returns the k-stability (Sun, Qin and Wang, WISE 2013, Theorem 1): how probable it is that
// the signature of a window stays the same if k of its q-grams become others. It is about
// (w − k) / (w + k), whatever the ranks are, and 0 if k is larger than w.
func (p Params) Stability(k int) float64 {
	return max(0, float64(p.W-k)/float64(p.W+k))
}

// Worst returns the stability after m characters of a window were changed, each in q q-grams of its own: the worst
// case of the source, Corollary 1.
func (p Params) Worst(m int) float64 { return p.Stability(m * p.Q) }

// Edited returns the mean stability after m characters of a window were changed, each at any place. One
// character is in up to q of the q-grams, and near the ends of the window in fewer; the m-th power of the
// mean over its places is taken. That gives five of the eight averages in Table 1 of the source.
func (p Params) Edited(m int) float64 {
	places := p.W + p.Q - 1
	sum := 0.0
	for at := range places {
		sum += p.Stability(min(at, p.W-1) - max(0, at-p.Q+1) + 1)
	}
	mean, all := sum/float64(places), 1.0
	for range m {
		all *= mean
	}
	return all
}

// WithStability returns p with the least W for which Edited(1) is at least min. It returns a *parameter.Error if
// there is none.
func (p Params) WithStability(min float64) (Params, error) {
	wrong := func(want string) (Params, error) {
		return p, parameter.Of("winnow.Params").Impossible("Stability", min, want)
	}
	if !(min > 0 && min < 1) {
		return wrong("a number between 0 and 1")
	}
	with := func(w int) Params { p.W = w; return p }
	w := 1 + sort.Search(MaxW, func(i int) bool { return with(1+i).Edited(1) >= min })
	if w > MaxW {
		return wrong(fmt.Sprintf("at most %.4f with q = %d", with(MaxW).Edited(1), p.Q))
	}
	return with(w), nil
}
