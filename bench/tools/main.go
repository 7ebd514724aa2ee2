// Command tools compares `clean` with other tools that take duplicates out of a collection, in one run on one machine:
// CPU time, time, memory, which planted copies go, how much still repeats, and what was lost.
//
//	go run ./bench/tools --text=posts/ --text=pages/ --mb=100 --python=venv/bin/python --suffixes=dedup_dataset
//
// The collection is the text files below --text, and copies of them that it plants: see plant. --python has the
// packages datatrove, text-dedup and rensa; --suffixes is the program of deduplicate-text-datasets. What is not there
// is left out, and a line says so. Run it from the root of the module.
//
// Every tool reads one file of JSON Lines, and is asked for the documents that are left; adapters/ has the programs
// that ask the Python packages. CPU time is that of the user and the system, of all steps of a tool, and memory that of
// its largest process. Seconds are those on the clock: they also say how busy the machine was. An interrupt ends the
// tools that run, and the table has those that are done.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/bench/texts"
)

// params configures the measurement.
type params struct {
	program.Bench
	texts.From
	// Planted is the number of copies of each kind, and Seed decides which.
	Planted int
	Seed    uint64
	// Python and Suffixes are programs; empty is not installed.
	Python, Suffixes string
	// Limit is the CPU seconds after which a step of a tool is ended.
	Limit int
	// AtOnce is how many tools run at the same time.
	AtOnce int
	// Tools are the names of those that run.
	Tools []string
}

func main() {
	var p params
	p.Bench.Flags(pflag.CommandLine)
	p.From.Flags(pflag.CommandLine, 100)
	pflag.IntVar(&p.Planted, "planted", 120, "copies of each kind")
	pflag.Uint64Var(&p.Seed, "seed", 1, "`number` that picks the copies")
	pflag.StringVar(&p.Python, "python", "", "`program` of a Python with datatrove, text-dedup and rensa")
	pflag.StringVar(&p.Suffixes, "suffixes", "", "`program` of deduplicate-text-datasets")
	pflag.IntVar(&p.Limit, "limit", 1800, "CPU `seconds` after which a step of a tool is ended")
	pflag.IntVar(&p.AtOnce, "at_once", 1, "`number` of tools that run at the same time: more make the seconds longer")
	pflag.StringSliceVar(&p.Tools, "tools", program.Names(tools), "`names` of the tools that run")
	program.Main("tools", func(ctx context.Context) error { return run(ctx, p) })
}

func run(ctx context.Context, p params) error {
	if len(p.Text) == 0 || p.Planted < 1 || p.AtOnce < 1 {
		return errors.New("nothing to measure: give --text, and 1 or more for --planted and --at_once")
	}
	chosen, err := program.Choose("--tools", tools, p.Tools)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.Open(ctx); err != nil {
		return err
	}
	docs, sources, err := p.Read()
	if err != nil {
		return err
	}
	docs, copies, err := plant(docs, p.Planted, p.Seed)
	if err != nil {
		return err
	}
	b := bench{params: p, input: filepath.Join(p.Keep, "corpus.jsonl"), copies: copies, before: windowsOf(docs)}
	if err := program.WriteLines(b.input, docs); err != nil {
		return err
	}
	fmt.Println(sources)
	return b.table(ctx, os.Stdout, chosen)
}
