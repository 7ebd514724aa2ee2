// Package forecast estimates what a job takes on a collection, from runs on smaller ones. It is the
// model of bench/scale, which fits it to three collections, and of the command plan, which fits it
// to samples of one.
package forecast

// Point is what one run took.
type Point struct {
	// GB is the size of the text in 10^9 bytes.
	GB float64
	// Takes is what it took, by name.
	Takes map[string]float64
}

// Line is a cost as a function of the size of the text: Base + Slope*GB.
type Line struct{ Base, Slope float64 }

// At returns the cost at a size.
func (l Line) At(gb float64) float64 { return l.Base + l.Slope*gb }

// Fit fits a line of least squares to each thing that the points have. One point gives a line
// through 0.
func Fit(points []Point) map[string]Line {
	fitted := map[string]Line{}
	for _, p := range points {
		for name := range p.Takes {
			if _, ok := fitted[name]; !ok {
				fitted[name] = fit(points, name)
			}
		}
	}
	return fitted
}

func fit(points []Point, name string) Line {
	var x, y float64
	for _, p := range points {
		x += p.GB / float64(len(points))
		y += p.Takes[name] / float64(len(points))
	}
	var xx, xy float64
	for _, p := range points {
		xx += (p.GB - x) * (p.GB - x)
		xy += (p.GB - x) * (p.Takes[name] - y)
	}
	if xx == 0 {
		return Line{Slope: y / x}
	}
	slope := xy / xx
	return Line{y - slope*x, slope}
}
