package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/forecast"
	"example.org/diagonal/commands/plan"
	"example.org/diagonal/io/process"
)

// took is what a run took.
type took struct {
	// Seconds is the time on the clock, CPU that of the processor, in seconds.
	Seconds, CPU float64
	// Memory and Disk are the most at a time, in bytes. Disk is -1 where it is not known.
	Memory, Disk float64
	// Lines is the lines of each stream of the result.
	Lines map[string]int64
}

// mainStream is the stream of a command whose lines the table has.
var mainStream = map[string]string{"partial": "passages", "clean": "manifest", "resemblance": "pairs", "reuse": "pairs"}

// compare prints the forecasts of `diagonal plan` for collections beside what the runs take. What a run took is kept
// in p.Keep, as COLLECTION.COMMAND.took.json.
func compare(ctx context.Context, p params, collections []string, out io.Writer) error {
	fmt.Fprintln(out, "| collection | command | plan, s | sample | CPU s: forecast (range) | run | memory, MB | run | disk, MB | run | main records | run |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|---|---|---|---|---|---|")
	for _, collection := range collections {
		name := strings.TrimSuffix(filepath.Base(collection), ".jsonl")
		for _, command := range p.Commands {
			run, err := kept(filepath.Join(p.Keep, name+"."+command+".took.json"), func() (*took, error) {
				return runFor(ctx, p, command, collection)
			})
			if err != nil {
				return err
			}
			planned := time.Now()
			f, err := planFor(ctx, p, command, collection)
			if err != nil {
				return err
			}
			stream := mainStream[command]
			fmt.Fprintf(out,
				"| %s, %.0f MB | %s | %.0f | %.0f %% | %s | %.1f%s | %s | %.0f%s | %s | %s | %s | %d%s |\n", name,
				float64(f.Text)/1e6, command,
				time.Since(planned).Seconds(), 100*float64(f.Sample)/float64(max(1, f.Text)),
				inUnits(f.CPU, 1, 1), run.CPU, off(f.CPU, run.CPU), inUnits(f.Memory, 1e6, 0), run.Memory/1e6,
				off(f.Memory, run.Memory),
				inUnits(f.Disk, 1e6, 0), disk(f.Disk, run.Disk), inUnits(f.Lines[stream], 1, 0), run.Lines[stream],
				off(f.Lines[stream], float64(run.Lines[stream])))
		}
	}
	return nil
}

// inUnits prints an estimate and its range in units, with so many decimals.
func inUnits(r forecast.Range, unit float64, decimals int) string {
	return fmt.Sprintf("%.*f (%.*f–%.*f)", decimals, r.Value/unit, decimals, r.Low/unit, decimals, r.High/unit)
}

// off returns how many times too large a forecast is, in bold if that is not within a factor of 2.
func off(r forecast.Range, truth float64) string {
	if truth == 0 || r.Value == 0 {
		return ""
	}
	times := r.Value / truth
	if times > 2 || times < .5 {
		return fmt.Sprintf(", **×%.2f**", times)
	}
	return fmt.Sprintf(", ×%.2f", times)
}

func disk(r forecast.Range, truth float64) string {
	if truth < 0 {
		return "not known"
	}
	return fmt.Sprintf("%.0f%s", truth/1e6, off(r, truth))
}

// kept returns what a file has, which f makes.
func kept(name string, f func() (*took, error)) (*took, error) {
	t := &took{}
	if b, err := os.ReadFile(name); err == nil {
		return t, json.Unmarshal(b, t)
	}
	t, err := f()
	if err != nil {
		return nil, err
	}
	b, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	return t, os.WriteFile(name, b, 0o600)
}

// runFor runs a command on a collection.
func runFor(ctx context.Context, p params, command, collection string) (*took, error) {
	dir, err := os.MkdirTemp("", "diagonal-scale-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	output := filepath.Join(dir, "result")
	c, started := exec.CommandContext(ctx, p.Program, command, "--input="+collection, "--output="+output, "--quiet"),
		time.Now()
	if message, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", command, collection, err, message)
	}
	t := &took{Seconds: time.Since(started).Seconds(),
		CPU:    (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(),
		Memory: float64(process.PeakOf(c.ProcessState))}
	r, err := job.ReadResult(output)
	if err != nil {
		return nil, err
	}
	t.Disk, t.Lines = float64(r.Run.SpoolLargest), r.Summary.Lines
	return t, nil
}

// planFor plans a command on a collection.
func planFor(ctx context.Context, p params, command, collection string) (*plan.Forecast, error) {
	args := slices.Concat([]string{"plan", "--json"}, p.Plan, []string{command, "--input=" + collection})
	c := exec.CommandContext(ctx, p.Program, args...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, os.Stderr
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("plan %s %s: %w", command, collection, err)
	}
	f := &plan.Forecast{}
	return f, json.Unmarshal(out.Bytes(), f)
}
