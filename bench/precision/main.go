// Command precision says how much of what `diagonal partial` finds in a collection is right, by labels that a reader
// gave to a sample of the passages.
//
//	go run ./bench/precision --result=found --draw=60 --by=text > to-read.jsonl
//	go run ./bench/precision --result=found --labels=bench/labels/latin/labels.jsonl
//
// --draw prints a sample to read. By text, each distinct text has the same chance, however many places it has: of a
// cluster one passage is drawn. By record, each passage has it. By rank, the first texts are drawn, as tables and the
// report show them. The labels are the same lines with the fields drawn (text, record or rank) and label.
// --labels looks for each passage of the labels in a result, which another build or other flags may have made, and
// prints tables in Markdown: how much of the sample is still found and is reuse, by text and by record, and by kind of
// label; and how well what a record says tells the two apart. Repeat --labels and --result, in the same order, for more
// collections. See bench/labels/README.md.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
)

func main() {
	results := pflag.StringArray("result", nil, "`folder` that diagonal partial made; repeat it for more collections")
	labels := pflag.StringArray("labels", nil, "`file` of labels, JSON Lines, one for each --result")
	draw := pflag.Int("draw", 0, "print a sample of so many passages instead")
	by := pflag.String("by", byText, "what has the same chance to be drawn: text or record; or rank, for the first texts")
	seed := pflag.Uint64("seed", 1, "`number` that picks one of many samples")
	program.Main("precision", func(ctx context.Context) error {
		switch {
		case len(*results) == 0:
			return errors.New("nothing to measure: give --result")
		case !slices.Contains(ways, *by):
			return fmt.Errorf("--by=%s: want one of %q", *by, ways)
		case *draw > 0:
			return sample(ctx, *results, *draw, *by, *seed)
		case len(*labels) != len(*results):
			return errors.New("want as many --labels as --result, or --draw")
		}
		return measure(ctx, *results, *labels)
	})
}

// sample prints n passages of each result.
func sample(ctx context.Context, results []string, n int, by string, seed uint64) error {
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	for _, result := range results {
		f, err := read(ctx, result)
		if err != nil {
			return err
		}
		if err := writeLines(w, f.draw(n, by, seed)); err != nil {
			return err
		}
	}
	return nil
}

// measure prints the tables.
func measure(ctx context.Context, results, labels []string) error {
	var all []outcome
	for i, result := range results {
		f, err := read(ctx, result)
		if err != nil {
			return err
		}
		judged, err := readLabels(ctx, labels[i])
		if err != nil {
			return err
		}
		all = append(all, outcome{name: filepath.Base(filepath.Dir(labels[i])), found: f, judged: f.judge(judged)})
	}
	tables(os.Stdout, all)
	return nil
}
