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
	"bytes"
	"encoding/gob"
	"fmt"
	"path/filepath"

	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
)

// Part is a part of a collection that is written in one go: a file, or a range of an
// uncompressed file of lines. The documents of a part keep their order. The parts of a file,
// joined in the order of Start, are the file.
type Part struct {
	// File is the path of the file, as in record.Document.File.
	File string
	// Name is the path of the file below the argument that named it.
	Name string
	// Start is the byte of the decompressed file at which the part begins.
	Start int64
	// Only is true if the part is the whole file.
	Only bool

	// Range, Dir and Params read the part.
	Range  docio.Range
	Dir    string
	Params docio.Params
}

// Encode returns the part as bytes. They are gob, because paths need not be UTF-8.
func (p Part) Encode() []byte {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(p); err != nil {
		panic("rewrite: " + err.Error()) // a part has nothing that gob has not
	}
	return b.Bytes()
}

// DecodePart returns the part that Encode encoded. The error is that of gob.
func DecodePart(b []byte) (p Part, err error) {
	err = gob.NewDecoder(bytes.NewReader(b)).Decode(&p)
	return p, err
}

// PartsOf returns the parts of all files of a plan.
func PartsOf(plan *docio.Plan) []Part {
	parting, params := PartingOf(plan), plan.Params()
	params.Sets = nil // each range has its own
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
			File: r.Path, Name: r.Name, Start: start, Only: len(parting[r.Path]) < 2,
			Range: r, Dir: plan.Dir(), Params: params,
		})
	}
	return parts
}

// Check returns an error if a file of the input of the plan cannot be written again, with field
// added to its records if field is not "". Files of the source are only read. The error is a *docio.UsageError and names the file.
func Check(plan *docio.Plan, field string) error { return check(plan.Ranges(), field) }

func check(ranges []docio.Range, field string) error {
	paths := map[string]string{} // by name
	for _, r := range ranges {
		if r.Side == record.Source {
			continue
		}
		if formats[r.Format].rewrite == nil {
			if r.Format == "pre" {
				return usagef("%s: what --pre makes of a file cannot be written again; convert the files first, and read the texts", r.Path)
			}
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

func usagef(format string, args ...any) error {
	return &docio.UsageError{Err: fmt.Errorf(format, args...)}
}
