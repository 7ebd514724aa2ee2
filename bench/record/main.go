// Command record runs another program of bench and keeps what it prints as bench/results/NAME.md, below the command,
// the commit, the date and the machine.
//
//	go run ./bench/record --name=made-up --title='Made-up text' -- ./bench/job --sizes=60,250
//	DATA=/home/me/texts go run ./bench/record --name=planted --title='Planted in books' -- \
//		./bench/quality --text='$DATA/books'
//
// $NAME in an argument is the variable of the environment. The page shows the argument as it is written here, so it
// does not say where the texts are on this machine. Run it from the root of the module, on Linux.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/prometheus/procfs"
	"github.com/spf13/pflag"

	"example.org/diagonal/bench/program"
)

// results is the folder of the pages.
const results = "bench/results"

func main() {
	name := pflag.String("name", "", "name of the page, without .md")
	title := pflag.String("title", "", "heading of the page")
	program.Main("record", func(ctx context.Context) error {
		if *name == "" || *title == "" || pflag.NArg() == 0 {
			return errors.New("want --name, --title, and the program behind --: go run ./bench/record --name=X --title=Y -- ./bench/job")
		}
		return record(ctx, *name, *title, pflag.Args())
	})
}

// record runs a program of this module, and writes the page if it succeeds.
func record(ctx context.Context, name, title string, args []string) error {
	head, err := header(title, args)
	if err != nil {
		return err
	}
	before, err := load()
	if err != nil {
		return err
	}
	expanded := []string{"run"}
	for _, a := range args {
		expanded = append(expanded, os.ExpandEnv(a))
	}
	var printed bytes.Buffer
	cmd := exec.CommandContext(ctx, "go", expanded...)
	cmd.Stdout, cmd.Stderr = &printed, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	after, err := load()
	if err != nil {
		return err
	}
	page := fmt.Sprintf("%s The load of the machine was %.1f before and %.1f after.\n\n%s\n", head, before, after,
		body(printed.String(), args))
	return os.WriteFile(filepath.Join(results, name+".md"), []byte(page), 0o644)
}

// variable is a variable of the environment in an argument.
var variable = regexp.MustCompile(`\$(\w+)`)

// body is what a program has printed, with the variables of its arguments instead of their values. What is no table of
// Markdown is a block.
func body(printed string, args []string) string {
	for _, a := range args {
		for _, v := range variable.FindAllStringSubmatch(a, -1) {
			if value := os.Getenv(v[1]); value != "" {
				printed = strings.ReplaceAll(printed, value, v[0])
			}
		}
	}
	if text := strings.TrimSpace(printed); strings.HasPrefix(text, "|") || strings.Contains(text, "\n|--") {
		return text
	}
	return "```\n" + strings.Trim(printed, "\n") + "\n```"
}

// header is the beginning of a page: its title, and the paragraph that says how it was made.
func header(title string, args []string) (string, error) {
	out, err := exec.Command("git", "describe", "--always", "--dirty").Output()
	if err != nil {
		return "", fmt.Errorf("git describe: %w", err)
	}
	fs, err := procfs.NewDefaultFS()
	if err != nil {
		return "", err
	}
	cpus, err := fs.CPUInfo()
	if err != nil {
		return "", err
	}
	memory, err := fs.Meminfo()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("# %s\nMade by `go run %s` at %s, %s, on %d cores (%s) with %d GB, %s.",
		title, command(args), strings.TrimSpace(string(out)), time.Now().UTC().Format(time.DateOnly), len(cpus),
		cpus[0].ModelName,
		*memory.MemTotalBytes/1e9, runtime.Version()), nil
}

// load is the number of processes that ran or waited, in the mean of the last minute.
func load() (float64, error) {
	fs, err := procfs.NewDefaultFS()
	if err != nil {
		return 0, err
	}
	l, err := fs.LoadAvg()
	if err != nil {
		return 0, err
	}
	return l.Load1, nil
}

// plain is an argument that a shell takes as it is.
var plain = regexp.MustCompile(`^[-\w./=,:]+$`)

// command is args as a shell would read them; variables are left to it.
func command(args []string) string {
	var words []string
	for _, a := range args {
		switch {
		case plain.MatchString(a):
		case strings.Contains(a, "$"):
			a = `"` + a + `"`
		default:
			a = "'" + a + "'"
		}
		words = append(words, a)
	}
	return strings.Join(words, " ")
}
