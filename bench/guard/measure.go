package main

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"time"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/commands/job"
)

// collections are what is measured on: flags of bench/corpus.
var collections = []struct {
	name string
	args []string
}{
	{"prose", []string{"--mb=8"}},
	{"dense", []string{"--mb=8", "--copies=.8", "--near=.6"}},
	{"boilerplate", []string{"--boilerplate_only=8000"}},
}

// commands are what is measured, with their flags.
var commands = [][]string{
	{"partial"}, {"clean"}, {"resemblance"}, {"reuse"}, {"partition"},
}

// cost is what a command costs on a collection.
type cost struct {
	// CPU is its CPU time in units of that of the yardstick on the prose.
	CPU float64 `json:"cpu_of_yardstick"`
	// Allocated is the bytes that it allocates in all.
	Allocated int64 `json:"allocated_bytes"`
}

// measure runs everything p.Rounds times, and returns the costs: the median of the CPU times, and the least of what was
// allocated. The yardstick runs before and after each run, because the speed of a machine that others share changes
// within seconds.
func (p params) measure(ctx context.Context) (*baseline, error) {
	yardstick, err := program.Build(ctx, "./bench/yardstick", p.Keep)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, c := range collections {
		files[c.name] = filepath.Join(p.Keep, c.name+".jsonl")
		if err := program.Corpus(ctx, files[c.name], c.args...); err != nil {
			return nil, err
		}
	}
	now := newBaseline()
	ratios := map[string][]float64{}
	before, err := p.unit(ctx, yardstick, files["prose"])
	if err != nil {
		return nil, err
	}
	for range p.Rounds {
		for _, on := range collections {
			for _, args := range commands {
				name := args[0] + " " + on.name
				took, allocated, err := p.once(ctx, args, files[on.name])
				if err != nil {
					return nil, err
				}
				after, err := p.unit(ctx, yardstick, files["prose"])
				if err != nil {
					return nil, err
				}
				ratios[name] = append(ratios[name], 2*took.Seconds()/(before+after).Seconds())
				if c, ok := now.Costs[name]; ok {
					allocated = min(allocated, c.Allocated)
				}
				before, now.Costs[name] = after, cost{Allocated: allocated}
			}
		}
	}
	for name, c := range now.Costs {
		slices.Sort(ratios[name])
		c.CPU = math.Round(1000*ratios[name][p.Rounds/2]) / 1000
		now.Costs[name] = c
	}
	return now, nil
}

// unit returns the CPU time of the yardstick.
func (p params) unit(ctx context.Context, yardstick, input string) (time.Duration, error) {
	c, err := program.Run(ctx, yardstick, "--input="+input, "--output="+filepath.Join(p.Keep, "passages"))
	return c.CPU, err
}

// once runs a command, and returns its CPU time and the bytes that it has allocated.
func (p params) once(ctx context.Context, args []string, input string) (time.Duration, int64, error) {
	out := filepath.Join(p.Keep, "result")
	c, err := program.Run(ctx, p.Binary, append(append([]string{}, args...), "--quiet", "--overwrite", "--input="+input,
		"--output="+out)...)
	if err != nil {
		return 0, 0, err
	}
	r, err := job.ReadResult(out)
	if err != nil {
		return 0, 0, err
	}
	if r.Run.Allocated == 0 {
		return 0, 0, fmt.Errorf("%s has no allocated_bytes", out)
	}
	return c.CPU, r.Run.Allocated, nil
}
