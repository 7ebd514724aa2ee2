package docio

import (
	"bufio"
	"context"
	"io"
	"math"

	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// maxOpen is the largest number of files that an Again keeps open.
const maxOpen = 32

// Again reads texts of documents again, one after the other and in any order. Files on a local disk stay
// open from one text to the next one: to open a file and to look whether it is compressed takes longer
// than to read a short text. It is not safe for concurrent use.
type Again struct {
	params Params
	files  map[string]*againFile
	order  []string // the paths of files, the one that was opened first in front
	r      *bufio.Reader
}

// againFile is a file that was opened.
type againFile struct {
	format *format
	in     *Input
	set    record.Charset
	// nil: it is read by Text, because it is compressed, or in a set without bytes for line ends
	file store.ReaderAtCloser
}

// NewAgain returns an Again of documents that were read with the parameters p. Close it.
func NewAgain(p Params) *Again {
	return &Again{params: p, files: map[string]*againFile{}, r: bufio.NewReaderSize(nil, fetchBytes)}
}

// Text is the function Text with the parameters of a.
func (a *Again) Text(ctx context.Context, file string, offset int64) (*record.Document, error) {
	f := a.open(ctx, file)
	if f == nil || f.file == nil {
		return Text(ctx, a.params, file, offset)
	}
	a.r.Reset(io.NewSectionReader(f.file, offset, math.MaxInt64-offset))
	d, err := f.format.text(f.in, f.set, a.r)
	if err != nil {
		return Text(ctx, a.params, file, offset) // it says what is wrong
	}
	return d, nil
}

// open returns an open file; nil if it is one that must be read in another way, or cannot be opened.
func (a *Again) open(ctx context.Context, path string) *againFile {
	if f := a.files[path]; f != nil {
		return f
	}
	format := formatOf(a.params, path)
	if format.fetch != nil || !store.IsLocal(path) {
		return nil
	}
	files, err := store.For(path)
	if err != nil {
		return nil
	}
	file, err := files.OpenAt(ctx, path)
	if err != nil {
		return nil
	}
	in := &Input{Range: Range{Path: path, Format: format.name}, params: a.params, path: path}
	size := compress.SniffBytes
	if format.lines {
		size = setBytes
	}
	head := make([]byte, size)
	n, _ := file.ReadAt(head, 0)
	seeks, set := plainHead(path, head[:n]), charset.Choice{Name: charset.UTF8}
	if format.lines && seeks {
		set = in.setOf(head[:n])
		seeks = charset.Lines(set.Name)
	}
	if !seeks {
		file.Close()
		file = nil
	}
	if len(a.order) == maxOpen {
		a.files[a.order[0]].close()
		delete(a.files, a.order[0])
		a.order = a.order[1:]
	}
	f := &againFile{format, in, charsetOf(set), file}
	a.files[path], a.order = f, append(a.order, path)
	return f
}

func (f *againFile) close() {
	if f.file != nil {
		f.file.Close()
	}
}

// Close closes the files.
func (a *Again) Close() {
	for _, f := range a.files {
		f.close()
	}
	clear(a.files)
	a.order = nil
}
