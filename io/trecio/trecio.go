// Package trecio reads files of TREC collections, such as newswire and WT10g: documents in SGML, one behind the other.
//
//	<DOC>
//	<DOCNO> FR940104-0-00001 </DOCNO>
//	<DOCHDR> … </DOCHDR>                  what the server said, if the document is a web page
//	text with elements
//	</DOC>
//
// <DOC> begins a line, and </DOC> ends one. Names are in any case.
package trecio

import (
	"bufio"
	"bytes"
	"io"
	"regexp"
	"strings"
)

// beginBytes is how much of a document shows that it is one.
const beginBytes = 512

var (
	open   = []byte("<DOC>")
	closed = []byte("</DOC>")
	begin  = regexp.MustCompile(`(?i)^<DOC>\s*<DOCNO>`)
	number = regexp.MustCompile(`(?i)<DOCNO>\s*([^<]*?)\s*</DOCNO>`)
	header = regexp.MustCompile(`(?is)<DOCHDR>.*?</DOCHDR>`)
	tag    = regexp.MustCompile(`<[^>]*>`)
)

// Begins reports whether a document begins with these bytes.
func Begins(b []byte) bool { return begin.Match(b[:min(len(b), beginBytes)]) }

// Reader reads the documents of a file.
type Reader struct {
	r *bufio.Reader
	// at is the byte of the file that comes next.
	at    int64
	limit int
}

// NewReader returns a Reader of r, which begins at byte start of the file. A document has at most limit bytes.
func NewReader(r io.Reader, start int64, limit int) *Reader {
	return &Reader{r: bufio.NewReaderSize(r, 64<<10), at: start, limit: limit}
}

// Next returns the next document with its tags, and the byte of the file that it begins at. What stands between two
// documents comes as one that does not begin as a document does. whole is false if it is too long: then it is cut. The
// error is that of reading, with what was read before it; io.EOF is the end, and comes alone.
func (r *Reader) Next() (document []byte, start int64, whole bool, err error) {
	for {
		head, err := r.r.Peek(1)
		if err != nil {
			return nil, r.at, true, err
		}
		if !strings.Contains(" \t\r\n", string(head)) {
			break
		}
		r.r.Discard(1)
		r.at++
	}
	start, whole = r.at, true
	for first, begins := true, true; ; first = false {
		if begins && !first {
			if head, _ := r.r.Peek(len(open)); bytes.EqualFold(head, open) {
				return document, start, whole, nil
			}
		}
		line, err := r.r.ReadSlice('\n')
		r.at += int64(len(line))
		tail := line
		if whole = whole && len(document)+len(line) <= r.limit; whole {
			document = append(document, line...)
			tail = document
		}
		switch begins = err == nil; err {
		case nil:
			if tail = bytes.TrimRight(tail, " \t\r\n"); len(tail) >= len(closed) &&
				bytes.EqualFold(tail[len(tail)-len(closed):], closed) {
				return document, start, whole, nil
			}
		case bufio.ErrBufferFull:
		case io.EOF:
			return document, start, whole, nil
		default:
			return document, start, whole, err
		}
	}
}

// Document is a document in its parts, without DOC.
type Document struct {
	// ID is the content of DOCNO.
	ID string
	// Text is what stands behind DOCNO and DOCHDR, with its tags.
	Text []byte
	// Page is true if it is a web page: there is a DOCHDR.
	Page bool
}

// Parse divides a document into its parts. Text is in the memory of raw.
func Parse(raw []byte) (d Document) {
	d.Text = bytes.TrimRight(raw, " \t\r\n")
	if n := len(d.Text) - len(closed); n >= 0 && bytes.EqualFold(d.Text[n:], closed) {
		d.Text = d.Text[:n]
	}
	if len(d.Text) >= len(open) && bytes.EqualFold(d.Text[:len(open)], open) {
		d.Text = d.Text[len(open):]
	}
	if at := number.FindSubmatchIndex(d.Text); at != nil {
		d.ID, d.Text = string(d.Text[at[2]:at[3]]), d.Text[at[1]:]
	}
	if at := header.FindIndex(d.Text); at != nil {
		d.Page, d.Text = true, d.Text[at[1]:]
	}
	return d
}

// Field returns the content of the first element of a name, without tags and with single spaces; "" if there is none.
func (d Document) Field(name string) string {
	element := regexp.MustCompile(`(?is)<` + regexp.QuoteMeta(name) + `>(.*?)</` + regexp.QuoteMeta(name) + `>`)
	found := element.FindSubmatch(d.Text)
	if found == nil {
		return ""
	}
	return strings.Join(strings.Fields(string(tag.ReplaceAll(found[1], []byte(" ")))), " ")
}
