package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// cost is the time and memory of one run of a program.
type cost struct {
	Wall, CPU time.Duration
	// Memory is the largest resident set of the process, in bytes.
	Memory int64
}

// measure runs a program to its end.
func measure(ctx context.Context, program string, args ...string) (cost, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	start := time.Now()
	out, err := cmd.CombinedOutput()
	wall := time.Since(start)
	if err != nil {
		return cost{}, fmt.Errorf("%s %v: %w\n%s", filepath.Base(program), args, err, out)
	}
	return cost{
		Wall:   wall,
		CPU:    cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		Memory: cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10,
	}, nil
}

// repeat runs something as often as asked for, and takes the medians.
func (b *bench) repeat(run func() (cost, error)) (cost, error) {
	var runs []cost
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
func median(runs []cost) cost {
	return cost{
		Wall:   middle(runs, func(c cost) time.Duration { return c.Wall }),
		CPU:    middle(runs, func(c cost) time.Duration { return c.CPU }),
		Memory: middle(runs, func(c cost) int64 { return c.Memory }),
	}
}

func middle[T cmp.Ordered](runs []cost, of func(cost) T) T {
	values := make([]T, len(runs))
	for i, c := range runs {
		values[i] = of(c)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// partial runs the main job with the paper's setting.
func (b *bench) partial(ctx context.Context, input, output string, args ...string) (cost, error) {
	args = append([]string{"partial", "--input=" + input, "--preset=paper", "--output=" + output, "--overwrite", "--quiet"}, args...)
	return measure(ctx, b.binary, args...)
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
