package mailio

import (
	"bufio"
	"bytes"
	"io"
	"regexp"
)

// separator is how a message of a mailbox begins: a line with the sender and the date, and its first field.
var separator = regexp.MustCompile(
	`^From \S+ [^\n]{0,20}\d\d:\d\d(:\d\d)? [^\n]{0,20}\d{4}[^\n]{0,20}\n>?[A-Za-z][A-Za-z0-9-]*:[ \t]`)

// separatorBytes is how much of a message shows that it is one.
const separatorBytes = 512

var from = []byte("From ")

// Begins reports whether a message of a mailbox begins with these bytes.
func Begins(b []byte) bool {
	return bytes.HasPrefix(b, from) && separator.Match(b[:min(len(b), separatorBytes)])
}

// Mailbox reads the messages of a mailbox.
type Mailbox struct {
	r *bufio.Reader
	// at is the byte of the file that comes next.
	at    int64
	limit int
}

// mailboxBytes is the buffer: what shows a message has to fit.
const mailboxBytes = 64 << 10

// NewMailbox returns a Mailbox of r, which begins at byte start of the file. A message has at most limit bytes.
func NewMailbox(r io.Reader, start int64, limit int) *Mailbox {
	return &Mailbox{r: bufio.NewReaderSize(r, mailboxBytes), at: start, limit: limit}
}

// Next returns the next message, and the byte of the file that it begins at. whole is false if it is too long: then it
// is cut. The lines that the mailbox has quoted, such as ">From ", are as they were. The error is that of reading, with
// what was read before it; io.EOF is the end, and comes alone.
func (m *Mailbox) Next() (message []byte, start int64, whole bool, err error) {
	if err := m.skipEmpty(); err != nil {
		return nil, m.at, true, err
	}
	start, whole = m.at, true
	for empty, begins := false, true; ; { // what the line before was, and whether a line begins
		if empty {
			if head, _ := m.r.Peek(separatorBytes); Begins(head) {
				return message, start, whole, nil
			}
		}
		line, err := m.r.ReadSlice('\n')
		m.at += int64(len(line))
		empty = begins && err == nil && len(bytes.TrimRight(line, "\r\n")) == 0
		if begins && len(line) > 0 && line[0] == '>' && bytes.HasPrefix(bytes.TrimLeft(line, ">"), from) {
			line = line[1:]
		}
		if whole = whole && len(message)+len(line) <= m.limit; whole {
			message = append(message, line...)
		}
		switch begins = err == nil; err {
		case nil, bufio.ErrBufferFull:
		case io.EOF:
			return message, start, whole, nil
		default:
			return message, start, whole, err
		}
	}
}

// skipEmpty goes to the first line that is not empty.
func (m *Mailbox) skipEmpty() error {
	for {
		head, err := m.r.Peek(1)
		if err != nil {
			return err
		}
		if head[0] != '\r' && head[0] != '\n' {
			return nil
		}
		m.r.Discard(1)
		m.at++
	}
}
