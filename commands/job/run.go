package job

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/local"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/spool"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/limits"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/runners/target"
	"example.org/diagonal/runners/worker"
)

// Run runs a job. The result is whole, or there is none and the error says why; it
// has an exit code (line.ExitCode) if that is not 1. Progress and notes go to w.
func Run(ctx context.Context, p Params, j Job, w io.Writer) (*Result, error) {
	r := &running{Params: p, job: j, w: w}
	defer r.close()
	for _, step := range []func(context.Context) error{r.chooseRunner, r.makePlan, r.beginResult, r.makeSpool, r.run} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return r.finish(ctx)
}

// running is a job that runs. Each step sets what the next ones need.
type running struct {
	Params
	job Job
	w   io.Writer
	// ends are called when the job is over, the last one first.
	ends []func()

	// Of chooseRunner. remote is nil if the job runs in this process, and so is its runner if embedded is true.
	runner   string
	embedded bool
	remote   target.Target
	temp     string // a folder for temporary files
	spooled  bool   // blocks are in files
	workers  int    // 0 if the target carries the blocks
	memory   budget

	// Of makePlan.
	plan       *docio.Plan
	size       Size
	parameters []byte // for summary.json

	// Of beginResult. exceeded is an error if what was read takes more memory than there is.
	out      *shardio.Output
	info     RunInfo
	graph    Graph
	exceeded func() error

	// Of makeSpool: nil if blocks are not in files.
	blocks *spool.Folder

	// Of run.
	start time.Time
	meter *meter
}

func (r *running) atEnd(end func()) { r.ends = append(r.ends, end) }

func (r *running) close() {
	for _, end := range slices.Backward(r.ends) {
		end()
	}
}

// chooseRunner finds where the job runs, and with how much of the machine.
func (r *running) chooseRunner(ctx context.Context) (err error) {
	if err := checkOutput(r.Output); err != nil {
		return err
	}
	r.runner = runnerName()
	if err := checkRunner(r.runner, target.BeamFlag("endpoint")); err != nil {
		return err
	}
	if err := flag.Set("runner", r.runner); err != nil { // Beam knows its name in small letters
		return err
	}
	r.embedded = inProcess(r.runner)
	var removeTemp func()
	if r.temp, removeTemp, err = ownTemp(); err != nil {
		return err
	}
	r.atEnd(removeTemp)
	if r.remote, err = openTarget(ctx, r.job.Name, r.runner, r.temp, r.Params, r.w); err != nil {
		if ctx.Err() != nil {
			return line.Interrupted
		}
		return usageOf(err)
	}
	if r.remote != nil {
		r.atEnd(func() { r.remote.Close() })
	}
	if r.spooled, err = r.spools(r.remote); err != nil {
		return err
	}
	r.workers, r.memory, err = r.resources(r.runner, r.remote, r.spooled)
	return err
}

// makePlan finds what is read, and rejects what cannot become a result.
func (r *running) makePlan(ctx context.Context) (err error) {
	newPlan := docio.NewPlan
	if r.job.Plan != nil {
		newPlan = r.job.Plan
	}
	if r.plan, err = newPlan(ctx, r.Docs); err != nil {
		return usageOf(err)
	}
	if r.Docs.ReadsStdin() && r.remote != nil && !r.remote.OnThisMachine() {
		return line.Usage(errors.New(
			"workers on other machines cannot read standard input: write it to a file that they see, and name that"))
	}
	if err := r.plan.Outside(r.Output); err != nil {
		return usageOf(err)
	}
	if r.job.Check != nil {
		if err := r.job.Check(r.plan); err != nil {
			return usageOf(err)
		}
	}
	r.size = r.job.Size(r.plan.TextBytes)
	if !r.spooled {
		if err := r.remote.Fits(r.plan.TextBytes, r.size.Memory); err != nil {
			return usageOf(err)
		}
	}
	if !r.Quiet {
		for _, note := range r.plan.Notes {
			fmt.Fprintln(r.w, visible.Text(note))
		}
	}
	r.parameters, err = parametersOf(r.job, r.Docs)
	return err
}

// beginResult makes the folder of the result, and decides how the graph is divided.
func (r *running) beginResult(ctx context.Context) (err error) {
	begin := shardio.Begin
	if r.job.Here {
		begin = shardio.BeginHere
	}
	if r.out, err = begin(ctx, r.Output, r.Overwrite); err != nil {
		return usageOf(err)
	}
	r.atEnd(func() { r.out.Abort() }) // after Commit it does nothing
	r.info = RunInfo{
		Version: worker.Version(), Runner: r.runner, Started: time.Now().UTC().Truncate(time.Second),
		InputFiles: r.plan.Files, InputBytes: r.plan.Bytes, Made: r.made,
	}
	if r.made.Flags != nil {
		r.info.Input = r.plan.State
	}
	r.graph = Graph{
		Plan: r.plan, Shuffle: shuffle.Size(r.plan.TextBytes, r.workers, r.memory.worker(r.workers)), Dir: r.out.Dir(),
		Write: r.write, converted: &[]beam.PCollection{},
	}
	r.exceeded = func() error { return nil }
	if r.embedded {
		var end func()
		r.exceeded, end = r.plan.Bound(r.memory.room(r.graph.Shuffle.Text()))
		r.atEnd(end)
	}
	return nil
}

