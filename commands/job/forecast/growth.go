package forecast

import "math"

// Growth is what is known, without a sample, about how a quantity grows with the text of a collection: as a
// power of it.
type Growth struct {
	// Power is the power to be expected, and Spread its standard deviation.
	Power, Spread float64
	// Noise is the standard deviation of the logarithm of one measurement. A count of n has in addition that of
	// Clump/n things that come together, as the pairs of a group of documents do.
	Noise, Clump float64
}

// What is known, from runs on three collections (docs/scale.md). A power is above 1 where pairs of documents
// make a part of the cost, and 2 where they make all and nothing is hot.
var (
	growthCPU      = Growth{Power: 1.35, Spread: .25, Noise: .10}
	growthMemory   = Growth{Power: .50, Spread: .10, Noise: .10}
	growthShuffle  = Growth{Power: 1.10, Spread: .10, Noise: .05}
	growthDisk     = Growth{Power: 1.05, Spread: .10, Noise: .10}
	growthOutput   = Growth{Power: 1.30, Spread: .25, Noise: .10}
	growthPassages = Growth{Power: 1.60, Spread: .25, Noise: .10, Clump: 4}
	growthPairs    = Growth{Power: 1.85, Spread: .20, Noise: .10, Clump: 4}
	growthOwn      = Growth{Power: 1.00, Spread: .10, Noise: .05, Clump: 2}
	growthLines    = Growth{Power: 1.00, Spread: .30, Noise: .10, Clump: 2}
	growthEven     = Growth{Power: 1, Noise: .10}
)

// growthOf are the streams whose lines are about pairs of documents, or about a single document.
var growthOf = map[string]Growth{
	"passages": growthPassages, "pairs": growthPairs, "sentences": growthPairs,
	"within": growthOwn, "manifest": growthLines, "documents": {Power: 1.15, Spread: .15, Noise: .05, Clump: 2},
}

const (
	// LastSamples is how many samples say how a quantity grows. A power is not the same over a wide range.
	LastSamples = 3
	// mostPower is that of pairs.
	mostPower = 2
	// sure is how many standard deviations a range has on each side: four of five are in it.
	sure = 1.3
	// leastSpread is the least standard deviation of the logarithm of what is not measured.
	leastSpread = .1
)

// Point is a quantity in a sample of so many bytes of text.
type point struct{ text, value float64 }

// Range is an estimate, and the range in which it lies in four of five cases.
type Range struct{ Low, Value, High float64 }

// Exactly returns the range of what is known.
func Exactly(v float64) Range { return Range{v, v, v} }

// plus returns the estimate of so much more.
func (r Range) plus(v float64) Range { return Range{r.Low + v, r.Value + v, r.High + v} }

// at works out a quantity at so many bytes of text. points are measured on samples, of growing size. A power of
// the text is fitted to the last of them, and drawn to what g expects, the more so the less they say.
func (g Growth) at(points []point, text float64) Range {
	last := points[len(points)-1]
	if last.text >= text {
		return Exactly(last.value)
	}
	var logs []point
	var weights []float64
	for _, p := range points[max(0, len(points)-LastSamples):] {
		if p.value > 0 {
			logs = append(logs, point{math.Log(p.text), math.Log(p.value)})
			weights = append(weights, 1/(g.Noise*g.Noise+g.Clump/p.value))
		}
	}
	if len(logs) == 0 { // none in the samples: one more text of the size of the last one may have one
		return Range{High: math.Pow(text/last.text, g.Power)}
	}
	all, x, y := 0.0, 0.0, 0.0
	for i, p := range logs {
		all, x, y = all+weights[i], x+weights[i]*p.text, y+weights[i]*p.value
	}
	x, y = x/all, y/all
	information, slope := 0.0, 0.0
	for i, p := range logs {
		information += weights[i] * (p.text - x) * (p.text - x)
		slope += weights[i] * (p.text - x) * (p.value - y)
	}
	known := math.Inf(1)
	if g.Spread > 0 {
		known = 1 / (g.Spread * g.Spread)
	}
	power, variance := g.Power, 0.0
	if !math.IsInf(known, 1) {
		power = (slope + known*g.Power) / (information + known)
		variance = 1 / (information + known)
	}
	power = math.Max(0, math.Min(power, mostPower))
	far := math.Log(text) - x
	value := math.Exp(y + power*far)
	spread := math.Exp(sure * math.Sqrt(leastSpread*leastSpread+1/all+variance*far*far))
	return Range{value / spread, value, value * spread}
}
