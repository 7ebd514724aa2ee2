package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/commands/job"
)

func newTable(title, head string) *tabwriter.Writer {
	fmt.Println(title)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, head)
	return w
}

func row(w *tabwriter.Writer, name string, size int64, c program.Cost, rest string) {
	mb := float64(size) / 1e6
	fmt.Fprintf(w, "%s\t%.0f\t%.2f\t%.2f\t%.1f\t%.0f\t%.2f\t%s\t\n", name, mb,
		c.Wall.Seconds(), c.CPU.Seconds(), mb/c.Wall.Seconds(), float64(c.Memory)/1e6,
		float64(c.Memory)/float64(size), rest)
}

const costs = "\tMB\twall s\tCPU s\tMB/s\tpeak MB\tpeak B/B\t"

// compare runs yardstick and job in turn on each size.
func (b *bench) compare(ctx context.Context) error {
	if slices.Max(b.params.Sizes) == 0 {
		return nil
	}
	w := newTable("Yardstick and main job, I-Match, --preset=fast; medians",
		costs+"ratio wall\tratio CPU\trecords/B\tshuffled B/B\tpassages\t")
	for _, mb := range b.params.Sizes {
		if mb == 0 {
			continue
		}
		input, size, err := b.collection(ctx, fmt.Sprintf("corpus-%d", mb), fmt.Sprintf("--mb=%d", mb))
		if err != nil {
			return err
		}
		output, lines := filepath.Join(b.Keep, "out"), filepath.Join(b.Keep, "yardstick.jsonl")
		var yardsticks, jobs []program.Cost
		for range b.params.Runs {
			y, err := program.Run(ctx, b.yardstick, "--input="+input, "--output="+lines)
			if err != nil {
				return err
			}
			j, err := b.partial(ctx, input, output)
			if err != nil {
				return err
			}
			yardsticks, jobs = append(yardsticks, y), append(jobs, j)
		}
		r, err := job.ReadResult(output)
		if err != nil {
			return err
		}
		same, err := samePassages(output, lines)
		if err != nil {
			return err
		}
		if !same {
			return fmt.Errorf("%s: the job and the yardstick found different passages", input)
		}
		y, j := median(yardsticks), median(jobs)
		row(w, "yardstick", size, y, "\t\t\t\t")
		row(w, "job", size, j, fmt.Sprintf("%.2f\t%.2f\t%s\t%s\t%d", j.Wall.Seconds()/y.Wall.Seconds(),
			j.CPU.Seconds()/y.CPU.Seconds(),
			perByte(r.Run.ShuffledRecords, size), perByte(r.Run.ShuffledBytes, size), r.Summary.Lines["passages"]))
	}
	return w.Flush()
}

// perByte is a count for each byte of input.
func perByte(n, size int64) string { return fmt.Sprintf("%.3f", float64(n)/float64(size)) }

// shingle compares 4-shingles at tau 0.9 with I-Match.
func (b *bench) shingle(ctx context.Context) error {
	if b.params.Shingle == 0 {
		return nil
	}
	mb := b.params.Shingle
	input, size, err := b.collection(ctx, fmt.Sprintf("corpus-%d", mb), fmt.Sprintf("--mb=%d", mb))
	if err != nil {
		return err
	}
	output := filepath.Join(b.Keep, "out")
	var imatch, shingle []program.Cost
	for range b.params.Runs {
		i, err := b.partial(ctx, input, output)
		if err != nil {
			return err
		}
		s, err := b.partial(ctx, input, output, "--signature=shingle")
		if err != nil {
			return err
		}
		imatch, shingle = append(imatch, i), append(shingle, s)
	}
	i, s := median(imatch), median(shingle)
	w := newTable("\n4-shingles at tau 0.9 beside I-Match; medians", costs+"ratio wall\tratio CPU\t")
	row(w, "imatch", size, i, "\t")
	row(w, "shingle", size, s, fmt.Sprintf("%.2f\t%.2f", s.Wall.Seconds()/i.Wall.Seconds(),
		s.CPU.Seconds()/i.CPU.Seconds()))
	return w.Flush()
}

// boilerplate runs the job on documents that all carry one boilerplate. Its words are
// in all documents, so that I-Match leaves them out and finds nothing hot; shingles
// find it.
func (b *bench) boilerplate(ctx context.Context) error {
	if slices.Max(b.params.Boilerplate) == 0 {
		return nil
	}
	w := newTable("\nOne boilerplate in every document; medians", costs+"documents\tpassages\thot\tplaces\t")
	for _, n := range b.params.Boilerplate {
		if n == 0 {
			continue
		}
		input, size, err := b.collection(ctx, fmt.Sprintf("boilerplate-%d", n), fmt.Sprintf("--boilerplate_only=%d", n))
		if err != nil {
			return err
		}
		output := filepath.Join(b.Keep, "out")
		for _, signature := range []string{"imatch", "shingle"} {
			c, err := b.repeat(func() (program.Cost, error) {
				return b.partial(ctx, input, output, "--signature="+signature)
			})
			if err != nil {
				return err
			}
			r, err := job.ReadResult(output)
			if err != nil {
				return err
			}
			row(w, signature, size, c, fmt.Sprintf("%d\t%d\t%d\t%d", r.Summary.Counts["documents"],
				r.Summary.Lines["passages"], r.Summary.Lines["hot"], r.Summary.Lines["hot-occurrences"]))
		}
	}
	return w.Flush()
}
