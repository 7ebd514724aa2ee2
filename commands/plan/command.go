// Package plan is the command that says what a job will take before it runs: it runs the job on
// samples of the input, and works out what the whole takes.
package plan

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
)

// Job is a command that can be planned.
type Job struct {
	// New returns a new command.
	New func() *cobra.Command
	// Scale returns the flags with which the command judges a sample as it judges the whole, which has
	// so many words and documents, and the number of documents above which text is hot in the
	// whole. share is the share of the documents that are in the sample. Nil: no flags.
	Scale func(args []string, words, documents int64, share float64) (more []string, max int64)
	// Output is the flag of the folder that the command makes.
	Output string
	// Result is the folder of the result in that folder, as a pattern of filepath.Glob; empty: it is that
	// folder.
	Result string
	// Without is flags that are left out, because they are about a folder that there is already.
	Without []string
	// Piece is the size of the pieces of a sample in bytes (docio.Params.Piece), 0 for the usual one.
	Piece int64
	// Even says that all costs and records grow with the text: in lookup documents of the input do not
	// meet.
	Even bool
	// Needs is a flag without which the command reads nothing, so that there is nothing to plan.
	Needs string
}

// Command is `diagonal plan` for these jobs, by name.
func Command(names []string, jobs map[string]Job) *cobra.Command {
	return &cobra.Command{
		Use:   "plan [--seconds=N] [--json] COMMAND [flags of the command]",
		Short: "say what a run will take: time, memory, disk, and what to change",
		Long: `Says what a run of the command with these flags will take: CPU and time, memory, disk, what is
shuffled, the size of the result; which sentences are in most documents, and what --max_documents
does about them; and what to change. Nothing is written.

The command runs on samples of the input: 1 MB, 2 MB, 4 MB and so on, until one has a fifth
of the input or more, or 32 MB, or --seconds (20; before COMMAND) leave no time for another.
A small input is read whole. How each quantity grows from sample to sample says what the
whole takes. The rest of the input is not read. A forecast is a number, and the range in
which four of five are expected; --json prints all of them. The range is wide where the
samples are a small part of the input. docs/scale.md compares some forecasts with what the runs took.

The commands are ` + strings.Join(names, ", ") + `. --output is not needed.
With --runner=flink or spark, --parallelism=N is the number of cores.`,
		Example: `  diagonal plan partial --input=articles/
  diagonal plan resemblance --input='crawl/*.jsonl.gz' --threshold=.8
  diagonal plan --seconds=60 clean --input=books/
  diagonal plan partial --input=crawl.jsonl --runner=flink --parallelism=64`,
		DisableFlagParsing: true, // the flags are those of the other command
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || args[0] == "--help" || args[0] == "-h" {
				return cmd.Help()
			}
			o, args, err := ownFlags(args)
			if err != nil {
				return line.Usage(err)
			}
			j, ok := jobs[args[0]]
			if !ok {
				return line.Usage(fmt.Errorf("plan %s: the commands that can be planned are %s", args[0],
					strings.Join(names, ", ")))
			}
			p, err := read(cmd, j, args)
			if err != nil {
				return line.Usage(err)
			}
			p.time = o.Time
			f, err := p.forecast(cmd.Context())
			if err != nil {
				return err
			}
			if o.JSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(f)
			}
			return print(cmd.OutOrStdout(), f)
		},
	}
}

// own is the flags of plan itself, which come before the name of the command.
type own struct {
	// Time is how long all samples may take.
	Time time.Duration
	// JSON prints the forecast as JSON.
	JSON bool
}

// maxTime is how long all samples take at most, unless --seconds says otherwise.
const maxTime = 20 * time.Second

