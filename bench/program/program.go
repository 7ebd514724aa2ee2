// Package program builds and runs the programs that the benchmarks measure.
package program

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
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
	if out, err := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-o", file, source).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build %s: %w\n%s", source, err, out)
	}
	return file, nil
}

// Cost is the time and memory of one run of a program.
type Cost struct {
	Wall time.Duration
	// CPU is the time of the user and the system, of the process and the children that it waited for.
	CPU time.Duration
	// Memory is the largest resident set of the process, in bytes.
	Memory int64
}

// Run runs a program to its end. An error has what the program printed.
func Run(ctx context.Context, program string, args ...string) (Cost, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	start := time.Now()
	out, err := cmd.CombinedOutput()
	wall := time.Since(start)
	if err != nil {
		return Cost{}, fmt.Errorf("%s %s: %w\n%s", filepath.Base(program), strings.Join(args, " "), err, out)
	}
	return Cost{
		Wall:   wall,
		CPU:    cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		Memory: cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10,
	}, nil
}
