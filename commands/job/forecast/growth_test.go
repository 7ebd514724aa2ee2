package forecast

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(got, want, share float64) bool { return math.Abs(got-want) <= share*math.Abs(want) }

// measured are samples of a quantity that is scale times a power of the text.
func measured(scale, power float64, texts ...float64) (points []point) {
	for _, t := range texts {
		points = append(points, point{text: t, value: scale * math.Pow(t, power)})
	}
	return points
}

// With nothing known before, the power is that of the samples; with one sample it is what is known; and where
// the samples are noise, it is near that.
func TestGrowth(t *testing.T) {
	open := Growth{Power: 1, Spread: 100, Noise: .1}
	for _, power := range []float64{0, .5, 1, 1.5, 2} {
		if got := open.at(measured(3, power, 1, 2, 4, 8), 100); !near(got.Value, 3*math.Pow(100, power), .01) {
			t.Errorf("power %v: %+v at 100, want %v", power, got, 3*math.Pow(100, power))
		}
	}
	if got := open.at(measured(3, 3, 1, 2, 4, 8), 800); !near(got.Value, 3*64*8*(64./16)*1e4/8, .8) ||
		got.Value > 3*math.Pow(8, 3)*1e4*2 {
		t.Errorf("more than pairs: %+v", got)
	}
	pairs := Growth{Power: 1.6, Spread: .25, Noise: .1, Clump: 4}
	if got := pairs.at(measured(3, 1, 8), 80); !near(got.Value, 24*math.Pow(10, pairs.Power), .01) {
		t.Errorf("one sample: %+v", got)
	}
	few := pairs.at([]point{{text: 1, value: 1}, {text: 2, value: 9}, {text: 4, value: 1}}, 40)
	if !near(few.Value, 5*math.Pow(10, pairs.Power), 3) || few.High < 3*few.Value {
		t.Errorf("a handful of lines says: %+v", few)
	}
	if got := pairs.at([]point{{text: 1}, {text: 2}}, 20); got.Low != 0 || got.Value != 0 || got.High <= 1 {
		t.Errorf("none: %+v", got)
	}
	if got := growthCPU.at(measured(3, 1, 1, 2, 4), 4); got != Exactly(12) {
		t.Errorf("the whole: %+v", got)
	}
	if got := growthEven.at(measured(3, 2, 1, 2, 4), 40); !near(got.Value, 10*3*math.Pow(4, 2), .7) {
		t.Errorf("what is known for sure: %+v", got)
	}
}

// The range becomes wider with the distance, and contains the truth about as often as it says.
func TestRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 35))
	g := Growth{Power: 1.2, Spread: .2, Noise: .1}
	inside, tries := 0, 2000
	for range tries {
		power := g.Power + g.Spread*rng.NormFloat64()
		var points []point
		for _, text := range []float64{1, 2, 4} {
			points = append(points,
				point{text: text, value: math.Pow(text, power) * math.Exp(g.Noise*rng.NormFloat64())})
		}
		at10, at100 := g.at(points, 10), g.at(points, 100)
		if truth := math.Pow(100, power); at100.Low <= truth && truth <= at100.High {
			inside++
		}
		if at100.High/at100.Low <= at10.High/at10.Low {
			t.Fatalf("%+v is not wider than %+v", at100, at10)
		}
	}
	if share := float64(inside) / float64(tries); share < .78 || share > .9 {
		t.Errorf("%.2f of the ranges contain the truth", share)
	}
}

// Pairs grow faster than documents, and there are no more lines about documents than documents.
func TestWhole(t *testing.T) {
	at := func(share float64) Sample {
		return Sample{
			Text: int64(share * 1e9), Documents: int64(share * 1000), CPU: .3 + 100*share,
			Memory: 2e8 * math.Pow(share, .3), Bytes: 3e9 * share, Records: 1e7 * share,
			Disk: 2e9 * share, Output: 1e6 * share, Lines: map[string]float64{"passages": 1e6 * share * share,
				"documents": 1000 * share, "hot": 0, "equal": 400 * share * share, "largest": 10},
		}
	}
	f := Whole(Sample{CPU: .3}, []Sample{at(.01), at(.02), at(.04)}, Size{1e9, -1}, false)
	if f.Documents != 1000 || !near(f.CPU.Value, 100, .5) || !near(f.Memory.Value, 2e8, .6) ||
		!near(f.Bytes.Value, 3e9, .3) || !near(f.Disk.Value, 2e9, .3) {
		t.Errorf("%+v", f)
	}
	if p := f.Lines["passages"]; !near(p.Value, 1e6, .5) || p.High < 1e6 {
		t.Errorf("passages: %+v", p)
	}
	if d := f.Lines["documents"]; d.High > 1000 {
		t.Errorf("documents: %+v", d)
	}
	if f := Whole(Sample{}, []Sample{at(.01)}, Size{1e9, 4321}, false); f.Documents != 4321 ||
		f.Lines["documents"].High > 4321 {
		t.Errorf("documents that are files: %+v", f)
	}
	even := Whole(Sample{CPU: .3}, []Sample{at(.01), at(.02), at(.04)}, Size{1e9, -1}, true)
	if !near(even.CPU.Value, 100, .1) || even.CPU.High > 130 {
		t.Errorf("CPU of queries: %+v", even.CPU)
	}
	if p := even.Lines["passages"]; !near(p.Value, 1e6*.04, .7) {
		t.Errorf("passages of queries: %+v", p)
	}
	if e := f.Lines["equal"]; !near(e.Value, 400, .5) {
		t.Errorf("equal documents: %+v", e)
	}
	if l := f.Lines["largest"]; !near(l.Value, 10, .01) {
		t.Errorf("largest: %+v", l)
	}
	if f := Whole(Sample{CPU: .3}, []Sample{at(.5), at(1)}, Size{1e9, -1}, false); f.CPU.Low != f.CPU.High ||
		!near(f.CPU.Value, 100.3, 1e-9) || f.Lines["passages"] != Exactly(1e6) {
		t.Errorf("the whole: %+v", f)
	}
}

// What a run takes once is known although the run that shows it has text, too; a sample that is hardly above that says
// less than a larger one; and what is done several times in some samples is counted as often as in the mean.
func TestCPU(t *testing.T) {
	at := func(text, power, noise, passes float64) Sample {
		return Sample{Text: int64(text * 1e6), CPU: (.7 + passes*math.Pow(text, power)/4) * noise, Passes: passes}
	}
	for _, power := range []float64{1, 1.2, 1.6} {
		f := Whole(at(.25, power, 1, 4), []Sample{at(1, power, 1, 4), at(2, power, 1, 5), at(4, power, 1, 4)},
			Size{60e6, -1}, false)
		if want := at(60, power, 1, 4).CPU; f.CPU.Value > 2*want || f.CPU.Value < want/2 {
			t.Errorf("power %v: %+v, want %.0f", power, f.CPU, want)
		}
		f = Whole(at(.25, power, 1.1, 4), []Sample{at(1, power, .95, 4), at(2, power, 1, 4), at(4, power, 1, 4)},
			Size{60e6, -1}, false)
		if want := at(60, power, 1, 4).CPU; f.CPU.Value > 2*want || f.CPU.Value < want/2 {
			t.Errorf("power %v, noise: %+v, want %.0f", power, f.CPU, want)
		}
	}
}
