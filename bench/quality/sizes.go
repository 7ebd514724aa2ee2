package main

import (
	"context"
	"fmt"
	"path/filepath"

	"example.org/diagonal/commands/evaluate"
)

const sizesHeader = `| setting | documents | MB | found by | unit matches | pairs near | pairs aligned | records | P | R | hot | found below 1 | CPU s | s | peak MB |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|`

// sizes measures settings on planted collections of several sizes: what one document
// costs, as the collection grows, and what is found.
func (b *bench) sizes(ctx context.Context, chosen []setting) error {
	fmt.Println(sizesHeader)
	for _, documents := range b.params.Sizes {
		collection, err := b.plant(ctx, documents)
		if err != nil {
			return err
		}
		for _, s := range chosen {
			f, err := b.find(ctx, "found-"+s.name,
				append(s.flags, "--input="+filepath.Join(collection, "corpus.jsonl"))...)
			if err != nil {
				return err
			}
			r, err := evaluate.Evaluate(ctx, evaluate.Params{Result: f.dir, Gold: collection})
			if err != nil {
				return err
			}
			fmt.Println(sizesRow(s.name, r, f))
		}
	}
	fmt.Println()
	return nil
}

// sizesRow is a line of the table: matches and pairs are by document.
func sizesRow(name string, r *evaluate.Report, f outcome) string {
	documents := f.Counts["documents"]
	each := func(count string) float64 { return float64(f.Counts[count]) / float64(max(1, documents)) }
	by := "diagonals"
	switch {
	case f.Counts["chains"] > 0:
		by = "chains"
	case f.Counts["ngrams"] > 0:
		by = "3-grams"
	}
	below := ""
	for _, k := range r.Kinds {
		if k.Found < 1 {
			below += fmt.Sprintf(" %s %.3f", k.Kind, k.Found)
		}
	}
	return fmt.Sprintf("| %s | %d | %.0f | %s | %.0f | %.1f | %.1f | %d | %.3f | %.3f | %d |%s | %.1f | %.1f | %.0f |",
		name, documents,
		float64(f.Counts["bytes"])/1e6, by, each("unit_matches"), each("document_pairs_near"),
		each("document_pairs_aligned"),
		r.Records, r.Characters.Precision, r.Characters.Recall, f.Lines["hot"], below, f.cpu.Seconds(), f.Seconds,
		float64(f.PeakMemory)/1e6)
}
