package docio

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/jsonlio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// Part is a part of a collection that is written again in one go: a file, or a range of
// a file of lines that is not compressed. What stands in a part stands, as far as it is
// kept, in the same order in what is written; the parts of a file, joined, are the file.
type Part struct {
	File string
	// Name is the path of the file below the argument.
	Name string
	// Start is where the part begins.
	Start int64
	// Only says that it is all of the file.
	Only bool

	Range  Range
	Dir    string
	Params Params
}

// Encode is the part as bytes: gob, because paths need not be UTF-8.
func (p Part) Encode() []byte {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(p); err != nil {
		panic("docio: " + err.Error()) // a part has nothing that gob has not
	}
	return b.Bytes()
}

// DecodePart reads what Encode wrote.
func DecodePart(b []byte) (p Part, err error) {
	err = gob.NewDecoder(bytes.NewReader(b)).Decode(&p)
	return p, err
}

// Parts returns the parts of all files.
func (p *Plan) Parts() []Part {
	table := p.Parting()
	var parts []Part
	for _, r := range p.ranges {
		start := table.Of(r.Path, r.Start)
		if start != r.Start {
			continue // in one go with an earlier range
		}
		if lookup(r.Format).whole {
			r.Start, r.End = 0, -1
		}
		parts = append(parts, Part{
			File: r.Path, Name: r.Name, Start: start, Only: len(table[r.Path]) < 2,
			Range: r, Dir: p.dir, Params: p.params,
		})
	}
	return parts
}

// Parting says where files are cut that are read in several ranges: where each part
// begins, in order. Other files have no entry.
type Parting map[string][]int64

// MarshalJSON and UnmarshalJSON keep paths that are not UTF-8, for a Parting travels as a
// field of a DoFn.
func (t Parting) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(map[string][]int64(t))
	return append(base64.StdEncoding.AppendEncode([]byte{'"'}, b.Bytes()), '"'), err
}

func (t *Parting) UnmarshalJSON(text []byte) error {
	b, err := base64.StdEncoding.DecodeString(strings.Trim(string(text), `"`))
	if err != nil {
		return err
	}
	return gob.NewDecoder(bytes.NewReader(b)).Decode((*map[string][]int64)(t))
}

// Of returns where the part of a document begins. offset is Document.Offset.
func (t Parting) Of(file string, offset int64) (start int64) {
	begins := t[file]
	if len(begins) == 0 {
		return 0
	}
	at := sort.Search(len(begins), func(i int) bool { return begins[i] > offset }) - 1
	return begins[max(at, 0)]
}

// Parting returns that of the plan.
func (p *Plan) Parting() Parting {
	table := Parting{}
	count := map[string]int{}
	for _, r := range p.ranges {
		count[r.Path]++
	}
	for _, r := range p.ranges {
		if count[r.Path] > 1 && (r.Start == 0 || !lookup(r.Format).whole) {
			table[r.Path] = append(table[r.Path], r.Start)
		}
	}
	for _, begins := range table {
		slices.Sort(begins)
	}
	return table
}

// CanRewrite says why the files of a plan can not be written again, with field added to
// their records if it is not "". The error is a *UsageError.
func (p *Plan) CanRewrite(field string) error {
	paths := map[string]string{} // by name
	for _, r := range p.ranges {
		if lookup(r.Format).rewrite == nil {
			return usagef("%s: files of the format %s can be read, but not written again; give text, HTML, JSON Lines or Parquet", r.Path, r.Format)
		}
		if !filepath.IsLocal(filepath.FromSlash(r.Name)) { // objects of a bucket may be called ../x
			return usagef("%s: its name %s leads out of the folder of the output; read it alone, or rename it", r.Path, r.Name)
		}
		if field != "" && r.Format != "jsonl" {
			return usagef("%s: a field with the ranges can be added only to JSON Lines; the format is %s", r.Path, r.Format)
		}
		if other, ok := paths[r.Name]; ok && other != r.Path {
			return usagef("%s and %s would both be written as %s; give one --input above both", min(other, r.Path), max(other, r.Path), r.Name)
		}
		paths[r.Name] = r.Path
	}
	return nil
}

