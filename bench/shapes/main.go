// Command shapes measures every command on collections whose shape is hostile: a million tiny documents,
// documents that are all equal, one sentence in all of them, one sentence with some words exchanged, one word
// repeated, one huge document. It says whether a run stays within its memory, and how CPU time grows from one size to
// the next.
//
//	go run ./bench/shapes                                             # every shape, every command
//	go run ./bench/shapes --shapes=tiny --commands=reuse --mb=4.5,9,18 # the last is a million documents
//
// Each size is twice the one before, so growth of about 2 is time that grows with the input, and 4 is time that grows
// with its square. Where the records of a result grow with the square of the collection, as the pairs of nearly equal
// documents do, time grows as the records do. A run that takes longer than --limit is ended; the table says so, and the
// command does not run on larger collections of that shape.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/commands/line"
)

// params configures the measurement.
type params struct {
	program.Bench
	// MB is the sizes of the collections, in millions of bytes of text.
	MB []float64
	// Shapes and Commands are the names of what to measure.
	Shapes, Commands []string
	// Memory is the budget of each run, in bytes.
	Memory int64
	// Limit is the CPU seconds after which a run is ended.
	Limit int
	// Flags are further flags of the commands.
	Flags []string
}

func main() {
	p := params{Memory: 300e6}
	p.Bench.Flags(pflag.CommandLine)
	pflag.Float64SliceVar(&p.MB, "mb", []float64{4.5, 9, 18},
		"sizes of the collections in millions of bytes of text; one huge document has a third of that")
	pflag.StringSliceVar(&p.Shapes, "shapes", program.Names(shapes), "`shapes` of collections")
	pflag.StringSliceVar(&p.Commands, "commands", program.Names(commands),
		"`commands` to run on them; flags of all of them follow --")
	pflag.Var(line.Bytes(&p.Memory, 1<<62, "a size, as in 300MB"), "memory", "--memory of each run")
	pflag.IntVar(&p.Limit, "limit", 150,
		"CPU `seconds` after which a run is ended; on the clock it has four times as long")
	program.Main("shapes", func(ctx context.Context) error {
		p.Flags = pflag.Args()
		return run(ctx, p)
	})
}

func run(ctx context.Context, p params) error {
	chosenShapes, err := program.Choose("--shapes", shapes, p.Shapes)
	if err != nil {
		return err
	}
	chosenCommands, err := program.Choose("--commands", commands, p.Commands)
	if err != nil {
		return err
	}
	if p.Limit < 1 {
		return fmt.Errorf("--limit=%d: want 1 or more", p.Limit)
	}
	defer p.Close()
	if err := p.Open(ctx); err != nil {
		return err
	}
	t := newTable(os.Stdout, p.Memory)
	for _, s := range chosenShapes {
		for _, c := range chosenCommands {
			t.begin(s.Name, c.name)
			for _, mb := range p.MB {
				o, err := p.measure(ctx, s, c, mb)
				if err != nil {
					return err
				}
				if t.add(o); o.refused != "" || o.ended {
					break
				}
			}
			t.end()
		}
	}
	return t.notes()
}
