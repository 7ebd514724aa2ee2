package docio

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"example.org/diagonal/io/arrowio"
	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/lockdir"
	"example.org/diagonal/io/mailio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/sevenz"
	"example.org/diagonal/io/store"
	"example.org/diagonal/io/trecio"
)

// Stdin is the argument that stands for standard input, and its file in rejected records.
const Stdin = record.Stdin

// Spooled is standard input as Spool has kept it. The zero value is none.
type Spooled struct {
	// File is the path of the temporary file that contains it. Only processes of this machine see
	// the file.
	File string
	// Format is the format that its first bytes show.
	Format string
}

// ReadsStdin reports whether an argument stands for standard input.
func (p Params) ReadsStdin() bool {
	return slices.Contains(p.Input, Stdin) || slices.Contains(p.Source, Stdin)
}

// Spool keeps standard input, which is read from in, in a temporary file, if an argument of p is
// "-": documents are read more than once. It sets p.Stdin. remove removes the file. The error is
// that of ctx, of in or of the file.
func Spool(ctx context.Context, p *Params, in io.Reader) (remove func(), err error) {
	if !p.ReadsStdin() {
		return func() {}, nil
	}
	if slices.Contains(p.Input, Stdin) && slices.Contains(p.Source, Stdin) {
		return nil, usagef("--input=- and --source=- are the same standard input: write one of them to a file")
	}
	dir, err := lockdir.MakeTemp("diagonal-stdin-")
	if err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	remove = func() { dir.Remove() }
	read := make(chan func() (Spooled, error), 1)
	go func() { // a read of a terminal or a pipe cannot be cancelled
		spooled, err := spool(dir.Path(), in)
		read <- func() (Spooled, error) { return spooled, err }
	}()
	select {
	case result := <-read:
		p.Stdin, err = result()
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		remove()
		return nil, fmt.Errorf("standard input: %w", err)
	}
	return remove, nil
}

// spool writes in to a file in dir. Its name has the suffix of its compression.
func spool(dir string, in io.Reader) (Spooled, error) {
	r := bufio.NewReaderSize(in, sniffBytes)
	head, err := r.Peek(sniffBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return Spooled{}, err
	}
	name := filepath.Join(dir, "stdin"+compress.Sniff(head).Suffix())
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return Spooled{}, err
	}
	format := sniffFormat(head)
	_, err = io.Copy(f, r)
	return Spooled{File: name, Format: format}, errors.Join(err, f.Close())
}

// sniffBytes is how many bytes show the format.
const sniffBytes = 64 << 10

// sniffFormat returns the name of the format of a file with these first bytes, which may be
// compressed.
func sniffFormat(head []byte) string {
	if compress.Sniff(head) != compress.None {
		z := compress.NewReader(bytes.NewReader(head), "")
		head, _ = io.ReadAll(io.LimitReader(z, sniffBytes)) // it breaks off where head does
		z.Close()
	}
	if arrowio.IsArrow(head) {
		return "arrow"
	}
	if wide := charset.IsWide(head); wide != "" {
		head = charset.Decode(head, wide).UTF8
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	lower := bytes.ToLower(text[:min(len(text), 1024)])
	begins := func(heads ...string) bool {
		return slices.ContainsFunc(heads, func(h string) bool { return bytes.HasPrefix(lower, []byte(h)) })
	}
	switch {
	case bytes.HasPrefix(head, []byte("PAR1")):
		return "parquet"
	case bytes.HasPrefix(head, []byte("%PDF-")):
		return "pdf"
	case bytes.HasPrefix(head, []byte(`{\rtf`)):
		return "rtf"
	case bytes.HasPrefix(head, []byte("PK\x03\x04")) && isPacked(head):
		return "docx" // or one like it
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return "zip"
	case sevenz.Begins(head):
		return "7z"
	case record.NotText(head) == record.ErrTar:
		return "tar"
	case mailio.Begins(text):
		return "mbox"
	case trecio.Begins(text):
		return "trec"
	case begins("warc/"):
		return "warc"
	case begins("filedesc:"):
		return "arc"
	case begins("<!doctype html", "<html", "<head", "<body"):
		return "html"
	case begins("<?xml") && bytes.Contains(lower, []byte("<html")):
		return "html"
	case begins("<?xml", "<tei"):
		return "xml"
	case begins("{"):
		return "jsonl"
	}
	return "text"
}

// isPacked reports whether a zip archive with these first bytes is a file of Word, OpenDocument or EPUB.
func isPacked(head []byte) bool {
	for _, part := range []string{"mimetypeapplication/", "[Content_Types].xml", "word/", "META-INF/container.xml"} {
		if bytes.Contains(head, []byte(part)) {
			return true
		}
	}
	return false
}

// place returns the path that opens a file of a plan, from any folder: path is relative to dir, or
// it is Stdin.
func (p Params) place(dir, path string) string {
	if path == Stdin && p.Stdin.File != "" {
		return p.Stdin.File
	}
	return store.Join(dir, path)
}

// listStdin lists standard input as a file. Its name, which is in ids, is stdin with the extension of
// its format.
func (p Params) listStdin(ctx context.Context) (store.Listing, error) {
	listing, err := List(ctx, p.Stdin.File)
	for i := range listing.Files {
		name := "stdin" + formatOf(p, Stdin).extensions[0] + filepath.Ext(p.Stdin.File)
		listing.Files[i].Path, listing.Files[i].Name = Stdin, name
	}
	return listing, err
}
