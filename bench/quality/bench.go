package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/commands/evaluate"
	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/result"
	"example.org/diagonal/transforms/signature"
)

// bench measures the program.
type bench struct {
	params
	label string // what follows the name of a set of real text
}

// diagonal runs the program, and returns the CPU time it took.
func (b *bench) diagonal(ctx context.Context, args ...string) (time.Duration, error) {
	cost, err := program.Run(ctx, b.Binary, args...)
	return cost.CPU, err
}

// find runs the main job and returns its result.
func (b *bench) find(ctx context.Context, name string, flags ...string) (outcome, error) {
	out := filepath.Join(b.Keep, name)
	cpu, err := b.diagonal(ctx, append([]string{"partial", "--quiet", "--overwrite", "--output=" + out}, flags...)...)
	if err != nil {
		return outcome{}, err
	}
	r, err := job.ReadResult(out)
	if err != nil {
		return outcome{}, err
	}
	return outcome{out, cpu, *r.Summary, r.Run}, nil
}

// plant makes a collection of so many documents, and returns its folder.
func (b *bench) plant(ctx context.Context, documents int) (string, error) {
	collection := filepath.Join(b.Keep, fmt.Sprintf("planted-%d", documents))
	_, err := b.diagonal(ctx, "plant", "--quiet", "--overwrite", "--input="+b.params.Text, "--output="+collection,
		fmt.Sprintf("--documents=%d", documents), fmt.Sprintf("--seed=%d", b.params.Seed))
	return collection, err
}

// planted measures settings on a planted collection.
func (b *bench) planted(ctx context.Context, chosen []setting) error {
	collection, err := b.plant(ctx, b.params.Documents)
	if err != nil {
		return err
	}
	header, row := kindsHeader(), kindsRow
	if b.params.Comparison {
		header, row = comparisonHeader, comparisonRow
	}
	return b.score(ctx, chosen, collection, []string{"--input=" + filepath.Join(collection, "corpus.jsonl")},
		header, row)
}

// score prints a line for each setting: its result on the input, against gold.
func (b *bench) score(
	ctx context.Context, chosen []setting, gold string, input []string, header string,
	row func(name string, r *evaluate.Report, f, first outcome) string,
) error {
	fmt.Println(header)
	var first outcome
	for i, s := range chosen {
		f, err := b.find(ctx, "found-"+s.name, slices.Concat(s.flags, input)...)
		if err != nil {
			return err
		}
		if i == 0 {
			first = f
		}
		r, err := evaluate.Evaluate(ctx, evaluate.Params{Result: f.dir, Gold: gold})
		if err != nil {
			return err
		}
		fmt.Println(row(s.name, r, f, first))
	}
	fmt.Println()
	return nil
}

// natural measures settings on a collection without gold.
func (b *bench) natural(ctx context.Context, chosen []setting) error {
	gold, err := b.find(ctx, "natural-default", "--input="+b.params.Corpus)
	if err != nil {
		return err
	}
	fmt.Println("| setting | passages | sentences: P | R | F1 | document pairs: P | R | without signature |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	for _, s := range chosen {
		f, err := b.find(ctx, "natural-"+s.name, append(s.flags, "--input="+b.params.Corpus)...)
		if err != nil {
			return err
		}
		r, err := evaluate.Evaluate(ctx, evaluate.Params{Result: f.dir, Gold: gold.dir, Corpus: b.params.Corpus,
			IDField: "id", TextField: "text"})
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %d | %.3f | %.3f | %.3f | %.3f | %.3f | %.2f |\n", s.name, r.Records,
			r.Sentences.Precision, r.Sentences.Recall, r.Sentences.F1, r.Documents.Precision, r.Documents.Recall,
			f.withoutSignature())
	}
	fmt.Println()
	return nil
}

// pan measures the default on a PAN corpus, from scratch, or the comparison of the chosen settings.
func (b *bench) pan(ctx context.Context, chosen []setting) error {
	susp, src := filepath.Join(b.params.PAN, "susp"), filepath.Join(b.params.PAN, "src")
	if b.params.Comparison {
		return b.score(ctx, chosen, b.params.PAN, []string{"--input=" + susp, "--source=" + src}, comparisonHeader,
			comparisonRow)
	}
	fmt.Println("| compared | category | plagdet | precision | recall | granularity | detections | cases |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	type way struct {
		name  string
		flags []string
	}
	ways := []way{
		{"susp with src", []string{"--input=" + susp, "--source=" + src}},
		{"all with all", []string{"--input=" + susp, "--input=" + src}},
	}
	for _, flag := range b.params.Flags {
		ways = append(ways, way{ways[0].name + ", " + flag, append(slices.Clone(ways[0].flags), flag)})
	}
	for _, way := range ways {
		f, err := b.find(ctx, "pan-"+strings.ReplaceAll(way.name, " ", "-"), way.flags...)
		if err != nil {
			return err
		}
		r, err := evaluate.Evaluate(ctx, evaluate.Params{Result: f.dir, Gold: b.params.PAN})
		if err != nil {
			return err
		}
		r.Overall.Name = "all"
		for _, m := range append(r.Categories, *r.Overall) {
			fmt.Printf("| %s | %s | %.4f | %.4f | %.4f | %.4f | %d | %d |\n", way.name, m.Name, m.Plagdet, m.Precision,
				m.Recall, m.Granularity, m.Detections, m.Cases)
		}
	}
	fmt.Println()
	return nil
}

// outcome is a result with its summary and its cost.
type outcome struct {
	dir string
	cpu time.Duration
	result.Summary
	job.RunInfo
}

// withoutSignature is the share of the sentences that had no signature.
func (f outcome) withoutSignature() float64 {
	return float64(f.Ledger["sentences_without_signature"]) / float64(max(1, f.Counts["sentences"]))
}

// signatures is how many signatures a sentence has, those without one counted.
func (f outcome) signatures() float64 {
	return float64(f.Counts[signature.Signatures]) / float64(max(1, f.Counts["sentences"]))
}
