package shardio

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sync/errgroup"

	"example.org/diagonal/io/filetest"
)

// BenchmarkSpans merges 1 GB of lines of 400 bytes from 64 runs and writes the files, once by
// one worker in one go, and once by spans on all processors.
func BenchmarkSpans(b *testing.B) {
	const lines, runs = 1 << 30 / 400, 64
	dir := b.TempDir()
	filetest.Folder(b, filepath.Join(dir, runsDir))
	text := make([]byte, 1<<20)
	for i := range text {
		text[i] = 'a' + byte(rand.IntN(26))
	}
	var of [runs][]int // the lines of each run
	for i := range lines {
		r := rand.IntN(runs)
		of[r] = append(of[r], i)
	}
	var infos []*runInfo
	var paths []string
	for r := range runs {
		var all [][]byte
		for _, i := range of[r] {
			at := rand.IntN(len(text) - 400)
			all = append(all, appendPacked(nil, 0, fmt.Appendf(nil, "%08d", i), text[at:at+399]))
		}
		name := fmt.Sprintf("0-%05d", r)
		made, err := writeRunOf(b.Context(), filepath.Join(dir, runsDir, name), all, sampleBytes)
		if err != nil {
			b.Fatal(err)
		}
		made.Name = name
		infos, paths = append(infos, made), append(paths, filepath.Join(dir, runsDir, name))
	}
	b.Run("one worker", func(b *testing.B) {
		for b.Loop() {
			if err := WriteFiles(b.Context(), dir, "s", jsonLines, merged(b.Context(), paths...)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("spans", func(b *testing.B) {
		for b.Loop() {
			planned, err := spans(0, []string{JSONL}, infos, fileBytes)
			if err != nil {
				b.Fatal(err)
			}
			st := &spanWriter{Dir: dir, Streams: []string{"s"}}
			g, ctx := errgroup.WithContext(b.Context())
			g.SetLimit(runtime.GOMAXPROCS(0))
			for _, sp := range planned {
				g.Go(func() error { return st.write(ctx, &sp) })
			}
			if err := g.Wait(); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(len(planned)), "files")
		}
	})
}
