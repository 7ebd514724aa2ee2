// Package extract takes the text out of files that are one document each: Word (docx), OpenDocument (odt), EPUB and
// RTF. The bytes of a file say which it is, whatever its name.
//
// Paragraphs are separated by an empty line, so that each is one for the analysis, too. What stands in a text box
// follows its paragraph, and notes follow the text. What is not text to read is left out: headers, footers and numbers
// of pages, comments, deleted text of tracked changes, alternatives of drawings, and the annotations of ruby.
//
// The text depends on the bytes of the file alone. Nothing outside the file is read, and no entity of XML is expanded.
package extract

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.org/diagonal/io/record"
)

// Text is what a file contains.
type Text struct {
	// Text is valid UTF-8.
	Text []byte
	// Title, Author and Date are what the file says about itself, "" where it says nothing. Date is as it is written.
	Title, Author, Date string
}

// Params bounds what a file may become.
type Params struct {
	// Limit is that of the text.
	Limit record.Limit
	// Expanded is given the number of bytes that were decompressed so far, and returns an error if they are too many.
	Expanded func(bytes int64) error
}

// errNone is the error for a file of none of the kinds.
var errNone = errors.New(
	"this is no file of Word (docx), OpenDocument (odt), EPUB or RTF: give it the extension of what it is")

// Of returns the text of the file with these bytes. The error says why there is none.
func Of(raw []byte, p Params) (*Text, error) {
	w := &writer{limit: p.Limit}
	t := &Text{}
	var err error
	switch {
	case bytes.HasPrefix(raw, []byte(`{\rtf`)):
		err = rtf(raw, w)
	case bytes.HasPrefix(raw, []byte("PK\x03\x04")):
		err = packed(raw, p, w, t)
	case bytes.Contains(raw[:min(len(raw), 1024)], []byte("<office:document")):
		err = odf(bytes.NewReader(raw), w)
	default:
		if err = record.NotText(raw); err == nil {
			err = errNone
		}
	}
	if err != nil {
		return nil, err
	}
	t.Text = w.text()
	return t, nil
}

// packed reads a file that is a zip archive of parts.
func packed(raw []byte, p Params, w *writer, t *Text) error {
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return err
	}
	parts := &parts{files: make(map[string]*zip.File, len(z.File)), expanded: p.Expanded}
	for _, f := range slices.Backward(z.File) { // the first of a name
		parts.files[f.Name] = f
	}
	kind := parts.mimetype()
	switch {
	case strings.HasPrefix(kind, "application/epub"):
		return epub(parts, w, t)
	case strings.HasPrefix(kind, "application/vnd.oasis.opendocument.text"):
		return odt(parts, w, t)
	case strings.HasPrefix(kind, "application/vnd.oasis.opendocument"):
		return errors.New(
			"this is a table or a drawing of OpenDocument, not one text: save its text, or a table as CSV")
	case parts.find("xl/workbook.xml") != nil:
		return errors.New("this is a workbook (xlsx), not one text: save the table as CSV")
	case parts.find("ppt/presentation.xml") != nil:
		return errors.New("this is a presentation (pptx), not one text: save its text")
	case parts.find("META-INF/container.xml") != nil: // without its mimetype
		return epub(parts, w, t)
	case parts.find("content.xml") != nil:
		return odt(parts, w, t)
	case parts.find("[Content_Types].xml") != nil || parts.find("word/document.xml") != nil:
		return docx(parts, w, t)
	}
	return errors.New("this is a ZIP archive of other files: give it the extension .zip")
}

// parts are the members of a zip archive.
type parts struct {
	files    map[string]*zip.File
	expanded func(int64) error
	read     int64 // of all parts
}

func (p *parts) find(name string) *zip.File { return p.files[name] }

// mimetype is the kind that the file names itself.
func (p *parts) mimetype() string {
	r, err := p.open("mimetype")
	if err != nil {
		return ""
	}
	defer r.Close()
	b, _ := io.ReadAll(io.LimitReader(r, 256)) // what cannot be read names none
	return strings.TrimSpace(string(b))
}

// open opens a part.
func (p *parts) open(name string) (io.ReadCloser, error) {
	f := p.find(name)
	if f == nil {
		return nil, fmt.Errorf("the file has no part %.100q", name)
	}
	if f.Flags&1 != 0 {
		return nil, errProtected
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("the part %.100q: %w", name, err)
	}
	return struct {
		io.Reader
		io.Closer
	}{&counted{r, p}, r}, nil
}

// errProtected is the error for a file whose text cannot be read without a key.
var errProtected = errors.New("the file is protected by a password: save it without one")

// bytes reads a part that is small.
func (p *parts) bytes(name string) ([]byte, error) {
	r, err := p.open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// counted counts what is read of all parts.
type counted struct {
	r  io.Reader
	of *parts
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.of.read += int64(n)
	if e := c.of.expanded(c.of.read); e != nil {
		return n, e
	}
	return n, err
}

// writer takes a text down, paragraph by paragraph.
type writer struct {
	limit record.Limit
	size  int64 // of all that was written
	flows []flow
	notes []byte
}

// flow is a text with its paragraphs.
type flow struct {
	done, open []byte
	// after are the texts that follow the open paragraph.
	after []byte
}

func (w *writer) top() *flow {
	if len(w.flows) == 0 {
		w.flows = []flow{{}}
	}
	return &w.flows[len(w.flows)-1]
}

func (w *writer) write(s string) error {
	if w.size += int64(len(s)); w.size > w.limit.Bytes {
		return w.limit.Exceeded()
	}
	f := w.top()
	f.open = append(f.open, s...)
	return nil
}

// words writes text in which white space only separates words.
func (w *writer) words(s string) error {
	var b strings.Builder
	f := w.top()
	spaced := len(f.open) == 0 || strings.IndexByte(" \n\t", f.open[len(f.open)-1]) >= 0
	for _, r := range s {
		space := strings.ContainsRune(" \t\r\n\f", r)
		if space && !spaced {
			b.WriteByte(' ')
		} else if !space {
			b.WriteRune(r)
		}
		spaced = space
	}
	return w.write(b.String())
}

// end ends the paragraph.
func (w *writer) end() {
	f := w.top()
	if len(bytes.TrimSpace(f.open)) > 0 {
		f.done = append(append(f.done, bytes.Trim(f.open, " \n\u00a0")...), "\n\n"...)
	}
	f.done = append(f.done, f.after...)
	f.open, f.after = f.open[:0], nil
}

// maxAsides bounds how deep texts may be in each other: each is copied into the one around it.
const maxAsides = 20

// aside begins a text that is not a part of the paragraph.
func (w *writer) aside() error {
	w.top()
	if len(w.flows) > maxAsides {
		return fmt.Errorf("its text boxes and notes are nested more than %d deep", maxAsides)
	}
	w.flows = append(w.flows, flow{})
	return nil
}

// endAside ends it. A note goes behind the text.
func (w *writer) endAside(note bool) {
	if len(w.flows) < 2 {
		return
	}
	w.end()
	text := w.top().done
	w.flows = w.flows[:len(w.flows)-1]
	if note {
		w.notes = append(w.notes, text...)
		return
	}
	f := w.top()
	f.after = append(f.after, text...)
}

// text returns all that was written.
func (w *writer) text() []byte {
	for len(w.flows) > 1 {
		w.endAside(false)
	}
	w.end()
	text := append(w.top().done, w.notes...)
	if text = bytes.TrimRight(text, "\n"); len(text) > 0 {
		text = append(text, '\n')
	}
	return bytes.ToValidUTF8(text, []byte("\uFFFD"))
}
