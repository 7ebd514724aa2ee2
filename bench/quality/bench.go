package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"diagonal/pipelines/evaluate"
)

// bench is the program to measure, and where its results go.
type bench struct {
	params      params
	dir, binary string
}

// diagonal runs the program.
func (b *bench) diagonal(ctx context.Context, args ...string) error {
	if out, err := exec.CommandContext(ctx, b.binary, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("diagonal %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// find runs the main job and returns the folder of its result.
func (b *bench) find(ctx context.Context, name string, flags ...string) (string, error) {
	out := filepath.Join(b.dir, name)
	return out, b.diagonal(ctx, append([]string{"partial", "--quiet", "--overwrite", "--output=" + out}, flags...)...)
}

// planted measures settings on a planted collection.
func (b *bench) planted(ctx context.Context, chosen []setting) error {
	collection := filepath.Join(b.dir, "planted")
	err := b.diagonal(ctx, "plant", "--quiet", "--overwrite", "--input="+b.params.Text, "--output="+collection,
		fmt.Sprintf("--documents=%d", b.params.Documents), fmt.Sprintf("--seed=%d", b.params.Seed))
	if err != nil {
		return err
	}
	fmt.Println(kindsHeader())
	for _, s := range chosen {
		result, err := b.find(ctx, "found-"+s.name, append(s.flags, "--input="+filepath.Join(collection, "corpus.jsonl"))...)
		if err != nil {
			return err
		}
		r, err := evaluate.Evaluate(ctx, evaluate.Params{Result: result, Gold: collection})
		if err != nil {
			return err
		}
		hot, err := countLines(result, "hot")
		if err != nil {
			return err
		}
		fmt.Println(kindsRow(s.name, r, hot))
	}
	fmt.Println()
	return nil
}

// natural measures settings on a collection of which nothing is known.
func (b *bench) natural(ctx context.Context, chosen []setting) error {
	gold, err := b.find(ctx, "natural-default", "--input="+b.params.Corpus)
	if err != nil {
		return err
	}
	fmt.Println("| setting | passages | sentences: precision | recall | F1 | document pairs: precision | recall |")
	fmt.Println("|---|---|---|---|---|---|---|")
	for _, s := range chosen {
		result, err := b.find(ctx, "natural-"+s.name, append(s.flags, "--input="+b.params.Corpus)...)
		if err != nil {
			return err
		}
		r, err := evaluate.Evaluate(ctx, evaluate.Params{Result: result, Gold: gold, Corpus: b.params.Corpus, IDField: "id", TextField: "text"})
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %d | %.3f | %.3f | %.3f | %.3f | %.3f |\n", s.name, r.Records,
			r.Sentences.Precision, r.Sentences.Recall, r.Sentences.F1, r.Documents.Precision, r.Documents.Recall)
	}
	fmt.Println()
	return nil
}

// pan measures the default on a PAN corpus, from scratch.
func (b *bench) pan(ctx context.Context) error {
	susp, src := filepath.Join(b.params.PAN, "susp"), filepath.Join(b.params.PAN, "src")
	fmt.Println("| compared | category | plagdet | precision | recall | granularity | detections | cases |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	for _, way := range []struct {
		name  string
		flags []string
	}{
		{"susp with src", []string{"--input=" + susp, "--source=" + src}},
		{"all with all", []string{"--input=" + susp, "--input=" + src}},
	} {
		result, err := b.find(ctx, "pan-"+strings.ReplaceAll(way.name, " ", "-"), way.flags...)
		if err != nil {
			return err
		}
		r, err := evaluate.Evaluate(ctx, evaluate.Params{Result: result, Gold: b.params.PAN})
		if err != nil {
			return err
		}
		r.Overall.Name = "all"
		for _, m := range append(r.Categories, *r.Overall) {
			fmt.Printf("| %s | %s | %.4f | %.4f | %.4f | %.4f | %d | %d |\n", way.name, m.Name, m.Plagdet, m.Precision, m.Recall, m.Granularity, m.Detections, m.Cases)
		}
	}
	fmt.Println()
	return nil
}

// kindOrder is that of diagonal plant.
var kindOrder = []string{"verbatim", "light", "heavy", "reorder", "case", "head", "twice", "within", "exactdoc", "neardoc2", "neardoc5"}

func kindsHeader() string {
	return "| setting | records | false | hot | characters: P | R | edge | sentences: P | R | F1 | " + strings.Join(kindOrder, " | ") + " |\n|" +
		strings.Repeat("---|", 10+len(kindOrder))
}

// kindsRow is a line of the table: found is by kind.
func kindsRow(name string, r *evaluate.Report, hot int) string {
	found := map[string]float64{}
	for _, k := range r.Kinds {
		found[k.Kind] = k.Found
	}
	edge := "" // of nothing found there is none
	if r.Characters.Edge != nil {
		edge = fmt.Sprint(*r.Characters.Edge)
	}
	row := fmt.Sprintf("| %s | %d | %d | %d | %.3f | %.3f | %s | %.3f | %.3f | %.3f |", name, r.Records, r.Characters.False, hot,
		r.Characters.Precision, r.Characters.Recall, edge, r.Sentences.Precision, r.Sentences.Recall, r.Sentences.F1)
	for _, kind := range kindOrder {
		row += fmt.Sprintf(" %.2f |", found[kind])
	}
	return row
}

// countLines counts the records of one stream of a result.
func countLines(result, stream string) (int, error) {
	b, err := os.ReadFile(filepath.Join(result, "summary.json"))
	if err != nil {
		return 0, err
	}
	var s struct {
		Lines map[string]int `json:"lines"`
	}
	if err := json.Unmarshal(b, &s); err != nil {
		return 0, err
	}
	n, ok := s.Lines[stream]
	if !ok {
		return 0, errors.New(result + "/summary.json does not count " + stream)
	}
	return n, nil
}
