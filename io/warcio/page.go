package warcio

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"

	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/record"
)

// content describes the payload, by the head of its block.
type content struct {
	http bool
	head httpHead
	// kind is the Content-Type as it was given, media the part before its parameters: empty if
	// unknown.
	kind, media string
}

// content reads the head of the block at the unread bytes, without consuming it.
func (s *scanner) content(h header) content {
	var c content
	block := mediaType(h.block)
	said := block == "application/http" || block == "application/https"
	if h.typ != "conversion" {
		b := s.blockHead(h.length, 64<<10)
		if c.head, c.http = parseHTTP(b, said); c.http && c.head.size == len(b) {
			b = s.blockHead(h.length, headerLimit)
			c.head, _ = parseHTTP(b, said)
		}
	}
	switch {
	case c.http:
		c.kind = c.head.fields.get("Content-Type")
	case !said:
		c.kind = h.block
	}
	if mediaType(c.kind) == "" {
		c.kind = h.payload
	}
	c.media = mediaType(c.kind)
	switch c.media {
	case "no-type", "unk", "unknown", "unknown/unknown", "text": // "not known" in the words of crawlers
		c.media = ""
	}
	return c
}

// blockHead is a view of the first n bytes of a block of that length.
func (s *scanner) blockHead(length int64, n int) []byte {
	if length >= 0 {
		n = int(min(length, int64(n)))
	}
	s.window.need(n)
	b := s.window.unread()
	return b[:min(n, len(b))]
}

// markup returns how text of this type is to be read, -1 for what is not text.
func (c *content) markup() int {
	switch c.media {
	case "text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml":
		return int(record.HTML)
	case "text/plain":
		return int(record.Plain)
	}
	return -1
}

// page emits the document of a block. If the block is cut, that was rejected before.
func (s *scanner) page(id string, h header, offset int64, block []byte, cut bool) error {
	if cut && fieldsEnd(block) < 0 && (bytes.HasPrefix(block, httpMagic) || bytes.HasPrefix(httpMagic, block)) {
		return nil // inside the HTTP header
	}
	c := s.content(h)
	payload := block
	if c.http {
		payload = block[min(c.head.size, len(block)):]
	}
	body, lost, err := decodeBody(payload, c.head.fields, s.limit.Bytes)
	if err == errTooLarge {
		s.lose(id, fmt.Sprintf("the decoded body: %v", s.limit.Exceeded()))
		return nil
	}
	if err != nil {
		if !cut {
			s.lose(id, err.Error())
		}
		return nil
	}
	found := mediaType(http.DetectContentType(body))
	if c.media == "" {
		if len(body) == 0 {
			s.counts.skip("empty")
			return nil
		}
		if c.media = found; c.markup() < 0 {
			s.counts.skip(found)
			return nil
		}
	} else if isBinary(found) {
		s.lose(id, fmt.Sprintf("said to be %s, is %s", c.media, found))
		return nil
	}
	if lost != "" && !cut {
		s.lose(id, lost)
	}
	declared := ""
	if c.markup() == int(record.HTML) {
		declared = charset.Declared(body)
	}
	text, set := charset.ToUTF8(body, charset.Parameter(c.kind), declared)
	if isView(text, payload) { // of the buffer: emitted texts are given away
		text = bytes.Clone(text)
	}
	s.counts.Documents++
	return s.emit(Page{
		Document: record.Document{
			Side:   s.side,
			Markup: record.Markup(c.markup()),
			ID:     record.UTF8(id),
			File:   s.file,
			Record: s.counts.Records,
			Offset: offset,
			Text:   text,
		},
		Date:    h.date,
		Charset: set,
		Status:  c.head.status,
	})
}

// isView reports whether text begins where payload begins in memory.
func isView(text, payload []byte) bool {
	return len(text) > 0 && len(payload) > 0 && &text[0] == &payload[0]
}

// isBinary reports whether a type found by its first bytes is surely not text.
func isBinary(media string) bool {
	top, _, _ := strings.Cut(media, "/")
	switch top {
	case "image", "video", "audio", "font":
		return true
	}
	switch media {
	case "application/pdf", "application/zip", "application/x-gzip", "application/x-rar-compressed", "application/wasm",
		"application/vnd.ms-fontobject":
		return true
	}
	return false
}
