package plan

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"syscall"
	"time"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/forecast"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
)

const (
	// firstSample is the size of the first sample, in bytes of text.
	firstSample = 1 << 20
	// mostSample is the largest size of the second one. 10 MB are 1 % of 1 GB.
	mostSample = 10 << 20
	// sampleTime is the time for both samples.
	sampleTime = 3500 * time.Millisecond
)

// Forecast is what a job will take.
type Forecast struct {
	Command   string
	Files     int
	Documents int64
	Words     int64
	// Text is the bytes of text, TextKnown says that no file is compressed.
	Text int64
	// Sample is the bytes of text in the larger sample; Whole says that it is all.
	Sample int64
	Whole  bool
	// CPU is in seconds. Clock is the time on Cores cores of this machine, or of an engine.
	CPU, Clock float64
	Cores      int
	Engine     bool
	// Shuffled is bytes, in so many records. Spool is what the disk must have for the run to begin.
	Shuffled, Records, Spool int64
	// Output is the size of the result in bytes, Passages the number of its records of the main
	// stream.
	Output int64
	Lines  map[string]int64
	// Memory is the peak in bytes: half more than that of the sample, because blocks of the shuffle
	// are on disk.
	Memory int64
	// MaxDocuments is the number of documents above which a sentence is boilerplate; -1 where there
	// is no such number.
	MaxDocuments int64
	Frequent     []Frequent
	// Refine says that it is partial with --matching=refine, which --matching=diagonal may replace.
	Refine bool
	// Available is the memory that a run here may use, 0 if it is not known. Free is
	// the room on the disk of temporary files, -1 if it is not known.
	Available, Free int64
}

// sampled is a run on a sample.
type sampled struct {
	text   int64
	share  float64
	result *job.Result
	cpu    float64            // of the process, in seconds
	stages map[string]float64 // by the profile
	clock  time.Duration
	output int64
}

// forecast runs the samples.
func (p *planned) forecast(ctx context.Context) (*Forecast, error) {
	files, stored, text, err := docio.Sizes(ctx, p.docs)
	if err != nil {
		return nil, line.Usage(err)
	}
	dir, err := os.MkdirTemp("", "diagonal-plan-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	share := min(1, firstSample/float64(max(1, text)))
	if share > .5 {
		share = 1
	}
	first, err := p.sample(ctx, share, filepath.Join(dir, "1"), nil)
	if err != nil {
		return nil, err
	}
	all := []*sampled{first}
	if share < 1 {
		// By CPU, because other work on the machine should not make the sample smaller.
		times := sampleTime.Seconds()*idle*float64(runtime.GOMAXPROCS(0))/max(first.cpu, .05) - 1
		if share = min(1, share*max(2, min(times, mostSample/firstSample))); share > .7 {
			share = 1
		}
		var more []string
		if p.job.Scale != nil {
			whole, counts := float64(stored)/math.Max(1, float64(first.result.Run.InputBytes)), first.result.Summary.Counts
			more = p.job.Scale(p.args, int64(whole*float64(counts["words"])), int64(whole*float64(counts["documents"])))
		}
		second, err := p.sample(ctx, share, filepath.Join(dir, "2"), more)
		if err != nil {
			return nil, err
		}
		if second.text > first.text {
			all = append(all, second)
		}
	}
	f := p.workOut(all, stored)
	f.Command, f.Files = p.name, files
	if f.Frequent, err = frequent(ctx, p.docs, share, f.Documents); err != nil {
		return nil, err
	}
	f.Available, f.Free = job.Available(p.memory), job.Free(p.disk)
	if f.Memory = job.Peak(); !f.Whole {
		f.Memory += f.Memory / 2
	}
	return f, nil
}

// sample runs the job on a share of the input, with more flags. The result is in the folder dir.
func (p *planned) sample(ctx context.Context, share float64, dir string, more []string) (*sampled, error) {
	s := &sampled{share: share}
	begin, used := time.Now(), processor()
	var profile bytes.Buffer
	profiled := pprof.StartCPUProfile(&profile) == nil // else somebody profiles the process
	err := p.run(ctx, share, dir, more)
	if profiled {
		pprof.StopCPUProfile()
	}
	if err != nil {
		return nil, err
	}
	s.clock, s.cpu = time.Since(begin), processor()-used
	if profiled {
		if s.stages, err = forecast.ByStage(&profile); err != nil {
			return nil, err
		}
	}
	if s.result, err = job.ReadResult(dir); err != nil {
		return nil, err
	}
	s.text = s.result.Summary.Counts["bytes"]
	s.output = sizeOf(dir)
	return s, nil
}

func sizeOf(dir string) (bytes int64) {
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if info, err := d.Info(); err == nil {
				bytes += info.Size()
			}
		}
		return nil
	})
	return bytes
}

