package main

import (
	"fmt"
	"slices"
	"strings"

	"example.org/diagonal/commands/evaluate"
)

// kindOrder is that of diagonal plant.
var kindOrder = []string{"verbatim", "light", "heavy", "reorder", "case", "head", "twice", "within", "exactdoc",
	"neardoc2", "neardoc5"}

func kindsHeader() string {
	return "| setting | records | false | hot | characters: P | R | edge | sentences: P | R | F1 | " +
		strings.Join(kindOrder, " | ") + " |\n|" +
		strings.Repeat("---|", 10+len(kindOrder))
}

// kindsRow is a line of the table: found is by kind.
func kindsRow(name string, r *evaluate.Report, f, _ outcome) string {
	byKind := map[string]float64{}
	for _, k := range r.Kinds {
		byKind[k.Kind] = k.Found
	}
	row := fmt.Sprintf("| %s | %d | %d | %d | %.3f | %.3f | %s | %.3f | %.3f | %.3f |", name, r.Records,
		r.Characters.False, f.Lines["hot"],
		r.Characters.Precision, r.Characters.Recall, edge(r), r.Sentences.Precision, r.Sentences.Recall, r.Sentences.F1)
	for _, kind := range kindOrder {
		row += fmt.Sprintf(" %.2f |", byKind[kind])
	}
	return row
}

// edge is the median edge error: of nothing found there is none.
func edge(r *evaluate.Report) string {
	if r.Characters.Edge == nil {
		return ""
	}
	return fmt.Sprint(*r.Characters.Edge)
}

// copies is the kinds whose sentences are letter for letter the same, as most of those in
// the labelled sets of Zhang et al. are; copiesOfPAN is the category of such in a PAN corpus.
var copies = []string{"verbatim", "head", "twice", "within", "exactdoc"}

const copiesOfPAN = "02-no-obfuscation"

const comparisonHeader = `| setting | signatures a sentence | sentences: P | R | F1 | R of copies | F1 with it | without signature | CPU |
|---|---|---|---|---|---|---|---|---|`

// comparisonRow is a line of the comparison: CPU is a multiple of what first took.
func comparisonRow(name string, r *evaluate.Report, f, first outcome) string {
	recall, cases := 0.0, 0
	for _, k := range r.Kinds {
		if slices.Contains(copies, k.Kind) {
			recall += k.Recall * float64(k.Cases)
			cases += k.Cases
		}
	}
	for _, c := range r.Categories {
		if c.Name == copiesOfPAN {
			recall, cases = c.Recall*float64(c.Cases), c.Cases
		}
	}
	recall /= float64(max(1, cases))
	p := r.Sentences.Precision
	f1 := 0.0
	if p+recall > 0 {
		f1 = 2 * p * recall / (p + recall)
	}
	return fmt.Sprintf("| %s | %.2f | %.3f | %.3f | %.3f | %.3f | %.3f | %.2f | %.2f |", name, f.signatures(), p,
		r.Sentences.Recall, r.Sentences.F1,
		recall, f1, f.withoutSignature(), f.cpu.Seconds()/first.cpu.Seconds())
}
