package rewrite

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/text/transform"

	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/jsonlio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// format writes the files of one kind again.
type format struct {
	// rewrite writes the documents of a range to out, as e edits them. Its error ends the run.
	rewrite func(ctx context.Context, in *docio.Input, out *output, e record.Editor) error
	// visit is Part.Visit, where it costs less than rewrite.
	visit func(ctx context.Context, in *docio.Input, touches func(number int64) bool,
		see func(record.Document) error) error
	// whole is true if a file is written in one go even where it is read in ranges.
	whole bool
	// bare is true if the file as a whole is never compressed, whatever its first bytes are.
	bare bool
}

// formats has an entry for each format of docio that can be written again.
var formats = map[string]format{
	"text":    {rewrite: rewriteFile},
	"html":    {rewrite: rewriteFile},
	"xml":     {rewrite: rewriteFile},
	"jsonl":   {rewrite: rewriteLines},
	"parquet": {rewrite: rewriteTable, visit: visitTable, whole: true, bare: true},
}

// output is the file that a range is written to.
type output struct {
	io.Writer
	// field is the name of the field that an editor may add to a record.
	field string
	// scratch is the folder for what waits for its place in the file.
	scratch string
	// nothing is true if there is no file to be written.
	nothing bool
}

// Rewrite writes the documents of the part to a new file, name, as e edits them, compressed as
// the file that they are from. The file appears whole or not at all; folders above it are made.
// Records that were rejected are left out. field is the name of the field that e may add, or
// "". ok reports whether there is a file: for a file that is one document, and that was
// rejected or is dropped, there is none. The error is that of ctx, of writing or of e, or
// reports that the file changed during the run.
func (p Part) Rewrite(ctx context.Context, name, field string, e record.Editor) (ok bool, err error) {
	in := docio.NewInput(p.params, p.dir, p.Range)
	defer in.Done()
	kind, err := in.Compression(ctx)
	if errors.Is(err, fs.ErrNotExist) { // it was there when it was listed
		return false, fmt.Errorf("%s: the file went away during the run; run again when nothing writes to it",
			p.Range.Path)
	}
	if err != nil { // its reader has rejected it
		return false, ctx.Err()
	}
	f := formats[p.Range.Format]
	if f.bare {
		kind = compress.None
	}
	if !kind.Writable() { // its name did not say so
		return false, unwritable(p.Range.Path, kind)
	}
	file, err := create(ctx, name)
	if err != nil {
		return false, err
	}
	defer file.Abort()
	written, err := p.write(ctx, in, &output{Writer: file, field: field, scratch: filepath.Dir(name)}, kind, e)
	if err != nil {
		return false, err
	}
	if !written {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) { // of an earlier try
			return false, err
		}
		return false, nil
	}
	if err := file.Close(); err != nil {
		return false, err
	}
	return true, nil
}

// create begins a file in a folder that it makes.
func create(ctx context.Context, name string) (store.Writer, error) {
	files, err := store.For(name)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return nil, err
	}
	return files.Create(ctx, name)
}

// buffers are buffers of files that were written whole, *bufio.Writer: a folder may have very many small files.
var buffers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 256<<10) }}

// packed returns a writer that compresses to w, and what ends it, once, when all is written.
func packed(w io.Writer, kind compress.Kind) (z io.WriteCloser, end func() error) {
	b := buffers.Get().(*bufio.Writer)
	b.Reset(w)
	z = compress.NewWriter(b, kind)
	return z, func() error {
		if err := errors.Join(z.Close(), b.Flush()); err != nil {
			return err
		}
		buffers.Put(b)
		return nil
	}
}

// write writes the part to out, and reports whether there is anything to be written.
func (p Part) write(
	ctx context.Context, in *docio.Input, out *output, kind compress.Kind, e record.Editor,
) (written bool, err error) {
	z, end := packed(out.Writer, kind)
	out.Writer = z
	err = formats[p.Range.Format].rewrite(ctx, in, out, e)
	if changed := in.Changed(); changed != nil { // what was dropped elsewhere may have its copy here
		err = fmt.Errorf("%s: %w", p.Range.Path, changed)
	}
	if err != nil || out.nothing {
		return false, err
	}
	if err := end(); err != nil {
		return false, err
	}
	return true, nil
}

