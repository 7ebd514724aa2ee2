// Package job runs a pipeline for a command. It makes the plan of what is read, the folder of
// the result and the graph, runs the graph and shows progress. Every command that is a Beam
// pipeline runs through Run.
package job

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/local"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/spool"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/limits"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/runners/target"
	"example.org/diagonal/runners/worker"
)

// Graph contains what a command needs to build its graph.
type Graph struct {
	Plan    *docio.Plan
	Shuffle shuffle.Params
	// Dir is the folder with the temporary name in which the result is made. Every worker
	// must see it.
	Dir string
	// Write ends the graph: it takes the streams of the result and its counts.
	Write func(s beam.Scope, streams []shardio.Stream, counts ...beam.PCollection)

	converted *[]beam.PCollection // what Read has read
}

// Job is one command's run.
type Job struct {
	// Name is that of the command.
	Name string
	// Parameters go into summary.json.
	Parameters any
	// Size returns what a job needs for each byte of an input of so many bytes of text.
	Size func(textBytes int64) Size
	// Reads is how often the graph reads the input, for the line that shows progress; 0 is once.
	Reads int
	// Plan makes the plan of what is read; nil: that of the input (docio.NewPlan).
	Plan func(ctx context.Context, p docio.Params) (*docio.Plan, error)
	// Check rejects a plan before the job starts; nil accepts every plan. Its error is shown
	// to the user.
	Check func(*docio.Plan) error
	// Accept rejects a job that has ended, before its result appears; nil accepts every one.
	Accept func(*result.Summary) error
	// Here is true if the result can only be made on a disk of this machine. One that belongs in a bucket is sent there
	// when it is whole.
	Here bool
	// Build makes the graph.
	Build func(s beam.Scope, g Graph)
}

// Size is what a job needs for each byte of text.
type Size struct {
	// Memory is the bytes that a runner holds at most that keeps all blocks of all shuffles,
	// and copies them. The number of shards for a runner depends on it.
	Memory float64
	// Shuffled is the bytes of all blocks of all shuffles.
	Shuffled float64
	// Waiting is the most bytes of blocks that wait at a time to be read: what the spool takes
	// on disk, if blocks give their room back.
	Waiting float64
}

// SizeOf is a Job's Size that is the same for every input.
func SizeOf(memory, shuffled, waiting float64) func(int64) Size {
	return func(int64) Size { return Size{memory, shuffled, waiting} }
}

