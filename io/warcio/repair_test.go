package warcio

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/diagonal/io/record"

	"github.com/google/go-cmp/cmp"
)

// warc is a record of the type text/plain; length is what its header says.
func warc(id, body string, length int) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: %s\r\nContent-Type: text/plain\r\n"+
		"Content-Length: %d\r\n\r\n%s\r\n\r\n", id, length, body)
}

func right(id, body string) string { return warc(id, body, len(body)) }

const arcHead = "filedesc://a.arc 0.0.0.0 20240102030405 text/plain 76\n1 0 InternetArchive\n" +
	"URL IP-address Archive-date Content-type Archive-length\n\n"

func TestRecords(t *testing.T) {
	http := "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>text"
	response := func(head, block string) string {
		return fmt.Sprintf("WARC/1.1\r\nWARC-Type: response\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n", head,
			len(block), block)
	}
	inner := "head\r\n\r\n" + right("inner", "text")
	for _, tt := range []struct {
		name    string
		data    string
		want    []string
		reasons string // all of them, a line each
	}{
		{"empty file", "", nil, ""},
		{"blank lines only", "\r\n\n\r\n", nil, ""},
		{"two", right("a", "one") + right("b", "two"), []string{"a: one", "b: two"}, ""},
		{"empty text", right("a", "") + right("b", "two"), []string{"a: ", "b: two"}, ""},
		{"lines end in LF", strings.ReplaceAll(right("a", "one")+right("b", "two"), "\r", ""),
			[]string{"a: one", "b: two"}, ""},
		{"no blank lines behind", strings.TrimSpace(right("a", "one")) + strings.TrimSpace(right("b", "two")),
			[]string{"a: one", "b: two"}, ""},
		{"version 0.18", "WARC/0.18" + right("a", "one")[len("WARC/1.0"):], []string{"a: one"}, ""},
		{"folded header",
			"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI:\r\n a\r\nContent-Type: text/plain;\r\n" +
				"\tcharset=big5\r\nContent-Length: 2\r\n\r\n\xa4\xa4\r\n\r\n", []string{"a: 中"}, ""},
		{"names in any case, URI in angle brackets",
			"WARC/1.0\r\nwarc-type: Resource\r\nwarc-target-uri: <a>\r\ncontent-type: TEXT/Plain\r\n" +
				"content-length: 3\r\n\r\none\r\n\r\n", []string{"a: one"}, ""},
		{"a record inside a record", right("a", inner) + right("b", "two"), []string{"a: " + inner, "b: two"}, ""},

		{"no length", strings.Replace(right("a", "one"), "Content-Length: 3\r\n", "", 1) + right("b", "two"),
			[]string{"a: one", "b: two"}, ""},
		{"length is no number", strings.Replace(right("a", "one"), ": 3", ": x", 1) + right("b", "two"),
			[]string{"a: one", "b: two"}, ""},
		{"length too small", warc("a", "one and a half", 3) + right("b", "two"),
			[]string{"a: one and a half", "b: two"}, ""},
		{"length too large", warc("a", "one", 30) + right("b", "two") + right("c", "three"),
			[]string{"a: one", "b: two", "c: three"}, "the next record begins after 3 of 30 bytes"},
		{"length beyond the file", warc("a", "one", 99999) + right("b", "two"), []string{"a: one", "b: two"},
			"the next record begins after 3 of 99999 bytes"},
		{"length beyond all sense", warc("a", "one", 1<<60) + right("b", "two"), []string{"a: one", "b: two"},
			"the record has 3 bytes and not 1152921504606846976"},
		{"cut in the body", strings.TrimSuffix(right("a", "one"), "e\r\n\r\n"), []string{"a: on"},
			"the record ends after 2 of 3 bytes"},
		{"cut in the header", right("a", "one") + "WARC/1.0\r\nWARC-Type: res", []string{"a: one"},
			"the header of the record at byte 105 has no end: 24 bytes skipped"},
		{"header without end, then a record", "WARC/1.0\r\nWARC-Type: resource\r\n" + right("b", "two"),
			[]string{"b: two"}, "the header of the record at byte 0 has no end: 31 bytes skipped"},
		{"junk before", "junk\r\n\r\n" + right("a", "one"), []string{"a: one"},
			"neither WARC nor ARC: 8 bytes skipped"},
		{"junk only", "junk", nil, "neither WARC nor ARC: 4 bytes skipped"},

		{"no URI",
			"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:1>\r\nContent-Type: text/plain\r\n" +
				"Content-Length: 3\r\n\r\none\r\n\r\n", []string{"urn:1: one"}, ""},
		{"neither URI nor id",
			right("a", "one") +
				"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\none\r\n\r\n",
			[]string{"a: one", "f:1: one"}, ""},
		{"no type", "WARC/1.0\r\nWARC-Target-URI: a\r\nContent-Length: 3\r\n\r\none\r\n\r\n", nil,
			"the record has no WARC-Type"},
		{"a later segment",
			"WARC/1.0\r\nWARC-Type: continuation\r\nWARC-Target-URI: a\r\nContent-Length: 3\r\n\r\none\r\n\r\n", nil,
			"a later segment of a record: segments are not joined"},
		{"conversion", strings.Replace(right("a", "HTTP/1.1 is text here"), "resource", "conversion", 1),
			[]string{"a: HTTP/1.1 is text here"}, ""},

		{"response", response("WARC-Target-URI: a\r\nContent-Type: application/http; msgtype=response\r\n", http),
			[]string{"a: <p>text"}, ""},
		{"response, nobody says it is HTTP", response("WARC-Target-URI: a\r\n", http), []string{"a: <p>text"}, ""},
		{"response of another protocol", response("WARC-Target-URI: a\r\nContent-Type: text/plain\r\n", "gopher"),
			[]string{"a: gopher"}, ""},
		{"a status line of another name", response("WARC-Target-URI: a\r\nContent-Type: application/http\r\n",
			"ICY 200 OK\r\nContent-Type: text/plain\r\n\r\ntext"), []string{"a: text"}, ""},
		{"said to be HTTP, is not", response("WARC-Target-URI: a\r\nContent-Type: application/http\r\n",
			"<html>no header: here\r\n\r\ntext"), []string{"a: <html>no header: here\r\n\r\ntext"}, ""},
		{"HTTP header without end", response("WARC-Target-URI: a\r\nContent-Type: application/http\r\n",
			"HTTP/1.0 200 OK\r\nContent-Type: text/html"), []string{"a: "}, ""},
		{"type found by the bytes", response("WARC-Target-URI: a\r\n", "HTTP/1.0 200 OK\r\n\r\n<!DOCTYPE html><p>x"),
			[]string{"a: <!DOCTYPE html><p>x"}, ""},
		{"type is wrong",
			response("WARC-Target-URI: a\r\n", "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n%PDF-1.4 x"), nil,
			"said to be text/html, is application/pdf"},

		{"ARC 1", arcHead + "http://a/b c 1.2.3.4 20240102030405 text/html 66\n" + http + "\n" +
			"http://d/ 1.2.3.4 20240102030405 text/plain 3\none\n", []string{"http://a/b c: <p>text", "http://d/: one"},
			""},
		{"ARC 2", "filedesc://a.arc 0.0.0.0 20240102030405 text/plain 200 - - 0 a.arc 14\n2 0 Archiver\n\n\n" +
			"http://a/ 1.2.3.4 20240102030405 text/html 200 checksum - 12345678 a.arc 3\none\n",
			[]string{"http://a/: one"}, ""},
		{"ARC, empty type", arcHead + "http://a/ ::1 20240102030405  3\none\n", []string{"http://a/: one"}, ""},
		{"ARC, length too large",
			arcHead +
				"http://a/ 1.2.3.4 20240102030405 text/plain 40\none\nhttp://b/ 1.2.3.4 20240102030405 text/plain 3\n" +
				"two\n", []string{"http://a/: one", "http://b/: two"}, "the next record begins after 3 of 40 bytes"},
		{"ARC, length too small",
			arcHead +
				"http://a/ 1.2.3.4 20240102030405 text/plain 1\none\nhttp://b/ 1.2.3.4 20240102030405 text/plain 3\n" +
				"two\n", []string{"http://a/: one", "http://b/: two"}, ""},
		{"ARC without its begin", "junk\nhttp://b/ 1.2.3.4 20240102030405 text/plain 3\ntwo\n",
			[]string{"http://b/: two"}, "neither WARC nor ARC: 5 bytes skipped"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := read(t, []byte(tt.data))
			if d := cmp.Diff(tt.want, r.texts()); d != "" {
				t.Errorf("pages (-want +got):\n%s", d)
			}
			if d := cmp.Diff(tt.reasons, r.reasons()); d != "" {
				t.Errorf("rejected (-want +got):\n%s", d)
			}
			if r.counts.Bytes != int64(len(tt.data)) {
				t.Errorf("%d bytes, want %d", r.counts.Bytes, len(tt.data))
			}
		})
	}
}

