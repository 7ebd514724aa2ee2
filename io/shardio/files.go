package shardio

import (
	"bufio"
	"context"
	"crypto/rand"
	"io"

	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
)

// fileBytes is the size at which a file of the result is full, in bytes of lines. Files are cut
// by the sorted lines alone, so they are the same in every run: by samples where many workers
// write (cuts), else by the sizes of the lines.
const fileBytes = 64 << 20

// Encoding is how the lines of a stream are written to files.
type Encoding struct {
	// Extension ends the names of the files: ".jsonl".
	Extension string
	// New begins a file. It need not flush w.
	New func(w *bufio.Writer) LineWriter
}

// LineWriter writes the lines of one file.
type LineWriter interface {
	// Write writes a line, which has no line end. It does not keep line.
	Write(line []byte) error
	// Close writes what is left.
	Close() error
}

type lineFile struct{ w *bufio.Writer }

func newLineFile(w *bufio.Writer) LineWriter { return lineFile{w} }

func (f lineFile) Write(line []byte) error {
	f.w.Write(line)
	return f.w.WriteByte('\n') // w keeps its first error
}

func (lineFile) Close() error { return nil }

// writeFile writes lines into the file at path, which appears whole or not at all.
func writeFile(ctx context.Context, path string, e Encoding, lines Lines) error {
	return store.WriteFile(ctx, path, func(f io.Writer) error {
		w := bufio.NewWriterSize(f, 256<<10)
		file := e.New(w)
		if err := lines(file.Write); err != nil {
			return err
		}
		if err := file.Close(); err != nil {
			return err
		}
		return w.Flush()
	})
}

// WriteFiles writes lines into the files STREAM-SSSSS-of-NNNNN of a folder, each of about 64
// MB of lines: at least one, which may be empty. Files of the same stream and extension are
// replaced. After an error the files are not complete; another call replaces them.
func WriteFiles(ctx context.Context, dir, stream string, e Encoding, lines Lines) error {
	return writeFiles(ctx, dir, stream, e, fileBytes, lines)
}

func writeFiles(ctx context.Context, dir, stream string, e Encoding, limit int64, lines Lines) error {
	files, err := store.For(dir)
	if err != nil {
		return err
	}
	if err := removeAll(ctx, files, dir, result.Pattern(stream, e.Extension)); err != nil { // of an earlier try
		return err
	}
	c := &cutter{ctx: ctx, files: files, dir: dir, limit: limit, encoding: e}
	if err := c.write(stream, lines); err != nil {
		c.drop()
		return err
	}
	return nil
}

// cutter writes lines into files with temporary names: how many there will be is known
// at the end.
type cutter struct {
	ctx      context.Context
	files    store.Store
	dir      string
	limit    int64
	encoding Encoding

	file  store.Writer
	w     *bufio.Writer
	lines LineWriter
	size  int64
	names []string
}

func (c *cutter) write(stream string, lines Lines) error {
	if err := lines(c.line); err != nil {
		return err
	}
	if c.file == nil { // no line: one empty file
		if err := c.open(); err != nil {
			return err
		}
	}
	if err := c.close(); err != nil {
		return err
	}
	for i, name := range c.names {
		to := store.Join(c.dir, result.Name(stream, i, len(c.names), c.encoding.Extension))
		if err := c.files.Rename(c.ctx, name, to); err != nil {
			return err
		}
	}
	return nil
}

func (c *cutter) open() (err error) {
	name := store.Join(c.dir, ".tmp-"+rand.Text())
	if c.file, err = c.files.Create(c.ctx, name); err != nil {
		return err
	}
	c.names, c.size = append(c.names, name), 0
	c.w = bufio.NewWriterSize(c.file, 256<<10)
	c.lines = c.encoding.New(c.w)
	return nil
}

func (c *cutter) close() error {
	if err := c.lines.Close(); err != nil {
		return err
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
	return c.lines.Write(line)
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
