package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"example.org/diagonal/bench/madeup"
	"example.org/diagonal/bench/program"
)

// command is a command to measure.
type command struct {
	name string
	args []string
}

func (c command) Title() string { return c.name }

// commands are all commands, in the order of the table.
var commands = []command{
	{"partial", []string{"partial"}},
	{"resemblance", []string{"resemblance"}},
	{"minhash", []string{"resemblance", "--method=minhash"}},
	{"reuse", []string{"reuse"}},
	{"partition", []string{"partition"}},
	{"clean", []string{"clean"}},
	{"index", []string{"index"}},
}

// outcome is what one run took.
type outcome struct {
	mb        float64
	documents int
	program.Cost
	// records is the number of lines in the result.
	records int
	// ended says that the run took too long.
	ended bool
	// refused is the error of the run.
	refused string
}

// clock is how much longer than its CPU time a run may take on the clock.
const clock = 4

// measure makes the collection and runs the command on it.
func (p params) measure(ctx context.Context, s madeup.Kind, c command, mb float64) (outcome, error) {
	o := outcome{mb: mb * s.Share}
	input, documents, err := s.File(p.Keep, mb)
	if err != nil {
		return o, err
	}
	o.documents = documents
	work, err := os.MkdirTemp(p.Keep, "run-")
	if err != nil {
		return o, err
	}
	defer os.RemoveAll(work)
	output := "--output=" + filepath.Join(work, "out")
	if c.name == "index" {
		output = "--index=" + filepath.Join(work, "out")
	}
	args := append(append(c.args[:len(c.args):len(c.args)], "--quiet", "--input="+input, output,
		fmt.Sprintf("--memory=%dB", p.Memory)), p.Flags...)
	limited, cancel := context.WithTimeout(ctx, time.Duration(p.Limit)*clock*time.Second)
	defer cancel()
	o.Cost, o.ended, err = program.RunWithin(limited, p.Limit, p.Binary, args...)
	switch {
	case ctx.Err() != nil:
		return o, ctx.Err()
	case limited.Err() != nil:
		o.ended = true
	case err != nil:
		lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
		o.refused = lines[len(lines)-1]
	default:
		o.records, err = countLines(filepath.Join(work, "out"))
		return o, err
	}
	return o, nil
}

// countLines counts the lines of the JSON Lines files in a folder.
func countLines(folder string) (int, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil {
		return 0, err
	}
	lines := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return 0, err
		}
		lines += bytes.Count(data, []byte("\n"))
	}
	return lines, nil
}
