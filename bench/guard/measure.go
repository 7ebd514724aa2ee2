package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"example.org/diagonal/bench/program"
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

// measure runs everything p.Rounds times, and returns the least of each cost. The yardstick has a turn in every round.
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
	unit := time.Duration(math.MaxInt64)
	cpu, now := map[string]time.Duration{}, newBaseline()
	for range p.Rounds {
		c, err := program.Run(ctx, yardstick, "--input="+files["prose"], "--output="+filepath.Join(p.Keep, "passages"))
		if err != nil {
			return nil, err
		}
		unit = min(unit, c.CPU)
		for _, on := range collections {
			for _, args := range commands {
				name := args[0] + " " + on.name
				took, allocated, err := p.once(ctx, args, files[on.name])
				if err != nil {
					return nil, err
				}
				if _, ok := cpu[name]; ok {
					took, allocated = min(took, cpu[name]), min(allocated, now.Costs[name].Allocated)
				}
				cpu[name], now.Costs[name] = took, cost{Allocated: allocated}
			}
		}
	}
	for name, c := range now.Costs {
		c.CPU = math.Round(1000*cpu[name].Seconds()/unit.Seconds()) / 1000
		now.Costs[name] = c
	}
	return now, nil
}

// once runs a command, and returns its CPU time and the bytes that it has allocated.
func (p params) once(ctx context.Context, args []string, input string) (time.Duration, int64, error) {
	out := filepath.Join(p.Keep, "result")
	c, err := program.Run(ctx, p.Binary, append(append([]string{}, args...), "--quiet", "--overwrite", "--input="+input, "--output="+out)...)
	if err != nil {
		return 0, 0, err
	}
	data, err := os.ReadFile(filepath.Join(out, "run.json"))
	if err != nil {
		return 0, 0, err
	}
	var made struct {
		Allocated int64 `json:"allocated_bytes"`
	}
	if err := json.Unmarshal(data, &made); err != nil || made.Allocated == 0 {
		return 0, 0, fmt.Errorf("%s has no allocated_bytes (%v)", filepath.Join(out, "run.json"), err)
	}
	return c.CPU, made.Allocated, nil
}
