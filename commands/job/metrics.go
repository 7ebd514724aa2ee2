package job

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/openmetrics"
	"example.org/diagonal/io/store"
	"example.org/diagonal/io/visible"
)

// checkMetrics returns an error about a --metrics that has no folder.
func (p *Params) checkMetrics() error {
	if p.Metrics == "" || !store.IsLocal(p.Metrics) {
		return nil
	}
	if info, err := os.Stat(filepath.Dir(p.Metrics)); err != nil || !info.IsDir() {
		return line.Usage(fmt.Errorf("--metrics=%s: there is no folder for this file: make it, or name another file",
			p.Metrics))
	}
	return nil
}

// Ended is what a run has made when it ends.
type Ended struct {
	// Result is nil if the run made none.
	Result *Result
	// Skipped is true if the run did nothing, because its result was there.
	Skipped bool
}

// Measured runs a command, and writes the file of --metrics when it has ended, however it ends. output is the folder
// that the command makes or changes.
func (p *Params) Measured(cmd *cobra.Command, output string, run func() (Ended, error)) error {
	if err := p.checkMetrics(); err != nil {
		return err
	}
	ended, err := run()
	p.writeMetrics(cmd.Context(), cmd.Name(), output, ended, err, cmd.ErrOrStderr())
	return err
}

// writeMetrics writes the file of --metrics: how a run of the command has ended, and what it made. The run has ended
// with runErr, whatever happens here: a failure is a note on w.
func (p *Params) writeMetrics(ctx context.Context, command, output string, ended Ended, runErr error, w io.Writer) {
	if p.Metrics == "" {
		return
	}
	err := openmetrics.WriteFile(context.WithoutCancel(ctx), p.Metrics,
		gauges(command, output, ended, runErr, time.Now()))
	if err != nil {
		fmt.Fprintf(w, "--metrics=%s: %s\n", visible.Text(p.Metrics), visible.Error(err))
	}
}

// gauges returns what writeMetrics writes about a run that ended at end.
func gauges(command, output string, ended Ended, runErr error, end time.Time) (all []openmetrics.Gauge) {
	r := ended.Result
	if full, err := filepath.Abs(output); err == nil && store.IsLocal(output) && output != "" {
		output = full
	}
	add := func(name, help string, value float64, labels ...string) {
		all = append(all, openmetrics.Gauge{
			Name: "diagonal_run_" + name, Help: help, Labels: append([]string{"command", command, "output", output},
				labels...), Value: value,
		})
	}
	skipped := 0.
	if ended.Skipped {
		skipped = 1
	}
	add("exit_code", "Exit code of the last run: 0 is success.", float64(line.ExitCode(runErr)))
	add("end_timestamp_seconds", "Time at which the last run ended, in seconds since 1970.",
		float64(end.UnixMilli())/1e3)
	add("skipped", "1 if the last run did nothing because its result was there (--skip_done).", skipped)
	if r == nil {
		return all
	}
	add("seconds", "Time that the last run took, in seconds.", r.Run.Seconds)
	add("cpu_seconds", "CPU time of the process of the last run, in seconds.", r.Run.CPUSeconds)
	add("peak_memory_bytes", "Largest memory of the process of the last run, in bytes.", float64(r.Run.PeakMemory))
	add("allocated_bytes", "Memory that the process of the last run has allocated in all, in bytes.",
		float64(r.Run.Allocated))
	add("input_files", "Files that the last run read.", float64(r.Run.InputFiles))
	add("input_bytes", "Size of the files that the last run read, in bytes.", float64(r.Run.InputBytes))
	add("documents", "Documents that the last run read.", float64(r.Summary.Counts["documents"]))
	for _, stream := range slices.Sorted(maps.Keys(r.Summary.Lines)) {
		add("records",
			"Records of the result of the last run, by stream; those of the stream rejected could not be used.",
			float64(r.Summary.Lines[stream]), "stream", stream)
	}
	return all
}
