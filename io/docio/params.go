package docio

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/io/record"
)

// Params chooses the documents that a pipeline reads.
type Params struct {
	// Input are the files, folders and globs of the documents to look at. A folder
	// stands for all files below it; ** in a glob for any number of folders.
	//
	// Required.
	Input []string
	// Source are the files, folders and globs of the documents that the input is
	// compared with. Without it, the input is compared with itself. A file that is
	// under both Input and Source is read as both.
	Source []string
	// Exclude are patterns of names of files of Input and Source that are not read, as in ids, ** for any folders; one
	// without a slash is a pattern of the last part of a name. Members of archives have names, too.
	Exclude []string
	// Base is a folder that the names of files begin at, which are ids or parts of ids. Every file
	// must be below it. Empty: a name begins at the argument that found the file.
	Base string
	// Format is the format of every file, or "auto": by the extension of each file,
	// under the suffix of a compressed one; a file with an unknown extension is text.
	Format string
	// HTML says what is read of a page, a file of HTML or a page of an archive: HTMLMain, the
	// main text, or HTMLAll, all text.
	HTML string
	// IDField is the name of the field, in Parquet of the column, with a record's id, in
	// formats that have fields. A record without it is named FILE:LINE. A Parquet file
	// must have the column, unless it is that of the default.
	IDField string
	// TextField is the name of the field, in Parquet of the column, with a record's text,
	// in formats that have fields. A record without it is rejected, and a Parquet file
	// without it a mistake of the user. A field inside an object, or a column inside a struct, is
	// named by its path, with dots.
	TextField string
	// Keep are the names of fields or columns, or their paths, that become the Fields of a document.
	// A record need not have them. At least one file must be of a format with fields.
	Keep []string
	// Named gives documents the fields author, title and date of their files, where Keep is empty and the format is
	// made for documents: Word, OpenDocument, EPUB, mail, TEI, TREC. A field that is too long is left out.
	Named bool `json:"-"`
	// MetadataFile is not read as a document, wherever it lies; empty: all files are. ReadMetadata reads it.
	MetadataFile string `json:"-"`
	// Metadata has fields of documents, which come before their own; nil for none.
	Metadata *Metadata `json:",omitempty"`
	// DateField is one of Keep: the field with the date of a record. A record with another text there than a
	// date (record.ParseDate) is rejected; one without the field is not. Empty: no dates are checked.
	DateField string
	// Charset is the name of the character set of all files of text, HTML, XML and JSON Lines, or "auto": UTF-8 where
	// that is valid, else the set that a file declares or that its bytes show. "" is "auto". Parquet is UTF-8, and
	// pages of archives say their set.
	Charset string
	// Sets are the names of the character sets of some files of Input, by their names in ids. They come before Charset.
	// NewPlan reads them, and they do not travel.
	Sets map[string]string `json:"-"`
	// Fold are names of record.Folds: letters that are the same in all documents.
	Fold []string
	// Skip are names of record.Skips, and of elements of XML: parts of all documents that do not count.
	Skip []string
	// Spelling is the table of the words of all documents that have a standard form (package standard); "" is none.
	Spelling string
	// MaxRecord is how many bytes a record may have, after decompression: a line, a file
	// of text or HTML, a row's text, a page of an archive. A larger one is rejected. A
	// record is in memory several times, so what fits depends on the machine.
	MaxRecord int64
	// Pre are commands that read files of other kinds. Of those whose patterns match a file the first one reads it.
	Pre []Pre
	// PreTimeout is how long a command of Pre may take for a file.
	PreTimeout time.Duration
	// Stdin is what "-" in Input or Source stands for. Spool sets it.
	Stdin Spooled
	// All is true if the files are to be written again: what cannot be, such as a row group of
	// Parquet with a broken column of any name, is rejected.
	All bool
	// Share is the share of the input that is read, for estimates, above 0 and below 1: see
	// NewPlan. 0 and 1 are all of it.
	Share float64
	// Piece is the size in bytes of the pieces that a large file of lines gives to a sample, 0 for
	// pieceBytes.
	Piece int64
}

// sampled reports whether a share of the input is read.
func (p Params) sampled() bool { return p.Share > 0 && p.Share < 1 }

// defaultIDField is the id field that a file need not have.
const defaultIDField = "id"

// auto is the format that is recognised by the name of the file.
const auto = "auto"

// Values of Params.HTML.
const (
	HTMLMain = "main"
	HTMLAll  = "all"
)

