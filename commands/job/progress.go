package job

import (
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dustin/go-humanize"

	"golang.org/x/term"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/local"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/visible"
)

// Intervals of the progress line on a terminal, and of plain lines elsewhere.
const (
	tick      = 100 * time.Millisecond
	plainTick = 10 * time.Second
)

// meter turns what this process has counted into the state of one run.
type meter struct {
	plan             *docio.Plan
	reads            int // how often the run reads its input
	start            time.Time
	bytes, documents int64           // counted before the run
	records, packed  int64           // records and bytes shuffled before it
	pairs, compared  int64           // pairs sent and compared before it
	elsewhere        *elsewhere      // where the job runs if workers are other processes; else nil
	embedded         *local.Progress // of the embedded runner; nil with another one
	course           course
	comparing        comparing
}

// comparing is the last of the compareStages that worked.
type comparing struct {
	stage        string
	before, sent int64 // pairs that were sent for earlier ones, and so far
}

// of returns how many of so many pairs that were compared and sent in all are of a stage, which is at work. All that
// it compares was sent before it began.
func (c *comparing) of(stage string, compared, sent int64) (itsCompared, itsSent int64) {
	if stage != c.stage {
		c.stage, c.before = stage, c.sent
	}
	c.sent = sent
	return max(0, compared-c.before), sent - c.before
}

func newMeter(plan *docio.Plan, reads int) *meter {
	shuffle.Progress.TakeLoads()
	return &meter{
		plan: plan, reads: reads, start: time.Now(),
		bytes: docio.Progress.Bytes.Load(), documents: docio.Progress.Documents.Load(),
		records: shuffle.Progress.Records.Load(), packed: shuffle.Progress.Bytes.Load(),
		pairs: shuffle.Progress.Pairs.Load(), compared: shuffle.Progress.Compared.Load(),
	}
}

// shuffled is the records, and their bytes, that were shuffled since.
func (m *meter) shuffled() (records, bytes int64) {
	return shuffle.Progress.Records.Load() - m.records, shuffle.Progress.Bytes.Load() - m.packed
}

// largestShards returns RunInfo.LargestShards.
func largestShards() map[string]float64 {
	largest := map[string]float64{}
	for stage, l := range shuffle.Progress.TakeLoads() {
		if l.Bytes > 0 {
			largest[stage] = math.Round(100*l.LargestOfMean()) / 100
		}
	}
	return largest
}

// state is what the line of progress says.
type state struct {
	stage string
	// share is the part of the run that is done, 0 to 1; negative if it is not known.
	share float64
	// amount is what has been done, rate how fast: "1,234 documents", "2.0 MB/s".
	amount, rate string
	// documents and read are how many documents and bytes have been read; compared is how many of so many pairs of
	// documents have been compared, where that is the stage.
	documents, read, compared, pairs int64
	elapsed                          time.Duration
	// left is how long the rest is expected to take; negative if that is not known.
	left time.Duration
}

// state returns how far the run is.
func (m *meter) state() state {
	v := state{share: -1, elapsed: time.Since(m.start), left: -1}
	if m.elsewhere != nil {
		m.remote(&v)
		return v
	}
	read := docio.Progress.Bytes.Load() - m.bytes
	documents := docio.Progress.Documents.Load() - m.documents
	if read > m.plan.Bytes {
		documents /= int64(m.reads)
	}
	v.documents, v.read = documents, read
	v.amount = humanize.Comma(documents) + " documents"
	v.rate = fmt.Sprintf("%.1f MB/s", float64(read)/1e6/v.elapsed.Seconds())
	if !m.embark() {
		v.stage = m.stage(read)
		return v
	}
	at := m.embedded.At()
	leg := m.course.legs[at.Stage]
	done := float64(at.Done) / float64(max(at.Length, 1))
	switch {
	case leg.stage == readStage:
		done = float64(read-int64(leg.reading)*m.plan.Bytes) / float64(max(m.plan.Bytes, 1))
	case slices.Contains(compareStages, leg.stage):
		compared, sent := m.comparing.of(leg.stage, shuffle.Progress.Compared.Load()-m.compared,
			shuffle.Progress.Pairs.Load()-m.pairs)
		if sent == 0 {
			break
		}
		v.compared, v.pairs = compared, sent
		done = float64(compared) / float64(sent)
		v.amount = fmt.Sprintf("%s of %s pairs", humanize.Comma(compared), humanize.Comma(sent))
		v.rate = humanize.Comma(int64(float64(compared)/max(time.Since(at.Began).Seconds(), tick.Seconds()))) + "/s"
	}
	p := m.course.position(v.elapsed, at, max(0, min(done, 1)))
	v.stage, v.share, v.left = p.leg.words, p.share, p.left
	return v
}

