package docio

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/extract"
	"example.org/diagonal/io/record"
)

// extracted returns the document of a file whose text has to be taken out of it: Word, OpenDocument, EPUB, RTF and PDF.
// Its first bytes say which it is, whatever its name is. The error does not name the file.
func (in *Input) extracted(ctx context.Context) (*record.Document, error) {
	r, err := in.open(ctx, 0)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	d := &record.Document{Side: in.Side, ID: in.id(), File: in.Path}
	b := bufio.NewReader(r)
	if head, _ := b.Peek(pdfHead); isPDF(head, in.Format) {
		z, ok := r.(*decompressed)
		d.Text, err = in.pdf(ctx, b, !ok || z.Kind() == compress.None)
		return d, err
	}
	raw, err := in.all(b)
	if err != nil {
		return nil, err
	}
	counted := int64(0)
	t, err := extract.Of(raw, extract.Params{Limit: in.limit(), Expanded: func(bytes int64) error {
		more := bytes - counted
		counted = bytes
		return cmp.Or(ctx.Err(), in.unpack(int(more))) // a file may take long
	}})
	if err != nil && strings.HasPrefix(path.Base(in.id()), "~$") {
		err = errOpened
	}
	if err != nil {
		return nil, err
	}
	d.Text = t.Text
	return d, in.keep(d, func(name string) string {
		return map[string]string{"title": t.Title, "author": t.Author, "date": t.Date}[name]
	})
}

// errOpened is the error for the file that Word keeps beside a document while it is open.
var errOpened = errors.New(
	"this is no document: Word keeps it beside one that is open; leave it out (--exclude='~$*'), or close the document")

// all reads to the end, or to the limit of a record.
func (in *Input) all(r io.Reader) ([]byte, error) {
	limit := in.limit()
	raw, err := io.ReadAll(io.LimitReader(r, limit.Bytes+1))
	if err == nil && int64(len(raw)) > limit.Bytes {
		err = limit.Exceeded()
	}
	return raw, err
}

// pdfHead is how far in a PDF file its mark may stand behind something else.
const pdfHead = 1024

func isPDF(head []byte, format string) bool {
	mark := []byte("%PDF-")
	return bytes.HasPrefix(head, mark) || format == "pdf" && bytes.Contains(head, mark)
}

// errNoText is the error for a PDF file of pictures.
var errNoText = errors.New("the PDF file has no text, only pictures: recognise it first, for example with ocrmypdf")

// pdf returns the text of the PDF file that r reads, as pdftotext writes it. stored says that this is the file as it is
// stored.
func (in *Input) pdf(ctx context.Context, r io.Reader, stored bool) ([]byte, error) {
	if err := pdfProgram(); err != nil {
		return nil, err
	}
	text, err := in.programText(pdfToText, func() (io.ReadCloser, error) {
		path, made, err := in.onDisk(r, stored)
		if err == nil {
			path, err = filepath.Abs(path) // it may begin like a flag
		}
		if err != nil {
			return nil, err
		}
		return in.start(ctx, []string{pdfToText, "-q", "-enc", "UTF-8", path, "-"}, nil, made)
	})
	if err == nil && len(bytes.TrimSpace(text)) == 0 {
		err = errNoText
	}
	return text, err
}

const pdfToText = "pdftotext"

// pdfPrograms says whether the folders of a PATH have the program: it is looked for once.
var pdfPrograms sync.Map

// pdfProgram returns an error if the program is not on this machine.
func pdfProgram() error {
	folders := os.Getenv("PATH")
	found, ok := pdfPrograms.Load(folders)
	if !ok {
		_, err := exec.LookPath(pdfToText)
		found, _ = pdfPrograms.LoadOrStore(folders, err == nil)
	}
	if found == true {
		return nil
	}
	return errors.New("this is a PDF file, and the program pdftotext is not found: install it (poppler-utils on Debian and Ubuntu, poppler with Homebrew and Conda), or name another one with --pre")
}