// Defaults returns Params with a value for every field that has a default: all but Input and
// Source.
func Defaults() Params {
	return Params{Format: auto, HTML: HTMLMain, Charset: anyCharset, IDField: defaultIDField, TextField: "text",
		MaxRecord: record.MaxBytes, PreTimeout: defaultPreTimeout}
}

// Validate reports the first field that holds an impossible value.
func (p Params) Validate() error {
	if len(p.Input) == 0 {
		return usagef("--input is missing: name a file, a folder or a glob")
	}
	for _, path := range p.Input {
		if err := p.checkPath("input", path); err != nil {
			return err
		}
	}
	for _, path := range p.Source {
		if err := p.checkPath("source", path); err != nil {
			return err
		}
	}
	if err := p.checkExclude(); err != nil {
		return err
	}
	if !slices.Contains(Formats(), p.Format) {
		return usagef("--format=%s is unknown; use one of %s", p.Format, strings.Join(Formats(), ", "))
	}
	if p.HTML != HTMLMain && p.HTML != HTMLAll {
		return usagef("--html=%s is unknown; use %s or %s", p.HTML, HTMLMain, HTMLAll)
	}
	if err := p.checkCharset(); err != nil {
		return err
	}
	if _, unknown := record.FoldOf(p.Fold); unknown != "" {
		return usagef("--fold=%s: want some of %s", unknown, strings.Join(record.Folds, ", "))
	}
	_, elements := record.SkipOf(p.Skip)
	for _, name := range elements {
		if !elementName.MatchString(name) {
			return usagef("--skip=%s: want some of %s, or names of elements of XML, as in note", name,
				strings.Join(record.Skips, ", "))
		}
	}
	if !(p.Share >= 0 && p.Share <= 1) {
		return usagef("a share of %g of the input: want 0 to 1", p.Share)
	}
	if p.MaxRecord < 1 {
		return usagef("--max_record=%d: want a size, as in 512MB", p.MaxRecord)
	}
	if p.TextField == "" {
		return usagef("--text_field is empty: name the field that contains the text")
	}
	if p.IDField == p.TextField {
		return usagef("--id_field and --text_field are both %q", p.IDField)
	}
	if err := p.checkPre(); err != nil {
		return err
	}
	return checkKeep(p.Keep)
}

// elementName matches the name of an element of XML, without a prefix.
var elementName = regexp.MustCompile(`^[\pL_][\pL\pN_.-]*$`)

// checkKeep returns an error about fields that cannot be kept.
func checkKeep(names []string) error {
	for i, name := range names {
		switch {
		case name == "":
			return usagef("--keep_fields names an empty field: want names such as series,date")
		case strings.ContainsAny(name, "\"`") || strings.ContainsFunc(name, unicode.IsControl) ||
			!utf8.ValidString(name):
			return usagef("--keep_fields names a field %q: a name may not have quotes or control characters", name)
		case slices.Contains(names[:i], name):
			return usagef("--keep_fields names %s twice", name)
		}
	}
	return nil
}

// reading returns how the documents are compared.
func (p Params) reading() (r record.Reading) {
	r.Fold, _ = record.FoldOf(p.Fold) // Validate has looked
	skip, elements := record.SkipOf(p.Skip)
	r.Skip, r.Elements = skip, strings.ToLower(strings.Join(elements, " "))
	r.Spelling = p.Spelling
	return r
}

// markup returns how a text is to be read that a reader has found to have the markup m.
func (p Params) markup(m record.Markup) record.Markup {
	if m == record.HTML && p.HTML == HTMLMain {
		return record.MainHTML
	}
	return m
}

func (p Params) checkPath(flag, path string) error {
	switch {
	case path == "":
		return usagef("--%s is empty: name a file, a folder or a glob", flag)
	case path == Stdin && p.Stdin.File == "":
		return usagef("standard input is not read here: name a file (./- is a file with the name -)")
	}
	return nil
}

// UsageError is an error in what the user asked for. Nothing was run.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

func usagef(format string, args ...any) error {
	return &UsageError{fmt.Errorf(format, args...)}
}

// checkDate returns an error about a document whose date cannot be read.
func (p Params) checkDate(d *record.Document) error {
	if p.DateField == "" {
		return nil
	}
	if _, _, _, err := d.Fields.Date(p.DateField); err != nil {
		return fmt.Errorf("the field %s: %w", p.DateField, err)
	}
	return nil
}