// Run runs a job. The result is whole, or there is none and the error says why; it
// has an exit code (line.ExitCode) if that is not 1. Progress and notes go to w.
func Run(ctx context.Context, p Params, j Job, w io.Writer) (*Result, error) {
	if err := checkOutput(p.Output); err != nil {
		return nil, err
	}
	runner := runnerName()
	if err := checkRunner(runner, target.BeamFlag("endpoint")); err != nil {
		return nil, err
	}
	if err := flag.Set("runner", runner); err != nil { // Beam knows its name in small letters
		return nil, err
	}
	embedded := inProcess(runner)
	temp, removeTemp, err := ownTemp()
	if err != nil {
		return nil, err
	}
	defer removeTemp()
	remote, err := openTarget(ctx, j.Name, runner, temp, p, w)
	if err != nil {
		if ctx.Err() != nil {
			return nil, line.Interrupted
		}
		return nil, usageOf(err)
	}
	if remote != nil {
		defer remote.Close()
	}
	spooled, err := p.spools(remote)
	if err != nil {
		return nil, err
	}
	workers, memory, err := p.resources(runner, remote, spooled)
	if err != nil {
		return nil, err
	}
	newPlan := docio.NewPlan
	if j.Plan != nil {
		newPlan = j.Plan
	}
	plan, err := newPlan(ctx, p.Docs)
	if err != nil {
		return nil, usageOf(err)
	}
	if p.Docs.ReadsStdin() && remote != nil && !remote.OnThisMachine() {
		return nil, line.Usage(errors.New("workers on other machines cannot read standard input: write it to a file that they see, and name that"))
	}
	if err := plan.Outside(p.Output); err != nil {
		return nil, usageOf(err)
	}
	if j.Check != nil {
		if err := j.Check(plan); err != nil {
			return nil, usageOf(err)
		}
	}
	size := j.Size(plan.TextBytes)
	if !spooled {
		if err := remote.Fits(plan.TextBytes, size.Memory); err != nil {
			return nil, usageOf(err)
		}
	}
	if !p.Quiet {
		for _, note := range plan.Notes {
			fmt.Fprintln(w, visible.Text(note))
		}
	}
	parameters, err := parametersOf(j, p.Docs)
	if err != nil {
		return nil, err
	}
	begin := shardio.Begin
	if j.Here {
		begin = shardio.BeginHere
	}
	out, err := begin(ctx, p.Output, p.Overwrite)
	if err != nil {
		return nil, usageOf(err)
	}
	defer out.Abort() // after Commit it does nothing

	info := RunInfo{
		Version: worker.Version(), Runner: runner, Started: time.Now().UTC().Truncate(time.Second),
		InputFiles: plan.Files, InputBytes: plan.Bytes, Made: p.made,
	}
	if p.made.Flags != nil {
		info.Input = plan.State
	}
	g := Graph{
		Plan: plan, Shuffle: shuffle.Size(plan.TextBytes, workers, memory.worker(workers)), Dir: out.Dir(),
		converted: &[]beam.PCollection{},
	}
	exceeded := func() error { return nil }
	if embedded {
		var end func()
		exceeded, end = plan.Bound(memory.room(g.Shuffle.Text()))
		defer end()
	}
	var blocks *spool.Folder
	if spooled {
		parent := spoolParent(p, out.Dir(), temp)
		blocks, err = spool.Make(parent, embedded || remote.InProcess())
		if err != nil && p.Spool != "" {
			return nil, line.Usage(fmt.Errorf("--spool=%s: %w", p.Spool, err))
		}
		if err != nil {
			return nil, err
		}
		defer blocks.Close() // where the job fails
		g.Shuffle.Spool = blocks.Path()
		info.SpoolBytes = int64(size.spool(runner, blocks) * float64(plan.TextBytes))
		if err := hasSpace(parent, info.SpoolBytes); err != nil {
			return nil, err
		}
		if !p.Quiet && info.SpoolBytes >= notableSpool {
			fmt.Fprintf(w, "temporary files of the shuffle take about %s%s\n", line.Size(info.SpoolBytes), spoolPlace(p, out.Dir(), temp))
		}
	}
	if workers == 0 { // the target carries the blocks
		g.Shuffle.Shards = max(g.Shuffle.Shards, min(remote.Shards(plan.TextBytes, size.Memory), shuffle.MaxShards))
	}
	info.Shards = g.Shuffle.Shards
	g.Write = func(s beam.Scope, streams []shardio.Stream, counts ...beam.PCollection) {
		if len(*g.converted) > 0 {
			streams = append(streams, convertedOf(s, *g.converted...))
		}
		shardio.Write(s, shardio.Params{Dir: out.Dir(), Shards: min(g.Shuffle.Shards, limits.Runs(maxRuns)), Spool: g.Shuffle.Spool, Memory: g.Shuffle.Memory, Parameters: parameters}, streams, counts...)
	}
	pipeline, s := beam.NewPipelineWithRoot()
	j.Build(s, g)

	start := time.Now()
	m := newMeter(plan, max(1, j.Reads))
	if remote != nil && !remote.InProcess() {
		m.elsewhere = &elsewhere{runner, remote.Progress, blocks}
	}
	if runner == local.Name {
		m.embedded = &local.Progress{}
	}
	stop := showProgress(w, m, p.Quiet)
	muteLogs(runner == onDataflow)
	if remote != nil {
		err = remote.Run(ctx, pipeline)
	} else {
		_, err = beamx.RunWithMetrics(local.WithBlocks(local.WithProgress(local.WithWorkers(ctx, workers), m.embedded), local.Blocks{
			Hold: spool.Hold, Release: spool.Release, Ahead: spool.Ahead, Early: available() / earlyShare, Size: spool.Size,
		}), pipeline)
	}
	stop()
	if ctx.Err() != nil {
		if remote != nil && err != nil && !isCancelled(err) { // the job may run on
			fmt.Fprintln(w, visible.Error(err))
		}
		return nil, line.Interrupted
	}
	if err != nil {
		if over := exceeded(); over != nil {
			return nil, over
		}
		return nil, fmt.Errorf("%s failed on %s: %w", j.Name, runner, rootOf(err))
	}
	summary, err := out.Summary(ctx)
	if err != nil {
		return nil, err
	}
	if err := verdict(p, summary, out.Dir()); err != nil {
		return nil, err
	}
	if j.Accept != nil {
		if err := j.Accept(summary); err != nil {
			return nil, err
		}
	}
	info.Took(time.Since(start), summary.Counts["bytes"])
	info.CPUSeconds, info.PeakMemory, info.Allocated = cpuSeconds(), peakMemory(), allocated()
	info.ShuffledRecords, info.ShuffledBytes = m.shuffled()
	info.SpoolLargest = blocks.Largest()
	blocks.Close() // now, because a network disk cannot remove a folder with open files
	info.LargestShards = largestShards()
	if err := out.Commit(ctx, info); err != nil {
		return nil, err
	}
	return &Result{Dir: p.Output, Summary: summary, Run: info, Unused: plan.Unused}, nil
}

// maxRuns bounds the sorted runs that a worker merges at once when it writes the result.
const maxRuns = 256

// verdict reports whether a finished job counts as a success.
func verdict(p Params, s *result.Summary, dir string) error {
	rejected := s.Lines[Rejected]
	switch {
	case rejected == 0:
		return nil
	case p.Strict:
		return visible.Lines(fmt.Errorf("%s rejected and --strict is set; no result was written", records(rejected)), rejections(dir, ""))
	case s.Counts["documents"] == 0:
		return visible.Lines(errors.New("every record was rejected; no result was written"), rejections(dir, ""))
	}
	return nil
}

func records(n int64) string {
	if n == 1 {
		return "1 record was"
	}
	return fmt.Sprintf("%d records were", n)
}

// Converted is the name of the stream of files that are not in UTF-8. It is there if there are any.
const Converted = "charsets"

var converted = shardio.StreamOf[record.Converted](Converted)

func convertedOf(s beam.Scope, collections ...beam.PCollection) shardio.Stream {
	st := converted(s, collections...)
	st.Optional = true
	return st
}

// Rejected is the name of the stream of rejected records.
const Rejected = "rejected"

// RejectedOf returns the stream of one or more PCollection<record.Rejected>.
var RejectedOf = shardio.StreamOf[record.Rejected](Rejected)
