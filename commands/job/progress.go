package job

import (
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/schollz/progressbar/v3"

	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/transforms/shuffle"
)

// Intervals of the progress line on a terminal, and of plain lines elsewhere.
const (
	tick      = 100 * time.Millisecond
	plainTick = 10 * time.Second
)

// meter turns what the readers of this process have counted into the state of one run.
type meter struct {
	plan             *docio.Plan
	reads            int // how often the run reads its input
	start            time.Time
	bytes, documents int64         // counted before the run
	records, packed  int64         // records and bytes shuffled before it
	elsewhere        func() string // returns where the job runs if workers are other processes
}

func newMeter(plan *docio.Plan, reads int) *meter {
	shuffle.Progress.TakeLoads()
	return &meter{
		plan: plan, reads: reads, start: time.Now(),
		bytes: docio.Progress.Bytes.Load(), documents: docio.Progress.Documents.Load(),
		records: shuffle.Progress.Records.Load(), packed: shuffle.Progress.Bytes.Load(),
	}
}

// shuffled is the records, and their bytes, that were shuffled since.
func (m *meter) shuffled() (records, bytes int64) {
	return shuffle.Progress.Records.Load() - m.records, shuffle.Progress.Bytes.Load() - m.packed
}

// largestShards returns RunInfo.LargestShards of a run with so many shards.
func largestShards(shards int) map[string]float64 {
	largest := map[string]float64{}
	for stage, l := range shuffle.Progress.TakeLoads() {
		if l.Bytes > 0 {
			mean := float64(l.Bytes) / float64(shards)
			largest[stage] = math.Round(100*float64(l.Largest)/mean) / 100
		}
	}
	return largest
}

// total is the bytes that the run reads.
func (m *meter) total() int64 { return m.plan.Bytes * int64(m.reads) }

// line returns the line of progress: the stage, the documents of this reading of the input,
// MB/s and the time.
func (m *meter) line() (read int64, line string) {
	if m.elsewhere != nil {
		return 0, fmt.Sprintf("running on %s  %.0f s", m.elsewhere(), time.Since(m.start).Seconds())
	}
	read = docio.Progress.Bytes.Load() - m.bytes
	documents := docio.Progress.Documents.Load() - m.documents
	stage := "reading"
	switch s := shuffle.Progress.Stage(); {
	case m.reads > 1 && read < m.plan.Bytes:
		stage = fmt.Sprintf("reading, 1 of %d", m.reads)
	case read < m.total():
		if m.reads > 1 {
			stage = fmt.Sprintf("reading, %d of %d", m.reads, m.reads)
		}
	case s != "":
		stage = s
	}
	if read > m.plan.Bytes {
		documents /= int64(m.reads)
	}
	elapsed := time.Since(m.start).Seconds()
	return read, fmt.Sprintf("%s  %s documents  %.1f MB/s  %.0f s", stage, humanize.Comma(documents), float64(read)/1e6/elapsed, elapsed)
}

// showProgress shows what the run is doing until the returned function is called: a
// live line on a terminal, a plain one every ten seconds elsewhere, with the stage,
// documents, MB/s and the time.
func showProgress(w io.Writer, m *meter, quiet bool) (stop func()) {
	if quiet {
		return func() {}
	}
	every, show, end := plainTick, func() {}, func() {}
	if visible.IsTerminal(w) {
		bar := progressbar.NewOptions64(max(m.total(), 1),
			progressbar.OptionSetWriter(visible.Raw(w)), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(20),
			progressbar.OptionSetElapsedTime(false), progressbar.OptionSetPredictTime(false), progressbar.OptionUseANSICodes(true))
		every = tick
		show = func() {
			read, line := m.line()
			bar.Describe(line)
			bar.Set64(min(read, m.total()))
		}
		end = func() { bar.Finish(); bar.Clear() }
	} else {
		show = func() {
			_, line := m.line()
			fmt.Fprintln(w, line)
		}
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
