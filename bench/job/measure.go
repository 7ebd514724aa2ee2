package main

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.org/diagonal/bench/program"
)

// repeat runs something as often as asked for, and takes the medians.
func (b *bench) repeat(run func() (program.Cost, error)) (program.Cost, error) {
	var runs []program.Cost
	for range b.params.Runs {
		c, err := run()
		if err != nil {
			return c, err
		}
		runs = append(runs, c)
	}
	return median(runs), nil
}

// median takes the median of each measure by itself.
func median(runs []program.Cost) program.Cost {
	return program.Cost{
		Wall:   middle(runs, func(c program.Cost) time.Duration { return c.Wall }),
		CPU:    middle(runs, func(c program.Cost) time.Duration { return c.CPU }),
		Memory: middle(runs, func(c program.Cost) int64 { return c.Memory }),
	}
}

func middle[T cmp.Ordered](runs []program.Cost, of func(program.Cost) T) T {
	values := make([]T, len(runs))
	for i, c := range runs {
		values[i] = of(c)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// partial runs the main job with the paper's setting.
func (b *bench) partial(ctx context.Context, input, output string, args ...string) (program.Cost, error) {
	args = append([]string{"partial", "--input=" + input, "--preset=fast", "--output=" + output, "--overwrite",
		"--quiet"}, args...)
	return program.Run(ctx, b.Binary, args...)
}

// samePassages reports whether the job and the yardstick wrote the same lines. The job has those
// inside one document in a stream of their own.
func samePassages(output, yardstick string) (bool, error) {
	files, err := filepath.Glob(filepath.Join(output, "passages-*.jsonl"))
	if err != nil {
		return false, err
	}
	within, err := filepath.Glob(filepath.Join(output, "within-*.jsonl"))
	if err != nil {
		return false, err
	}
	files = append(files, within...)
	var all []byte
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return false, err
		}
		all = append(all, data...)
	}
	want, err := os.ReadFile(yardstick)
	return slices.Equal(sortedLines(all), sortedLines(want)), err
}

func sortedLines(b []byte) []string {
	lines := strings.Split(string(b), "\n")
	slices.Sort(lines)
	return lines
}
