// Command diagonal finds reused passages in collections of documents and reports where they
// are. Its commands are the packages below commands/.
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

	"example.org/diagonal/commands/clean"
	"example.org/diagonal/commands/decontaminate"
	"example.org/diagonal/commands/evaluate"
	"example.org/diagonal/commands/explain"
	"example.org/diagonal/commands/index"
	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/commands/lookup"
	"example.org/diagonal/commands/partial"
	"example.org/diagonal/commands/partition"
	"example.org/diagonal/commands/plan"
	"example.org/diagonal/commands/plant"
	"example.org/diagonal/commands/report"
	"example.org/diagonal/commands/resemblance"
	"example.org/diagonal/commands/reuse"
	"example.org/diagonal/commands/sentences"
	"example.org/diagonal/commands/serve"
	_ "example.org/diagonal/io/atstart"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/runners/worker"
)

func main() {
	if worker.IsWorker(os.Args[1:]) {
		if err := worker.Work(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, "diagonal: worker: "+visible.Error(err))
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	ctx, _ := untilSignal() // to the end: a signal that comes after the result does not end the program by itself
	root := command()
	err := executeOn(ctx, root, args)
	if log, ok := root.ErrOrStderr().(*line.Log); ok && err != nil {
		log.Error(visible.Error(err))
	} else if err != nil {
		fmt.Fprintln(os.Stderr, "diagonal: "+visible.Error(err))
	}
	return line.ExitCode(err)
}

// untilSignal returns a context that ends with the first signal to stop. A second one ends the process at once; the
// next run removes what it leaves.
func untilSignal() (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// execute runs the command that args name.
func execute(ctx context.Context, args []string) error { return executeOn(ctx, command(), args) }

// executeOn runs the command below root that args name. If a command fails after a signal, its error is
// that it was interrupted. Once a result is complete, its command returns no error
// (job.Report).
func executeOn(ctx context.Context, root *cobra.Command, args []string) error {
	root.SetArgs(withCommand(root, args))
	cmd, err := root.ExecuteContextC(ctx)
	if err != nil {
		settle(cmd) // a mistake in the flags ends before a command begins
	}
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return line.Interrupted
	case cmd == root && line.ExitCode(err) != 2: // no such command
		return line.Usage(fmt.Errorf("%w; %s", err, didYouMean(root, args[0], "%s", (*cobra.Command).Runnable)))
	}
	return err
}

// settle gives flags of cmd their defaults of the environment. It makes standard error of all commands a log, if the
// flags ask for one.
func settle(cmd *cobra.Command) error {
	root := cmd.Root()
	if _, ok := root.ErrOrStderr().(*line.Log); ok {
		return nil
	}
	if err := line.Environment(cmd.Flags(), os.LookupEnv); err != nil {
		return err
	}
	log, err := line.LogOf(cmd.Flags(), root.ErrOrStderr())
	if log != nil {
		root.SetErr(log)
	}
	return err
}

// quiet reports whether a command prints nothing but errors.
func quiet(cmd *cobra.Command) bool {
	f := cmd.Flags().Lookup("quiet")
	return f != nil && f.Value.String() == "true"
}

// withCommand puts the main command before args that begin with a path, which is no command, or with one of its flags.
func withCommand(root *cobra.Command, args []string) []string {
	if len(args) == 0 {
		return args
	}
	if strings.HasPrefix(args[0], "-") {
		if main, _, err := root.Find([]string{mainCommand}); err == nil && !hasFlag(root, args[0]) &&
			hasFlag(main, args[0]) {
			return append([]string{mainCommand}, args...)
		}
		return args
	}
	if _, _, err := root.Find(args[:1]); err == nil {
		return args
	}
	// What has a slash or a star is a path, too, that is not there: partial says so.
	if _, err := os.Stat(args[0]); err != nil && !strings.ContainsAny(args[0], `/\*`) {
		return args
	}
	return append([]string{mainCommand}, args...)
}

// mainCommand is the command that needs no name.
const mainCommand = "partial"

// hasFlag reports whether an argument, such as -i, -i=x or --input=x, begins with the name of a flag of a command.
func hasFlag(cmd *cobra.Command, arg string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	if strings.HasPrefix(arg, "--") {
		return cmd.Flags().Lookup(name) != nil
	}
	return name != "" && cmd.Flags().ShorthandLookup(name[:1]) != nil
}

const long = `diagonal partial finds the passages that documents of a collection share, and reports
where they are. It is the main command: start with it. It needs nothing but --input and
--output. The other commands compare whole documents or sentences, clean a collection,
keep an index, show and explain what was found, and measure. The line of each command
says when to use it.

Exit codes: 0, the result is whole; 1, the run failed; 2, the command line is wrong;
130, the run was interrupted. A run that does not end with 0 leaves no new result.`

const example = `  diagonal partial --input=articles/ --output=found
  diagonal report found --input=articles/ --output=pages
  diagonal help offsets`

func command() *cobra.Command {
	cobra.EnableCommandSorting = false // in the order of AddCommand: the main command first
	root := &cobra.Command{
		Use:     "diagonal COMMAND [flags]",
		Short:   "finds reused passages in collections of documents, and reports where they are",
		Long:    long,
		Example: example,
		Version: fmt.Sprintf("%s, %s %s/%s, Apache Beam %s", worker.Version(), runtime.Version(), runtime.GOOS,
			runtime.GOARCH, core.SdkVersion),
		// A mistake in the flags is one line, not a page of help.
		SilenceUsage: true, SilenceErrors: true,
		DisableSuggestions: true, // execute makes them
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			beamlog.SetupLogging("error", "text")
			flag.CommandLine.Parse(nil) // pflag has set Beam's flags; Beam asks that they be parsed
			beam.Init()
			if err := settle(cmd); err != nil {
				return err
			}
			if given := line.FromEnvironment(cmd.Flags()); len(given) > 0 && !quiet(cmd) {
				fmt.Fprintln(cmd.ErrOrStderr(), "from the environment: "+strings.Join(given, " "))
			}
			return job.CheckRunnerFlags(cmd.Flags())
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return line.FlagError(cmd.Flags(), err, cmd.CommandPath())
	})
	root.SetOut(visible.Writer(os.Stdout))
	root.SetErr(visible.Writer(os.Stderr))
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ReplaceAll(name, "-", "_"))
	})
	root.AddCommand(
		job.WithRunner(partial.Command()),
		job.WithRunner(resemblance.Command()),
		job.WithRunner(partition.Command()),
		job.WithRunner(reuse.Command()),
		job.WithRunner(clean.Command()),
		job.WithRunner(decontaminate.Command()),
		job.WithRunner(index.Command()),
		job.WithRunner(lookup.Command()),
		serve.Command(),
		explain.Command(),
		planCommand(),
		report.Command(),
		sentences.Command(),
		plant.Command(),
		evaluate.Command(),
		flagsCommand(root),
		manCommand(root),
	)
	for _, c := range root.Commands() {
		completeFlags(c)
		c.Flags().SortFlags = false
		if args := c.Args; args != nil {
			c.Args = func(cmd *cobra.Command, a []string) error {
				if err := args(cmd, a); err != nil {
					return line.Usage(err)
				}
				return nil
			}
		}
	}
	root.AddCommand(topics()...)
	checkHelp(root)
	line.SetHelp(root)
	return root
}

// planCommand returns the command plan, with the commands that it can plan.
func planCommand() *cobra.Command {
	withRunner := func(f func() *cobra.Command) func() *cobra.Command {
		return func() *cobra.Command { return job.WithRunner(f()) }
	}
	return plan.Command([]string{"partial", "resemblance", "partition", "reuse", "clean", "index", "lookup"},
		map[string]plan.Job{
			"partial":     {New: withRunner(partial.Command), Scale: partial.ScaleFlags, Output: "output"},
			"resemblance": {New: withRunner(resemblance.Command), Output: "output"},
			"partition":   {New: withRunner(partition.Command), Output: "output"},
			"reuse":       {New: withRunner(reuse.Command), Scale: reuse.ScaleFlags, Output: "output"},
			"clean":       {New: withRunner(clean.Command), Output: "output", Piece: 64 << 10},
			"index": {New: withRunner(index.Command), Output: "index", Result: "segments/*",
				Without: []string{"add", "replace"}, Needs: "input"},
			"lookup": {New: withRunner(lookup.Command), Output: "output", Even: true},
		})
}
