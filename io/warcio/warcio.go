// Package warcio reads web archives: WARC of the versions 0.17 to 1.1 (ISO 28500) and
// ARC of the versions 1 and 2, plain or in gzip with any number of members.
//
// What becomes a document:
//
//   - response and resource records of the types text/html, application/xhtml+xml and
//     text/plain, with any HTTP status; conversion records (the text of a WET file).
//   - The text is the payload: the HTTP header is taken off, chunks are joined, gzip,
//     deflate, br and zstd undone, and the characters converted to UTF-8. Markup
//     stays, and a byte order mark counts. A text that is UTF-8 keeps its invalid bytes;
//     in another charset each becomes U+FFFD.
//   - The id is the target URI. Whether a URI repeats is known only when the whole
//     collection is known, so a Page has its date beside it for the catalogue; a
//     record without a URI goes by its record id, or as FILE:RECORD.
//
// What is skipped and counted: revisit, request, metadata and warcinfo records, the log
// files that wget stores as resources of the scheme metadata:, and other types of
// content.
//
// What is broken costs as little as possible. A Content-Length is believed when a
// record, or the end of the file or gzip member, follows the block; if not, the
// record ends before the next one. A file that ends in the middle of a record gives the
// part that is there, and a Rejected that says what is missing. A record in a gzip
// member that is broken or fails its checksum is rejected, since no byte of it can be
// trusted, and reading goes on at the next member.
//
// What is not done: segmented records are not joined (the first segment is read, the
// others are rejected), revisit records are not followed, and scripts are not run.
package warcio

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"

	"example.org/diagonal/io/record"
)

// Page is a document with the date, charset and status that the archive has for it.
type Page struct {
	record.Document
	// Date is when the page was captured, as the file spells it: of the form
	// 2006-01-02T15:04:05Z in WARC, 20060102150405 in ARC; it may be empty.
	Date string
	// Charset is the charset the text was converted from: its WHATWG name.
	Charset string
	// Status is the HTTP status, 0 where the record has none.
	Status int
}

// Counts are the numbers of records of a file: Records = Documents + the sum of Skipped + the
// records that could not be used at all.
type Counts struct {
	// Records includes broken ones, as far as one can see where a record ends.
	Records   int64
	Documents int64
	// Rejected counts the calls of reject: for records without a document, and for losses
	// in records that gave one.
	Rejected int64
	// Mended counts records whose Content-Length was missing or too small, which
	// cost nothing.
	Mended int64
	// Skipped counts the records that are not text, by kind: "revisit",
	// "image/png". After 1,000 names the rest is counted as "other".
	Skipped map[string]int64
	// Bytes is the size of the decompressed file.
	Bytes int64
}

func (c *Counts) skip(what string) {
	if c.Skipped == nil {
		c.Skipped = map[string]int64{}
	}
	if _, ok := c.Skipped[what]; !ok && len(c.Skipped) >= 1000 {
		what = "other"
	}
	c.Skipped[what]++
}

// Read calls emit with the documents of the web archive r, in the order of the file, and
// reject with what cannot be used. The limit is that of a body, and of the text that it
// decodes to: a page is in memory as a whole. emit may keep the text. The error is that of
// ctx, r or emit, never one of the contents.
func Read(
	ctx context.Context, file string, side record.Side, r io.Reader, limit record.Limit,
	emit func(record.Document) error, reject func(record.Rejected),
) (Counts, error) {
	return ReadPages(ctx, file, side, r, limit, func(p Page) error { return emit(p.Document) }, reject)
}

// ReadPages is Read for callers that want the date, charset and status of each document.
func ReadPages(
	ctx context.Context, file string, side record.Side, r io.Reader, limit record.Limit, emit func(Page) error,
	reject func(record.Rejected),
) (Counts, error) {
	br := bufio.NewReaderSize(r, 64<<10)
	s := scanner{file: file, side: side, emit: emit, reject: reject, limit: limit}
	if b, _ := br.Peek(len(magic)); bytes.Equal(b, magic) {
		s.window.runs = newMembers(br)
	} else {
		s.window.runs = &plain{src: br}
	}
	err := s.scan(ctx)
	s.counts.Bytes = s.window.offset()
	if err != nil {
		return s.counts, fmt.Errorf("%s: %w", record.Where(file, s.counts.Records), err)
	}
	return s.counts, nil
}
