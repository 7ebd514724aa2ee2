package job

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"diagonal/io/docio"
	"diagonal/transforms/shuffle"
)

// Intervals of the progress line on a terminal, and of plain lines elsewhere.
const (
	tick      = 100 * time.Millisecond
	plainTick = 10 * time.Second
)

// showProgress shows what the run is doing until the returned function is called: a
// live line on a terminal, a plain one every ten seconds elsewhere, with the stage,
// documents, MB/s and the time.
func showProgress(w io.Writer, plan *docio.Plan, quiet bool) (stop func()) {
	if quiet {
		return func() {}
	}
	start := time.Now()
	first := docio.Progress.Bytes.Load()
	documents := docio.Progress.Documents.Load()
	state := func() (stage string, read int64, line string) {
		read = docio.Progress.Bytes.Load() - first
		stage = "reading"
		if s := shuffle.Progress.Stage(); s != "" && read >= plan.Bytes {
			stage = s
		}
		elapsed := time.Since(start).Seconds()
		return stage, read, fmt.Sprintf("%s  %s documents  %.1f MB/s  %.0f s",
			stage, humanize.Comma(docio.Progress.Documents.Load()-documents), float64(read)/1e6/elapsed, elapsed)
	}
	every, show, end := plainTick, func() {}, func() {}
	if isTerminal(w) {
		bar := progressbar.NewOptions64(max(plan.Bytes, 1),
			progressbar.OptionSetWriter(w), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(20),
			progressbar.OptionSetElapsedTime(false), progressbar.OptionSetPredictTime(false), progressbar.OptionUseANSICodes(true))
		every = tick
		show = func() {
			_, read, line := state()
			bar.Describe(line)
			bar.Set64(min(read, plan.Bytes))
		}
		end = func() { bar.Finish(); bar.Clear() }
	} else {
		show = func() {
			_, _, line := state()
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

// isTerminal says whether w is one.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
