package main

import (
	"time"

	"example.org/diagonal/engine/local"
)

// replayed is what a run takes on its cores.
type replayed struct {
	// all is the time from its beginning to its end.
	all time.Duration
	// between is the part in which no stage works, and alone what one core does of it; all have a share of the rest.
	between, alone time.Duration
	// waiting is the part in which a core waits for the tasks of others, of all cores.
	waiting time.Duration
	// stages are the times of the stages, in their order.
	stages []time.Duration
}

// replay works out what the run takes if each core takes the next task of its stage when it is free.
func (t traced) replay(cores int) replayed {
	var out replayed
	between := t.all
	for _, s := range t.stages {
		between -= s.All
		took, work := replayStage(s, cores)
		out.stages = append(out.stages, took)
		out.all += took
		out.waiting += took - work/time.Duration(cores)
	}
	out.alone = min(t.alone, between)
	out.between = out.alone + (between-out.alone)/time.Duration(cores)
	out.all += out.between
	return out
}

// replayStage returns how long a stage takes, and its work on all cores. If it ran with fewer workers than there are
// cores, each core has a bundle that takes the mean of theirs.
func replayStage(s local.TracedStage, cores int) (took, work time.Duration) {
	bundles := min(cores, len(s.Tasks))
	var all, beside time.Duration
	for _, t := range s.Bundles {
		all += t
	}
	ends := make([]time.Duration, bundles) // when each core is free
	for i := range ends {
		ends[i] = all / time.Duration(max(1, len(s.Bundles)))
	}
	beside = s.All - all
	for _, t := range s.Tasks {
		beside -= t
		*earliest(ends) += t
	}
	for _, t := range ends {
		took, work = max(took, t), work+t
	}
	beside = max(0, beside)
	return took + beside/time.Duration(cores), work + beside
}

// earliest returns the core that is free first.
func earliest(ends []time.Duration) *time.Duration {
	first := 0
	for i, t := range ends {
		if t < ends[first] {
			first = i
		}
	}
	return &ends[first]
}
