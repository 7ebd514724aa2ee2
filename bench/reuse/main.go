// Command reuse measures `diagonal reuse` as Kim, 2013, measures qSign_lsh: recall over the threshold of
// the score, and time against recall for every method.
//
//	go run ./bench/reuse --table=recall   # the paper's Figure 4
//	go run ./bench/reuse --table=wanted   # recall over --recall
//	go run ./bench/reuse --table=10k      # Figures 5 and 7
//	go run ./bench/reuse --table=100k     # Figure 6
//	go run ./bench/reuse --table=size     # time over the number of entries
//
// Entries are made: 300 words that follow Zipf's law, in sentences as long as English ones. A quarter of the
// entries takes a part of the sentences of an earlier entry, half of them with some words exchanged, in
// another order. --input=FILE measures other JSON Lines instead; --write=FILE only writes the entries.
//
// The truth is what the method exact finds without a bound (--max_documents=0); go test ./commands/reuse
// compares it with brute force. Times are CPU seconds, user and system, of the whole command.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
)

// params are the flags.
type params struct {
	program.Bench
	table, input, write string
	entries             int
	limit               int // CPU seconds
}

func main() {
	var p params
	p.Bench.Flags(pflag.CommandLine)
	pflag.StringVar(&p.table, "table", "recall", "what to measure: recall, wanted, 10k, 100k or size")
	pflag.StringVar(&p.input, "input", "", "entries as JSON Lines; empty makes them")
	pflag.StringVar(&p.write, "write", "", "write --entries entries to this file, and measure nothing")
	pflag.IntVar(&p.entries, "entries", 0, "number of entries that are made; 0 is that of the table")
	pflag.IntVar(&p.limit, "limit", 600, "CPU `seconds` after which a run is ended")
	program.Main("reuse", func(ctx context.Context) error { return run(ctx, p) })
}

func run(ctx context.Context, p params) error {
	if p.write != "" {
		return writeEntries(p.write, max(p.entries, 1))
	}
	measure, ok := tables[p.table]
	if !ok {
		return errors.New("--table: want recall, wanted, 10k, 100k or size")
	}
	defer p.Close()
	if err := p.Open(ctx); err != nil {
		return err
	}
	return measure(ctx, bench{p})
}

// bench measures.
type bench struct{ params }

// collection returns the file with n entries, or with those that the user gave.
func (b bench) collection(n int) (string, error) {
	if b.input != "" {
		return b.input, nil
	}
	if b.entries > 0 {
		n = b.entries
	}
	file := filepath.Join(b.Keep, fmt.Sprintf("%d.jsonl", n))
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	return file, writeEntries(file, n)
}

// writeEntries writes n entries to a file.
func writeEntries(file string, n int) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(newGenerator(1).write(f, n), f.Close())
}
