package main

import (
	"fmt"
	"io"

	"github.com/dustin/go-humanize"
)

// kinds are the columns of recall.
var kinds = []string{"sites", "onesite", "doc0", "doc2", "doc5", "doc10", "doc20"}

// tables prints precision and recall, and then how they and the cost develop from stage to stage.
func tables(w io.Writer, rows []*outcome) error {
	base, simhash := 0.0, map[string]string(nil) // recall and sets of simhash, which the source compares with
	for _, o := range rows {
		if o.setting == "simhash" {
			base, simhash = o.score.all.recall(), o.found
		}
	}
	fmt.Fprint(w,
		"| setting | P | R | R / simhash | P on sites | R on sites | P of one site | R of one site | CPU s | wall s | peak MB |\n"+
			"|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, o := range rows {
		relative := "–"
		if base > 0 {
			relative = fmt.Sprintf("%.2f", o.score.all.recall()/base)
		}
		s := o.score
		fmt.Fprintf(w, "| `%s` | %.4f | %.4f | %s | %.4f | %.4f | %.4f | %.4f | %.1f | %.1f | %d |\n", o.setting,
			s.all.precision(), s.all.recall(), relative,
			s.onSites.precision(), s.onSites.recall(), s.oneSite.precision(), s.oneSite.recall(), o.run.CPUSeconds,
			o.run.Seconds, o.run.PeakMemory/1e6)
	}
	fmt.Fprint(w, "\n| about a representative of each set | sets | P | R | R / simhash |\n|---|---|---|---|---|\n")
	for _, o := range rows {
		s := setsOf(o.planted, o.found, simhash)
		relative := "–"
		if simhash != nil {
			relative = fmt.Sprintf("%.2f", s.times)
		}
		fmt.Fprintf(w, "| `%s` | %s | %.4f | %.4f | %s |\n", o.setting, humanize.Comma(int64(s.sets)), s.precision,
			s.recall, relative)
	}
	fmt.Fprint(w, "\n| R by kind |")
	for _, k := range kinds {
		fmt.Fprintf(w, " %s |", k)
	}
	fmt.Fprint(w, "\n|---|---|---|---|---|---|---|---|\n")
	for _, o := range rows {
		fmt.Fprintf(w, "| `%s` |", o.setting)
		for _, k := range kinds {
			fmt.Fprintf(w, " %.4f |", o.score.kinds[k].recall())
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w,
		"\n"+
			"| setting | all pairs | pairs of stage 1 | compared | subsequences | words of stage 1 | words of sketches |\n"+
			"|---|---|---|---|---|---|---|\n")
	for _, o := range rows {
		c := o.counts
		n := func(name string) string { return humanize.Comma(c[name]) }
		_, err := fmt.Fprintf(w, "| `%s` | %s | %s | %s | %s | %s | %s |\n", o.setting,
			humanize.Comma(c["pages"]*(c["pages"]-1)/2),
			n("perhaps_similar_pairs"), n("pairs_compared"), n("subsequences"), n("perhaps_similar_words"),
			n("sketch_words"))
		if err != nil {
			return err
		}
	}
	return nil
}

// sizesTable prints what a document costs.
func sizesTable(w io.Writer, rows []*outcome) error {
	fmt.Fprint(w,
		"| documents | MB | CPU s | CPU ms a document | wall s | peak MB | P | R |\n"+
			"|---|---|---|---|---|---|---|---|\n")
	for _, o := range rows {
		n := o.counts["documents"]
		_, err := fmt.Fprintf(w, "| %s | %.0f | %.1f | %.3f | %.1f | %d | %.4f | %.4f |\n", humanize.Comma(n),
			float64(o.counts["bytes"])/1e6,
			o.run.CPUSeconds, 1000*o.run.CPUSeconds/float64(n), o.run.Seconds, o.run.PeakMemory/1e6,
			o.score.all.precision(), o.score.all.recall())
		if err != nil {
			return err
		}
	}
	return nil
}
