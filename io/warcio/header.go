package warcio

import (
	"bytes"
	"strconv"
	"strings"
)

// headerLimit is how long a header may be, in bytes: browsers and servers stop at
// 16 to 256 KB.
const headerLimit = 1 << 20

// header contains the fields of the header of a record.
type header struct {
	arc bool
	// typ is the type of the record: "response", "request", …
	typ  string
	uri  string
	date string
	// id names the record itself; it replaces a missing URI.
	id string
	// block is the content type of the block, payload that of the payload where the
	// crawler noted one.
	block, payload string
	// length of the block in bytes, -1 where it is not known.
	length int64
}

// A field is one line of a header, with the lines folded into it.
type field struct{ name, value string }

type fields []field

// get is the value of the first field of that name, in any case.
func (f fields) get(name string) string {
	for i := range f {
		if strings.EqualFold(f[i].name, name) {
			return f[i].value
		}
	}
	return ""
}

// parseFields reads header lines, ended by CRLF or LF, up to the first empty one. A line that
// begins with a blank continues the one before; a line without a colon is left out.
func parseFields(f fields, b []byte) fields {
	for len(b) > 0 {
		line := b
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			line, b = b[:i], b[i+1:]
		} else {
			b = nil
		}
		folded := len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0 && !folded:
			return f
		case folded && len(f) > 0:
			last := &f[len(f)-1]
			last.value = strings.TrimSpace(last.value + " " + string(line))
			continue
		}
		if i := bytes.IndexByte(line, ':'); i > 0 {
			f = append(f, field{string(bytes.TrimSpace(line[:i])), string(bytes.TrimSpace(line[i+1:]))})
		}
	}
	return f
}

// fieldsEnd is the length of the header lines at the beginning of b, with the empty line
// that ends them; -1 where there is none.
func fieldsEnd(b []byte) int {
	for i := 0; i < len(b); {
		j := bytes.IndexByte(b[i:], '\n')
		if j < 0 {
			return -1
		}
		if j == 0 || j == 1 && b[i] == '\r' {
			return i + j + 1
		}
		i += j + 1
	}
	return -1
}

func parseWARC(f fields) header {
	h := header{
		typ:     strings.ToLower(f.get("WARC-Type")),
		uri:     strings.TrimSuffix(strings.TrimPrefix(f.get("WARC-Target-URI"), "<"), ">"),
		date:    f.get("WARC-Date"),
		id:      strings.TrimSuffix(strings.TrimPrefix(f.get("WARC-Record-ID"), "<"), ">"),
		block:   f.get("Content-Type"),
		payload: f.get("WARC-Identified-Payload-Type"),
		length:  -1,
	}
	if n, err := strconv.ParseInt(f.get("Content-Length"), 10, 64); err == nil && n >= 0 {
		h.length = n
	}
	return h
}

// mediaType is the part of a Content-Type before its parameters, in lower case.
func mediaType(contentType string) string {
	t, _, _ := strings.Cut(contentType, ";")
	t, _, _ = strings.Cut(t, ",")
	return strings.ToLower(strings.TrimSpace(t))
}

var httpMagic = []byte("HTTP/")

// httpHead is the head of an HTTP response.
type httpHead struct {
	status int
	fields fields
	size   int // in bytes, with the empty line
}

// parseHTTP reads the status line and the header at the beginning of a block. It is not
// ok where the block is not HTTP: without "HTTP/" at its begin, and where the archive
// says that it is HTTP nevertheless (said), without a header of names and
// colons. Where the empty line is missing all is header.
func parseHTTP(b []byte, said bool) (httpHead, bool) {
	h := httpHead{size: fieldsEnd(b)}
	if !bytes.HasPrefix(b, httpMagic) && !(said && h.size > 0 && isHeader(b[:h.size])) {
		return httpHead{}, false
	}
	if h.size < 0 {
		h.size = len(b)
	}
	lines := b[:h.size]
	first := lines
	if i := bytes.IndexByte(lines, '\n'); i >= 0 {
		first, lines = lines[:i], lines[i+1:]
	} else {
		lines = nil
	}
	if f := bytes.Fields(first); len(f) > 1 {
		h.status, _ = strconv.Atoi(string(f[1]))
	}
	h.fields = parseFields(nil, lines)
	return h, true
}

// isHeader reports whether the lines behind the first are all of the form "Name: value".
func isHeader(b []byte) bool {
	lines := bytes.Split(bytes.TrimRight(b, "\r\n"), []byte("\n"))
	for _, line := range lines[1:] {
		name, _, ok := bytes.Cut(line, []byte(":"))
		if len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
			continue
		}
		if !ok || len(name) == 0 || bytes.ContainsAny(name, " <>\"=") {
			return false
		}
	}
	return len(lines) > 1
}
