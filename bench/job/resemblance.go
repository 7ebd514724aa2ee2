package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/commands/job"
)

// methods are the ways of comparing documents that are measured, the exact one first.
var methods = [][]string{
	{"exact"}, {"exact", "--containment=0.9"}, {"modm"}, {"minhash"}, {"simhash"}, {"simhash", "--distance=7"},
	{"spotsigs"},
}

// resemblance measures each method of the job of that name: what it costs, which pairs
// of the exact method it finds, and how many documents with passages of the main job
// are in none of its pairs (Zhang et al., SIGIR 2010, figure 10).
func (b *bench) resemblance(ctx context.Context) error {
	var inputs []string
	for _, mb := range b.params.Resemblance {
		if mb == 0 {
			continue
		}
		input, _, err := b.collection(ctx, fmt.Sprintf("near-%d", mb), fmt.Sprintf("--mb=%d", mb), "--near=0.1")
		if err != nil {
			return err
		}
		inputs = append(inputs, input)
	}
	for _, input := range append(inputs, b.params.Input...) {
		if err := b.resemblanceOf(ctx, input); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) resemblanceOf(ctx context.Context, input string) error {
	info, err := os.Stat(input)
	if err != nil {
		return err
	}
	output := filepath.Join(b.Keep, "out")
	if _, err := b.partial(ctx, input, output); err != nil {
		return err
	}
	passages, err := endsOf(output, "passages")
	if err != nil {
		return err
	}
	partly := documentsOf(passages)
	w := newTable(fmt.Sprintf("\n"+
		"Whole documents of %s, and the %d documents with passages of the main job, --preset=fast; medians",
		filepath.Base(input), len(partly)),
		costs+"records/B\tshuffled B/B\tpairs\trecall\tprecision\tdocuments\tonly by passages\t")
	var exact map[[2]string]bool
	for _, method := range methods {
		args := append([]string{"resemblance", "--input=" + input, "--output=" + output, "--overwrite", "--quiet",
			"--method=" + method[0]}, method[1:]...)
		if method[0] != "simhash" {
			args = append(args, "--threshold=0.7")
		}
		c, err := b.repeat(func() (program.Cost, error) { return program.Run(ctx, b.Binary, args...) })
		if err != nil {
			return err
		}
		r, err := job.ReadResult(output)
		if err != nil {
			return err
		}
		pairs, err := endsOf(output, "pairs")
		if err != nil {
			return err
		}
		if exact == nil {
			exact = pairs
		}
		resemblanceRow(w, method, info.Size(), c, r, pairs, exact, partly)
	}
	return w.Flush()
}

func resemblanceRow(
	w *tabwriter.Writer, method []string, size int64, c program.Cost, r *job.Result, pairs, exact map[[2]string]bool,
	partly map[string]bool,
) {
	both := 0
	for p := range pairs {
		if exact[p] {
			both++
		}
	}
	documents := documentsOf(pairs)
	unseen := 0
	for id := range partly {
		if !documents[id] {
			unseen++
		}
	}
	name := method[0]
	for _, m := range method[1:] {
		name += " " + m
	}
	row(w, name, size, c, fmt.Sprintf("%s\t%s\t%d\t%s\t%s\t%d\t%d", perByte(r.Run.ShuffledRecords, size),
		perByte(r.Run.ShuffledBytes, size),
		len(pairs), share(both, len(exact)), share(both, len(pairs)), len(documents), unseen))
}

// share is a part of a whole, which may be nothing.
func share(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", float64(n)/float64(of))
}

// endsOf reads the pairs of ids of a stream of a result.
func endsOf(output, stream string) (map[[2]string]bool, error) {
	pairs := map[[2]string]bool{}
	err := program.EachLine(filepath.Join(output, stream+"-*.jsonl"), func(p struct{ A, B string }) error {
		pairs[[2]string{p.A, p.B}] = true
		return nil
	})
	return pairs, err
}

// documentsOf is the ids in pairs of two documents.
func documentsOf(pairs map[[2]string]bool) map[string]bool {
	ids := map[string]bool{}
	for p := range pairs {
		if p[0] != p[1] {
			ids[p[0]], ids[p[1]] = true, true
		}
	}
	return ids
}
