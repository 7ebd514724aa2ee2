package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
)

// line is a cost as a function of the size of the input: Base + Slope*GB.
type line struct{ Base, Slope float64 }

func (l line) at(gb float64) float64 { return l.Base + l.Slope*gb }

// fit fits a line of least squares to each thing that the points hold.
func fit(points []point) map[string]line {
	names := map[string]bool{}
	for _, p := range points {
		for name := range p.Takes {
			names[name] = true
		}
	}
	fitted := map[string]line{}
	for name := range names {
		var x, y float64
		for _, p := range points {
			x += p.GB / float64(len(points))
			y += p.Takes[name] / float64(len(points))
		}
		var xx, xy float64
		for _, p := range points {
			xx += (p.GB - x) * (p.GB - x)
			xy += (p.GB - x) * (p.Takes[name] - y)
		}
		slope := xy / xx
		fitted[name] = line{y - slope*x, slope}
	}
	return fitted
}

// rows are the names of what a model holds, in the order of the data.
func rows(fitted map[string]line) []string {
	all := append(slices.Clone(stages), allCPU, shuffledRecords, shuffledBytes, written)
	for _, name := range slices.Sorted(maps.Keys(fitted)) {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return slices.DeleteFunc(all, func(name string) bool { _, ok := fitted[name]; return !ok })
}

// printModel prints what was measured, the model beside it, and its estimate for other sizes.
func printModel(out io.Writer, points []point, fitted map[string]line, p params) {
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
	for _, name := range rows(fitted) {
		row := name + "\t"
		for _, pt := range points {
			row += fmt.Sprintf("%.2f\t", pt.Takes[name])
		}
		row += fmt.Sprintf("%.2f\t", fitted[name].Slope)
		if p.Check > 0 {
			last := points[len(points)-1]
			model, is := fitted[name].at(last.GB), last.Takes[name]
			row += fmt.Sprintf("%.2f\t%+.0f %%\t", model, 100*(model-is)/max(is, .01))
		}
		fmt.Fprintln(w, row)
	}
	w.Flush()
	fmt.Fprintf(out, "\nWorked out, not measured; %d cores that are always busy:\n", p.Cores)
	w = tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "GB\tCPU hours\thours\tshuffled GB\tpassages, millions\t")
	for _, gb := range p.GB {
		at := func(name string) float64 { return fitted[name].at(float64(gb)) }
		fmt.Fprintf(w, "%d\t%.1f\t%.2f\t%.1f\t%.1f\t\n", gb, at(allCPU)/3600, at(allCPU)/3600/float64(p.Cores), at(shuffledBytes), at(written)/1e3)
	}
	w.Flush()
}
