package forecast

import (
	"math"
	"testing"
)

func TestFit(t *testing.T) {
	var points []Point
	for _, gb := range []float64{.06, .12, .25} {
		points = append(points, Point{gb, map[string]float64{"read": 2 + 3*gb, "write": 1}})
	}
	fitted := Fit(points)
	if got := fitted["read"].At(490); math.Abs(got-1472) > 1e-6 {
		t.Errorf("2 + 3 x at 490 is %v", got)
	}
	if got := fitted["write"]; math.Abs(got.Slope) > 1e-12 || math.Abs(got.Base-1) > 1e-12 {
		t.Errorf("what is always 1 is %+v", got)
	}
	if got := Fit([]Point{{.5, map[string]float64{"read": 3}}})["read"].At(2); got != 12 {
		t.Errorf("one point: %v at four times its size, want 12", got)
	}
}