// ownFlags takes the flags of plan off the arguments.
func ownFlags(args []string) (o own, rest []string, err error) {
	o.Time = maxTime
	fs := pflag.NewFlagSet("plan", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.SetInterspersed(false)
	n := fs.Float64("seconds", maxTime.Seconds(), "")
	fs.BoolVar(&o.JSON, "json", false, "")
	if err := fs.Parse(args); err != nil {
		return o, nil, fmt.Errorf("%w; flags of the command come after its name", err)
	}
	if !(*n > 0 && *n <= 1e6) {
		return o, nil, fmt.Errorf("--seconds=%g: want a number above 0", *n)
	}
	if fs.NArg() == 0 {
		return o, nil, errors.New("which command? `diagonal plan --help` lists those that can be planned")
	}
	o.Time = time.Duration(*n * float64(time.Second))
	return o, fs.Args(), nil
}

// planned is a job with its flags.
type planned struct {
	job  Job
	name string
	args []string // without the name
	docs docio.Params
	// cores is the number of cores that a runner has, 0 for this machine.
	cores  int
	memory int64
	// time is how long all samples may take.
	time time.Duration
	// disk is a folder on the disk of the temporary files.
	disk   string
	parent *cobra.Command
}

// read reads the flags.
func read(parent *cobra.Command, j Job, args []string) (*planned, error) {
	p := &planned{job: j, name: args[0], args: args[1:], parent: parent}
	c := p.command()
	if err := c.ParseFlags(p.args); err != nil {
		return nil, line.FlagError(c.Flags(), err, "diagonal "+p.name)
	}
	var own job.Params
	fs := pflag.NewFlagSet("reader", pflag.ContinueOnError)
	fs.SetNormalizeFunc(c.Flags().GetNormalizeFunc())
	fs.ParseErrorsAllowlist.UnknownFlags = true
	own.Flags(fs)
	if err := fs.Parse(p.args); err != nil {
		return nil, err
	}
	if err := line.Environment(fs, os.LookupEnv); err != nil {
		return nil, err
	}
	p.docs, p.memory, p.disk = own.Docs, own.Memory, own.Spool
	if p.disk == "" && own.Output != "" {
		p.disk = filepath.Dir(own.Output)
	}
	if p.disk == "" || p.disk == "none" {
		p.disk = "."
	}
	if j.Needs != "" && !c.Flags().Changed(j.Needs) {
		return nil, fmt.Errorf("--%s is missing: without it, %s reads no documents, and is not planned",
			j.Needs, p.name)
	}
	if c.Flags().Changed("input_share") {
		return nil, errors.New("plan chooses the sample: leave out --input_share")
	}
	if runner := value(c, "runner"); runner != "" && !strings.EqualFold(runner, "local") {
		p.cores = 1
		if n := c.Flags().Lookup("parallelism"); n != nil {
			fmt.Sscan(n.Value.String(), &p.cores)
		}
		p.cores = max(1, p.cores)
	}
	return p, nil
}

func value(c *cobra.Command, flag string) string {
	if f := c.Flags().Lookup(flag); f != nil {
		return f.Value.String()
	}
	return ""
}

// command returns a new command, with flags as the root command has them.
func (p *planned) command() *cobra.Command {
	c := p.job.New()
	c.SilenceUsage, c.SilenceErrors = true, true
	c.SetGlobalNormalizationFunc(p.parent.Root().GlobalNormalizationFunc())
	return c
}

// run runs the command on a share of the input. The result is in the folder dir.
func (p *planned) run(ctx context.Context, share float64, dir string, more []string) error {
	c := p.command()
	args := append(append([]string{}, p.args...), more...)
	args = append(args, "--"+p.job.Output+"="+dir, fmt.Sprintf("--input_share=%g", share), "--quiet")
	if p.job.Piece > 0 {
		args = append(args, fmt.Sprintf("--input_piece=%d", p.job.Piece))
	}
	for _, flag := range p.job.Without {
		args = append(args, "--"+flag+"=false")
	}
	if f := c.Flags().Lookup("spool"); f != nil {
		args = append(args, "--spool=")
	}
	if f := c.Flags().Lookup("metrics"); f != nil {
		args = append(args, "--metrics=")
	}
	if f := c.Flags().Lookup("runner"); f != nil {
		args = append(args, "--runner=local")
	}
	if f := c.Flags().Lookup("strict"); f != nil {
		args = append(args, "--strict=false")
	}
	c.SetArgs(args)
	c.SetOut(io.Discard)
	c.SetErr(io.Discard)
	err := c.ExecuteContext(ctx)
	if err != nil && line.ExitCode(err) == 1 {
		err = fmt.Errorf("the sample: %w", err)
	}
	return err
}
