package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"example.org/diagonal/bench/program"
)

// whole compares the main job with SpotSigs on whole documents, on a quarter, a half and all of the lines of each
// file: the CPU seconds of both, and the documents that either finds (Zhang et al., SIGIR 2010, figures 10 and 11).
func (b *bench) whole(ctx context.Context) error {
	if len(b.params.Whole) == 0 {
		return nil
	}
	fmt.Print("| collection | documents | MB | partial, CPU s | SpotSigs, CPU s | with passages | in pairs of SpotSigs | only by passages |\n" +
		"|---|---|---|---|---|---|---|---|\n")
	for _, file := range b.params.Whole {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		lines := bytes.SplitAfter(bytes.TrimSpace(text), []byte("\n"))
		for _, part := range []int{4, 2, 1} {
			some := lines[:len(lines)/part]
			if err := b.wholeOf(ctx, filepath.Base(file), len(some), bytes.Join(some, nil)); err != nil {
				return err
			}
		}
	}
	return nil
}

// wholeOf prints the row of a collection, which is a text of JSON Lines.
func (b *bench) wholeOf(ctx context.Context, name string, documents int, text []byte) error {
	input, output := filepath.Join(b.Keep, "part.jsonl"), filepath.Join(b.Keep, "out")
	if err := os.WriteFile(input, text, 0o644); err != nil {
		return err
	}
	passages, err := b.partial(ctx, input, output)
	if err != nil {
		return err
	}
	found, err := endsOf(output, "passages")
	if err != nil {
		return err
	}
	spotsigs, err := program.Run(ctx, b.Binary, "resemblance", "--input="+input, "--output="+output, "--overwrite",
		"--quiet", "--method=spotsigs")
	if err != nil {
		return err
	}
	pairs, err := endsOf(output, "pairs")
	if err != nil {
		return err
	}
	partly, wholly, only := documentsOf(found), documentsOf(pairs), 0
	for id := range partly {
		if !wholly[id] {
			only++
		}
	}
	fmt.Printf("| %s | %d | %.1f | %.1f | %.1f | %d | %d | %d |\n", name, documents, float64(len(text))/1e6,
		passages.CPU.Seconds(), spotsigs.CPU.Seconds(),
		len(partly), len(wholly), only)
	return nil
}
