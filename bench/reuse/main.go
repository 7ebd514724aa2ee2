// Command reuse measures `diagonal reuse` as Kim, 2013, measures qSign_lsh: recall over the threshold of
// the score, and time against recall for every method.
//
//	go build -o .cache/diagonal . && go run ./bench/reuse --table=recall   # the paper's Figure 4
//	go run ./bench/reuse --table=10k                                       # Figures 5 and 7
//	go run ./bench/reuse --table=100k                                      # Figure 6
//	go run ./bench/reuse --table=size                                      # time over the number of entries
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
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
)

// params are the flags.
type params struct {
	binary, table, input, write string
	entries                     int
	limit                       int // CPU seconds
}

func main() {
	var p params
	flag.StringVar(&p.binary, "binary", ".cache/diagonal", "the program")
	flag.StringVar(&p.table, "table", "recall", "what to measure: recall, 10k, 100k or size")
	flag.StringVar(&p.input, "input", "", "entries as JSON Lines; empty makes them")
	flag.StringVar(&p.write, "write", "", "write --entries entries to this file, and measure nothing")
	flag.IntVar(&p.entries, "entries", 0, "number of entries that are made; 0 is that of the table")
	flag.IntVar(&p.limit, "limit", 600, "CPU `seconds` after which a run is ended")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, p); err != nil {
		fmt.Fprintf(os.Stderr, "reuse: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, p params) error {
	if p.write != "" {
		return writeEntries(p.write, max(p.entries, 1))
	}
	dir, err := os.MkdirTemp("", "reuse")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	measure, ok := tables[p.table]
	if !ok {
		return errors.New("--table: want recall, 10k, 100k or size")
	}
	return measure(ctx, bench{p, dir})
}

// bench measures in a folder of its own.
type bench struct {
	params
	dir string
}

// collection returns the file with n entries, or with those that the user gave.
func (b bench) collection(n int) (string, error) {
	if b.input != "" {
		return b.input, nil
	}
	if b.entries > 0 {
		n = b.entries
	}
	file := filepath.Join(b.dir, fmt.Sprintf("%d.jsonl", n))
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