// makeSpool makes the folder for blocks, if they are in files, and says what it will take.
func (r *running) makeSpool(context.Context) (err error) {
	sh := &r.graph.Shuffle
	if r.spooled {
		parent := spoolParent(r.Params, r.out.Dir(), r.temp)
		r.blocks, err = spool.Make(parent, r.embedded || r.remote.InProcess())
		if err != nil && r.Spool != "" {
			return line.Usage(fmt.Errorf("--spool=%s: %w", r.Spool, err))
		}
		if err != nil {
			return err
		}
		r.atEnd(func() { r.blocks.Close() }) // where the job fails
		sh.Spool = r.blocks.Path()
		r.info.SpoolBytes = int64(r.size.spool(r.runner, r.blocks) * float64(r.plan.TextBytes))
		if err := hasSpace(parent, r.info.SpoolBytes); err != nil {
			return err
		}
		if !r.Quiet && r.info.SpoolBytes >= notableSpool {
			fmt.Fprintf(r.w, "temporary files of the shuffle take about %s%s, or more if many documents share text\n",
				line.Size(r.info.SpoolBytes), spoolPlace(r.Params, r.out.Dir(), r.temp))
		}
	}
	if r.workers == 0 { // the target carries the blocks
		sh.Shards = max(sh.Shards, min(r.remote.Shards(r.plan.TextBytes, r.size.Memory), shuffle.MaxShards))
	}
	r.info.Shards = sh.Shards
	return nil
}

// maxRuns bounds the sorted runs that a worker merges at once when it writes the result.
const maxRuns = 256

// write ends the graph.
func (r *running) write(s beam.Scope, streams []shardio.Stream, counts ...beam.PCollection) {
	if converted := *r.graph.converted; len(converted) > 0 {
		streams = append(streams, convertedOf(s, converted...))
	}
	sh := r.graph.Shuffle
	shardio.Write(s, shardio.Params{Dir: r.out.Dir(), Shards: min(sh.Shards, limits.Runs(maxRuns)), Spool: sh.Spool,
		Memory: sh.Memory, Parameters: r.parameters}, streams, counts...)
}

// run builds the graph and runs it, with a line that shows progress.
func (r *running) run(ctx context.Context) error {
	pipeline, s := beam.NewPipelineWithRoot()
	r.job.Build(s, r.graph)
	r.start = time.Now()
	r.meter = newMeter(r.plan, max(1, r.job.Reads))
	if r.remote != nil && !r.remote.InProcess() {
		r.meter.elsewhere = &elsewhere{r.runner, r.remote.Progress, r.blocks}
	}
	if r.runner == local.Name {
		r.meter.embedded = &local.Progress{}
	}
	stop := showProgress(r.w, r.meter, r.Quiet)
	muteLogs(r.runner == onDataflow)
	err := r.runOn(ctx, pipeline)
	stop()
	if ctx.Err() != nil {
		if r.remote != nil && err != nil && !isCancelled(err) { // the job may run on
			fmt.Fprintln(r.w, visible.Error(err))
		}
		return line.Interrupted
	}
	if err != nil {
		if over := r.exceeded(); over != nil {
			return over
		}
		return fmt.Errorf("%s failed on %s: %w", r.job.Name, r.runner, rootOf(err))
	}
	return nil
}

// runOn runs the graph where the runner is.
func (r *running) runOn(ctx context.Context, pipeline *beam.Pipeline) error {
	if r.remote != nil {
		return r.remote.Run(ctx, pipeline)
	}
	ctx = local.WithProgress(local.WithWorkers(ctx, r.workers), r.meter.embedded)
	_, err := beamx.RunWithMetrics(local.WithBlocks(ctx, local.Blocks{
		Hold: spool.Hold, Release: spool.Release, Ahead: spool.Ahead, Early: available() / earlyShare, Size: spool.Size,
	}), pipeline)
	return err
}

// finish makes the result appear, if it is one.
func (r *running) finish(ctx context.Context) (*Result, error) {
	summary, err := r.out.Summary(ctx)
	if err != nil {
		return nil, err
	}
	if err := verdict(r.Params, summary, r.out.Dir()); err != nil {
		return nil, err
	}
	if r.job.Accept != nil {
		if err := r.job.Accept(summary); err != nil {
			return nil, err
		}
	}
	r.info.Took(time.Since(r.start), summary.Counts["bytes"])
	r.info.CPUSeconds, r.info.PeakMemory, r.info.Allocated = cpuSeconds(), peakMemory(), allocated()
	r.info.ShuffledRecords, r.info.ShuffledBytes = r.meter.shuffled()
	r.info.SpoolLargest = r.blocks.Largest()
	r.blocks.Close() // now, because a network disk cannot remove a folder with open files
	r.info.LargestShards = largestShards()
	if err := r.out.Commit(ctx, r.info); err != nil {
		return nil, err
	}
	unused := r.plan.Unused
	if summary.Counts["documents"] > 0 {
		unused = append(slices.Clip(unused), r.plan.Params().NoFields(summary.Counts)...)
	}
	return &Result{Dir: r.Output, Summary: summary, Run: r.info, Unused: unused}, nil
}