// TestLimit holds that a body over the limit is rejected, and reading goes on behind
// it, also where much more than the buffers hold is skipped.
func TestLimit(t *testing.T) {
	huge := strings.Repeat("0123456789abcde\n", (holdBack+3<<20)/16)
	for _, tt := range []struct {
		name, data string
		limit      int64
		want       []string
		reasons    string
	}{
		{"at the limit", right("a", "0123456789"), 10, []string{"a: 0123456789"}, ""},
		{"over the limit", right("a", "0123456789+") + right("b", "two"), 10, []string{"b: two"},
			"a body of 11 bytes: larger than 10 bytes; --max_record sets this limit"},
		{"huge", right("a", huge) + right("b", "two"), 1000, []string{"b: two"},
			fmt.Sprintf("a body of %d bytes: larger than 1000 bytes; --max_record sets this limit", len(huge))},
		{"huge without length", strings.Replace(right("a", huge), "Content-Length", "Length",
			1) + right("b", "two"), 1000, []string{"b: two"},
			fmt.Sprintf("a body of %d bytes: larger than 1000 bytes; --max_record sets this limit", len(huge))},
		{"huge, skipped", strings.Replace(right("a", huge), "text/plain", "image/png", 1) + right("b", "two"),
			record.MaxBytes, []string{"b: two"}, ""},
		{"huge, skipped, too long", strings.Replace(warc("a", huge, len(huge)+1000), "text/plain", "image/png", 1) +
			right("b", "two"), record.MaxBytes, []string{"b: two"},
			fmt.Sprintf("the next record begins after %d of %d bytes", len(huge), len(huge)+1000)},
		{"decodes to more",
			"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: a\r\nContent-Length: 117\r\n\r\nHTTP/1.1 200 OK\r\n" +
				"Content-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n" + pack(strings.Repeat(" ", 9999)), 200, nil,
			"the decoded body: larger than 200 bytes; --max_record sets this limit"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := readLimit(t, []byte(tt.data), tt.limit)
			if d := cmp.Diff(tt.want, r.texts()); d != "" {
				t.Errorf("pages (-want +got):\n%.500s", d)
			}
			if d := cmp.Diff(tt.reasons, r.reasons()); d != "" {
				t.Errorf("rejected (-want +got):\n%s", d)
			}
		})
	}
}

