package warcio

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"example.org/diagonal/io/record"
)

// A scanner walks over the records of one file.
type scanner struct {
	file   string
	side   record.Side
	emit   func(Page) error
	reject func(record.Rejected)
	limit  record.Limit // of a body

	window window
	counts Counts
	// arc says which of the two formats the last record had.
	arc bool
	// blamed is true if the damage at the end of this run was rejected already.
	blamed bool
}

// scan walks over all runs.
func (s *scanner) scan(ctx context.Context) error {
	w := &s.window
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.skipBlank()
		if w.need(1) {
			if err := s.record(); err != nil {
				return err
			}
			continue
		}
		kind, reason, err := w.runs.end()
		if kind == endError {
			return err
		}
		if (kind == endDamage || kind == endCut) && !s.blamed {
			s.lose("", reason)
			s.counts.Records++
		}
		if !w.runs.next() {
			return nil
		}
		w.ended, s.blamed = false, false
	}
}

// failed is the error of the file, if it is that which ended the run.
func (s *scanner) failed() error {
	if !s.window.ended {
		return nil
	}
	_, _, err := s.window.runs.end()
	return err
}

// lose rejects a record, or a part of one, that cannot be used.
func (s *scanner) lose(id, reason string) {
	s.counts.Rejected++
	s.reject(record.Rejected{File: s.file, Record: s.counts.Records, ID: record.UTF8(id), Reason: reason})
}

// record reads what begins at the unread bytes: a record, or something else up to the
// next record.
func (s *scanner) record() error {
	defer func() { s.counts.Records++ }()
	offset := s.window.offset()
	switch {
	case s.window.atStart(0, false):
		s.arc = false
	case s.window.atStart(0, true):
		s.arc = true
	default:
		return s.gap(0, "neither WARC nor ARC")
	}
	h, size, ok := s.header()
	if !ok {
		return s.gap(1, fmt.Sprintf("the header of the record at byte %d has no end", offset))
	}
	s.window.advance(size)
	return s.block(h, offset)
}

// gap skips to the next record of either kind that begins i bytes on or later.
func (s *scanner) gap(i int, reason string) error {
	from := s.window.offset()
	if s.counts.Records == 0 { // the first record shows the kind of the file
		s.window.need(1 << 20)
		b := s.window.unread()
		warc, _ := nextStart(b, i, false, true)
		arc, _ := nextStart(b, i, true, true)
		s.arc = arc < warc
	}
	at, _, _ := s.window.findStart(i, s.arc, 1<<20)
	s.window.advance(at)
	if err := s.failed(); err != nil {
		return err
	}
	e := extent{}
	if s.blame(&e); e.lost != "" {
		reason += "; " + e.lost
	}
	s.lose("", fmt.Sprintf("%s: %d bytes skipped", reason, s.window.offset()-from))
	return nil
}

// header reads the header at the unread bytes and its size. It is not ok when the
// header has no end.
func (s *scanner) header() (header, int, bool) {
	w := &s.window
	n := w.line(0, headerLimit)
	if n == 0 {
		return header{}, 0, false
	}
	if s.arc {
		h, ok := parseARC(w.unread()[:n-1])
		return h, n, ok
	}
	for i := n; i < headerLimit; {
		n := w.line(i, headerLimit)
		b := w.unread()[i:]
		switch {
		case n == 0 || isWARC(b, w.ended):
			return header{}, 0, false
		case len(bytes.TrimRight(b[:n], "\r\n")) == 0:
			version := w.line(0, headerLimit)
			return parseWARC(parseFields(nil, w.unread()[version:i+n])), i + n, true
		}
		i += n
	}
	return header{}, 0, false
}

// block reads the block of a record; offset is where the record begins.
func (s *scanner) block(h header, offset int64) error {
	id := h.uri
	if id == "" {
		id = h.id
	}
	if id == "" {
		id = fmt.Sprintf("%s:%d", s.file, s.counts.Records)
	}
	other, rejected := h.unused()
	var c content
	if other == "" && rejected == "" {
		c = s.content(h)
		if c.media != "" && c.markup() < 0 {
			other = c.media
		}
	}
	used := other == "" && rejected == ""
	hold := 0
	if used {
		hold = int(s.limit.Bytes)
	}
	e := s.measure(h.length, h.arc, hold)
	if err := s.failed(); err != nil {
		return err
	}
	defer s.window.advance(e.next)
	if e.mended {
		s.counts.Mended++
	}
	switch {
	case e.bad:
		s.lose(id, e.lost)
		return nil
	case rejected != "":
		s.lose(id, rejected)
		return nil
	case used && (e.dropped > 0 || int64(e.n) > s.limit.Bytes):
		s.lose(id, fmt.Sprintf("a body of %d bytes: %v", e.dropped+int64(e.n), s.limit.Exceeded()))
		return nil
	}
	if e.lost != "" { // rejected once: a coding that breaks off breaks off here
		s.lose(id, e.lost)
	}
	if !used {
		s.counts.skip(other)
		return nil
	}
	return s.page(id, h, offset, s.window.unread()[:e.n], e.lost != "")
}

// unused returns by what name a record that is not read is counted, or why it is rejected; both
// are empty for a record to read.
func (h *header) unused() (other, rejected string) {
	switch h.typ {
	case "response", "resource", "conversion":
		if strings.HasPrefix(h.uri, "metadata:") {
			return "metadata", ""
		}
		return "", ""
	case "continuation":
		return "", "a later segment of a record: segments are not joined"
	case "":
		return "", "the record has no WARC-Type"
	}
	return h.typ, ""
}
