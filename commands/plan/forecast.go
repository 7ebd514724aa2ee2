package plan

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/forecast"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/lockdir"
	"example.org/diagonal/io/process"
)

const (
	// firstSample is the size of the first sample in bytes of text. Each next one is twice as large. Before it are two
	// of a smaller size, for what a process does once and for what each run does.
	firstSample = 1 << 20
	startSample = 256 << 10
	// No larger sample is made of three and more if the last one has so many bytes of text, or such a share of it.
	maxSample = 32 << 20
	enough    = .2
	// wholeFrom is the share of the input from which on a sample is all of it.
	wholeFrom = .7
	// secondsPerPiece is the CPU time to open a piece of a file, which a run does for no piece.
	secondsPerPiece = 25e-6
	// slower is how many times the time of a sample the next one may take.
	slower = 3
)

// Forecast is what a job will take.
type Forecast struct {
	Command   string
	Files     int
	Documents int64
	Words     int64
	// Text is the bytes of text, TextKnown says that no file is compressed.
	Text int64
	// Sample is the bytes of text in the largest sample; Whole says that it is all. Cut says that the time
	// was not enough for a larger one, and that Samples were run.
	Sample  int64
	Samples int
	Whole   bool
	Cut     bool
	// CPU is in seconds. Clock is the time on Cores cores of this machine, or of a runner.
	CPU, Clock forecast.Range
	Cores      int
	Remote     bool
	// Shuffled is bytes, in so many records, Disk the largest size of temporary files. Spool is what the
	// disk must have for the run to begin.
	Shuffled, Records, Disk forecast.Range
	Spool                   int64
	// Output is the size of the result in bytes, Lines the numbers of its records.
	Output forecast.Range
	Lines  map[string]forecast.Range
	// Memory is the peak in bytes.
	Memory forecast.Range
	// MaxDocuments is the number of documents above which a sentence is hot; -1 where there
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
	share  float64
	took   time.Duration
	result *job.Result
	words  int64
}

// errTime is the error of a forecast that has no time for the first sample.
var errTime = errors.New("a sample of 256 kB took longer than a forecast may take: give it more time with `diagonal plan --seconds=N COMMAND …`")

// forecast runs the samples.
func (p *planned) forecast(ctx context.Context) (*Forecast, error) {
	within, cancel := context.WithTimeout(ctx, p.time)
	defer cancel()
	files, stored, text, documents, err := docio.Sizes(ctx, p.docs)
	if err != nil {
		return nil, line.Usage(err)
	}
	temp, err := lockdir.MakeTemp("diagonal-plan-")
	if err != nil {
		return nil, err
	}
	defer temp.Remove()
	start, samples, limit, cut, err := p.samples(within, stored, text, temp.Path())
	if err != nil {
		return nil, err
	}
	last := samples[len(samples)-1]
	l, err := look(ctx, p.docs, last.share)
	if err != nil {
		return nil, err
	}
	whole := float64(last.Text) * float64(stored) / math.Max(1, float64(last.result.Run.InputBytes))
	switch {
	case last.share >= 1:
		whole = float64(last.Text)
	case text > stored*3/2: // compressed: how much was a guess
		whole = l.expansion * float64(stored)
	}
	f := p.workOut(start, samples, int64(whole), documents)
	f.Command, f.Files, f.Cut = p.name, files, cut
	if limit >= 0 {
		f.MaxDocuments = limit
	}
	for _, s := range l.frequent {
		s.Documents = s.Seen * max(f.Documents, l.documents) / max(1, l.documents)
		f.Frequent = append(f.Frequent, s)
	}
	f.Available, f.Free = job.Available(p.memory), job.Free(p.disk)
	return f, nil
}

