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

	_ "example.org/diagonal/io/limits/atstart"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/pipelines/clean"
	"example.org/diagonal/pipelines/evaluate"
	"example.org/diagonal/pipelines/job"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/pipelines/plant"
	"example.org/diagonal/pipelines/resemblance"
	"example.org/diagonal/pipelines/sentences"
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
	"runner":      "`runner` of the job: local, the default, runs it in this process, on all cores, and opens no port; flink,\nspark and dataflow run it on that engine; direct and prism are Beam's runners in this process, to compare:\ndirect uses one core, and prism opens ports that every machine can reach",
	"endpoint":    "flink, spark: `host:port` of a Beam job server",
	"parallelism": "flink, spark: `number` of parallel tasks",

	"environment_type":   "flink, spark: where workers run: LOOPBACK, in this process; PROCESS, as processes of this binary that the\nengine starts; EXTERNAL or DOCKER, in a pool or a container, which gets a copy of the binary",
	"environment_config": "`host:port` of the pool of EXTERNAL workers, or the image of DOCKER workers",
	"worker_binary":      "`file` of the binary that workers run, if it is not this one",

	"project":               "dataflow: Google Cloud project that runs the job and pays for it",
	"region":                "dataflow: region where the job runs, as in europe-west1; best where the buckets are",
	"staging_location":      "dataflow: gs:// `folder` for the binary and the graph of the job; both are removed after the job",
	"temp_location":         "dataflow: gs:// `folder` for Dataflow's own files; by default below --staging_location",
	"max_num_workers":       "dataflow: largest `number` of machines; without it Dataflow decides",
	"worker_machine_type":   "dataflow: `type` of the machines, as in n2-highmem-4",
	"service_account_email": "dataflow: `account` that the workers use",
	"subnetwork":            "dataflow: `network` of the workers, as in regions/REGION/subnetworks/NAME",
	"no_use_public_ips":     "dataflow: give the workers no public addresses",
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
	cmd.Flags().AddFlag(beamFlags.Lookup("runner")) // first: the others depend on it
	cmd.Flags().AddFlagSet(beamFlags)
	return cmd
}

// find runs a command inside another one.
func find(ctx context.Context, args []string) error {
	root := command()
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

const long = `Finds the passages that documents of a collection share, and says where they are.
Start with partial; it needs nothing but --input and --output.

Exit codes: 0, the result is whole; 1, the run failed; 2, the command line is wrong;
130, the run was interrupted. A run that does not end with 0 leaves no new result.`

const example = `  diagonal partial --input=articles/ --output=found
  diagonal sentences essay.txt`

func command() *cobra.Command {
	cobra.EnableCommandSorting = false // in the order of AddCommand: the main command first
	root := &cobra.Command{
		Use:     "diagonal COMMAND [flags]",
		Short:   "finds reused passages in collections of documents, and says where they are",
		Long:    long,
		Example: example,
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
	root.AddCommand(withRunner(partial.Command()), withRunner(resemblance.Command()), withRunner(clean.Command(find)), sentences.Command(), plant.Command(), evaluate.Command())
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
