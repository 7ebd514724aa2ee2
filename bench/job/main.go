// Command job measures the main job as a whole: it makes collections of several sizes,
// runs the yardstick and the job on them in turn, each as a process of its own, and
// prints what both took.
//
//	go run ./bench/job --sizes=60,250,1000 --keep=/tmp/corpora
//
// Run it from the root of the module, on a machine that does nothing else: the ratio of
// two wall times says little where others compete for the cores. The CPU column is less
// troubled by them.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
)

// params configures the measurement.
type params struct {
	// Sizes of the collections, in millions of bytes.
	Sizes []int
	// Boilerplate is the numbers of documents that all carry one boilerplate.
	Boilerplate []int
	// Shingle is the size at which shingles are compared with I-Match, 0 for none.
	Shingle int
	// Resemblance is the sizes of collections with near copies, in millions of bytes, on
	// which the methods of resemblance are compared.
	Resemblance []int
	// Input is collections of the user's on which they are compared.
	Input []string
	// Whole is collections on which the main job is compared with SpotSigs on whole documents.
	Whole []string
	// Runs is how often each program runs on each collection; the table has medians.
	Runs int
	program.Bench
}

func (p *params) flags(fs *pflag.FlagSet) {
	fs.IntSliceVar(&p.Sizes, "sizes", []int{60}, "sizes of the collections in millions of bytes; 0 for none")
	fs.IntSliceVar(&p.Boilerplate, "boilerplate", []int{20000, 200000},
		"numbers of small documents that all carry one boilerplate; 0 for none")
	fs.IntVar(&p.Shingle, "shingle", 60,
		"size in millions of bytes at which 4-shingles are compared with I-Match; 0 for none")
	fs.IntSliceVar(&p.Resemblance, "resemblance", []int{5, 20, 80},
		"sizes in millions of bytes at which the methods of resemblance are compared; 0 for none")
	fs.StringArrayVar(&p.Input, "input", nil,
		"`file` of JSON Lines on which they are compared, too; repeat it for more")
	fs.StringArrayVar(&p.Whole, "whole", nil,
		"`file` of JSON Lines of which parts are compared with SpotSigs on whole documents; repeat it for more")
	fs.IntVar(&p.Runs, "runs", 3, "runs of each program on each collection")
	p.Bench.Flags(fs)
}

func main() {
	var p params
	p.flags(pflag.CommandLine)
	program.Main("job", func(ctx context.Context) error { return run(ctx, p) })
}

func run(ctx context.Context, p params) error {
	if p.Runs < 1 {
		return fmt.Errorf("--runs=%d: want 1 or more", p.Runs)
	}
	b := bench{params: p}
	defer b.Close()
	if err := b.Open(ctx); err != nil {
		return err
	}
	var err error
	if b.yardstick, err = program.Build(ctx, "./bench/yardstick", b.Keep); err != nil {
		return err
	}
	for _, measure := range []func(context.Context) error{b.compare, b.shingle, b.boilerplate, b.resemblance, b.whole} {
		if err := measure(ctx); err != nil {
			return err
		}
	}
	return nil
}

// bench measures the program beside the yardstick.
type bench struct {
	params
	yardstick string // program
}

// collection returns the file of a collection, which it makes if it is not there, and its size.
func (b *bench) collection(ctx context.Context, name string, args ...string) (file string, size int64, err error) {
	file = filepath.Join(b.Keep, name+".jsonl")
	if err := program.Corpus(ctx, file, args...); err != nil {
		return "", 0, err
	}
	info, err := os.Stat(file)
	if err != nil {
		return "", 0, err
	}
	return file, info.Size(), nil
}
