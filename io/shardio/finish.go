package shardio

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// fileBytes is the size at which a file of the result is full. Files are cut by the
// sorted lines alone, so they are the same in every run.
const fileBytes = 64 << 20

// Summary is summary.json: the same in every run of the same job.
type Summary struct {
	// Parameters is the job's parameters.
	Parameters json.RawMessage `json:"parameters"`
	// Counts is what went in, and what the stages made of it.
	Counts map[string]int64 `json:"counts"`
	// Ledger is every comparison that was not made, by reason.
	Ledger map[string]int64 `json:"ledger"`
	// Lines is the number of lines of each stream.
	Lines map[string]int64 `json:"lines"`
}

// LedgerPrefix begins the name of a count that belongs to the ledger.
const LedgerPrefix = "not_compared."

// Names of files in a result.
const (
	SummaryFile = "summary.json"
	RunFile     = "run.json"
	SuccessFile = "_SUCCESS"
)

// finishFn merges the runs into the files of the result and writes summary.json, the
// last file that workers write.
type finishFn struct {
	Dir        string
	Streams    []string
	Parameters string
}

func (fn *finishFn) ProcessElement(ctx context.Context, _ int, items func(*[]byte) bool) error {
	runs := make([][]string, len(fn.Streams))
	sum := Summary{Parameters: json.RawMessage(fn.Parameters), Counts: map[string]int64{}, Ledger: map[string]int64{}, Lines: map[string]int64{}}
	if len(sum.Parameters) == 0 {
		sum.Parameters = json.RawMessage("{}")
	}
	var b []byte
	for items(&b) {
		var it item
		if err := json.Unmarshal(b, &it); err != nil {
			return fmt.Errorf("shardio: %w", err)
		}
		switch {
		case it.Run != "":
			runs[it.Stream] = append(runs[it.Stream], filepath.Join(fn.Dir, runsDir, it.Run))
			sum.Lines[fn.Streams[it.Stream]] += it.Lines
		case it.Count != "":
			if reason, ok := strings.CutPrefix(it.Count, LedgerPrefix); ok {
				sum.Ledger[reason] += it.N
			} else {
				sum.Counts[it.Count] += it.N
			}
		}
	}
	for i, name := range fn.Streams {
		sum.Lines[name] += 0 // streams without a line are told, too
		slices.Sort(runs[i])
		if err := mergeFiles(ctx, fn.Dir, name, slices.Compact(runs[i]), fileBytes); err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
	}
	return create(filepath.Join(fn.Dir, SummaryFile), func(f *os.File) error {
		e := json.NewEncoder(f)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(sum)
	})
}

// mergeFiles writes the lines of the runs into files NAME-SSSSS-of-NNNNN.jsonl of
// about limit bytes; at least one, which may be empty.
func mergeFiles(ctx context.Context, dir, name string, runs []string, limit int64) error {
	if err := removeAll(dir, name+"-?????-of-?????.jsonl"); err != nil { // of an earlier try
		return err
	}
	var f *os.File
	var w *bufio.Writer
	var names []string
	size := int64(0)
	open := func() (err error) {
		f, err = os.CreateTemp(dir, ".tmp-*")
		if err != nil {
			return err
		}
		names, size = append(names, f.Name()), 0
		w = bufio.NewWriterSize(f, 256<<10)
		return f.Chmod(0o644)
	}
	closeFile := func() error {
		if err := w.Flush(); err != nil {
			return err
		}
		return f.Close()
	}
	done := false
	defer func() {
		if !done {
			f.Close()
			for _, n := range names {
				os.Remove(n)
			}
		}
	}()
	if err := open(); err != nil {
		return err
	}
	err := merge(ctx, runs, func(line []byte) error {
		if size >= limit {
			if err := closeFile(); err != nil {
				return err
			}
			if err := open(); err != nil {
				return err
			}
		}
		size += int64(len(line)) + 1
		w.Write(line)
		return w.WriteByte('\n')
	})
	if err != nil {
		return err
	}
	if err := closeFile(); err != nil {
		return err
	}
	for i, n := range names {
		if err := os.Rename(n, filepath.Join(dir, fmt.Sprintf("%s-%05d-of-%05d.jsonl", name, i, len(names)))); err != nil {
			return err
		}
	}
	done = true
	return nil
}

// removeAll removes the files of dir that match a pattern; dir itself may have any name.
func removeAll(dir, pattern string) error {
	names, err := fs.Glob(os.DirFS(dir), pattern)
	if err != nil {
		return err
	}
	for _, n := range names {
		if err := os.Remove(filepath.Join(dir, n)); err != nil {
			return err
		}
	}
	return nil
}
