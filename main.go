// Command diagonal finds reused passages in collections of documents and says where
// they are. Its commands are the packages below pipelines/.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	_ "diagonal/io/limits/atstart"
	"diagonal/io/visible"
	"diagonal/pipelines/clean"
	"diagonal/pipelines/evaluate"
	"diagonal/pipelines/job"
	"diagonal/pipelines/partial"
	"diagonal/pipelines/plant"
	"diagonal/pipelines/resemblance"
	"diagonal/pipelines/sentences"
)

func main() {
	if job.IsWorker(os.Args[1:]) {
		os.Exit(job.Work(os.Args[1:]))
	}
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	err := execute(ctx, args)
	if err != nil {
		fmt.Fprintln(os.Stderr, "diagonal: "+visible.Error(err))
	}
	return job.ExitCode(err)
}

// execute runs the command that args name. Whatever a command says that was interrupted,
// it was interrupted. A command whose result stands returns no error (job.Report).
func execute(ctx context.Context, args []string) error {
	root := command()
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return job.Interrupted
	case cmd == root && job.ExitCode(err) != 2: // no such command
		if near := root.SuggestionsFor(args[0]); len(near) > 0 {
			err = fmt.Errorf("%w; did you mean %s", err, strings.Join(near, " or "))
		}
		return job.Usage(fmt.Errorf("%w; see `diagonal --help`", err))
	}
	return err
}

// runnerFlags are the flags of Beam that help shows, in our words; the others work as
// well.
var runnerFlags = map[string]string{
	"runner":      "where the job runs: local (in this process, on all cores, without a port), or another Beam\n`runner`: flink, spark, dataflow; to compare, Beam's own runners in this process: direct,\nwhich runs on one core, and prism, which opens ports that every machine can reach",
	"endpoint":    "`host:port` of the job service of a runner that has one",
	"parallelism": "`number` of workers to ask such a runner for",

	"environment_type":   "its workers: LOOPBACK (this process), PROCESS (it starts this binary), EXTERNAL or DOCKER (the binary is sent)",
	"environment_config": "`host:port` of the pool of EXTERNAL workers, or the image of DOCKER ones",
	"worker_binary":      "`file` that workers run, where it is not this one",

	"project":               "dataflow: Google Cloud project that the job is run and paid by",
	"region":                "dataflow: where it runs, as in europe-west1; best where the buckets are",
	"staging_location":      "dataflow: gs:// `folder` for the binary and the graph of the job, which are removed after it",
	"temp_location":         "dataflow: gs:// `folder` for its own files; by default below --staging_location",
	"max_num_workers":       "dataflow: `number` of machines at most; without it Dataflow decides",
	"worker_machine_type":   "dataflow: `type` of the machines, as in n2-highmem-4",
	"service_account_email": "dataflow: `account` of the workers",
	"subnetwork":            "dataflow: `network` of the workers, as in regions/REGION/subnetworks/NAME",
	"no_use_public_ips":     "dataflow: workers have no public addresses",
}

// withRunner gives a command that is a Beam pipeline the flags of Beam.
func withRunner(cmd *cobra.Command) *cobra.Command {
	beamFlags := pflag.NewFlagSet("beam", pflag.ContinueOnError)
	beamFlags.AddGoFlagSet(flag.CommandLine)
	beamFlags.VisitAll(func(f *pflag.Flag) {
		usage, shown := runnerFlags[f.Name]
		f.Hidden = !shown
		if shown {
			f.Usage, f.DefValue = usage, ""
		}
	})
	cmd.Flags().AddFlagSet(beamFlags)
	return cmd
}

// find runs a command inside another one.
func find(ctx context.Context, args []string) error {
	root := command()
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

func command() *cobra.Command {
	root := &cobra.Command{
		Use:     "diagonal COMMAND [flags]",
		Short:   "finds reused passages in collections of documents, and says where they are",
		Version: fmt.Sprintf("%s, %s %s/%s, Apache Beam %s", job.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, core.SdkVersion),
		// A mistake in the flags is one line, not a page of help.
		SilenceUsage: true, SilenceErrors: true,
		DisableSuggestions: true, SuggestionsMinimumDistance: 2, // execute makes them
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			beamlog.SetupLogging("error", "text")
			flag.CommandLine.Parse(nil) // pflag has set Beam's flags; Beam asks that they be parsed
			beam.Init()
			return job.CheckRunnerFlags(cmd.Flags())
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return job.Usage(fmt.Errorf("%w; see `%s --help`", err, cmd.CommandPath()))
	})
	root.SetOut(visible.Writer(os.Stdout))
	root.SetErr(visible.Writer(os.Stderr))
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ReplaceAll(name, "-", "_"))
	})
	root.AddCommand(withRunner(partial.Command()), withRunner(resemblance.Command()), withRunner(clean.Command(find)), sentences.Command(), evaluate.Command(), plant.Command())
	for _, c := range root.Commands() {
		c.Flags().SortFlags = false
		if args := c.Args; args != nil {
			c.Args = func(cmd *cobra.Command, a []string) error {
				if err := args(cmd, a); err != nil {
					return job.Usage(err)
				}
				return nil
			}
		}
	}
	return root
}
