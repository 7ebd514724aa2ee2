package main

import (
	"bytes"
	"strings"
	"testing"

	"example.org/diagonal/commands/job/forecast"
)

func TestSimulate(t *testing.T) {
	if got := simulate(100, 1e9, 0, 1, 1); got.Largest > 1.01 {
		t.Errorf("keys of equal frequency: %+v", got)
	}
	// The first key alone is more than its share of shards.
	if got, first := simulate(1000, 1e9, 1, 1, 1), firstShare(1e9, 1); got.Largest < 1000*first ||
		got.Largest > 2000*first {
		t.Errorf("s = 1: the largest is %.1f times the mean, the first key %.1f", got.Largest, 1000*first)
	}
	if got := simulate(1000, 1e9, 1, .1/1000, 1); got.Largest > 2 {
		t.Errorf("no key above a tenth of a shard: %+v", got)
	}
}

func TestPrintModel(t *testing.T) {
	points := []forecast.Point{{GB: 1, Takes: map[string]float64{forecast.AllCPU: 36, shuffledBytes: 1, documents: 2}},
		{GB: 2, Takes: map[string]float64{forecast.AllCPU: 72, shuffledBytes: 2, documents: 4}},
		{GB: 4, Takes: map[string]float64{forecast.AllCPU: 120, shuffledBytes: 4, documents: 8}}}
	var out bytes.Buffer
	printModel(&out, points, forecast.Fit(points[:2]), params{Command: "partial", Check: 4, GB: []int{1000}, Cores: 10})
	for _, want := range []string{"144.00 +20 %", "1000 2000.0 10.0 1.00 18.0 1000.0"} {
		if !strings.Contains(strings.Join(strings.Fields(out.String()), " "), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
