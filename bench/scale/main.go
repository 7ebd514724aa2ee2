// Command scale estimates the cost of a command at sizes that were not measured: it runs the
// command on collections of three sizes, fits a line to what each stage takes, checks it at a
// fourth size, and works it out for collections of other sizes. Beside that it simulates how
// even shards are when some signatures are very frequent.
//
//	go run ./bench/scale --mb=60,120,250 --check=500 --keep=/tmp/corpora -- --preset=fast
//	go run ./bench/scale --size=300 --mb=80,400 --check=2000 --gb=40    # short documents
//	go run ./bench/scale --command=resemblance --near=.2 -- --html=all  # whole documents
//
// With --commands it compares the forecasts of `diagonal plan` for collections with what the runs take:
//
//	go build -o diagonal . && go run ./bench/scale --program=./diagonal \
//		--commands=partial,clean,resemblance,reuse books.jsonl news.jsonl
//
// Run it from the root of the module. What it counts is CPU time, which other work on
// the machine troubles less than time on the clock.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/commands/job/forecast"
)

// params configures the measurement.
type params struct {
	// MB is the sizes of the collections that the model is fitted at, in millions of bytes.
	MB []int
	// Check is the size at which it is checked, 0 for none.
	Check int
	// Command is the command that is run, a key of commands.
	Command string
	// Size is the mean size of a document in bytes, and Near the share of documents that are near copies.
	Size int
	Near float64
	// GB is the sizes it is worked out for, in 10^9 bytes.
	GB []int
	// Cores is the number of cores that CPU time is divided by.
	Cores int
	// Shards is the number of shards to simulate, 0 for none.
	Shards int
	// Keep is the folder that keeps the collections.
	Keep string
	// Commands are those whose forecasts are compared with runs of Program; none for the model. Plan is
	// the flags of plan.
	Commands []string
	Program  string
	Plan     []string
}

func main() {
	var p params
	pflag.IntSliceVar(&p.MB, "mb", []int{60, 120, 250},
		"sizes at which the model is fitted, in millions of bytes; at least two")
	pflag.IntVar(&p.Check, "check", 500, "size at which it is checked, in millions of bytes; 0 for none")
	pflag.StringVar(&p.Command, "command", "partial", "command to run: partial or resemblance")
	pflag.Float64Var(&p.Near, "near", 0, "share of documents that are a near copy of an earlier one, 0 to 1")
	pflag.IntVar(&p.Size, "size", 3500, "mean size of a document in bytes")
	pflag.IntSliceVar(&p.GB, "gb", []int{5, 490, 30000}, "sizes it is worked out for, in billions of bytes")
	pflag.IntVar(&p.Cores, "cores", 128, "cores to divide the work among")
	pflag.IntVar(&p.Shards, "shards", 16000, "number of shards to simulate; 0 for none")
	pflag.StringVar(&p.Keep, "keep", filepath.Join(os.TempDir(), "diagonal-corpora"),
		"`folder` that keeps the collections")
	pflag.StringSliceVar(&p.Commands, "commands", nil,
		"compare the forecasts for these commands with what runs on the collections of the arguments take")
	pflag.StringVar(&p.Program, "program", ".cache/diagonal", "the program that plans and runs, with --commands")
	pflag.StringSliceVar(&p.Plan, "plan", nil, "flags of plan, such as --seconds=60, with --commands")
	program.Main("scale", func(ctx context.Context) error { return run(ctx, p, pflag.Args()) })
}

func run(ctx context.Context, p params, flags []string) error {
	if len(p.MB) < 2 {
		return fmt.Errorf("--mb=%v: want two sizes or more, a line has two parameters", p.MB)
	}
	if err := os.MkdirAll(p.Keep, 0o755); err != nil {
		return err
	}
	if len(p.Commands) > 0 {
		return compare(ctx, p, flags, os.Stdout)
	}
	if commands[p.Command] == nil {
		return fmt.Errorf("--command=%s: want partial or resemblance", p.Command)
	}
	work, err := os.MkdirTemp("", "diagonal-scale-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	sizes := p.MB
	if p.Check > 0 {
		sizes = append(sizes[:len(sizes):len(sizes)], p.Check)
	}
	var points []forecast.Point
	for _, mb := range sizes {
		input := filepath.Join(p.Keep, fmt.Sprintf("corpus-%d-%g-%d.jsonl", p.Size, p.Near, mb))
		if err := program.Corpus(ctx, input, fmt.Sprintf("--mb=%d", mb), fmt.Sprintf("--size=%d", p.Size),
			fmt.Sprintf("--near=%g", p.Near)); err != nil {
			return err
		}
		pt, err := measure(ctx, p.Command, input, filepath.Join(work, "found"), flags)
		if err != nil {
			return err
		}
		points = append(points, pt)
	}
	fitted := forecast.Fit(points[:len(p.MB)])
	printModel(os.Stdout, points, fitted, p)
	if p.Shards > 0 {
		printShards(os.Stdout, p.Shards)
	}
	return nil
}
