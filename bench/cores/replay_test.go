package main

import (
	"testing"
	"time"

	"example.org/diagonal/engine/local"
)

// Tasks go to the core that is free first, each core has a bundle, and what no task has is divided among the cores.
func TestReplayStage(t *testing.T) {
	of := func(all time.Duration, bundles []time.Duration, tasks ...time.Duration) local.TracedStage {
		return local.TracedStage{Tasks: tasks, Bundles: bundles, All: all}
	}
	for name, tc := range map[string]struct {
		stage      local.TracedStage
		cores      int
		took, work time.Duration
	}{
		"one core":                 {of(8, nil, 3, 2, 2, 1), 1, 8, 8},
		"two cores":                {of(8, nil, 3, 2, 2, 1), 2, 4, 8},           // 3+1, 2+2
		"the longest comes last":   {of(6, nil, 1, 1, 4), 2, 5, 6},              // 1+4, 1
		"more cores than tasks":    {of(5, nil, 3, 2), 4, 3, 5},                 // 3, 2
		"a bundle for each core":   {of(9, []time.Duration{1}, 4, 4), 2, 5, 10}, // 1+4, 1+4
		"a bundle for each task":   {of(5, []time.Duration{1}, 4), 8, 5, 5},     // only one core works
		"the mean of some bundles": {of(14, []time.Duration{1, 3}, 5, 5), 2, 7, 14},
		"beside tasks":             {of(12, nil, 4, 4), 2, 6, 12}, // 4, 4, and 4 on both
		"no tasks":                 {of(6, nil), 3, 2, 6},
	} {
		if took, work := replayStage(tc.stage, tc.cores); took != tc.took || work != tc.work {
			t.Errorf("%s: %d of %d, want %d of %d", name, took, work, tc.took, tc.work)
		}
	}
}

// Between stages one core does what its thread has, and all have a share of the rest.
func TestReplay(t *testing.T) {
	run := traced{[]local.TracedStage{{Tasks: []time.Duration{4, 2}, All: 6}, {Tasks: []time.Duration{2, 2}, All: 4}},
		15, 3}
	got := run.replay(2)
	if got.all != 4+4+2 || got.between != 4 || got.alone != 3 || got.waiting != 1 || len(got.stages) != 2 {
		t.Errorf("%+v", got)
	}
}