// embark reports whether the legs of the run are known.
func (m *meter) embark() bool {
	if m.embedded != nil && m.course.legs == nil {
		m.course.legs = legsOf(m.embedded.Stages())
	}
	return len(m.course.legs) > 0
}

// stage returns the stage of a run on another runner that has read so many bytes.
func (m *meter) stage(read int64) string {
	switch s := shuffle.Progress.Stage(); {
	case m.reads > 1 && read < m.plan.Bytes:
		return fmt.Sprintf("reading, 1 of %d", m.reads)
	case read >= m.plan.Bytes*int64(m.reads) && s != "":
		return s
	case m.reads > 1 && read < m.plan.Bytes*int64(m.reads):
		return fmt.Sprintf("reading, %d of %d", m.reads, m.reads)
	}
	return "reading"
}

// line returns the state as a line of at most width columns: it leaves out the amount, then the
// rate, where there is no room for them.
func (v state) line(width int) string {
	done := ""
	if v.share >= 0 {
		done = fmt.Sprintf("%2.0f %%", math.Floor(100*v.share))
	}
	took := inWords(v.elapsed)
	if v.left >= 0 {
		took += ", " + inWords(v.left) + " left"
	}
	var line string
	for _, parts := range [][]string{{done, v.stage, v.amount, v.rate, took}, {done, v.stage, v.rate, took},
		{done, v.stage, took}, {done, v.stage}} {
		parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
		if line = strings.Join(parts, "  "); len(line) <= width {
			return line
		}
	}
	return line[:width]
}

// log writes the state to l.
func (v state) log(l *line.Log) {
	numbers := []slog.Attr{slog.String("stage", v.stage), slog.Int64("documents", v.documents),
		slog.Int64("read_bytes", v.read)}
	if v.pairs > 0 {
		numbers = append(numbers, slog.Int64("compared", v.compared), slog.Int64("pairs", v.pairs))
	}
	numbers = append(numbers, slog.Float64("elapsed_seconds", math.Round(v.elapsed.Seconds()*10)/10))
	if v.share >= 0 {
		numbers = append(numbers, slog.Float64("share", math.Round(v.share*1e4)/1e4))
	}
	if v.left >= 0 {
		numbers = append(numbers, slog.Float64("left_seconds", math.Round(v.left.Seconds())))
	}
	l.Progress(v.line(math.MaxInt), numbers...)
}

// inWords returns a time as "48 s", "12 min" or "3.5 h".
func inWords(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

// Codes of a terminal: back to the begin of the line, and what is behind the cursor cleared.
const (
	toBegin = "\r"
	clearUp = "\x1b[K"
)

// showProgress shows what the run is doing until the returned function is called: a live line on
// a terminal, a message each time that a line.Log wants one, a plain line every ten seconds elsewhere. They have the
// share that is done, the stage, the rate, the time and the time left.
func showProgress(w io.Writer, m *meter, quiet bool) (stop func()) {
	if quiet {
		return func() {}
	}
	every, show, end := plainTick, func() { fmt.Fprintln(w, m.state().line(math.MaxInt)) }, func() {}
	if log, ok := w.(*line.Log); ok {
		every, show = log.Every, func() { m.state().log(log) }
	}
	if terminal, ok := visible.Raw(w).(*os.File); ok && visible.IsTerminal(w) {
		every = tick
		show = func() {
			width, _, err := term.GetSize(int(terminal.Fd()))
			if err != nil || width < 2 {
				width = 80
			}
			// A line as wide as the terminal moves the cursor to the next one in some.
			fmt.Fprint(terminal, toBegin+m.state().line(width-1)+clearUp)
		}
		end = func() { fmt.Fprint(terminal, toBegin+clearUp) }
	}
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				show()
			case <-done:
				end()
				return
			}
		}
	})
	return func() { close(done); wg.Wait() }
}