// samples runs the job on samples, each of twice the size of the one before, as long as there is time and the last one
// is not enough. start is one before them. stored and text are the bytes of the input and of its text. limit is the
// number of documents above which text is hot in the whole, -1 if the samples say it. cut says that the time
// has ended it.
func (p *planned) samples(
	ctx context.Context, stored, text int64, dir string,
) (start *sampled, all []*sampled, limit int64, cut bool, err error) {
	limit = -1
	size, name := int64(startSample), 0
	for before := (*sampled)(nil); ; name++ {
		share := float64(size) / float64(max(1, text))
		if share > wholeFrom {
			share = 1
		}
		var more []string
		if before != nil && share < 1 && p.job.Scale != nil {
			times := float64(stored) / math.Max(1, float64(before.result.Run.InputBytes))
			more, limit = p.job.Scale(p.args, int64(times*float64(before.words)),
				int64(times*float64(before.Documents)), share)
		}
		s, err := p.sample(ctx, share, filepath.Join(dir, strconv.Itoa(name)), more)
		switch {
		case err == nil:
		case !errors.Is(ctx.Err(), context.DeadlineExceeded):
			return nil, nil, 0, false, err
		case before == nil:
			return nil, nil, 0, false, errTime
		case len(all) == 0: // a small sample is better than none
			return nil, []*sampled{before}, limit, true, nil
		default:
			return start, all, limit, true, nil
		}
		switch {
		case share >= 1:
			return start, append(all, s), -1, false, nil // it says itself what is hot
		case before == nil: // what a process does once is done, and how large the whole is, is known
		case start == nil:
			start, size = s, firstSample
		default:
			all, size = append(all, s), 2*size
			if s.Text >= maxSample || share >= enough && len(all) >= forecast.LastSamples {
				return start, all, limit, false, nil
			}
			if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < slower*s.took {
				return start, all, limit, true, nil
			}
		}
		before = s
	}
}

// sample runs the job on a share of the input, with more flags. The result is in the folder dir.
func (p *planned) sample(ctx context.Context, share float64, dir string, more []string) (*sampled, error) {
	s := &sampled{share: share}
	started, used, pieces := time.Now(), process.CPU().Seconds(), docio.Progress.Pieces.Load()
	records, bytes := shuffle.Progress.Records.Load(), shuffle.Progress.Bytes.Load()
	err := p.run(ctx, share, dir, more)
	if err != nil {
		return nil, err
	}
	s.took = time.Since(started)
	s.CPU = max(0, process.CPU().Seconds()-used-secondsPerPiece*float64(docio.Progress.Pieces.Load()-pieces))
	s.Records, s.Bytes = float64(shuffle.Progress.Records.Load()-records), float64(shuffle.Progress.Bytes.Load()-bytes)
	s.Memory = float64(job.Peak())
	if inside, err := filepath.Glob(filepath.Join(dir, p.job.Result)); err == nil && len(inside) > 0 {
		dir = inside[0]
	}
	if s.result, err = job.ReadResult(dir); err != nil {
		return nil, err
	}
	s.Disk = float64(s.result.Run.SpoolLargest)
	counts := s.result.Summary.Counts
	s.Text, s.Documents, s.words = counts["bytes"], counts["documents"], counts["words"]
	s.Passes = float64(counts["passes"])
	s.Output, s.Lines = float64(sizeOf(dir)), map[string]float64{}
	for stream, n := range s.result.Summary.Lines {
		s.Lines[stream] = float64(n)
	}
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

// workOut works out the whole, which has so many bytes of text and documents, from samples; -1 for documents is that
// their number is not known.
func (p *planned) workOut(start *sampled, samples []*sampled, text, documents int64) *Forecast {
	last := samples[len(samples)-1]
	run, summary := last.result.Run, last.result.Summary
	f := &Forecast{Sample: last.Text, Samples: len(samples), Whole: last.share >= 1, Text: text, MaxDocuments: -1}
	if n, ok := summary.Counts["max_documents"]; ok {
		f.MaxDocuments = n
	}
	var chosen struct {
		Command, Matching string
	}
	if json.Unmarshal(summary.Parameters, &chosen) == nil {
		f.Refine = chosen.Command == "partial" && chosen.Matching == "refine"
	}
	var taken []forecast.Sample
	for _, s := range samples {
		taken = append(taken, s.Sample)
	}
	var small forecast.Sample
	if start != nil {
		small = start.Sample
	}
	whole := forecast.Whole(small, taken, forecast.Size{Text: text, Documents: documents}, p.job.Even)
	f.Documents, f.Words = whole.Documents, last.words*text/max(1, last.Text)
	f.CPU, f.Memory, f.Records, f.Shuffled, f.Disk, f.Output, f.Lines = whole.CPU, whole.Memory, whole.Records,
		whole.Bytes, whole.Disk, whole.Output, whole.Lines
	f.Spool = int64(float64(run.SpoolBytes) * float64(text) / math.Max(1, float64(last.Text)))
	f.Cores = runtime.GOMAXPROCS(0)
	if p.cores > 0 {
		f.Cores, f.Remote = p.cores, true
	}
	cores := float64(f.Cores) * busy
	f.Clock = forecast.Range{Low: f.CPU.Low / float64(f.Cores), Value: f.CPU.Value / cores, High: f.CPU.High / cores}
	return f
}

// busy is the share of the time that a core is busy in a run: stages wait for their last shard.
const busy = .85
