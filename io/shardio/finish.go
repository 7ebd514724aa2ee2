package shardio

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.org/diagonal/io/parquetio"
	"example.org/diagonal/io/store"
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
	Columns    [][]parquetio.Column // of each stream; nil for lines
	PAN        []bool               // of each stream
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
			runs[it.Stream] = append(runs[it.Stream], store.Join(fn.Dir, runsDir+"/"+it.Run))
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
		runs := slices.Compact(runs[i])
		if err := mergeFiles(ctx, fn.Dir, name, fn.columns(i), runs, fileBytes); err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
		if i < len(fn.PAN) && fn.PAN[i] {
			if err := mergePAN(ctx, fn.Dir, runs); err != nil {
				return fmt.Errorf("writing %s for PAN: %w", name, err)
			}
		}
	}
	return WriteSummary(ctx, fn.Dir, &sum)
}

// WriteSummary writes summary.json into a folder.
func WriteSummary(ctx context.Context, dir string, s *Summary) error {
	return create(ctx, store.Join(dir, SummaryFile), func(f io.Writer) error {
		e := json.NewEncoder(f)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(s)
	})
}

func (fn *finishFn) columns(stream int) []parquetio.Column {
	if stream < len(fn.Columns) {
		return fn.Columns[stream]
	}
	return nil
}

// mergeFiles writes the lines of the runs into files of about limit bytes of lines.
func mergeFiles(ctx context.Context, dir, name string, columns []parquetio.Column, runs []string, limit int64) error {
	return writeFiles(ctx, dir, name, columns, limit, func(write func(line []byte) error) error { return merge(ctx, runs, write) })
}

// WriteStream writes the lines, in order, that each gives to its argument into the files
// of a stream of a result; files of that stream are replaced.
func WriteStream(ctx context.Context, dir, name string, each func(write func(line []byte) error) error) error {
	return writeFiles(ctx, dir, name, nil, fileBytes, each)
}

// writeFiles writes lines into files NAME-SSSSS-of-NNNNN.jsonl, or .parquet, of about
// limit bytes of lines; at least one, which may be empty.
func writeFiles(ctx context.Context, dir, name string, columns []parquetio.Column, limit int64, each func(write func(line []byte) error) error) error {
	files, err := store.For(dir)
	if err != nil {
		return err
	}
	if err := removeAll(ctx, files, dir, name+"-?????-of-?????"+extension(columns)); err != nil { // of an earlier try
		return err
	}
	c := &cutter{ctx: ctx, files: files, dir: dir, limit: limit, columns: columns}
	err = each(c.line)
	if err == nil && c.file == nil {
		err = c.open() // no line: one empty file
	}
	if err == nil {
		err = c.close()
	}
	for i := 0; i < len(c.names) && err == nil; i++ {
		err = files.Rename(ctx, c.names[i], store.Join(dir, fmt.Sprintf("%s-%05d-of-%05d%s", name, i, len(c.names), extension(columns))))
	}
	if err != nil {
		c.drop()
	}
	return err
}

// cutter writes lines into files with temporary names: how many there will be is known
// at the end.
type cutter struct {
	ctx     context.Context
	files   store.Store
	dir     string
	limit   int64
	columns []parquetio.Column

	file  store.Writer
	w     *bufio.Writer
	table *parquetio.Writer // nil for lines
	row   []any             // scratch
	size  int64
	names []string
}

func (c *cutter) open() (err error) {
	name := store.Join(c.dir, ".tmp-"+rand.Text())
	if c.file, err = c.files.Create(c.ctx, name); err != nil {
		return err
	}
	c.names, c.size = append(c.names, name), 0
	c.w = bufio.NewWriterSize(c.file, 256<<10)
	if c.columns != nil {
		c.table = parquetio.NewWriter(c.w, c.columns)
	}
	return nil
}

func (c *cutter) close() error {
	if c.table != nil {
		if err := c.table.Close(); err != nil {
			return err
		}
	}
	if err := c.w.Flush(); err != nil {
		return err
	}
	return c.file.Close()
}

func (c *cutter) line(line []byte) error {
	if c.file != nil && c.size >= c.limit {
		if err := c.close(); err != nil {
			return err
		}
		c.file = nil
	}
	if c.file == nil {
		if err := c.open(); err != nil {
			return err
		}
	}
	c.size += int64(len(line)) + 1
	if c.table != nil {
		var err error
		if c.row, err = rowOf(c.row, c.columns, line); err != nil {
			return err
		}
		return c.table.Write(c.row)
	}
	c.w.Write(line)
	return c.w.WriteByte('\n')
}

// drop removes what was written.
func (c *cutter) drop() {
	if c.file != nil {
		c.file.Abort()
	}
	for _, name := range c.names {
		c.files.Remove(context.WithoutCancel(c.ctx), name)
	}
}
