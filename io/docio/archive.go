package docio

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
	"example.org/diagonal/io/warcio"
)

// readArchive reads a web archive. Its first record shows whether it is WARC or ARC.
func readArchive(ctx context.Context, in *Input, emit func(record.Document) error, reject func(record.Rejected)) error {
	r, err := in.openArchive(ctx)
	if err != nil {
		reject(record.Rejected{File: in.Path, Reason: err.Error()})
		return ctx.Err()
	}
	defer r.Close()
	var stop error
	counts, err := warcio.ReadPages(ctx, in.id(), in.Side, r, in.limit(), func(p warcio.Page) error {
		d := p.Document
		d.File, d.Date, d.Markup = in.Path, p.Date, in.params.markup(d.Markup)
		stop = emit(d)
		return stop
	}, func(v record.Rejected) {
		v.File = in.Path
		reject(v)
	})
	if in.skipped != nil {
		for what, n := range counts.Skipped {
			in.skipped(skippedName(what), n)
		}
	}
	if stop != nil {
		return stop
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err != nil { // of the file
		reject(record.Rejected{File: in.Path, Record: counts.Records, Reason: cause(err).Error()})
	}
	return nil
}

// Skipped begins the names of counts of records that were left out for what they are.
const Skipped = "skipped_"

// skippedKinds are the records and types of content that are counted by name. There is
// no end to what a server may call its content.
var skippedKinds = []string{
	"request", "revisit", "metadata", "warcinfo", "empty",
	"application", "audio", "font", "image", "message", "model", "multipart", "text", "video", "hidden", "excluded",
	"attachment",
}

// skippedName is the name in the ledger of what an archive calls a record that was left
// out: skipped_revisit, skipped_image.
func skippedName(what string) string {
	what, _, _ = strings.Cut(what, "/")
	if !slices.Contains(skippedKinds, what) {
		what = "other"
	}
	return Skipped + what
}

// openArchive opens an archive as warcio wants it: it reads gzip by itself, so that it
// can go on behind a member that is broken.
func (in *Input) openArchive(ctx context.Context) (io.ReadCloser, error) {
	f, err := in.openStored(ctx, 0)
	if err != nil {
		return nil, err
	}
	r := bufio.NewReaderSize(f, 64<<10)
	if head, _ := r.Peek(compress.SniffBytes); compress.Sniff(head) > compress.Gzip {
		return &decompressed{Reader: compress.NewReader(r, store.WithoutQuery(in.path)), file: f, in: in}, nil
	}
	return struct {
		io.Reader
		io.Closer
	}{r, f}, nil
}

// fetchArchive begins at each record, or at the beginning of the file where it is compressed.
func fetchArchive(ctx context.Context, in *Input, offsets []int64, emit func(k int, d *record.Document)) error {
	none := func(record.Rejected) {}
	if !isPlain(ctx, in.path) {
		r, err := in.openArchive(ctx)
		if err != nil {
			return err
		}
		defer r.Close()
		p := picker{offsets: offsets, emit: emit}
		_, err = warcio.Read(ctx, in.Path, in.Side, r, in.limit(), p.take, none)
		return p.end(err)
	}
	return eachOffset(ctx, offsets, emit, func(start int64, p *picker) error {
		r, err := in.openStored(ctx, start)
		if err != nil {
			return err
		}
		defer r.Close()
		_, err = warcio.Read(ctx, in.Path, in.Side, r, in.limit(), func(d record.Document) error {
			d.Offset += start
			return p.take(d)
		}, none)
		return p.end(err)
	})
}

// cause returns an error without the place that was put before it: a record in rejected has
// that in fields of its own.
func cause(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}
