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
	"slices"
	"strings"
	"sync"

	"github.com/dustin/go-humanize"
	"golang.org/x/sync/errgroup"

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

// partial is the tool whose CPU time others are compared with, if it runs.
const partial = "diagonal partial"

var tools = []tool{
	diagonal(partial, "", "partial"),
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
	all := make([]outcome, len(chosen))
	var reading sync.Mutex // documents that are left need memory, and there may be little beside the tools
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(b.AtOnce)
	for i, t := range slices.Backward(chosen) { // the last ones are the slowest
		g.Go(func() error {
			o, err := b.run(ctx, t)
			if err == nil && o.why == "" {
				reading.Lock()
				defer reading.Unlock()
				err = b.read(t, &o)
			}
			all[i] = o
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	fmt.Fprintf(w,
		"| tool | CPU s | of partial | seconds | MB | %s | documents | words left %% | repeated %% | lost %% |\n%s|\n",
		strings.Join(kinds, " | "), strings.Repeat("|---", 9+len(kinds)))
	fmt.Fprintf(w, "| before, %d copies of each kind | | | | | | | | | | 100 | %.1f | |\n", b.Planted,
		100*b.before.repeated)
	missing, base := "", 0.
	for i, t := range chosen {
		o := all[i]
		if o.why != "" {
			missing += fmt.Sprintf("- %s: %s\n", t.name, o.why)
			continue
		}
		ofPartial := ""
		if t.name == partial {
			base = o.cost.CPU.Seconds()
		}
		if base > 0 {
			ofPartial = fmt.Sprintf("%.1f", o.cost.CPU.Seconds()/base)
		}
		fmt.Fprintf(w, "| %s | %.1f | %s | %.1f | %d |", t.name, o.cost.CPU.Seconds(), ofPartial, o.cost.Wall.Seconds(),
			o.cost.Memory/1e6)
		for _, kind := range kinds {
			fmt.Fprintf(w, " %.2f |", program.Share(o.found[kind], b.Planted))
		}
		if t.left == "" {
			fmt.Fprintln(w, " | | | |")
		} else {
			fmt.Fprintf(w, " %s | %.1f | %.2f | %.2f |\n", humanize.Comma(int64(o.documents)), 100*o.words,
				100*o.repeated, 100*o.lost)
		}
	}
	if missing != "" {
		fmt.Fprintf(w, "\nLeft out:\n\n%s", missing)
	}
	return nil
}

// outcome is what a tool has cost, and what is left. why says that it has no result: a package is not there, the
// time was over, it failed, or the measurement was interrupted.
type outcome struct {
	cost program.Cost
	why  string
	left
}

// folder is where a tool writes.
func (b bench) folder(t tool) string {
	return filepath.Join(b.Keep, strings.ReplaceAll(t.name, " ", "-"))
}

// run runs the steps of a tool.
func (b bench) run(ctx context.Context, t tool) (o outcome, err error) {
	if why := t.missing(b); why != "" {
		o.why = strings.TrimSuffix(why, "; ")
		return o, nil
	}
	if ctx.Err() != nil {
		o.why = "interrupted"
		return o, nil
	}
	dir := b.folder(t)
	if err := os.RemoveAll(dir); err != nil {
		return o, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return o, err
	}
	for _, step := range t.steps(b, dir) {
		cost, ended, err := program.RunWithin(ctx, b.Limit, step[0], step[1:]...)
		o.cost.Wall, o.cost.CPU, o.cost.Memory = o.cost.Wall+cost.Wall, o.cost.CPU+cost.CPU,
			max(o.cost.Memory, cost.Memory)
		if ended {
			o.why = fmt.Sprintf("ended after %d CPU seconds", b.Limit)
			return o, nil
		}
		if exit := exitCode(err); exit == notInstalled {
			o.why = "not installed"
			return o, nil
		}
		if ctx.Err() != nil {
			o.why = "interrupted"
			return o, nil
		}
		if err != nil { // others may have taken an hour
			fmt.Fprintf(os.Stderr, "%s: %v\n", t.name, err)
			o.why = "failed"
			return o, nil
		}
	}
	return o, nil
}

// read reads what a tool has found, or left.
func (b bench) read(t tool, o *outcome) (err error) {
	if t.left == "" {
		o.found, err = b.pairs(filepath.Join(b.folder(t), "result"))
		return err
	}
	docs, err := program.ReadLines[texts.Document](filepath.Join(b.folder(t), t.left))
	if err == nil {
		o.left = b.leftOf(docs)
	}
	return err
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
