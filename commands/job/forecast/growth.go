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

// What is known, from runs on three collections. A power is above 1 where pairs of documents
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
	growthBounded  = Growth{Power: 0, Noise: .10}
	growthEven     = Growth{Power: 1, Noise: .10}
)

// growthOf are the streams whose lines are about pairs of documents, or about a single document.
var growthOf = map[string]Growth{
	"passages": growthPassages, "pairs": growthPairs, "sentences": growthPairs,
	// two equal documents are both in a tenth of the documents as rarely as a pair
	"equal": growthPairs, "dropped": growthPairs,
	"largest": growthBounded,
	"within":  growthOwn, "manifest": growthLines, "copies": growthLines,
	"documents": {Power: 1.15, Spread: .15, Noise: .05, Clump: 2},
}

const (
	// LastSamples is how many samples say how a quantity grows. A power is not the same over a wide range.
	LastSamples = 3
	// maxPower is that of pairs.
	maxPower = 2
	// sure is how many standard deviations a range has on each side: four of five are in it.
	sure = 1.3
	// minSpread is the least standard deviation of the logarithm of what is not measured.
	minSpread = .1
)

// point is a quantity in a sample of so many bytes of text. noise is how much larger the standard deviation of its
// logarithm is than that of one measurement (Growth.Noise), where it is the difference of two; 0 is 1.
type point struct{ text, value, noise float64 }

// Range is an estimate, and the range in which it lies in four of five cases.
type Range struct{ Low, Value, High float64 }

// Exactly returns the range of what is known.
func Exactly(v float64) Range { return Range{v, v, v} }

// plus returns the estimate of so much more.
func (r Range) plus(v float64) Range { return Range{r.Low + v, r.Value + v, r.High + v} }

// times returns the estimate of so many times it.
func (r Range) times(n float64) Range { return Range{r.Low * n, r.Value * n, r.High * n} }

// at works out a quantity at so many bytes of text, from points of growing size.
func (g Growth) at(points []point, text float64) Range {
	last := points[len(points)-1]
	if last.text >= text {
		return Exactly(last.value)
	}
	f, ok := g.fit(points)
	if !ok { // none in the samples: one more text of the size of the last one may have one
		return Range{High: math.Pow(text/last.text, g.Power)}
	}
	return f.at(text)
}

// power is a power of the text that was fitted to points, in logarithms: the line through x and y.
type power struct {
	power, x, y float64
	// of is the variance of the power, and at that of the line in x.
	ofPower, atX float64
	// misfit is the sum of the squares of what it misses, each in standard deviations.
	misfit float64
}

// fit fits a power of the text to points, and draws it to what g expects, the more so the less they say. ok is false if
// all values are 0.
func (g Growth) fit(points []point) (f power, ok bool) {
	var logs []point
	var weights []float64
	for _, p := range points {
		if p.value > 0 {
			logs = append(logs, point{text: math.Log(p.text), value: math.Log(p.value)})
			noise := g.Noise * max(1, p.noise)
			weights = append(weights, 1/(noise*noise+g.Clump/p.value))
		}
	}
	if len(logs) == 0 {
		return f, false
	}
	all := 0.0
	for i, p := range logs {
		all, f.x, f.y = all+weights[i], f.x+weights[i]*p.text, f.y+weights[i]*p.value
	}
	f.x, f.y, f.atX = f.x/all, f.y/all, 1/all
	information, slope := 0.0, 0.0
	for i, p := range logs {
		information += weights[i] * (p.text - f.x) * (p.text - f.x)
		slope += weights[i] * (p.text - f.x) * (p.value - f.y)
	}
	f.power = g.Power
	if g.Spread > 0 {
		known := 1 / (g.Spread * g.Spread)
		f.power = (slope + known*g.Power) / (information + known)
		f.ofPower = 1 / (information + known)
		f.misfit = known * (f.power - g.Power) * (f.power - g.Power)
	}
	f.power = math.Max(0, math.Min(f.power, maxPower))
	for i, p := range logs {
		missed := p.value - f.y - f.power*(p.text-f.x)
		f.misfit += weights[i] * missed * missed
	}
	return f, true
}

func (f power) at(text float64) Range {
	far := math.Log(text) - f.x
	value := math.Exp(f.y + f.power*far)
	spread := math.Exp(sure * math.Sqrt(minSpread*minSpread+f.atX+f.ofPower*far*far))
	return Range{value / spread, value, value * spread}
}

// bases is how many values are tried for what a run takes once.
const bases = 20

// above works out a quantity of which a part does not grow. start is a point before the others; that part is at most
// its value, and is the one with which a power fits best, to it and to the others.
func (g Growth) above(start point, points []point, text float64) Range {
	if last := points[len(points)-1]; last.text >= text {
		return Exactly(last.value)
	}
	all := append([]point{start}, points...)
	var best power
	var base float64
	for i := range bases {
		b := start.value * float64(i) / bases
		grows := make([]point, 0, len(all))
		for _, p := range all {
			if p.value > b && p.text > 0 {
				grows = append(grows, point{p.text, p.value - b, p.value / (p.value - b)})
			}
		}
		if f, ok := g.fit(grows); ok && (best.atX == 0 || f.misfit < best.misfit) {
			best, base = f, b
		}
	}
	return best.at(text).plus(base)
}
