// Command contamination compares `decontaminate` with decon (https://github.com/allenai/decon), which looks for the
// same thing, in one run on one machine: CPU time, memory, which planted items are found, and false alarms.
//
//	go run ./bench/contamination --text=posts/ --mb=200 --tests=decon/bundled-evals --decon=decon/target/release/decon
//
// The training text is the text files below --text. The items are the questions of 8 to 40 words of --tests, files of
// the format of decon. Some are planted: see plant. The others are nowhere, but made from the same templates, so they
// show false alarms. Without --decon only `decontaminate` runs, and a line says so. Run it from the root of the module.
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
	texts.From // the training text
	// Tests is a folder of test sets.
	Tests string
	// Planted is the number of items of each kind, and Seed decides which. Others is the most items that are nowhere.
	Planted, Others int
	Seed            uint64
	// Decon is the program; empty is not installed.
	Decon string
}

func main() {
	var p params
	p.Bench.Flags(pflag.CommandLine)
	p.From.Flags(pflag.CommandLine, 200)
	pflag.StringVar(&p.Tests, "tests", "", "`folder` of test sets: JSON Lines with question and answer, plain or gzip")
	pflag.IntVar(&p.Planted, "planted", 300, "items of each kind")
	pflag.IntVar(&p.Others, "others", 5000, "most items that are not planted")
	pflag.Uint64Var(&p.Seed, "seed", 1, "`number` that picks the items")
	pflag.StringVar(&p.Decon, "decon", "", "`program` of decon")
	program.Main("contamination", func(ctx context.Context) error { return run(ctx, p) })
}

func run(ctx context.Context, p params) error {
	if len(p.Text) == 0 || p.Tests == "" || p.Planted < 1 {
		return errors.New("nothing to measure: give --text and --tests, and 1 or more for --planted")
	}
	defer p.Close()
	if err := p.Open(ctx); err != nil {
		return err
	}
	docs, sources, err := p.Read()
	if err != nil {
		return err
	}
	all, err := readItems(p.Tests)
	if err != nil {
		return err
	}
	b := bench{params: p, training: filepath.Join(p.Keep, "training", "corpus.jsonl"),
		tests: filepath.Join(p.Keep, "tests", "items.jsonl")}
	if b.items, b.planted, err = plant(docs, all, p.Planted, p.Others, p.Seed); err != nil {
		return err
	}
	b.docs = docs
	for _, name := range []string{b.training, b.tests} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
	}
	if err := errors.Join(program.WriteLines(b.training, docs), program.WriteLines(b.tests, b.items)); err != nil {
		return err
	}
	fmt.Printf("%s- %d items, of which %d are planted, each in a document of its own\n\n", sources, len(b.items),
		len(b.planted))
	return b.tables(ctx, os.Stdout)
}
