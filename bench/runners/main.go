// Command runners measures what a runner adds to the cost of a job: it runs one command of
// diagonal in one process and on runners that run.sh starts, and prints where the CPU time went.
//
//	go run ./bench/runners --input=c1000 --runners=local,flink,spark -- --preset=fast
//
// What follows "--" are flags of partial. Run it from the root of the module, on Linux, with
// Java 17, Maven and pip. The runner's part is split by samples of the JVM's flight recorder.
// "waiting" is how many seconds the cores had nothing to do for the run, whatever else the
// machine did; "MB" is the largest sum of the resident sets of all its processes.
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/prometheus/procfs"
	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/commands/job"
)

// params configures the measurement.
type params struct {
	// Input is a collection, as partial reads it.
	Input string
	// Runners are the runners to compare.
	Runners []string
	// Flags are further flags of partial.
	Flags []string
}

func main() {
	var p params
	pflag.StringVar(&p.Input, "input", "", "collection to run on, as in `diagonal partial`")
	pflag.StringSliceVar(&p.Runners, "runners", []string{"local", "flink", "spark"}, "runners to compare")
	program.Main("runners", func(ctx context.Context) error {
		p.Flags = pflag.Args()
		return run(ctx, p)
	})
}

// account is the cost of one run.
type account struct {
	job.RunInfo
	// Wall is the time from the start of the runner to its end.
	Wall time.Duration
	// CPU is that of all processes.
	CPU time.Duration
	load
	// Java is the CPU time of the JVM by kind of work, in seconds.
	Java map[string]float64
}

func run(ctx context.Context, p params) error {
	if p.Input == "" {
		return fmt.Errorf("--input is missing: name a collection, as made by go run ./bench/corpus --mb=1000 --files=8 --output=c1000")
	}
	work, err := os.MkdirTemp("", "diagonal-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if out, err := exec.CommandContext(ctx, "./run.sh", "partial", "--help").CombinedOutput(); err != nil { // builds
		return fmt.Errorf("run.sh: %w\n%s", err, out)
	}
	fmt.Println(header)
	for _, r := range p.Runners {
		a, err := p.measure(ctx, r, work)
		if err != nil {
			return err
		}
		fmt.Println(a.row(r))
	}
	return nil
}

// measure runs the command on a runner.
func (p params) measure(ctx context.Context, runner, work string) (account, error) {
	out, recording := filepath.Join(work, "out"), filepath.Join(work, runner+".jfr")
	args := append([]string{"partial", "--runner=" + runner, "--input=" + p.Input, "--output=" + out, "--overwrite",
		"--quiet"}, p.Flags...)
	cmd := exec.CommandContext(ctx, "./run.sh", args...)
	cmd.Env = append(os.Environ(), "JAVA_TOOL_OPTIONS=-XX:StartFlightRecording:settings=profile,filename="+recording)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	start := time.Now()
	printed, load, err := watched(ctx, cmd)
	a := account{Wall: time.Since(start), load: load}
	if err != nil {
		return a, fmt.Errorf("%s: %w\n%s", runner, err, printed)
	}
	a.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	r, err := job.ReadResult(out)
	if err != nil {
		return a, err
	}
	a.RunInfo = r.Run
	if _, err := os.Stat(recording); err != nil { // no JVM
		return a, nil
	}
	defer os.Remove(recording)
	a.Java, err = samples(ctx, recording)
	return a, err
}

// watched runs a command and returns what it printed and what its processes took.
func watched(ctx context.Context, cmd *exec.Cmd) ([]byte, load, error) {
	var printed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &printed, &printed
	fs, err := procfs.NewDefaultFS()
	if err != nil {
		return nil, load{}, err
	}
	if err := cmd.Start(); err != nil {
		return nil, load{}, err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	loads := make(chan load, 1)
	go func() { loads <- watch(ctx, fs, cmd.Process.Pid) }()
	err = cmd.Wait()
	stop()
	return printed.Bytes(), <-loads, err
}

const header = `| runner | s | waiting | CPU s | worker | runner's own | serialisation | transport | sort and exchange | classes and options | rest of Java | compiler and collector | MB |
|---|---|---|---|---|---|---|---|---|---|---|---|---|`

// row is a line of the table. What the recorder does not sample is work of the JVM itself.
func (a account) row(runner string) string {
	own := a.CPU.Seconds() - a.CPUSeconds
	jvm := own
	for _, s := range a.Java {
		jvm -= s
	}
	return fmt.Sprintf("| %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %d |",
		runner, a.Wall.Seconds(), a.Waiting.Seconds(), a.CPU.Seconds(), a.CPUSeconds, own,
		a.Java[serialisation], a.Java[transport], a.Java[sorting], a.Java[starting], a.Java[other], max(0, jvm),
		a.Memory/1e6)
}
