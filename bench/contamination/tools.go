package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/bench/texts"
	"example.org/diagonal/io/record"
)

// bench measures tools on one training text.
type bench struct {
	params
	docs            []texts.Document
	training, tests string // files
	items           []item
	planted         []placed
}

// hit is an item that a tool has found in a document, both by their numbers.
type hit struct{ Document, Item int }

// tool is a tool that is measured.
type tool struct {
	name string
	args func(b bench, dir string) []string
	hits func(b bench, dir string) ([]hit, error)
}

var tools = []tool{
	decontaminate("diagonal decontaminate", .8), // the default
	decontaminate("diagonal, threshold .6", .6),
	decon("decon"),
	decon("decon, short items", "--eval-min-token-length=0"),
	decon("decon, short, no answers", "--eval-min-token-length=0", "--index-answers=false"),
}

// decontaminate is the command, with the share of the words of an item that a document must have.
func decontaminate(name string, threshold float64) tool {
	return tool{
		name: name,
		args: func(b bench, dir string) []string {
			return []string{b.Binary, "decontaminate", "--quiet", "--input=" + b.training, "--tests=" + b.tests,
				"--test_field=question", "--answer_field=answer", "--threshold=" + fmt.Sprint(threshold),
				"--output=" + dir}
		},
		hits: func(b bench, dir string) ([]hit, error) { return b.found(dir, threshold) },
	}
}

// decon is decon with some flags.
func decon(name string, flags ...string) tool {
	return tool{
		name: name,
		args: func(b bench, dir string) []string {
			return append([]string{b.Decon, "detect", "--training-dir=" + filepath.Dir(b.training),
				"--evals-dir=" + filepath.Dir(b.tests), "--report-output-dir=" + dir}, flags...)
		},
		hits: bench.deconFound,
	}
}

// found reads a result of `decontaminate`.
func (b bench) found(dir string, threshold float64) (all []hit, err error) {
	numbers := map[string]int{}
	for i, d := range b.docs {
		numbers[d.ID] = i
	}
	items, err := program.ReadLines[record.TestItem](filepath.Join(dir, "items-*.jsonl"))
	for _, it := range items {
		number, err := strconv.Atoi(it.ID)
		if err != nil {
			return nil, err
		}
		for _, in := range it.In {
			if in.Passage >= threshold {
				all = append(all, hit{numbers[in.ID], number})
			}
		}
	}
	return all, err
}

// deconFound reads a report of decon.
func (b bench) deconFound(dir string) (all []hit, err error) {
	lines, err := program.ReadLines[struct {
		Line int `json:"training_line"`
		Item int `json:"eval_instance_index"`
	}](filepath.Join(dir, "*.jsonl"))
	for _, l := range lines {
		all = append(all, hit{l.Line, l.Item})
	}
	return all, err
}

// score is what the hits of a tool are worth.
type score struct {
	found [][]int // planted items that are found in their documents, by kind and length
	// documents are those without a planted item in which the tool finds one, and pairs the other hits that are wrong:
	// items in documents in which another item is planted.
	documents, pairs int
}

func (b bench) score(hits []hit) score {
	s := score{found: make([][]int, len(kinds))}
	for k := range kinds {
		s.found[k] = make([]int, len(lengths))
	}
	at := map[int]placed{}
	for _, p := range b.planted {
		at[p.document] = p
	}
	known, wrong := map[hit]bool{}, map[int]bool{}
	for _, h := range hits {
		if known[h] {
			continue
		}
		known[h] = true
		switch p, host := at[h.Document]; {
		case !host:
			wrong[h.Document] = true
		case p.item == h.Item:
			s.found[p.kind][p.length]++
		default:
			s.pairs++
		}
	}
	s.documents = len(wrong)
	return s
}

// tables measures the tools, and prints their costs, then what they find.
func (b bench) tables(ctx context.Context, w io.Writer) error {
	var names []string
	var scores []score
	fmt.Fprintln(w,
		"| tool | CPU s | seconds | MB | planted items found | of the edited | other documents called dirty | other items |\n"+
			"|---|---|---|---|---|---|---|---|")
	all := b.score(b.all())
	for _, t := range tools {
		dir := filepath.Join(b.Keep, "result-"+strings.ReplaceAll(t.name, " ", "-"))
		args := t.args(b, dir)
		if args[0] == "" {
			continue
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		cost, err := program.Run(ctx, args[0], args[1:]...)
		if err != nil {
			return err
		}
		hits, err := t.hits(b, dir)
		if err != nil {
			return err
		}
		if err := program.WriteLines(dir+".jsonl", hits); err != nil {
			return err
		}
		s := b.score(hits)
		exact, edited := s.totals()
		exactOf, editedOf := all.totals()
		fmt.Fprintf(w, "| %s | %.1f | %.1f | %d | %.3f | %.3f | %s | %d |\n", t.name, cost.CPU.Seconds(),
			cost.Wall.Seconds(), cost.Memory/1e6,
			program.Share(exact, exactOf), program.Share(edited, editedOf), humanize.Comma(int64(s.documents)), s.pairs)
		names, scores = append(names, t.name), append(scores, s)
	}
	fmt.Fprintf(w, "\n| planted | words | items | %s |\n|---|---|---%s|\n", strings.Join(names, " | "),
		strings.Repeat("|---", len(names)))
	for k := range kinds {
		from := minWords
		for l, to := range lengths {
			fmt.Fprintf(w, "| %s | %d to %d | %d |", kinds[k].name, from, to, all.found[k][l])
			for _, s := range scores {
				fmt.Fprintf(w, " %.2f |", program.Share(s.found[k][l], all.found[k][l]))
			}
			fmt.Fprintln(w)
			from = to + 1
		}
	}
	if b.Decon == "" {
		fmt.Fprintln(w, "\n--decon is not given: decon did not run.")
	}
	return nil
}

// all returns the hits of a tool that finds what is planted, and no more.
func (b bench) all() (hits []hit) {
	for _, p := range b.planted {
		hits = append(hits, hit{p.document, p.item})
	}
	return hits
}

// totals returns how many items are found of those that are not edited, and of the others.
func (s score) totals() (exact, edited int) {
	for k, found := range s.found {
		for _, n := range found {
			if kinds[k].edited {
				edited += n
			} else {
				exact += n
			}
		}
	}
	return exact, edited
}
