// Command lookup measures indexes and lookups as the source of the method does (Sun, Qin and Wang,
// "Near Duplicate Text Detection Using Frequency-Biased Signatures", WISE 2013): its Table 1, and the
// panels of its Figure 1 on a PAN corpus whose cases have annotations.
//
//	go run ./bench/lookup                       # Table 1
//	go run ./bench/lookup --pan=pan13-train/    # and Figure 1, in Markdown
//	go run ./bench/lookup --input=corpus.jsonl  # only what a build costs
//	go run ./bench/lookup --collection=texts.jsonl --queries=essays/   # passages, beside partial --source
//	go run ./bench/lookup --collection=texts.jsonl --quoted=20,40,60   # short runs that have a common signature
//	go run ./bench/lookup --sizes=100,1000      # what grows with the collection: the same queries at each size
//
// With --pan the sources of the corpus are the collection, and the reused passages of its cases are the
// queries: --cases of each kind of reuse. With --collection the documents of --queries are the queries,
// or 1,000 copies of 2,000 characters from the collection.
//
// Run it from the root of the module.
package main

import (
	"context"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
)

// params says what is measured.
type params struct {
	// PAN is the folder of a corpus; empty measures Table 1 only.
	PAN string
	// Cases is the most queries of each kind of reuse.
	Cases int
	// Trials is the number of windows that are simulated for each number of Table 1, and of runs of each length.
	Trials int
	// Input is a file or folder whose index is built, to measure the cost of that and nothing else.
	Input string
	// Runs is how often the cost is measured; the medians are printed.
	Runs int
	// Collection is the documents that are indexed for passages; empty measures none. Queries is the
	// documents that are looked up in it; empty takes copies from the collection.
	Collection, Queries string
	// Quoted are lengths of runs in letters: measures how many runs of Collection have a common signature.
	Quoted []int
	// Sizes are sizes of collections of bench/corpus, in millions of bytes: the same queries are looked up in
	// each.
	Sizes []int
	// Settings are the settings to measure, such as "frequency/4/146"; none is those of the source and the default.
	Settings []string
	// EqualWeights is that of lookup.Params.
	EqualWeights bool
	// Reference compares passages with those of partial --source; without it only costs are measured.
	Reference bool
	// Lost is a file for the passages that were not found; empty writes none.
	Lost string
	// Profile is a file for a CPU profile of the queries; empty writes none.
	Profile string
	program.Bench
}

func main() {
	var p params
	pflag.StringVar(&p.PAN, "pan", "", "`folder` of a PAN corpus: src/, susp/ and folders 01-… with annotations")
	pflag.IntVar(&p.Cases, "cases", 100, "largest number of queries of each kind of reuse")
	pflag.IntVar(&p.Trials, "trials", 100_000,
		"number of simulated windows for each number of Table 1, and of runs of each length of --quoted")
	pflag.IntSliceVar(&p.Quoted, "quoted", nil,
		"lengths of runs in letters: prints how many runs of --collection have a common signature")
	pflag.StringVar(&p.Input, "input", "",
		"`path` of documents: prints what a build of their index costs, and nothing else")
	pflag.IntVar(&p.Runs, "runs", 3, "number of builds of --input; medians are printed")
	pflag.StringVar(&p.Collection, "collection", "", "`path` of documents in which passages are looked up")
	pflag.StringVar(&p.Queries, "queries", "", "`path` of the queries; without it they are copied from --collection")
	pflag.IntSliceVar(&p.Sizes, "sizes", nil,
		"sizes of made-up collections in millions of bytes: prints what builds and queries cost at each")
	pflag.StringSliceVar(&p.Settings, "settings", nil, "`settings` to measure, such as frequency/4/146,winnowing/10/140; without it those of the source and the default")
	pflag.BoolVar(&p.Reference, "reference", true, "compare passages with those of partial --source")
	pflag.BoolVar(&p.EqualWeights, "equal_weights", false, "find texts with --equal_weights, as in the source")
	pflag.StringVar(&p.Lost, "lost", "", "`file` for the passages of the last setting that were not found")
	pflag.StringVar(&p.Profile, "profile", "", "`file` for a CPU profile of the last setting")
	p.Bench.Flags(pflag.CommandLine)
	program.Main("lookup", func(ctx context.Context) error { return run(ctx, p, os.Stdout) })
}

func run(ctx context.Context, p params, out io.Writer) error {
	if p.Collection == "" && p.Input == "" && len(p.Sizes) == 0 {
		if stability(out, p.Trials); p.PAN == "" {
			return nil
		}
	}
	settings, err := p.settings()
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.Open(ctx); err != nil {
		return err
	}
	switch {
	case len(p.Sizes) > 0:
		return growth(ctx, p, settings, out)
	case p.Input != "":
		return cost(ctx, p, p.Keep, out)
	case len(p.Quoted) > 0:
		return quoted(ctx, p, settings, out)
	case p.Collection != "":
		return passages(ctx, p, settings, p.Keep, out)
	}
	queries, err := readQueries(p.PAN, p.Cases)
	if err != nil {
		return err
	}
	var measured []measure
	for _, s := range settings {
		m, err := measureSetting(ctx, p, s, queries, filepath.Join(p.Keep, s.name()))
		if err != nil {
			return err
		}
		measured = append(measured, m)
	}
	figure(out, queries, measured)
	return nil
}
