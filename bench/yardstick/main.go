// Command yardstick finds the passages of one JSONL file with the paper's setting of the
// main job (I-Match, idf 0.1 to 1, diagonals of more than three pairs, no gap), in one
// process and without Beam. It is what the main job is measured against: the time that
// the method itself takes on this machine.
//
//	go run ./bench/yardstick --input=corpus.jsonl --output=passages.jsonl
//
// It writes the lines that the main job writes as passages, byte for byte, and it uses
// the same pure packages for sentences, words, signatures, chains and diagonals. It
// reads with encoding/json, as a plain program would; the main job's own reader of lines
// is five times as fast (go test -bench Decode ./io/jsonlio).
//
// What it does NOT do: hot passages, which it only leaves out as the main job does; a catalogue
// of all documents, since it can read again those few that share something; records that cannot
// be used, at which it stops; other formats, settings and machines; input that does not fit: it
// keeps four bytes for each word and 24 for each sentence.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/io/record"
)

func main() {
	input := pflag.String("input", "", "JSONL file to read, with the fields id and text")
	output := pflag.String("output", "", "JSONL file to make, with the passages")
	program.Main("yardstick", func(context.Context) error { return run(*input, *output) })
}

func run(input, output string) error {
	f, err := os.Open(input)
	if err != nil {
		return err
	}
	defer f.Close()
	c, err := read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", input, err)
	}
	c.takeSignatures()
	c.markShared()
	passages, err := c.locate(f, c.findPassages())
	if err != nil {
		return fmt.Errorf("%s: %w", input, err)
	}
	return write(output, passages)
}

func write(name string, passages []record.Passage) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 256<<10)
	for _, p := range passages {
		line, err := record.JSON(p)
		if err != nil {
			return err
		}
		w.Write(line)
		w.WriteByte('\n')
	}
	if err := w.Flush(); err != nil { // keeps the first error
		return err
	}
	return f.Close()
}
