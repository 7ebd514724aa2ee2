// Package rewrite writes a collection of documents again, with some documents edited or
// dropped: the same files, in the same formats, compressed in the same way. What an edit does
// not touch stays byte for byte in text, HTML and JSON Lines, and value for value in Parquet.
//
// PartsOf cuts the collection into parts, which may be written by different workers, in any
// order. Part.Rewrite writes one; Part.Visit only reads it.
//
// A new format that can be written again is an entry in formats and its function.
package rewrite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
)

// Part is a part of a collection that is written in one go: a file, or a range of an
// uncompressed file of lines. The documents of a part keep their order. The parts of a file,
// joined in the order of Start, are the file.
type Part struct {
	// Range is what is read. Its Path is that of the file, as in record.Document.File.
	Range docio.Range
	// Start is the byte of the decompressed file at which the part begins.
	Start int64
	// Only is true if the part is the whole file.
	Only bool

	dir    string // of the plan
	params docio.Params
}

// Encode returns the part as bytes, without the parameters of its plan.
//
//	range; start varint; only byte; dir string
func (p Part) Encode() []byte {
	b := wire.AppendBool(binary.AppendVarint(p.Range.Append(nil), p.Start), p.Only)
	return wire.AppendString(b, p.dir)
}

// DecodePart returns the part that Encode encoded, of a plan with these parameters.
func DecodePart(b []byte, params docio.Params) (Part, error) {
	r := wire.NewReader(b)
	p := Part{Range: docio.ReadRange(&r), Start: r.Varint(), Only: r.Bool(), dir: r.Text(), params: params}
	return p, r.Err()
}

// PartsOf returns the parts of all files of a plan.
func PartsOf(plan *docio.Plan) []Part {
	parting := PartingOf(plan)
	var parts []Part
	for _, r := range plan.Ranges() {
		start := parting.Of(r.Path, r.Start)
		if start != r.Start {
			continue // in one go with an earlier range
		}
		if formats[r.Format].whole {
			r.Start, r.End = 0, -1
		}
		parts = append(parts, Part{
			Range: r, Start: start, Only: len(parting[r.Path]) < 2, dir: plan.Dir(), params: plan.Params(),
		})
	}
	return parts
}

// Check returns an error if a file of the input of the plan cannot be written again. Files of the
// source are only read, and so are all files if only is true, but those that take a field
// (Part.TakesField). The error is a *docio.UsageError and names the file.
func Check(plan *docio.Plan, only bool) error { return check(plan.Ranges(), only) }

// TakesField reports whether a field can be added to the records of the part.
func (p Part) TakesField() bool { return p.Range.Format == "jsonl" }

// Lines writes a line for each document of the part to a new file, name, as line returns it,
// compressed if the part is a compressed file of lines; none if that is nil. The rest is as that of
// Rewrite.
func (p Part) Lines(ctx context.Context, name string, line func(d record.Document) ([]byte, error)) error {
	in := docio.NewInput(p.params, p.dir, p.Range)
	defer in.Done()
	kind := compress.None
	if p.TakesField() {
		var err error
		if kind, err = in.Compression(ctx); err != nil {
			return ctx.Err() // its reader has rejected it
		}
	}
	file, err := create(ctx, name)
	if err != nil {
		return err
	}
	defer file.Abort()
	z, end := packed(file, kind)
	err = in.Read(ctx, func(d record.Document) error {
		b, err := line(d)
		if err == nil && b != nil {
			_, err = z.Write(append(b, '\n'))
		}
		return err
	}, func(record.Rejected) {})
	if err := errors.Join(err, in.Changed()); err != nil {
		return fmt.Errorf("%s: %w", p.Range.Path, err)
	}
	if err := end(); err != nil {
		return err
	}
	return file.Close()
}

func check(ranges []docio.Range, only bool) error {
	paths := map[string]string{} // by name
	for _, r := range ranges {
		if r.Side == record.Source {
			continue
		}
		if formats[r.Format].rewrite == nil && !only {
			if docio.Made(r.Format) {
				return usagef("%s: files of the format %s can be read, but not written again; clean their texts: `diagonal resemblance --write_texts=FOLDER` writes them", r.Path, r.Format)
			}
			return usagef("%s: files of the format %s can be read, but not written again; give text, HTML, XML, JSON Lines or Parquet, or leave it out with --exclude", r.Path, r.Format)
		}
		if _, kind := compress.Trim(r.Path); !kind.Writable() && !only {
			return unwritable(r.Path, kind)
		}
		if !filepath.IsLocal(filepath.FromSlash(r.Name)) { // objects of a bucket may be called ../x
			return usagef("%s: its name %s leads out of the folder of the output; read it alone, or rename it",
				r.Path, r.Name)
		}
		if other, ok := paths[r.Name]; ok && other != r.Path {
			return usagef("%s and %s would both be written as %s; give one --input above both", min(other, r.Path),
				max(other, r.Path), r.Name)
		}
		paths[r.Name] = r.Path
	}
	return nil
}

// unwritable is the error for a file that is compressed in a way that can only be read.
func unwritable(path string, kind compress.Kind) error {
	return usagef("%s: files of %s can be read, but not written again; compress it with gzip or zstd", path, kind)
}

func usagef(format string, args ...any) error {
	return &docio.UsageError{Err: fmt.Errorf(format, args...)}
}
