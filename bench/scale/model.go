package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"example.org/diagonal/commands/job/forecast"
)

// rows are the names of what a model holds, in the order of the data.
func rows(fitted map[string]forecast.Line, command string) []string {
	all := append(slices.Clone(forecast.Stages), forecast.AllCPU, shuffledRecords, shuffledBytes, written(command),
		documents, peakMemory)
	for _, name := range slices.Sorted(maps.Keys(fitted)) {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return slices.DeleteFunc(all, func(name string) bool { _, ok := fitted[name]; return !ok })
}

// printModel prints what was measured, the model beside it, and its estimate for other sizes.
func printModel(out io.Writer, points []forecast.Point, fitted map[string]forecast.Line, p params) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	head := "\t"
	for _, pt := range points {
		head += fmt.Sprintf("%.0f MB\t", pt.GB*1e3)
	}
	head += "a GB more\t"
	if p.Check > 0 {
		head += "model of the last\tis off by\t"
	}
	fmt.Fprintln(w, head)
	for _, name := range rows(fitted, p.Command) {
		row := name + "\t"
		for _, pt := range points {
			row += fmt.Sprintf("%.2f\t", pt.Takes[name])
		}
		row += fmt.Sprintf("%.2f\t", fitted[name].Slope)
		if p.Check > 0 {
			last := points[len(points)-1]
			model, is := fitted[name].At(last.GB), last.Takes[name]
			row += fmt.Sprintf("%.2f\t%+.0f %%\t", model, 100*(model-is)/max(is, .01))
		}
		fmt.Fprintln(w, row)
	}
	w.Flush()
	fmt.Fprintf(out, "\nWorked out, not measured; %d cores that are always busy:\n", p.Cores)
	w = tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "GB\tdocuments, millions\tCPU hours\thours\tCPU s for a million documents\tshuffled GB\t"+
		mainStream[p.Command]+", millions\t")
	for _, gb := range p.GB {
		at := func(name string) float64 { return fitted[name].At(float64(gb)) }
		fmt.Fprintf(w, "%d\t%.1f\t%.1f\t%.2f\t%.1f\t%.1f\t%.1f\t\n", gb, at(documents), at(forecast.AllCPU)/3600,
			at(forecast.AllCPU)/3600/float64(p.Cores),
			at(forecast.AllCPU)/at(documents), at(shuffledBytes), at(written(p.Command))/1e3)
	}
	w.Flush()
}
