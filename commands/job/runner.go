package job

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/harness"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/hooks"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/local"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/runners/dataflow"
	"example.org/diagonal/runners/jobservice"
	"example.org/diagonal/runners/target"
)

// The runners that --runner can name. The embedded runner is the default. Beam's own two,
// direct and prism, run in this process as well: they are for comparing.
const (
	prism      = "prism"
	direct     = "direct"
	flink      = "flink"
	spark      = "spark"
	universal  = "universal"
	onDataflow = "dataflow"
)

var (
	inThisProcess = []string{local.Name, direct, prism}
	// served are those with a Beam job service.
	served = []string{flink, spark, universal}
	// remote runners have workers of their own.
	remote     = append(slices.Clone(served), onDataflow)
	allRunners = slices.Sorted(slices.Values(slices.Concat(inThisProcess, remote)))
)

// Runners returns the runners that --runner can name.
func Runners() []string { return slices.Clone(allRunners) }

// inProcess returns whether a runner keeps the whole job in this process.
func inProcess(runner string) bool { return slices.Contains(inThisProcess, runner) }

// InThisProcess returns whether the runner that the user has chosen keeps the whole job in this process.
func InThisProcess() bool { return inProcess(runnerName()) }

// needsEndpoint returns whether a runner submits jobs to a Beam job service.
func needsEndpoint(runner string) bool { return slices.Contains(served, runner) }

// runnerFlag is a flag of Beam that help shows, with our words for it. Beam's other flags
// work as well.
type runnerFlag struct {
	name, usage string
	// runners are the runners with which the flag has an effect; nil: all.
	runners []string
}

var runnerFlags = []runnerFlag{
	{"runner",
		"`runner` of the job: local, the default, runs it in this process, on all cores, and opens no port; flink,\n" +
			"spark and dataflow run it there; universal on another runner with a Beam job server; direct and prism are Beam's runners in this process, to compare:\n" +
			"direct uses one core, and prism opens ports that every machine can reach", nil},
	{"endpoint", "flink, spark: `host:port` of a Beam job server", served},
	{"parallelism", "flink, spark: `number` of parallel tasks", served},

	{"environment_type",
		"flink, spark: where workers run: LOOPBACK, in this process; PROCESS, as processes of this binary that the\n" +
			"runner starts; EXTERNAL or DOCKER, in a pool or a container, which gets a copy of the binary", remote},
	{"environment_config", "`host:port` of the pool of EXTERNAL workers, or the image of DOCKER workers", remote},
	{"worker_binary", "`file` of the binary that workers run, if it is not this one", remote},

	{"project", "dataflow: Google Cloud project that runs the job and pays for it", []string{onDataflow}},
	{"region", "dataflow: region where the job runs, as in europe-west1; best where the buckets are",
		[]string{onDataflow}},
	{"staging_location",
		"dataflow: gs:// `folder` for the binary and the graph of the job; both are removed after the job",
		[]string{onDataflow}},
	{"temp_location", "dataflow: gs:// `folder` for Dataflow's own files; by default below --staging_location",
		[]string{onDataflow}},
	{"max_num_workers", "dataflow: largest `number` of machines; without it Dataflow decides", []string{onDataflow}},
	{"worker_machine_type", "dataflow: `type` of the machines, as in n2-highmem-4", []string{onDataflow}},
	{"service_account_email", "dataflow: `account` that the workers use", []string{onDataflow}},
	{"subnetwork", "dataflow: `network` of the workers, as in regions/REGION/subnetworks/NAME", []string{onDataflow}},
	{"no_use_public_ips", "dataflow: give the workers no public addresses", []string{onDataflow}},
}

// WithRunner gives a command that is a Beam pipeline the flags of Beam.
func WithRunner(cmd *cobra.Command) *cobra.Command {
	all := pflag.NewFlagSet("beam", pflag.ContinueOnError)
	all.AddGoFlagSet(flag.CommandLine)
	all.VisitAll(func(f *pflag.Flag) { f.Hidden = true })
	for _, shown := range runnerFlags {
		f := all.Lookup(shown.name)
		f.Hidden, f.Usage, f.DefValue = false, shown.usage, ""
	}
	line.Mark(all, line.Runners)
	cmd.Flags().AddFlag(all.Lookup("runner")) // first: the others depend on it
	cmd.Flags().AddFlagSet(all)
	return cmd
}

// CheckRunnerFlags returns an error about the first flag of Beam that the user gave and that
// has no effect with the runner. It is called before anything runs: the embedded runner sets
// flags of its own.
func CheckRunnerFlags(fs *pflag.FlagSet) error {
	runner := fs.Lookup("runner")
	if runner == nil { // the command is not a pipeline
		return nil
	}
	name := runnerNamed(runner.Value.String())
	if !slices.Contains(allRunners, name) {
		return nil // Run reports it
	}
	for _, f := range runnerFlags {
		if f.runners == nil {
			continue
		}
		if err := (line.Belonging{Flags: []string{f.name}, To: "runner", Values: f.runners}).Check(fs,
			name); err != nil {
			return line.Usage(err)
		}
	}
	return nil
}

// runnerName returns the Beam runner that --runner names; the embedded one by default.
func runnerName() string { return runnerNamed(target.BeamFlag("runner")) }

func runnerNamed(name string) string {
	if name == "" {
		return local.Name
	}
	return strings.ToLower(strings.TrimSuffix(name, "Runner"))
}

// checkRunner returns an error about a runner for which Beam would end the process.
func checkRunner(name, endpoint string) error {
	switch {
	case !slices.Contains(allRunners, name):
		return line.Usage(fmt.Errorf("--runner=%s is unknown; use one of %s", name, strings.Join(allRunners, ", ")))
	case needsEndpoint(name) && endpoint == "":
		return line.Usage(fmt.Errorf("--runner=%s needs --endpoint=HOST:PORT, the address of a Beam job server; `./run.sh COMMAND --runner=%[1]s` starts one", name))
	}
	return nil
}

// muteLogs silences the logs of Beam and its embedded runner, which say in pages what
// the error of the run says in a line. They stay silent: the runner goes on to log
// after the run has failed. What ends the program (log.Fatal) is still heard.
//
// A worker in this process would otherwise send its logs to the embedded runner, and to
// the standard error once that one is gone; where workers are others and have a place
// for their logs (keep), they keep them.
func muteLogs(keep bool) {
	if !keep {
		hooks.DisableHook(harness.DefaultRemoteLoggingHook)
	}
	slog.SetDefault(slog.New(slog.DiscardHandler))
	log.SetOutput(visible.Writer(os.Stderr)) // SetDefault has taken that as well
}

// openTarget opens what a runner submits jobs to; nil for a runner in this process. Files of
// the submission go to the folder temp, notes to w.
func openTarget(ctx context.Context, command, runner, temp string, p Params, w io.Writer) (target.Target, error) {
	switch {
	case runner == onDataflow:
		if p.Quiet {
			w = nil
		}
		return dataflow.Open(ctx, command, dataflow.Files{Input: p.Docs.Input, Source: p.Docs.Source, Output: p.Output},
			w)
	case needsEndpoint(runner):
		return jobservice.Open(ctx, command, runner, temp)
	}
	return nil, nil
}
