package plan

import (
	"context"
	"encoding/json"
	"io/fs"
	"math"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/forecast"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/lockdir"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/shuffle"
)

const (
	// firstSample is the size of the first sample, in bytes of text.
	firstSample = 1 << 20
	// mostSample is the largest size of the third one. 10 MB are 1 % of 1 GB.
	mostSample = 10 << 20
	// secondsPerPiece is the CPU time to open a piece of a file, which a run does for no piece.
	secondsPerPiece = 25e-6
	// smaller is how many times the second sample is smaller than the third one.
	smaller = 3
	// sampleTime is the time for all samples.
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
	forecast.Sample
	result *job.Result
	words  int64
}

// forecast runs the samples.
func (p *planned) forecast(ctx context.Context) (*Forecast, error) {
	files, stored, text, err := docio.Sizes(ctx, p.docs)
	if err != nil {
		return nil, line.Usage(err)
	}
	temp, err := lockdir.MakeTemp("diagonal-plan-")
	if err != nil {
		return nil, err
	}
	defer temp.Remove()
	dir := temp.Path()
	share := min(1, firstSample/float64(max(1, text)))
	if share > .5 {
		share = 1
	}
	first, err := p.sample(ctx, share, filepath.Join(dir, "1"), nil)
	if err != nil {
		return nil, err
	}
	cold := processor()
	small, large, most := first, first, int64(-1)
	if share < 1 {
		// By CPU, because other work on the machine should not make the sample smaller.
		times := sampleTime.Seconds()*idle*float64(runtime.GOMAXPROCS(0))/max(first.CPU, .05) - 1
		if share = min(1, share*max(2, min(times, mostSample/firstSample))); share > .7 {
			share = 1
		}
		run := func(share float64, name string) (s *sampled, err error) {
			var more []string
			if p.job.Scale != nil {
				whole := float64(stored) / math.Max(1, float64(first.result.Run.InputBytes))
				more, most = p.job.Scale(p.args, int64(whole*float64(first.words)), int64(whole*float64(first.Documents)), share)
			}
			return p.sample(ctx, share, filepath.Join(dir, name), more)
		}
		if small, err = run(share/smaller, "2"); err != nil {
			return nil, err
		}
		if large, err = run(share, "3"); err != nil {
			return nil, err
		}
	}
	if p.job.Even {
		small, large.Share = large, 1 // pairs, too
	}
	l, err := look(ctx, p.docs, share)
	if err != nil {
		return nil, err
	}
	whole := float64(large.Text) * float64(stored) / math.Max(1, float64(large.result.Run.InputBytes))
	switch {
	case share >= 1:
		whole = float64(large.Text)
	case text > stored*3/2: // compressed: how much was a guess
		whole = l.expansion * float64(stored)
		large.Share = min(1, float64(large.Text)/max(1, whole))
	}
	f := p.workOut(first, small, large, cold, whole)
	f.Command, f.Files = p.name, files
	if most >= 0 {
		f.MaxDocuments = most
	}
	for _, s := range l.frequent {
		s.Documents = s.Seen * max(f.Documents, l.documents) / max(1, l.documents)
		f.Frequent = append(f.Frequent, s)
	}
	f.Available, f.Free = job.Available(p.memory), job.Free(p.disk)
	return f, nil
}

// sample runs the job on a share of the input, with more flags. The result is in the folder dir.
func (p *planned) sample(ctx context.Context, share float64, dir string, more []string) (*sampled, error) {
	s := &sampled{}
	used, pieces, records, bytes, received := processor(), docio.Progress.Pieces.Load(), shuffle.Progress.Records.Load(), shuffle.Progress.Bytes.Load(), shuffle.Progress.Received()
	err := p.run(ctx, share, dir, more)
	if err != nil {
		return nil, err
	}
	s.CPU = max(0, processor()-used-secondsPerPiece*float64(docio.Progress.Pieces.Load()-pieces))
	s.Records, s.Bytes = float64(shuffle.Progress.Records.Load()-records), float64(shuffle.Progress.Bytes.Load()-bytes)
	s.Received = map[string]float64{}
	for stage, n := range shuffle.Progress.Received() {
		if n -= received[stage]; n > 0 {
			s.Received[stage] = float64(n)
		}
	}
	if inside, err := filepath.Glob(filepath.Join(dir, p.job.Result)); err == nil && len(inside) > 0 {
		dir = inside[0]
	}
	if s.result, err = job.ReadResult(dir); err != nil {
		return nil, err
	}
	counts := s.result.Summary.Counts
	s.Share, s.Text, s.Documents, s.words = share, counts["bytes"], counts["documents"], counts["words"]
	s.Output, s.Lines = float64(sizeOf(dir)), map[string]float64{}
	for stream, n := range s.result.Summary.Lines {
		s.Lines[stream] = float64(n)
	}
	pairs := func(all, within string) forecast.Pairs {
		return forecast.Pairs{Across: float64(counts[all] - counts[within]), Within: float64(counts[within])}
	}
	s.Matches = pairs(candidate.UnitMatches, candidate.WithinMatches)
	s.Near = pairs(candidate.NearPairs, candidate.WithinPairs)
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

// workOut works out the whole from samples. cold is the CPU seconds of the process up to the end of the
// first one, text the bytes of text of the whole.
func (p *planned) workOut(first, small, large *sampled, cold, text float64) *Forecast {
	run, summary := large.result.Run, large.result.Summary
	f := &Forecast{Sample: large.Text, Whole: large.Share >= 1 && large.Text >= int64(text), Text: int64(text), Lines: map[string]int64{}, MaxDocuments: -1}
	if n, ok := summary.Counts["max_documents"]; ok {
		f.MaxDocuments = n
	}
	var chosen struct {
		Command, Matching string
	}
	if json.Unmarshal(summary.Parameters, &chosen) == nil {
		f.Refine = chosen.Command == "partial" && chosen.Matching == "refine"
	}
	whole := forecast.Whole(small.Sample, large.Sample, forecast.Cold{CPU: cold, Text: first.Text}, float64(f.Text), float64(max(0, f.MaxDocuments)))
	at := func(v float64) int64 { return int64(max(0, v)) }
	f.CPU = whole.CPU
	f.Documents, f.Words = whole.Documents, large.words*f.Text/max(1, large.Text)
	f.Records, f.Shuffled, f.Output = at(whole.Records), at(whole.Bytes), at(whole.Output)
	for stream, n := range whole.Lines {
		f.Lines[stream] = at(n)
	}
	f.Spool = int64(float64(run.SpoolBytes) * float64(f.Text) / math.Max(1, float64(large.Text)))
	f.Cores = runtime.GOMAXPROCS(0)
	if p.cores > 0 {
		f.Cores, f.Engine = p.cores, true
	}
	f.Clock = f.CPU / (float64(f.Cores) * idle)
	if f.Memory = job.Peak(); !f.Whole {
		f.Memory += f.Memory / 2
		if f.Refine {
			f.Memory += int64(cellMemory * math.Min(float64(f.Text), mostCellText))
		}
	}
	return f
}

// The documents of a cell that are compared are in memory (alignment.Refine): measured, for so many
// bytes of text, and no more from so many on.
const (
	cellMemory   = .4
	mostCellText = 1e9
)

// idle is the share of the time that a core of this machine is busy in a run: stages wait for their
// last shard.
const idle = .85