// pack is s as one gzip member.
func pack(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

// TestMembers damages one member of a file with a member per record: the others stay.
func TestMembers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	letters := func() string { // compresses badly, so that a member is longer than its frame
		b := make([]byte, 3000)
		for i := range b {
			b[i] = byte('a' + rng.IntN(26))
		}
		return string(b)
	}
	a, b, c := letters(), "<html>"+pack(letters()), letters()
	one, two, three := pack(right("a", a)), pack(right("b", b)), pack(right("c", c))
	flip := func(s string, i int) string { return s[:i] + string(s[i]^0x55) + s[i+1:] }
	all := right("a", a) + right("c", c)
	var blocks string
	for i := 0; i < len(all); i += 100 {
		blocks += pack(all[i:min(i+100, len(all))])
	}
	both := []string{"a: " + a, "c: " + c}
	for _, tt := range []struct {
		name, data string
		want       []string
		reason     string // a part of it; a cut record may be told as well
	}{
		{"whole", one + three, both, ""},
		{"one member for all", pack(all), both, ""},
		{"members cut records", blocks, both, ""},
		{"members cut records, one is broken", blocks[:300] + "\xff\xff" + blocks[302:], []string{"c: " + c},
			"wrong checksum"},
		{"padding", one + "\x00\x00\x00" + three + strings.Repeat("\x00", 512), both, ""},
		{"empty members", pack("") + one + pack("") + pack("") + three + pack(""), both, ""},
		{"junk between", one + "junk" + three, both, "not a gzip header"},
		{"junk behind", one + three + "junk", both, "nothing readable follows"},
		{"magic broken", one + flip(two, 0) + three, both, "not a gzip header"},
		{"broken at the begin", one + flip(two, 12) + three, both, "gzip is broken"},
		{"broken in the middle", one + flip(two, len(two)/2) + three, both, "gzip is broken"},
		{"wrong checksum", one + flip(two, len(two)-6) + three, both, "wrong checksum"},
		{"wrong checksum in the last", one + three + flip(two, len(two)-6), both, "wrong checksum"},
		{"member cut", one + two[:len(two)/2] + three, both, "gzip is broken"},
		{"member without its begin", one + two[len(two)/2:] + three, both, "not a gzip header"},
		{"length too large", one + pack(warc("b", "two", 9999)) + three,
			[]string{"a: " + a, "b: two\r\n\r\n", "c: " + c}, "the record ends after 7 of 9999 bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := read(t, []byte(tt.data))
			if d := cmp.Diff(tt.want, r.texts()); d != "" {
				t.Errorf("pages (-want +got):\n%.3000s", d)
			}
			switch {
			case tt.reason == "" && len(r.rejected) > 0, tt.reason != "" && len(r.rejected) > 2,
				!strings.Contains(r.reasons(), tt.reason):
				t.Errorf("rejected %v, want %q", r.rejected, tt.reason)
			}
		})
	}
}
