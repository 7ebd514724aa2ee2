// Command guard compares what the commands cost with a baseline that is kept in the repository, and fails where one
// costs more. It takes less than two minutes on two cores.
//
//	go run ./bench/guard            # compares
//	go run ./bench/guard --update   # makes the baseline anew
//
// CPU time is measured in units of the yardstick (bench/yardstick), which runs before and after each run: so
// a slower machine, or one with other work beside, does not count. The median of all rounds counts. Bytes that are
// allocated hardly depend on the machine, so they are compared everywhere; CPU time fails the guard only on the kind of
// machine that the baseline was made on.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
)

// params configures the guard.
type params struct {
	program.Bench
	// Baseline is the file of the baseline.
	Baseline string
	// Update writes the baseline instead of comparing with it.
	Update bool
	// Rounds is how often everything runs.
	Rounds int
	// Limit is the growth from which on the guard fails, as a share.
	Limit float64
}

func main() {
	var p params
	p.Bench.Flags(pflag.CommandLine)
	pflag.StringVar(&p.Baseline, "baseline", "bench/guard/baseline.json", "`file` of the baseline")
	pflag.BoolVar(&p.Update, "update", false, "write the baseline instead of comparing with it")
	pflag.IntVar(&p.Rounds, "rounds", 9, "how often everything runs")
	pflag.Float64Var(&p.Limit, "limit", .1, "growth from which on a cost is too high, as a share")
	program.Main("guard", func(ctx context.Context) error { return run(ctx, p) })
}

func run(ctx context.Context, p params) error {
	if p.Rounds < 1 {
		return fmt.Errorf("--rounds=%d: want 1 or more", p.Rounds)
	}
	defer p.Close()
	if err := p.Open(ctx); err != nil {
		return err
	}
	now, err := p.measure(ctx)
	if err != nil {
		return err
	}
	if p.Update {
		now.print(os.Stdout)
		return now.write(p.Baseline)
	}
	before, err := readBaseline(p.Baseline)
	if err != nil {
		return fmt.Errorf("%w: make it with --update", err)
	}
	if grown := compare(os.Stdout, before, now, p.Limit); grown > 0 {
		return errors.New(
			"costs have grown: find out why, or make the baseline anew with --update and say why in the commit")
	}
	return nil
}
