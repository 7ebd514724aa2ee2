// Command cores says how a run of partial spreads over many cores, on a machine that has few. It runs the job as on so
// many cores, notes the CPU time of each task, and replays the tasks: a core that is free takes the next task of its
// stage, and a stage begins when the one before it has ended.
//
//	go run ./bench/cores                                    # a made-up collection, on 1 to 128 cores
//	go run ./bench/cores --input=articles/ --cores=2,64 -- --preset=fast
//
// On as many cores as the machine has, the replay is compared with the time of a run without a trace. Other work on the
// machine makes that one longer.
//
// What no task has (the collector of garbage, reading ahead) is divided among the cores while its stage works. So is
// what lies between stages (the plan, the end), but for what the thread does that begins the stages: one core does
// that alone. A task does not wait for a disk, nor for memory that other cores read.
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
	program.Folder
	// Input is the collection; it is made up if it is "".
	Input string
	// MB is the size of the made-up collection, in millions of bytes of text.
	MB int
	// Cores are the numbers of cores to replay.
	Cores []int
	// Flags are those of partial.
	Flags []string
}

func main() {
	var p params
	p.Folder.Flags(pflag.CommandLine)
	pflag.StringVar(&p.Input, "input", "", "collection, instead of a made-up one; flags of partial follow --")
	pflag.IntVar(&p.MB, "mb", 250, "size of the made-up collection in millions of bytes of text")
	pflag.IntSliceVar(&p.Cores, "cores", []int{1, 2, 4, 8, 16, 32, 64, 128}, "numbers of cores to replay")
	program.Main("cores", func(ctx context.Context) error {
		p.Flags = pflag.Args()
		return run(ctx, p)
	})
}

func run(ctx context.Context, p params) error {
	for _, n := range p.Cores {
		if n < 1 {
			return fmt.Errorf("--cores=%d: want 1 or more", n)
		}
	}
	defer p.Close()
	if err := p.OpenFolder(); err != nil {
		return err
	}
	if p.Input == "" {
		p.Input = filepath.Join(p.Keep, fmt.Sprintf("%d.jsonl", p.MB))
		if err := program.Corpus(ctx, p.Input, fmt.Sprintf("--mb=%d", p.MB)); err != nil {
			return err
		}
	}
	rows := make([]row, len(p.Cores))
	for i, n := range p.Cores {
		var err error
		if rows[i], err = measure(ctx, n, p.Input, filepath.Join(p.Keep, "result"), p.Flags); err != nil {
			return err
		}
	}
	print(os.Stdout, rows)
	return nil
}
