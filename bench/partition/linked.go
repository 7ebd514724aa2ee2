package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/commands/job/forecast"
)

// linked measures the memory of the default on small pages that are nearly all linked with others, and works out what
// it would take for p.Pages.
func (p params) linked(ctx context.Context, w io.Writer) error {
	var points []forecast.Point
	peak := int64(0)
	fmt.Fprint(w,
		"| pages | MB | in perhaps-similar sets | CPU s | CPU ms a page | wall s | peak MB |\n"+
			"|---|---|---|---|---|---|---|\n")
	for _, n := range p.Linked {
		file := filepath.Join(p.Keep, fmt.Sprintf("linked-%d.jsonl", n))
		if err := writeLinked(file, n); err != nil {
			return err
		}
		o, _, err := p.sets(ctx, file, "lcs --memory=256MiB")
		if err != nil {
			return err
		}
		if err := os.Remove(file); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "| %s | %.0f | %s | %.1f | %.3f | %.1f | %d |\n",
			humanize.Comma(o.counts["documents"]), float64(o.counts["bytes"])/1e6,
			humanize.Comma(o.counts["perhaps_similar_pages"]), o.run.CPUSeconds, 1000*o.run.CPUSeconds/float64(
				n), o.run.Seconds, o.run.PeakMemory/1e6); err != nil {
			return err
		}
		points = append(points, forecast.Point{GB: float64(o.counts["bytes"]) / 1e9, Takes: map[string]float64{
			"pages": float64(n), "CPU": o.run.CPUSeconds, "shuffled": float64(o.run.ShuffledBytes) / 1e9}})
		peak = max(peak, o.run.PeakMemory)
	}
	return workedOut(w, points, p.Pages, peak)
}

// workedOut prints what numbers of pages would take, by lines through the points.
func workedOut(w io.Writer, points []forecast.Point, pages []int, peak int64) error {
	if len(pages) == 0 {
		return nil
	}
	if len(points) < 2 {
		return errors.New("--pages: want two sizes or more in --linked, a line has two parameters")
	}
	fitted := forecast.Fit(points)
	fmt.Fprintf(w,
		"\nWorked out, not measured; no run above took more than %d MB of memory:\n\n"+
			"| million pages | GB | CPU hours | CPU s for a million | shuffled GB |\n|---|---|---|---|---|\n", peak/1e6)
	for _, n := range pages {
		gb := (float64(n) - fitted["pages"].Base) / fitted["pages"].Slope
		cpu := fitted["CPU"].At(gb)
		if _, err := fmt.Fprintf(w, "| %.0f | %.1f | %.1f | %.1f | %.0f |\n", float64(n)/1e6, gb, cpu/3600,
			cpu/float64(n)*1e6, fitted["shuffled"].At(gb)); err != nil {
			return err
		}
	}
	return nil
}

// writeLinked writes n made-up pages of thirty words, in sets of two to five. Half of the pages of a set have a word
// of their own, and three of ten end with one of 200 phrases, which connect the sets with each other.
func writeLinked(file string, n int) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	out := bufio.NewWriter(f)
	r := rand.New(rand.NewPCG(38, 7))
	words := func(n int) (out []string) {
		for range n {
			u := r.Float64()
			out = append(out, fmt.Sprintf("w%x", int(60000*u*u*u)))
		}
		return out
	}
	phrases := make([]string, 200)
	for i := range phrases {
		phrases[i] = strings.Join(words(9), " ")
	}
	for i := 0; i < n; {
		base := words(30)
		for range 2 + r.IntN(4) {
			page := append([]string(nil), base...)
			if r.IntN(2) == 0 {
				page[r.IntN(len(page))] = fmt.Sprintf("w%x", r.IntN(60000))
			}
			if r.IntN(10) < 3 {
				page = append(page, phrases[r.IntN(len(phrases))])
			}
			if i++; i > n {
				break
			}
			fmt.Fprintf(out, "{\"id\":\"http://site-%d.example/%d\",\"text\":\"%s.\"}\n", i%5000, i,
				strings.Join(page, " "))
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return f.Close()
}
