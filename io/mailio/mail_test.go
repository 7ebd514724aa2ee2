package mailio

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	return filetest.Read(t, filepath.Join("testdata", name))
}

// show is a message as a line.
func show(m *Message) string {
	text := strings.ReplaceAll(string(m.Text), "\r\n", "\n")
	line := m.Field("from") + " | " + m.Field("subject") + " | " + m.Field("date") + " | " +
		strings.TrimRight(text, "\n")
	if m.HTML {
		line += " | HTML"
	}
	return line + strings.Repeat(" | unread", m.Unread)
}

// Messages have their text and what their head says, decoded.
func TestParse(t *testing.T) {
	head := "From: jo@example.org\nDate: Thu, 4 Mar 2021 05:06:07 +0200 (EET)\n"
	for want, raw := range map[string]string{
		"Zoë Müller <zoe@example.org> | Re: Die Vögel | 2021-03-04T05:06:07+02:00 | Il était déjà là.\n" +
			"From here on it is quoted. | unread": string(read(t, "one.eml")),
		"jo@example.org |  | 2021-03-04T05:06:07+02:00 | Plain.": head + "\n" +
			"Plain.\n",
		"jo@example.org | тест | 2021-03-04T05:06:07+02:00 | Привет": head + "Subject: =?koi8-r?B?1MXT1A==?=\n" +
			"Content-Type: text/plain; charset=koi8-r\n\n\xf0\xd2\xc9\xd7\xc5\xd4\n",
		"jo@example.org |  | yesterday | x": "From: jo@example.org\n" +
			"Date: yesterday\n\nx",
		"jo@example.org |  | 2021-03-04T05:06:07+02:00 | <p>A page.</p> | HTML": head + "Content-Type: text/html\n" +
			"\n<p>A page.</p>",
		"jo@example.org |  | 2021-03-04T05:06:07+02:00 | One.\n\n" +
			"Two. | unread": head +
			"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nOne.\n\n--b\nContent-Type: image/png\n\nx\n--b\n\n" +
			"Two.\n",
		"jo@example.org |  | 2021-03-04T05:06:07+02:00 | a=b c": head +
			"Content-Transfer-Encoding: quoted-printable\n" +
			"\na=b =\nc\n",
		"jo@example.org |  | 2021-03-04T05:06:07+02:00 | text": head + "Content-Transfer-Encoding: base64\n" +
			"\ndGV4\ndA",
		"jo@example.org |  | 2021-03-04T05:06:07+02:00 | Of a mailbox.": "From jo@example.org Thu Mar  4 05:06:07 2021\n" + head + "\n" +
			"Of a mailbox.\n",
		"jo@example.org |  | 2021-03-04T05:06:07+02:00 |  | unread": head + "Content-Type: application/pdf\n" +
			"\n%PDF",
	} {
		m, err := Parse([]byte(raw))
		if err != nil {
			t.Errorf("%.40q: %v", raw, err)
		} else if diff := cmp.Diff(want, show(m)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		} else if m.Field("author") != m.Field("from") || m.Field("title") != m.Field("subject") {
			t.Errorf("%q, %q", m.Field("author"), m.Field("title"))
		}
	}
	deep := head + "Content-Type: multipart/mixed; boundary=b\n\n" +
		strings.Repeat("--b\nContent-Type: multipart/mixed; boundary=b\n\n", 3000)
	many := head + "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\n\nx\n", 3000)
	for want, raw := range map[string]string{
		"no message of mail": "Just a text.\nAnd more.", "more than 1000 parts": many,
		"a part cannot be decoded": head + "Content-Transfer-Encoding: base64\n\nd=GV4dA=",
	} {
		if m, err := Parse([]byte(raw)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, %v, want %q", raw, m, err, want)
		}
	}
	if _, err := Parse([]byte(deep)); err != nil && !strings.Contains(err.Error(), "nested") {
		t.Error(err)
	}
}

// A mailbox has its messages, each with the byte that it begins at.
func TestMailbox(t *testing.T) {
	raw := read(t, "python.mbox")
	box := NewMailbox(bytes.NewReader(raw), 100, 1<<20)
	var got []string
	for {
		message, at, whole, err := box.Next()
		if err == io.EOF {
			break
		}
		if err != nil || !whole || !Begins(raw[at-100:]) {
			t.Fatalf("at %d: whole %v, error %v", at, whole, err)
		}
		m, err := Parse(message)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, show(m))
	}
	if diff := cmp.Diff([]string{
		"Zoë Müller <zoe@example.org> | Die Vögel | 2021-03-04T05:06:07+02:00 | Der Reiher stand am Wasser — ganz still.\n" +
			"\n> Was tat er dort?",
		"Zoë Müller <zoe@example.org> | Re: Die Vögel | 2021-03-04T05:06:07+02:00 | Il était déjà là.\n" +
			"From here on it is quoted. | unread",
	}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// What is too long is cut, and the next message is found.
	box = NewMailbox(bytes.NewReader(raw), 0, 100)
	for i, want := range []bool{false, false} {
		if message, _, whole, err := box.Next(); err != nil || whole != want || len(message) > 100 {
			t.Errorf("message %d: %d bytes, whole %v, error %v", i, len(message), whole, err)
		}
	}
	if _, _, _, err := box.Next(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
	// Lines that the mailbox has quoted are as they were.
	head := "From jo@example.org Thu Mar  4 05:06:07 2021\nSubject: x\n\n"
	box = NewMailbox(strings.NewReader("\n\n"+head+">From here\n>>From there\n> From\n\n\n"+head+"Two."), 0, 1<<20)
	if message, at, _, _ := box.Next(); string(message) != head+"From here\n>From there\n> From\n\n\n" || at != 2 {
		t.Errorf("at %d: %q", at, message)
	}
	if message, _, _, _ := box.Next(); string(message) != head+"Two." {
		t.Errorf("%q", message)
	}
}

func FuzzParse(f *testing.F) {
	raw := filetest.Read(f, "testdata/one.eml")
	f.Add(raw)
	f.Fuzz(func(t *testing.T, raw []byte) {
		if m, err := Parse(raw); (m == nil) == (err == nil) {
			t.Errorf("%v, %v", m, err)
		}
	})
}