// processor returns the CPU time of this process in seconds.
func processor() float64 {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano()).Seconds()
}

// workOut works out the whole from samples. stored is the size of the files that are read.
func (p *planned) workOut(all []*sampled, stored int64) *Forecast {
	last := all[len(all)-1]
	run, summary := last.result.Run, last.result.Summary
	f := &Forecast{Sample: last.text, Whole: last.share >= 1, Text: last.text, Lines: map[string]int64{}, MaxDocuments: -1}
	if !f.Whole {
		f.Text = int64(float64(last.text) * float64(stored) / math.Max(1, float64(run.InputBytes)))
	}
	if n, ok := summary.Counts["max_documents"]; ok {
		f.MaxDocuments = n
	}
	var chosen struct {
		Command, Matching string
	}
	if json.Unmarshal(summary.Parameters, &chosen) == nil {
		f.Refine = chosen.Command == "partial" && chosen.Matching == "refine"
	}
	var start float64 // what a run takes before it has read much
	if len(all) > 1 {
		start = all[0].cpu
	}
	whole := forecast.Whole(last.sample(), start, float64(f.Text), float64(max(0, f.MaxDocuments)))
	at := func(name string) int64 { return int64(max(0, whole.Takes[name])) }
	f.CPU = whole.Takes[forecast.AllCPU]
	f.Documents, f.Words = whole.Documents, summary.Counts["words"]*f.Text/max(1, last.text)
	f.Records, f.Shuffled, f.Output = at(forecast.Records), at(forecast.Bytes), at(forecast.Output)
	for stream := range summary.Lines {
		f.Lines[stream] = at(stream)
	}
	f.Spool = int64(float64(run.SpoolBytes) * float64(f.Text) / math.Max(1, float64(last.text)))
	f.Cores = runtime.GOMAXPROCS(0)
	if p.cores > 0 {
		f.Cores, f.Engine = p.cores, true
	}
	f.Clock = f.CPU / (float64(f.Cores) * idle)
	return f
}

// sample returns what the run took, for the model.
func (s *sampled) sample() forecast.Sample {
	summary, run := s.result.Summary, s.result.Run
	takes := map[string]float64{
		forecast.Records: float64(run.ShuffledRecords), forecast.Bytes: float64(run.ShuffledBytes), forecast.Output: float64(s.output),
	}
	for stage, seconds := range s.stages { // the profile says the shares, the clock of the process the sum
		takes[stage] = seconds * s.cpu / math.Max(1e-9, s.stages[forecast.AllCPU])
	}
	takes[forecast.AllCPU] = s.cpu
	for stream, n := range summary.Lines {
		takes[stream] = float64(n)
	}
	_, cells := summary.Counts["document_pairs_near"]
	return forecast.Sample{
		Cells: cells, Words: float64(summary.Counts["words"]),
		Text: s.text, Documents: summary.Counts["documents"], Takes: takes, Passages: float64(summary.Lines["passages"] + summary.Lines["pairs"]),
		Near: float64(summary.Counts["document_pairs_near"] + summary.Counts["document_pairs_with_matches"]), Matches: float64(summary.Counts["unit_matches"]),
	}
}

// idle is the share of the time that a core of this machine is busy in a run: stages wait for their
// last shard.
const idle = .85