// Visit calls see with the records of the part for whose numbers touches returns true, in the
// order of the file. It writes nothing. The error is that of ctx, of the file or of see.
func (p Part) Visit(ctx context.Context, touches func(number int64) bool, see func(record.Document) error) error {
	in := docio.NewInput(p.params, p.dir, p.Range)
	defer in.Done()
	f := formats[p.Range.Format]
	switch {
	case f.visit != nil:
		return f.visit(ctx, in, touches, see)
	case f.rewrite == nil: // it can only be read
		return in.Read(ctx, func(d record.Document) error {
			if !touches(d.Record) {
				return nil
			}
			return see(d)
		}, func(record.Rejected) {})
	}
	return f.rewrite(ctx, in, &output{Writer: io.Discard}, visitor{touches, see})
}

// visitor is an editor that drops every record it gets.
type visitor struct {
	touches func(number int64) bool
	see     func(record.Document) error
}

func (v visitor) Touches(number int64) bool { return v.touches(number) }

func (v visitor) Edit(d record.Document) (record.Edited, error) {
	return record.Edited{Drop: true}, v.see(d)
}

// rewriteFile writes a file that is one document.
func rewriteFile(ctx context.Context, in *docio.Input, out *output, e record.Editor) error {
	out.nothing = true
	return in.Read(ctx, func(d record.Document) error {
		text, cuts := d.Text, [][2]int(nil)
		if e.Touches(d.Record) {
			edited, err := e.Edit(d)
			if err != nil || edited.Drop {
				return err
			}
			if edited.HasText {
				text, cuts = edited.Text, edited.Cuts
			}
		}
		out.nothing = false
		if d.Charset.Name != "" {
			return writeConverted(ctx, in, out, &d, text, cuts)
		}
		_, err := out.Write(text)
		return err
	}, func(record.Rejected) {})
}

// writeConverted writes a document in the character set of its file: the bytes that the file has, without those of the
// cuts. In a set with escapes, which cannot be cut out, the text that is left is encoded.
func writeConverted(
	ctx context.Context, in *docio.Input, out *output, d *record.Document, text []byte, cuts [][2]int,
) error {
	raw, err := in.Raw(ctx)
	if err != nil {
		return err
	}
	if len(cuts) > 0 && charset.Stateful(d.Charset.Name) {
		_, err := out.Write(charset.Encode(text, d.Charset.Name))
		return err
	}
	bytes, at := d.Charset.Bytes.Cursor(), int64(0)
	for _, c := range cuts {
		if _, err := out.Write(raw[at:bytes.ToFile(int64(c[0]))]); err != nil {
			return err
		}
		at = bytes.ToFile(int64(c[1]))
	}
	_, err = out.Write(raw[at:])
	return err
}

// rewriteLines writes a range of a file of lines.
func rewriteLines(ctx context.Context, in *docio.Input, out *output, e record.Editor) error {
	r, section, decoder, err := in.OpenLines(ctx)
	if err != nil {
		out.nothing = true
		return ctx.Err()
	}
	defer r.Close()
	if set := in.LineCharset(); !charset.Lines(set) { // what was read is UTF-8
		w := transform.NewWriter(out, charset.Encoder(set))
		return errors.Join(jsonlio.Rewrite(ctx, r, w, decoder, section, out.field, e), w.Close())
	}
	return jsonlio.Rewrite(ctx, r, out, decoder, section, out.field, e)
}

// rewriteTable writes a Parquet file.
func rewriteTable(ctx context.Context, in *docio.Input, out *output, e record.Editor) error {
	f, err := in.OpenTable(ctx)
	if err != nil {
		out.nothing = true
		return ctx.Err()
	}
	defer f.Close()
	if err := f.Rewrite(ctx, out, out.scratch, in.Side, e); err != nil {
		return fmt.Errorf("writing %s again: %w", in.Path, err)
	}
	return nil
}

// visitTable reads the columns of the documents of a Parquet file.
func visitTable(
	ctx context.Context, in *docio.Input, touches func(number int64) bool, see func(record.Document) error,
) error {
	f, err := in.OpenTable(ctx)
	if err != nil {
		return ctx.Err()
	}
	defer f.Close()
	return f.Visit(ctx, in.Side, touches, see)
}
