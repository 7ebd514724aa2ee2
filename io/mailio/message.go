// Package mailio reads mail: a message (RFC 5322 with MIME), and a mailbox of messages (mbox, RFC 4155).
//
// The text of a message is that of its body, decoded: the parts in plain text, one after the other; without
// any, the first part in HTML. What it quotes is a part of it. Attachments are not read, nor are messages in a message;
// they are counted.
package mailio

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"net/textproto"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/transform"

	"example.org/diagonal/io/charset"
)

// Message is a message of mail.
type Message struct {
	// Text is the body in UTF-8, and HTML says that it is a page of HTML.
	Text []byte
	HTML bool
	// Unread is the number of parts that are not read.
	Unread int

	header mail.Header
}

// Field returns a field of the head, such as message_id, as text, "" if there is none. The author is who it is from,
// and the title its subject, as in other files. The date is one of ISO 8601 in the time zone of the sender; one that
// cannot be read is as it is written.
func (m *Message) Field(name string) string {
	switch name {
	case "author":
		name = "from"
	case "title":
		name = "subject"
	}
	value := m.header.Get(strings.ReplaceAll(name, "_", "-"))
	switch name {
	case "date":
		if t, err := mail.ParseDate(value); err == nil {
			return t.Format(time.RFC3339)
		}
	case "from", "to", "cc", "subject":
		d := mime.WordDecoder{CharsetReader: charsetReader}
		if plain, err := d.DecodeHeader(value); err == nil {
			value = plain
		}
		text, _ := charset.ToUTF8([]byte(value), "", "") // of programs that do not encode it
		value = string(text)
	case "message_id":
		value = strings.Trim(value, "<> ")
	default:
		return ""
	}
	return strings.TrimSpace(value)
}

func charsetReader(label string, in io.Reader) (io.Reader, error) {
	name := charset.Name(label)
	if name == "" {
		return nil, fmt.Errorf("the character set %.40q is unknown", label)
	}
	return transform.NewReader(in, charset.Decoder(name)), nil
}

// maxParts and maxDepth bound what a message may have in it.
const (
	maxParts = 1000
	maxDepth = 20
)

// Parse reads a message. The error says what is wrong with it.
func Parse(raw []byte) (*Message, error) {
	raw = bytes.TrimLeft(bytes.TrimPrefix(raw, []byte("\ufeff")), "\r\n")
	if head, rest, ok := bytes.Cut(raw, []byte("\n")); ok && bytes.HasPrefix(head, []byte("From ")) { // of a mailbox
		raw = rest
	}
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("this is no message of mail: %w", err)
	}
	r := &reader{}
	if err := r.part(textproto.MIMEHeader(m.Header), m.Body, 0); err != nil {
		return nil, err
	}
	message := &Message{Unread: r.unread, header: m.Header}
	if len(r.plain) > 0 {
		message.Text = bytes.Join(r.plain, []byte("\n"))
		message.Unread += r.pages - r.alternatives
		return message, nil
	}
	message.Text, message.HTML = r.html, r.html != nil
	message.Unread += max(r.pages-1, 0)
	return message, nil
}

// reader collects the parts of a message.
type reader struct {
	plain         [][]byte
	html          []byte // the first
	pages         int    // parts in HTML
	alternatives  int    // those of them that say the same as a part in plain text
	unread, parts int
}

// part reads a part and those in it.
func (r *reader) part(h textproto.MIMEHeader, body io.Reader, depth int) error {
	if r.parts++; r.parts > maxParts || depth > maxDepth {
		return fmt.Errorf("it has more than %d parts, or parts nested more than %d deep", maxParts, maxDepth)
	}
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil && kind == "" { // none, or one that nobody can read
		kind, params = "text/plain", map[string]string{"charset": charset.Parameter(h.Get("Content-Type"))}
	}
	if strings.HasPrefix(kind, "multipart/") && params["boundary"] != "" {
		return r.multipart(kind, multipart.NewReader(body, params["boundary"]), depth)
	}
	disposition, _, _ := mime.ParseMediaType(h.Get("Content-Disposition"))
	if disposition == "attachment" || kind != "text/plain" && kind != "text/html" {
		r.unread++
		return nil
	}
	text, err := decoded(h.Get("Content-Transfer-Encoding"), body)
	if err != nil && err != io.ErrUnexpectedEOF { // the end of the last part, which many messages do not have
		return fmt.Errorf("a part cannot be decoded: %w", err)
	}
	declared := ""
	if kind == "text/html" {
		declared = charset.Declared(text)
	}
	text, _ = charset.ToUTF8(text, params["charset"], declared)
	if kind == "text/plain" {
		r.plain = append(r.plain, text)
	} else if r.pages++; r.html == nil {
		r.html = append([]byte{}, text...)
	}
	return nil
}

func (r *reader) multipart(kind string, parts *multipart.Reader, depth int) error {
	plain, pages := len(r.plain), r.pages
	for {
		p, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) { // also where the last mark is missing
			break
		}
		if err != nil {
			return err
		}
		if err := r.part(p.Header, p, depth+1); err != nil {
			return err
		}
	}
	if kind == "multipart/alternative" && len(r.plain) > plain {
		r.alternatives += r.pages - pages
	}
	return nil
}

// decoded reads a body, and undoes its Content-Transfer-Encoding.
func decoded(encoding string, r io.Reader) ([]byte, error) {
	body, err := io.ReadAll(r)
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "base64":
		text, problem := io.ReadAll(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(letters(body))))
		if problem != nil {
			err = problem
		}
		return text, err
	case "quoted-printable":
		return unquoted(body), err
	}
	return body, err
}

// letters returns what is base64, with its end: all else does not count, as RFC 2045 says.
func letters(b []byte) []byte {
	kept := b[:0]
	for _, c := range b {
		if c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '=' {
			kept = append(kept, c)
		}
	}
	for len(kept)%4 != 0 { // which some programs leave out
		kept = append(kept, '=')
	}
	return kept
}

// unquoted undoes quoted-printable. What is not encoded as it should be stays as it is.
func unquoted(b []byte) []byte {
	text := make([]byte, 0, len(b))
	for line := range bytes.Lines(b) {
		ended := bytes.TrimRight(line, " \t\r\n")
		end := line[len(bytes.TrimRight(line, "\r\n")):]
		if soft := len(ended) > 0 && ended[len(ended)-1] == '='; soft {
			ended, end = ended[:len(ended)-1], nil
		}
		for i := 0; i < len(ended); i++ {
			if ended[i] == '=' && i+2 < len(ended) {
				if c, err := strconv.ParseUint(string(ended[i+1:i+3]), 16, 8); err == nil {
					text = append(text, byte(c))
					i += 2
					continue
				}
			}
			text = append(text, ended[i])
		}
		text = append(text, end...)
	}
	return text
}
