// Command job measures the main job as a whole: it makes collections of several sizes,
// runs the yardstick and the job on them in turn, each as a process of its own, and
// prints what both took.
//
//	go run ./bench/job --sizes=60,250,1000 --cache=/tmp/corpora
//
// Run it from the root of the module, on a machine that does nothing else: the ratio of
// two wall times says little where others compete for the cores. The CPU column is less
// troubled by them.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
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
	// Runs is how often each program runs on each collection; the table has medians.
	Runs int
	// Cache is the folder that keeps the collections; empty is a temporary one.
	Cache string
	// Binary is the program to measure; empty builds it.
	Binary string
}

func (p *params) flags(fs *pflag.FlagSet) {
	fs.IntSliceVar(&p.Sizes, "sizes", []int{60}, "sizes of the collections in millions of bytes; 0 for none")
	fs.IntSliceVar(&p.Boilerplate, "boilerplate", []int{20000, 200000}, "numbers of small documents that all carry one boilerplate; 0 for none")
	fs.IntVar(&p.Shingle, "shingle", 60, "size in millions of bytes at which 4-shingles are compared with I-Match; 0 for none")
	fs.IntSliceVar(&p.Resemblance, "resemblance", []int{5, 20, 80}, "sizes in millions of bytes at which the methods of resemblance are compared; 0 for none")
	fs.StringArrayVar(&p.Input, "input", nil, "`file` of JSON Lines on which they are compared, too; repeat it for more")
	fs.IntVar(&p.Runs, "runs", 3, "runs of each program on each collection")
	fs.StringVar(&p.Cache, "cache", "", "`folder` that keeps the collections; by default a temporary one")
	fs.StringVar(&p.Binary, "binary", "", "`program` to measure instead of the one that is built here")
}

func main() {
	var p params
	p.flags(pflag.CommandLine)
	pflag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, p); err != nil {
		fmt.Fprintf(os.Stderr, "job: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, p params) error {
	if p.Runs < 1 {
		return fmt.Errorf("--runs=%d: want 1 or more", p.Runs)
	}
	work, err := os.MkdirTemp("", "diagonal-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if p.Cache == "" {
		p.Cache = work
	} else if err := os.MkdirAll(p.Cache, 0o755); err != nil {
		return err
	}
	b := bench{params: p, work: work}
	if err := b.build(ctx); err != nil {
		return err
	}
	if err := b.compare(ctx); err != nil {
		return err
	}
	if err := b.shingle(ctx); err != nil {
		return err
	}
	if err := b.boilerplate(ctx); err != nil {
		return err
	}
	return b.resemblance(ctx)
}

// bench is the programs and folders of one run.
type bench struct {
	params                    params
	work                      string // temporary
	corpus, yardstick, binary string // programs
}

// build builds the programs.
func (b *bench) build(ctx context.Context) (err error) {
	if b.corpus, err = program.Build(ctx, "./bench/corpus", b.work); err != nil {
		return err
	}
	if b.yardstick, err = program.Build(ctx, "./bench/yardstick", b.work); err != nil {
		return err
	}
	if b.binary = b.params.Binary; b.binary == "" {
		b.binary, err = program.Build(ctx, program.Diagonal, b.work)
	}
	return err
}

// collection returns the file of a collection, which it makes if it is not there.
func (b *bench) collection(ctx context.Context, name string, args ...string) (string, error) {
	file := filepath.Join(b.params.Cache, name+".jsonl")
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	if _, err := program.Run(ctx, b.corpus, append(args, "--output="+file+".partial")...); err != nil {
		return "", err
	}
	return file, os.Rename(file+".partial", file)
}
