package main

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

func TestFit(t *testing.T) {
	var points []point
	for _, gb := range []float64{.06, .12, .25} {
		points = append(points, point{gb, map[string]float64{"read": 2 + 3*gb, "write": 1}})
	}
	fitted := fit(points)
	if got := fitted["read"].at(490); math.Abs(got-1472) > 1e-6 {
		t.Errorf("2 + 3 x at 490 is %v", got)
	}
	if got := fitted["write"]; math.Abs(got.Slope) > 1e-12 || math.Abs(got.Base-1) > 1e-12 {
		t.Errorf("what is always 1 is %+v", got)
	}
}

// A sample belongs to the innermost stage, coders to who calls them.
func TestStageOfSample(t *testing.T) {
	for _, tc := range []struct {
		stack []string // innermost first
		want  string
	}{
		{[]string{"runtime.memmove", module + "/io/record.(*X).Encode", module + "/transforms/locate.fn", module + "/commands/job.Run"}, "locate"},
		{[]string{module + "/transforms/shuffle/block.Append", module + "/transforms/signature.(*emitFn).ProcessElement"}, "shuffle"},
		{[]string{"runtime.mallocgc", "github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec.(*X).Do"}, "Beam, runtime"},
		{[]string{"runtime.scanobject", "runtime.gcBgMarkWorker"}, "garbage collection"},
	} {
		s := &profile.Sample{}
		for _, f := range tc.stack {
			s.Location = append(s.Location, &profile.Location{Line: []profile.Line{{Function: &profile.Function{Name: f}}}})
		}
		if got := stageOfSample(s); got != tc.want {
			t.Errorf("%v is %s, want %s", tc.stack, got, tc.want)
		}
	}
}

func TestSimulate(t *testing.T) {
	if got := simulate(100, 1e9, 0, 1, 1); got.Largest > 1.01 {
		t.Errorf("keys of equal frequency: %+v", got)
	}
	// The first key alone is more than its share of shards.
	if got, first := simulate(1000, 1e9, 1, 1, 1), firstShare(1e9, 1); got.Largest < 1000*first || got.Largest > 2000*first {
		t.Errorf("s = 1: the largest is %.1f times the mean, the first key %.1f", got.Largest, 1000*first)
	}
	if got := simulate(1000, 1e9, 1, .1/1000, 1); got.Largest > 2 {
		t.Errorf("no key above a tenth of a shard: %+v", got)
	}
}

func TestPrintModel(t *testing.T) {
	points := []point{{1, map[string]float64{allCPU: 36, shuffledBytes: 1}}, {2, map[string]float64{allCPU: 72, shuffledBytes: 2}}, {4, map[string]float64{allCPU: 120, shuffledBytes: 4}}}
	var out bytes.Buffer
	printModel(&out, points, fit(points[:2]), params{Check: 4, GB: []int{1000}, Cores: 10})
	for _, want := range []string{"144.00      +20 %", "1000       10.0   1.00       1000.0"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
