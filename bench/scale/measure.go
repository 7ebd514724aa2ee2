package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"example.org/diagonal/bench/profile"
	"example.org/diagonal/commands/job/forecast"
	"example.org/diagonal/commands/partial"
	"example.org/diagonal/commands/resemblance"
)

// What a point holds beside the CPU seconds of stages.
const (
	shuffledRecords = "shuffled records, millions"
	shuffledBytes   = "shuffled bytes, GB"
	documents       = "documents, millions"
	peakMemory      = "peak memory, MB" // of this process, so not less than that of the sizes before
)

// commands are those that a model can be made of.
var commands = map[string]func() *cobra.Command{"partial": partial.Command, "resemblance": resemblance.Command}

// written is the name of what a command writes most of.
func written(command string) string { return mainStream[command] + ", thousands" }

// measure runs a command in this process, for its profile and counts.
func measure(ctx context.Context, command, input, output string, flags []string) (forecast.Point, error) {
	info, err := os.Stat(input)
	if err != nil {
		return forecast.Point{}, err
	}
	takes, r, err := profile.Stages(ctx, commands[command](), input, output, flags)
	if err != nil {
		return forecast.Point{}, err
	}
	takes[shuffledRecords] = float64(r.Run.ShuffledRecords) / 1e6
	takes[shuffledBytes] = float64(r.Run.ShuffledBytes) / 1e9
	takes[written(command)] = float64(r.Summary.Lines[mainStream[command]]) / 1e3
	takes[documents] = float64(r.Summary.Counts["documents"]) / 1e6
	takes[peakMemory] = float64(r.Run.PeakMemory) / 1e6
	return forecast.Point{GB: float64(info.Size()) / 1e9, Takes: takes}, nil
}
