package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/bench/texts"
)

// adapters ask the Python packages, and the program of suffix arrays, for the documents that are left.
//
//go:embed adapters/*.py
var adapters embed.FS

// tool is a tool that is measured.
type tool struct {
	name string
	// missing says what is not there; "" if the tool can run.
	missing func(b bench) string
	// steps are the commands that make the result in a folder.
	steps func(b bench, dir string) [][]string
	// left are the files of the documents that are left, below the folder; "" if the tool finds passages, and leaves
	// all.
	left string
}

// Title is the name of the tool.
func (t tool) Title() string { return t.name }

var tools = []tool{
	diagonal("diagonal partial", "", "partial"),
	diagonal("diagonal clean", "result/documents/corpus.jsonl", "clean"),
	diagonal("diagonal clean --exact=50", "result/documents/corpus.jsonl", "clean", "--exact=50"),
	diagonal("diagonal clean --near=.8", "result/documents/corpus.jsonl", "clean", "--near=.8"),
	diagonal("diagonal clean --near=.5 --exact=50", "result/documents/corpus.jsonl", "clean", "--near=.5",
		"--exact=50"),
	groups("diagonal resemblance .8 then clean", ".8"),
	groups("diagonal resemblance .5 then clean", ".5"),
	python("datatrove MinHash", "datatrove_minhash"),
	python("datatrove sentences", "datatrove_sentences"),
	python("text-dedup MinHash", "textdedup_minhash"),
	python("rensa", "rensa_lsh"),
	{
		name:    "deduplicate-text-datasets",
		missing: func(b bench) string { return without("--suffixes", b.Suffixes) + without("--python", b.Python) },
		steps: func(b bench, dir string) [][]string {
			return [][]string{{b.Python, filepath.Join(b.Keep, "suffixes.py"), b.input,
				filepath.Join(dir, "left.jsonl"), b.Suffixes}}
		},
		left: "left.jsonl",
	},
}

func always(bench) string { return "" }

// without says that a flag is needed which is not given.
func without(flag, value string) string {
	if value != "" {
		return ""
	}
	return flag + " is not given; "
}

// diagonal is a command of this program.
func diagonal(name, left string, args ...string) tool {
	return tool{name: name, missing: always, left: left, steps: func(b bench, dir string) [][]string {
		return [][]string{append(append([]string{b.Binary}, args...), "--quiet", "--input="+b.input,
			"--output="+filepath.Join(dir, "result"))}
	}}
}

// groups is resemblance with a threshold, and clean by its groups.
func groups(name, threshold string) tool {
	return tool{name: name, missing: always, left: "result/documents/corpus.jsonl",
		steps: func(b bench, dir string) [][]string {
			similar := filepath.Join(dir, "similar")
			return [][]string{
				{b.Binary, "resemblance", "--quiet", "--threshold=" + threshold, "--only_groups", "--input=" + b.input,
					"--output=" + similar},
				{b.Binary, "clean", "--quiet", "--input=" + b.input, "--result=" + similar,
					"--output=" + filepath.Join(dir, "result")},
			}
		}}
}

// python is a tool that an adapter asks. The adapter ends with code 3 if its package is not installed.
func python(name, adapter string) tool {
	return tool{name: name, left: "left*.jsonl*", missing: func(b bench) string {
		return without("--python", b.Python)
	}, steps: func(b bench, dir string) [][]string {
		return [][]string{{b.Python, filepath.Join(b.Keep, adapter+".py"), b.input, filepath.Join(dir, "left.jsonl")}}
	}}
}

// notInstalled is the exit code of an adapter whose package is not there.
const notInstalled = 3

// bench measures tools on one collection.
type bench struct {
	params
	input  string
	copies []copied
	before windows
}

// table measures tools, and prints a line for each.
func (b bench) table(ctx context.Context, w io.Writer, chosen []tool) error {
	if err := b.writeAdapters(); err != nil {
		return err
	}
	counts := map[string]int{}
	for _, c := range b.copies {
		counts[c.kind]++
	}
	fmt.Fprintf(w, "| tool | CPU s | of partial | MB | %s | documents | words left %% | repeated %% | lost %% |\n%s|\n",
		strings.Join(kinds, " | "), strings.Repeat("|---", 8+len(kinds)))
	fmt.Fprintf(w, "| before, %d copies of each kind | | | | | | | | | 100 | %.1f | |\n", b.Planted,
		100*b.before.repeated)
	var missing []string
	base := 0.
	for _, t := range chosen {
		dir := filepath.Join(b.Keep, strings.ReplaceAll(t.name, " ", "-"))
		why := t.missing(b)
		var cost program.Cost
		var err error
		if why == "" {
			cost, why, err = b.run(ctx, t, dir)
		}
		if err != nil {
			return err
		}
		if why != "" {
			missing = append(missing, fmt.Sprintf("- %s: %s\n", t.name, strings.TrimSuffix(why, "; ")))
			continue
		}
		if base == 0 {
			base = cost.CPU.Seconds()
		}
		fmt.Fprintf(w, "| %s | %.1f | %.1f | %d |", t.name, cost.CPU.Seconds(), cost.CPU.Seconds()/base,
			cost.Memory/1e6)
		found, rest := map[string]int{}, " | | | |"
		if t.left == "" {
			found, err = b.pairs(filepath.Join(dir, "result"))
		} else {
			var docs []texts.Document
			if docs, err = program.ReadLines[texts.Document](filepath.Join(dir, t.left)); err == nil {
				l := b.leftOf(docs)
				found, rest = l.found, fmt.Sprintf(" %s | %.1f | %.2f | %.2f |", humanize.Comma(int64(l.documents)),
					100*l.words, 100*l.repeated, 100*l.lost)
			}
		}
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			fmt.Fprintf(w, " %.2f |", program.Share(found[kind], counts[kind]))
		}
		fmt.Fprintln(w, rest)
	}
	if len(missing) > 0 {
		fmt.Fprintf(w, "\nLeft out:\n\n%s", strings.Join(missing, ""))
	}
	return nil
}

// run runs the steps of a tool. why says that it has no result: a package is not there, or the time was over.
func (b bench) run(ctx context.Context, t tool, dir string) (all program.Cost, why string, err error) {
	if err := os.RemoveAll(dir); err != nil {
		return all, "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return all, "", err
	}
	for _, step := range t.steps(b, dir) {
		cost, ended, err := program.RunWithin(ctx, b.Limit, step[0], step[1:]...)
		all.CPU, all.Memory = all.CPU+cost.CPU, max(all.Memory, cost.Memory)
		if ended {
			return all, fmt.Sprintf("ended after %d CPU seconds", b.Limit), nil
		}
		if exit := exitCode(err); exit == notInstalled {
			return all, "not installed", nil
		}
		if err != nil {
			return all, "", fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return all, "", nil
}

func (b bench) writeAdapters() error {
	files, err := adapters.ReadDir("adapters")
	if err != nil {
		return err
	}
	for _, f := range files {
		data, err := adapters.ReadFile("adapters/" + f.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(b.Keep, f.Name()), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// exitCode is the exit code of a program that has failed; 0 if err is something else.
func exitCode(err error) int {
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	return 0
}
