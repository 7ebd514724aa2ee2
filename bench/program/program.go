// Package program builds and runs the programs that the benchmarks measure.
package program

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"example.org/diagonal/io/process"
)

// Diagonal is the source of the program itself, for Build.
const Diagonal = "."

// Build builds a program of this module into a folder and returns its file. The source is a package as
// `go build` takes it, from the root of the module, where a benchmark runs.
func Build(ctx context.Context, source, dir string) (string, error) {
	name := "diagonal"
	if source != Diagonal {
		name = filepath.Base(source)
	}
	file := filepath.Join(dir, name)
	if out, err := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-o", file,
		source).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build %s: %w\n%s", source, err, out)
	}
	return file, nil
}

// Cost is the time and memory of one run of a program.
type Cost struct {
	Wall time.Duration
	// CPU is the time of the user and the system, of the process and the children that it waited for.
	CPU time.Duration
	// Memory is the largest resident set of the process, or of one that it has started, in bytes.
	Memory int64
}

// Run runs a program to its end. An error has what the program printed; the Cost is that of the run then, too, if it
// started.
func Run(ctx context.Context, program string, args ...string) (Cost, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	err := cmd.Start()
	if err != nil {
		return Cost{}, err
	}
	peak := watch(cmd.Process.Pid)
	err = cmd.Wait()
	cost := Cost{
		Wall: time.Since(start), CPU: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		Memory: cmp.Or(peak(), process.PeakOf(cmd.ProcessState)),
	}
	if err != nil {
		err = fmt.Errorf("%s %s: %w\n%s", filepath.Base(program), strings.Join(args, " "), err, out.Bytes())
	}
	return cost, err
}

// RunWithin is Run, and ends a program that takes more than some CPU seconds. That is no error: ended says it.
func RunWithin(ctx context.Context, seconds int, program string, args ...string) (cost Cost, ended bool, err error) {
	cost, err = Run(ctx, "sh", append([]string{"-c", `ulimit -t "$0" && exec "$@"`, strconv.Itoa(seconds), program},
		args...)...)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() < 0 && ctx.Err() == nil { // by the signal of ulimit
		return cost, true, nil
	}
	return cost, false, err
}

// Share returns n as a share of others; 0 of none.
func Share(n, of int) float64 { return float64(n) / float64(max(of, 1)) }

// AUC returns the area under the curve of a measure that tells one kind from another: the share of pairs of one of yes
// and one of no in which the first one has more, and half of the pairs that have the same. Without a pair it is no
// number.
func AUC(yes, no []float64) float64 {
	sum := 0.0
	for _, x := range yes {
		for _, y := range no {
			sum += float64(cmp.Compare(x, y)+1) / 2
		}
	}
	return sum / float64(len(yes)*len(no))
}

// Named is something to choose by its name.
type Named interface{ Title() string }

// Names returns the names of all.
func Names[T Named](all []T) []string {
	var list []string
	for _, x := range all {
		list = append(list, x.Title())
	}
	return list
}

// Choose returns those with the given names, in the order of all. flag is where the names are from.
func Choose[T Named](flag string, all []T, want []string) ([]T, error) {
	chosen := map[string]bool{}
	for _, name := range want {
		chosen[name] = true
	}
	var list []T
	for _, x := range all {
		if chosen[x.Title()] {
			list = append(list, x)
			delete(chosen, x.Title())
		}
	}
	for name := range chosen {
		return nil, fmt.Errorf("%s: no %q: want some of %s", flag, name, strings.Join(Names(all), ", "))
	}
	return list, nil
}
