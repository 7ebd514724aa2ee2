// Package plainio reads files that are one document each: plain text and HTML.
//
// The text is the decompressed file: a byte order mark counts. A file in another character set than UTF-8
// is converted (TextOf), and the places of its text stay those of the file. An
// empty file is a document with an empty text. A binary file is rejected (see binary), and so
// is one that begins like PDF, an archive, an image and the like (record.NotText), one that is
// mostly base64, a mailbox, and a table.
package plainio

import (
	"context"
	"errors"
	"io"

	"example.org/diagonal/io/record"
)

// chunk is how much is read at a time: after so many bytes at most, Read sees that a file is
// binary or that the run was cancelled.
const chunk = 1 << 20

// Params says how a file is read.
type Params struct {
	// Size is the expected number of bytes, a hint for memory.
	Size  int64
	Limit record.Limit
	// Charset is the name of the character set (package charset), or Auto.
	Charset string
	// Tables says that a table is read as one text, and not rejected.
	Tables bool
}

// Read emits r as one document, whose id, file, side and markup are those of doc. Read rejects a file above the limit,
// because a document is in memory as a whole, several times on its way through a pipeline; and a file that cannot be
// read to its end. If data in gzip or zstd is followed by something else, the document is emitted and what follows is
// rejected. The error of Read is that of ctx or emit.
func Read(
	ctx context.Context, r io.Reader, doc record.Document, p Params, emit func(record.Document) error,
	reject func(record.Rejected),
) error {
	raw, err := readAll(ctx, r, p)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	refused := record.Rejected{File: doc.File, ID: doc.ID}
	if err != nil && !isTrailing(err) {
		refused.Reason = err.Error()
		reject(refused)
		return nil
	}
	t, problem := TextOf(raw, doc.Markup, p.Charset)
	if problem == nil {
		problem = mail(t.Text)
	}
	if problem == nil && doc.Markup == record.Plain && !p.Tables {
		problem = table(t.Text)
	}
	if problem != nil {
		refused.Reason = problem.Error()
		reject(refused)
		return nil
	}
	doc.Text, doc.Charset = t.Text, t.Charset
	if e := emit(doc); e != nil {
		return e
	}
	if err != nil {
		reject(record.Rejected{File: doc.File, Record: 1, Reason: err.Error()})
	}
	return nil
}

// isTrailing reports whether all data before the error is whole (compress.BrokenError).
func isTrailing(err error) bool {
	var e interface{ DataWhole() bool }
	return errors.As(err, &e) && e.DataWhole()
}

// readAll reads to the end, an error, what shows a file that is no text, or more than limit bytes.
func readAll(ctx context.Context, r io.Reader, p Params) ([]byte, error) {
	limit := int(p.Limit.Bytes)
	text := make([]byte, 0, min(max(p.Size, 0), int64(limit))+1) // + 1: the end is seen without growing
	b := binary{first: -1, set: p.Charset}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(text) == cap(text) {
			grown := make([]byte, len(text), max(2*cap(text), 4096))
			copy(grown, text)
			text = grown
		}
		from := len(text)
		n, err := r.Read(text[from:min(cap(text), from+chunk)])
		text = text[:from+n]
		if err := record.NotText(text); err != nil {
			return nil, err
		}
		if b.add(text, from); b.certain(text, limit) {
			return nil, b.reason(text)
		}
		if len(text) > limit {
			return nil, p.Limit.Exceeded()
		}
		if err == io.EOF {
			if b.is(text) {
				return nil, b.reason(text)
			}
			return text, nil
		}
		if err != nil {
			return text, err
		}
	}
}
