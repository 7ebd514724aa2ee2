package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/process"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
)

// cost prints what a build costs, beside the yardstick: to read the same input and to split it into
// sentences and words with their places, in one thread and without a pipeline.
func cost(ctx context.Context, p params, dir string, out io.Writer) error {
	var splits, builds []time.Duration
	var text, index, memory int64
	for range p.Runs {
		split, n, err := readAndSplit(ctx, p.Input)
		if err != nil {
			return err
		}
		splits, text = append(splits, split), n
		ix := filepath.Join(dir, "index")
		build, err := program.Run(ctx, p.Binary, "index", "--input="+p.Input, "--index="+ix, "--quiet")
		if err != nil {
			return err
		}
		builds = append(builds, build.CPU)
		memory = max(memory, build.Memory)
		m, err := indexio.ReadManifest(ctx, ix)
		if err != nil {
			return err
		}
		index = m.Segments[0].Bytes()
		if err := os.RemoveAll(ix); err != nil {
			return err
		}
	}
	split, build := middle(splits), middle(builds)
	fmt.Fprintf(out,
		"text %.1f MB; read and split %.2f CPU s; build %.2f CPU s, %.2f times that; index %.1f %% of the text; peak memory %d MB\n",
		float64(text)/1e6, split.Seconds(), build.Seconds(), build.Seconds()/split.Seconds(),
		100*float64(index)/float64(text), memory/1e6)
	return nil
}

// readAndSplit returns the CPU time of the yardstick, and the bytes of the text.
func readAndSplit(ctx context.Context, input string) (cpu time.Duration, text int64, err error) {
	before := process.CPU()
	an := analysis.Analyser{Places: true}
	text, err = each(ctx, input, func(d record.Document) { an.Analyse(&d) })
	return process.CPU() - before, text, err
}

func middle(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}
