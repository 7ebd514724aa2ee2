// Command dense says what text with much in common costs, by stage, next to novels: replies that quote, roll calls,
// versions of laws, mails with one head, answers to one question, source code, Chinese chronicles. All of it is made
// up.
//
//	go run ./bench/dense                                          # all, in less than two minutes
//	go run ./bench/dense --collections=laws,code --mb=20 -- --memory=300MB
//
//	go run ./bench/dense --keep=/tmp/dense && go tool pprof -top /tmp/dense/laws-result.pprof
//
// The first table has CPU time, the second what is counted on the way from candidates to records.
package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/pflag"

	"example.org/diagonal/bench/madeup"
	"example.org/diagonal/bench/program"
	"example.org/diagonal/commands/job/forecast"
)

// params configures the measurement.
type params struct {
	program.Folder
	// MB is the size of a collection, in millions of bytes of text.
	MB float64
	// Collections are the names of those to measure, beside the first one.
	Collections []string
	// Rounds is how often everything runs.
	Rounds int
	// Flags are those of partial.
	Flags []string
}

func main() {
	var p params
	p.Folder.Flags(pflag.CommandLine)
	pflag.Float64Var(&p.MB, "mb", 3, "size of each collection in millions of bytes of text")
	pflag.StringSliceVar(&p.Collections, "collections", program.Names(kinds[1:]), "`collections` to measure, beside "+
		kinds[0].Name+"; flags of partial follow --")
	pflag.IntVar(&p.Rounds, "rounds", 3, "how often everything runs")
	program.Main("dense", func(ctx context.Context) error {
		p.Flags = pflag.Args()
		return run(ctx, p)
	})
}

func run(ctx context.Context, p params) error {
	chosen, err := program.Choose("--collections", kinds[1:], p.Collections)
	if err != nil {
		return err
	}
	if p.Rounds < 1 {
		return fmt.Errorf("--rounds=%d: want 1 or more", p.Rounds)
	}
	defer p.Close()
	if err := p.OpenFolder(); err != nil {
		return err
	}
	chosen = append([]madeup.Kind{kinds[0]}, chosen...)
	rows, err := p.measure(ctx, chosen)
	if err != nil {
		return err
	}
	print(os.Stdout, rows)
	return nil
}

// all is the CPU seconds of all stages.
func (r row) all() float64 { return r.cpu[forecast.AllCPU] }

// print prints the tables in Markdown. The first row is the measure of the others.
func print(out io.Writer, rows []row) {
	each := func(r row, n float64) float64 { return n / r.mb }
	fmt.Fprintf(out, "CPU milliseconds for each MB of text; in brackets, multiples of %s.\n\n", rows[0].name)
	fmt.Fprintf(out, "| collection | documents | MB | all | %s |\n%s|\n", strings.Join(forecast.Stages, " | "),
		strings.Repeat("|---", 4+len(forecast.Stages)))
	for _, r := range rows {
		fmt.Fprintf(out, "| %s | %d | %.1f | %.0f (%.2f) |", r.name, r.documents, r.mb, 1e3*each(r, r.all()),
			each(r, r.all())/each(rows[0], rows[0].all()))
		for _, stage := range forecast.Stages {
			fmt.Fprintf(out, " %.0f |", 1e3*each(r, r.cpu[stage]))
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "\nFor each MB of text:\n\n| collection | %s |\n%s|\n", strings.Join(steps, " | "),
		strings.Repeat("|---", 1+len(steps)))
	for _, r := range rows {
		fmt.Fprintf(out, "| %s |", r.name)
		for _, n := range r.steps {
			fmt.Fprintf(out, " %s |", humanize.Commaf(math.Round(10*each(r, n))/10))
		}
		fmt.Fprintln(out)
	}
}
