package main

import (
	"context"
	"runtime"
	"time"

	"example.org/diagonal/bench/profile"
	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/partial"
	"example.org/diagonal/engine/local"
)

// row is what a run on so many cores takes.
type row struct {
	cores, shards int
	// one is a traced run with one worker, whose caches stay warm, and each one with a worker for each core, in turn.
	// On real cores a task takes as long as in one of them, or something between.
	one, each traced
	// measured is the time of a run without a trace, 0 if the machine has not so many cores.
	measured time.Duration
}

// traced is a traced run.
type traced struct {
	stages []local.TracedStage
	// all is its CPU time, with what lies between stages.
	all time.Duration
	// alone is the part that the thread has which begins the stages: what one core does while no stage works.
	alone time.Duration
}

// measure runs the job as on so many cores: Go runs threads in turn if the machine has fewer.
func measure(ctx context.Context, cores int, input, output string, flags []string) (r row, err error) {
	r.cores = cores
	before := runtime.GOMAXPROCS(cores)
	defer runtime.GOMAXPROCS(before)
	if r.one, err = trace(ctx, 1, input, output, flags); err != nil {
		return r, err
	}
	if r.each, err = trace(ctx, cores, input, output, flags); err != nil {
		return r, err
	}
	result, err := job.ReadResult(output)
	if err != nil {
		return r, err
	}
	r.shards = result.Run.Shards
	if cores > runtime.NumCPU() {
		return r, nil
	}
	start := time.Now()
	if err := profile.Run(ctx, partial.Command(), input, output, flags); err != nil {
		return r, err
	}
	r.measured = time.Since(start)
	return r, nil
}

// trace runs the job with so many workers.
func trace(ctx context.Context, workers int, input, output string, flags []string) (traced, error) {
	t := &local.Trace{Thread: threadTime, Process: processTime, Workers: workers}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began, alone := processTime(), threadTime()
	err := profile.Run(local.WithTrace(ctx, t), partial.Command(), input, output, flags)
	return traced{t.Stages, processTime() - began, threadTime() - alone}, err
}
