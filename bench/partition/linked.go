package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/dustin/go-humanize"
)

// linked measures the memory of the default on small pages that are nearly all linked with others.
func (p params) linked(ctx context.Context, w io.Writer) error {
	fmt.Fprint(w, "| pages | MB | in perhaps-similar sets | CPU s | CPU ms a page | wall s | peak MB |\n|---|---|---|---|---|---|---|\n")
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
		if _, err := fmt.Fprintf(w, "| %s | %.0f | %s | %.1f | %.3f | %.1f | %d |\n", humanize.Comma(o.counts["documents"]), float64(o.counts["bytes"])/1e6,
			humanize.Comma(o.counts["perhaps_similar_pages"]), o.run.CPUSeconds, 1000*o.run.CPUSeconds/float64(n), o.run.Seconds, o.run.PeakMemory/1e6); err != nil {
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
			fmt.Fprintf(out, "{\"id\":\"http://site-%d.example/%d\",\"text\":\"%s.\"}\n", i%5000, i, strings.Join(page, " "))
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return f.Close()
}
