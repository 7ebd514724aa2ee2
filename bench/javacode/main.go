// Command javacode measures how well copied programs of students are told from programs of their own, by what each of
// them shares with the program that was copied.
//
//	go run ./bench/javacode --input=IR-Plag-Dataset
//
// The folder is that of oscarkarnalim/sourcecodeplagiarismdataset: for each task a program (original), copies of it in
// six levels of disguise (plagiarized/L1 to L6: from other comments to another logic), and programs that others wrote
// for the task (non-plagiarized). The area under the curve (AUC) is the probability that a copy shares more than a
// program that is none: .5 is chance. It is that of all copies and all others of all tasks.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/io/record"
)

type params struct {
	program.Bench
	Input string
}

func main() {
	var p params
	p.Bench.Flags(pflag.CommandLine)
	pflag.StringVar(&p.Input, "input", "", "`folder` of the tasks")
	program.Main("javacode", func(ctx context.Context) error { return run(ctx, p) })
}

// levels are the columns of the table: all copies, and those of each level.
var levels = []string{"", "L1", "L2", "L3", "L4", "L5", "L6"}

// score is how much a program shares with the original. level is that of a copy, and "" for other programs.
type score struct {
	level string
	much  float64
}

// A way is a command that compares the programs of a task with the original, and what it says they share.
type way struct {
	command, measure string
	read             func(dir string) (map[string]float64, error)
}

func ways() (all []way) {
	shares := func(dir string) (map[string]float64, error) {
		return read(dir, "documents", func(d record.DocumentShare) (string, float64) { return d.ID, d.Share })
	}
	for _, flags := range []string{"", " --min_length=20", " --min_length=20 --max_documents=0"} {
		all = append(all, way{"partial" + flags, "share", shares})
	}
	for _, n := range []int{1, 3, 5} {
		command := fmt.Sprintf("resemblance --n=%d --threshold=.0001 --containment=.0001", n)
		all = append(all, way{command, "resemblance", func(dir string) (map[string]float64, error) {
			return read(dir, "pairs", func(p record.SimilarPair) (string, float64) { return p.A, p.Resemblance })
		}}, way{command, "containment", func(dir string) (map[string]float64, error) {
			return read(dir, "pairs", func(p record.SimilarPair) (string, float64) { return p.A, p.Containment })
		}})
	}
	return all
}

// read returns a value for each document of a result.
func read[T any](dir, stream string, value func(T) (string, float64)) (map[string]float64, error) {
	lines, err := program.ReadLines[T](filepath.Join(dir, stream+"-*.jsonl"))
	all := map[string]float64{}
	for _, l := range lines {
		id, v := value(l)
		all[id] = v
	}
	return all, err
}

func run(ctx context.Context, p params) error {
	tasks, err := filepath.Glob(filepath.Join(p.Input, "case-*"))
	if p.Input == "" || err == nil && len(tasks) == 0 {
		err = errors.New("nothing to measure: give --input, a folder with tasks case-*")
	}
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.Open(ctx); err != nil {
		return err
	}
	fmt.Print("| command | measure | AUC |")
	for _, level := range levels[1:] {
		fmt.Printf(" %s |", level)
	}
	fmt.Print("\n|---|---|---|---|---|---|---|---|---|\n")
	counts := map[string]int{}
	for _, w := range ways() {
		var all []score
		for _, task := range tasks {
			scores, err := w.scores(ctx, &p, task)
			if err != nil {
				return err
			}
			all = append(all, scores...)
		}
		fmt.Printf("| %s | %s |", w.command, w.measure)
		for _, level := range levels {
			fmt.Printf(" %.3f |", auc(all, level))
		}
		fmt.Println()
		counts = map[string]int{}
		for _, s := range all {
			counts[s.level]++
		}
	}
	others := counts[""]
	delete(counts, "")
	copies := 0
	for _, n := range counts {
		copies += n
	}
	fmt.Printf("\n%d tasks, %d copies, %d other programs\n", len(tasks), copies, others)
	return nil
}

// scores compares the programs of a task with the original.
func (w way) scores(ctx context.Context, p *params, task string) (all []score, err error) {
	out := filepath.Join(p.Keep, "found")
	args := append(strings.Fields(w.command), "--input="+task, "--exclude=original/**",
		"--source="+filepath.Join(task, "original"), "--format=text", "--output="+out, "--overwrite", "--quiet")
	if _, err := program.Run(ctx, p.Binary, args...); err != nil {
		return nil, err
	}
	much, err := w.read(out)
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(task, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".java" {
			return err
		}
		id, err := filepath.Rel(task, path)
		id = filepath.ToSlash(id)
		if kind := strings.Split(id, "/"); kind[0] != "original" {
			s := score{much: much[id]}
			if kind[0] == "plagiarized" {
				s.level = kind[1]
			}
			all = append(all, s)
		}
		return err
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: %w", task, os.ErrNotExist)
	}
	return all, err
}

// auc is that of the copies of a level ("" is all) and of the other programs.
func auc(all []score, level string) float64 {
	var copied, other []float64
	for _, s := range all {
		switch {
		case s.level == "":
			other = append(other, s.much)
		case level == "" || s.level == level:
			copied = append(copied, s.much)
		}
	}
	return program.AUC(copied, other)
}
