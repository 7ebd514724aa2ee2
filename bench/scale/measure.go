package main

import (
	"context"
	"os"

	"example.org/diagonal/bench/profile"
	"example.org/diagonal/commands/job/forecast"
)

// What a point holds beside the CPU seconds of stages.
const (
	shuffledRecords = "shuffled records, millions"
	shuffledBytes   = "shuffled bytes, GB"
	written         = "passages, thousands"
	documents       = "documents, millions"
	peakMemory      = "peak memory, MB" // of this process, so not less than that of the sizes before
)

// measure runs the job in this process, for its profile and counts.
func measure(ctx context.Context, input, output string, flags []string) (forecast.Point, error) {
	info, err := os.Stat(input)
	if err != nil {
		return forecast.Point{}, err
	}
	takes, r, err := profile.Partial(ctx, input, output, flags)
	if err != nil {
		return forecast.Point{}, err
	}
	takes[shuffledRecords] = float64(r.Run.ShuffledRecords) / 1e6
	takes[shuffledBytes] = float64(r.Run.ShuffledBytes) / 1e9
	takes[written] = float64(r.Summary.Lines["passages"]) / 1e3
	takes[documents] = float64(r.Summary.Counts["documents"]) / 1e6
	takes[peakMemory] = float64(r.Run.PeakMemory) / 1e6
	return forecast.Point{GB: float64(info.Size()) / 1e9, Takes: takes}, nil
}
