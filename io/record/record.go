// Package record holds the types that travel between the readers, the
// transforms and the sinks, and their coders. It imports nothing of this module.
//
// A Document is one record of the input. Split turns it into an Analysed document, which is all
// that the stages before the end need, and a Catalogue entry, which is all that the end needs
// to say where a sentence stands in the input.
package record

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// Side is the side of a comparison that a document is on.
type Side uint8

const (
	// Input is a document of --input.
	Input Side = iota
	// Source is a document of --source: input is compared with it, it is not compared with itself.
	Source
)

// Markup says how the text of a document is to be read.
type Markup uint8

const (
	// Plain text is used as it is.
	Plain Markup = iota
	// HTML text is read without its tags; offsets count them.
	HTML
	// MainHTML is HTML of which only the main text is read: no navigation, side bars, footers
	// and forms. A page whose main text is not found is read like HTML.
	MainHTML
	// XML text is read without its tags; offsets count them.
	XML
)

// Document is one document as a reader found it.
type Document struct {
	Side   Side
	Markup Markup
	// Reading says how the document is compared.
	Reading Reading
	// ID is the user's name of the document (contract: the id field, or the path, or FILE:LINE).
	ID string
	// Date tells documents of one ID apart that are captures of one page, at different
	// times: see Dated. It is empty where there is no such thing.
	Date string
	// File is the file that the document was read from.
	File string
	// Record is the number of the record in its file, from 0.
	Record int64
	// Offset is where the record begins in the decompressed file, in bytes; in a file
	// whose records have no such place (Parquet) it is Record.
	Offset int64
	// Text is the text that all offsets refer to; offsets in bytes are those of its file (Charset). It may
	// hold invalid UTF-8.
	Text []byte
	// Charset is the character set that Text was converted from.
	Charset Charset
	// Lines are those of the pages of a scan, in the order of the text; nil if it is none.
	Lines []Line
	// Fields is fields of the record that travel into a result. They do not count where documents
	// are compared, unless a search asks for them.
	Fields Fields
}

// Validate returns an error about a Side or a Markup that is none of the constants, and about
// Fields that are no JSON object.
func (d *Document) Validate() error {
	switch {
	case d.Side > Source:
		return fmt.Errorf("%s (%.100s): Side is %d, want record.Input or record.Source", Where(d.File, d.Record),
			d.ID, d.Side)
	case d.Markup > XML:
		return fmt.Errorf("%s (%.100s): Markup is %d, want record.Plain, HTML, MainHTML or XML",
			Where(d.File, d.Record), d.ID, d.Markup)
	}
	if err := d.Fields.Validate(); err != nil {
		return fmt.Errorf("%s (%.100s): %w", Where(d.File, d.Record), d.ID, err)
	}
	return nil
}

// Piece returns the part of the text that is at some bytes of its file, or of itself if the text was not converted
// (Charset); ok is false if the text has no such part.
func (d *Document) Piece(start, end int64) (piece []byte, ok bool) {
	return d.Charset.Bytes.piece(d.Text, start, end)
}

// Key returns the 64-bit document key of a text with the given content hash (see Content)
// under the name id.
//
// The upper half depends on side and id only, so that documents of one name are
// neighbours in key order; the lower half depends on the text as well, so that two
// documents under one name never mix their sentences before one of them is rejected.
// The lowest bit is the side.
func Key(side Side, id string, content uint64) uint64 {
	var d xxhash.Digest
	d.Reset()
	d.Write([]byte{byte(side)})
	d.WriteString(id)
	name := d.Sum64()
	d.Write(binary.LittleEndian.AppendUint64(nil, content))
	return name&^0xffffffff | d.Sum64()&0xfffffffe | uint64(side)
}

// Key returns the document key of d, whose text has the given content hash. The date counts
// like the text: captures of a page that did not change are two documents.
func (d *Document) Key(content uint64) uint64 {
	if d.Date != "" {
		content = xxhash.Sum64(binary.LittleEndian.AppendUint64([]byte(d.Date), content))
	}
	return Key(d.Side, d.ID, content)
}

// Dated returns the id of a document if its id alone names captures of several dates.
func Dated(id, date string) string { return id + " " + date }

// Content returns the hash of a text which distinguishes documents of one name.
func Content(text []byte) uint64 { return xxhash.Sum64(text) }

// SideOf returns the side of the document of a key.
func SideOf(key uint64) Side { return Side(key & 1) }

// NameOf returns the part of a document key that side and id alone decide.
func NameOf(key uint64) uint32 { return uint32(key >> 32) }

// Rejected is an input record that could not be used, and why.
type Rejected struct {
	// File is the path of the file, as UTF8 makes it.
	File string `json:"file"`
	// Record is the number of the record in its file, from 0. In JSON it is from 1.
	Record int64 `json:"record"`
	// ID is the id of the record where it is known.
	ID     string `json:"id,omitempty"`
	Reason string `json:"reason"`
}

// rejectedJSON is a Rejected as the result has it, with the number of the record from 1, as
// messages and FILE:LINE ids count.
type rejectedJSON Rejected

// MarshalJSON returns the line of the result. It counts records from 1.
func (r Rejected) MarshalJSON() ([]byte, error) {
	r.Record++
	return JSON(rejectedJSON(r))
}

// UnmarshalJSON reads what MarshalJSON returns.
func (r *Rejected) UnmarshalJSON(b []byte) error {
	err := json.Unmarshal(b, (*rejectedJSON)(r))
	r.Record--
	return err
}

// String returns the line shown to people, who count from 1.
func (r Rejected) String() string {
	where := Where(r.File, r.Record)
	if r.ID != "" && where != r.ID && !strings.HasSuffix(where, "/"+r.ID) { // the id of a file is the end of its path
		where += " (" + r.ID + ")"
	}
	return where + ": " + r.Reason
}

// Stdin is the name of standard input in records.
const Stdin = "-"

// Where returns the name of a record as people count: the first line of a file is line 1. In files of
// other formats than lines the first record has no number: mostly the file is meant. A document
// that a program has made has no file: then it is "the document", or "record 3".
func Where(file string, n int64) string {
	if file == Stdin {
		file = "standard input"
	}
	base := strings.ToLower(path.Base(file))
	noun := "record"
	switch {
	case file == "" && n == 0:
		return "the document"
	case file == "":
		return fmt.Sprintf("%s %d", noun, n+1)
	case strings.Contains(base, ".jsonl") || strings.Contains(base, ".ndjson"):
		noun = "line"
	case n == 0:
		return file
	case strings.Contains(base, ".parquet"), strings.Contains(base, ".arrow"), strings.Contains(base, ".feather"):
		noun = "row"
	}
	return fmt.Sprintf("%s, %s %d", file, noun, n+1)
}

// MaxBytes is how large a record may be where nothing else is said: a document has to fit
// in memory, several times on its way through a pipeline.
const MaxBytes = 512 << 20

// Limit bounds what one record may take: a line, a file of text, a row, a page of an
// archive, each after decompression.
type Limit struct {
	// Bytes is the size of the largest record that is read.
	Bytes int64
	// Exceeded returns why a larger one is not read. It is called for each of them.
	Exceeded func() error
}

// LimitOf returns the limit of so many bytes that --max_record sets.
func LimitOf(bytes int64) Limit {
	return Limit{Bytes: bytes, Exceeded: func() error {
		return fmt.Errorf("larger than %s; --max_record sets this limit", Size(bytes))
	}}
}

// Size returns a number of bytes in MiB, or in bytes where that is no whole number of them.
func Size(bytes int64) string {
	if bytes >= 1<<20 && bytes%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d bytes", bytes)
}