// Rewrite writes the documents of the part to a new file, as e edits them, compressed as
// the file that they are from. Records that were rejected are left out. field is the name of
// the field that e may add. A file that is a document which is dropped is not written: ok
// is then false.
func (p Part) Rewrite(ctx context.Context, name, field string, e record.Editor) (ok bool, err error) {
	in := &input{Range: p.Range, params: p.Params, path: store.Join(p.Dir, p.Range.Path)}
	read := meter{left: p.Range.Bytes}
	in.meter = read.add
	defer func() { read.add(int(read.left)) }()
	kind, err := in.kind(ctx)
	if errors.Is(err, fs.ErrNotExist) { // it was there when it was listed
		return false, fmt.Errorf("%s: the file went away during the run; run again when nothing writes to it", p.Range.Path)
	}
	if err != nil { // its reader has rejected it
		return false, ctx.Err()
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return false, err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".tmp-*")
	if err != nil {
		return false, err
	}
	defer func() {
		if !ok {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	buffered := bufio.NewWriterSize(f, 256<<10)
	z := compress.NewWriter(buffered, kind)
	out := &rewriter{Writer: z, field: field}
	err = lookup(p.Range.Format).rewrite(ctx, in, out, e)
	if changed := in.changed.Load(); changed != nil { // what was dropped elsewhere may have its copy here
		err = fmt.Errorf("%s: %w", p.Range.Path, changed)
	}
	if err != nil {
		return false, err
	}
	if out.nothing {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) { // of an earlier try
			return false, err
		}
		return false, nil
	}
	err = cmp.Or(z.Close(), buffered.Flush(), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	return err == nil, err
}

// Visit shows see the records of the part that touches holds for, in the order of the file.
// Nothing is written.
func (p Part) Visit(ctx context.Context, touches func(number int64) bool, see func(record.Document) error) error {
	in := &input{Range: p.Range, params: p.Params, path: store.Join(p.Dir, p.Range.Path)}
	read := meter{left: p.Range.Bytes}
	in.meter = read.add
	defer func() { read.add(int(read.left)) }()
	return lookup(p.Range.Format).rewrite(ctx, in, &rewriter{Writer: io.Discard}, visitor{touches, see})
}

// visitor is an editor that drops what it is shown.
type visitor struct {
	touches func(number int64) bool
	see     func(record.Document) error
}

func (v visitor) Touches(number int64) bool { return v.touches(number) }

func (v visitor) Edit(d record.Document) (record.Edited, error) {
	return record.Edited{Drop: true}, v.see(d)
}

// rewriter is what is written to.
type rewriter struct {
	io.Writer
	field string
	// nothing says that there is no file to be written.
	nothing bool
}

// kind is how the file is compressed.
func (in *input) kind(ctx context.Context) (compress.Kind, error) {
	f, err := openAt(ctx, in.path, 0)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	head := make([]byte, compress.SniffBytes)
	n, _ := io.ReadFull(f, head)
	if in.Format == "parquet" {
		return compress.None, nil
	}
	return compress.Sniff(head[:n]), nil
}

func rewriteText(ctx context.Context, in *input, out *rewriter, e record.Editor) error {
	return rewriteFile(ctx, in, record.Plain, out, e)
}

func rewriteHTML(ctx context.Context, in *input, out *rewriter, e record.Editor) error {
	return rewriteFile(ctx, in, record.HTML, out, e)
}

func rewriteFile(ctx context.Context, in *input, markup record.Markup, out *rewriter, e record.Editor) error {
	out.nothing = true
	return readFile(ctx, in, markup, func(d record.Document) error {
		text := d.Text
		if e.Touches(d.Record) {
			edited, err := e.Edit(d)
			if err != nil || edited.Drop {
				return err
			}
			if edited.HasText {
				text = edited.Text
			}
		}
		out.nothing = false
		_, err := out.Write(text)
		return err
	}, func(record.Rejected) {})
}

func rewriteLines(ctx context.Context, in *input, out *rewriter, e record.Editor) error {
	r, err := in.open(ctx, in.Start-jsonlio.Lead(in.Start))
	if err != nil {
		out.nothing = true
		return ctx.Err()
	}
	defer r.Close()
	return jsonlio.Rewrite(ctx, r, out, jsonlio.NewDecoder(in.params.IDField, in.params.TextField), in.section(), out.field, e)
}

func rewriteParquet(ctx context.Context, in *input, out *rewriter, e record.Editor) error {
	f, err := in.openTable(ctx, in.fields())
	if err != nil {
		out.nothing = true
		return ctx.Err()
	}
	defer f.stored.Close()
	if err := f.Rewrite(ctx, out, in.Side, e); err != nil {
		return fmt.Errorf("writing %s again: %w", in.Path, err)
	}
	return nil
}
