package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/commands/job/forecast"
)

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
