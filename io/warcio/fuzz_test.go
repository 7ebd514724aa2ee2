package warcio

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

// FuzzRead reads anything, at once and in halves of what is asked for, as it stands
// and as a gzip member: the same pages, with offsets that grow and every record
// accounted for.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"wget-plain.warc", "wget.warc.gz", "recorder.warc.gz"} {
		data := file(f, name)
		f.Add(data[:min(len(data), 2500)])
	}
	f.Add([]byte(right("a", "one") + warc("b", "two", 1) + warc("c", "three", 99) + "junk"))
	f.Add([]byte(arcHead +
		"http://a/b c 1.2.3.4 20240102030405 text/html 3\none\nhttp://b/ 1.2.3.4 20240102030405 text/plain x\ntwo"))
	f.Add([]byte(pack(right("a", "one")) + pack(right("b", "two"))[:40] + pack(right("c", "three"))))
	f.Add([]byte("WARC/1.0\r\nWARC-Type: response\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n" +
		"Content-Encoding: br\r\n\r\n3\r\n\xff\x00\x01\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		whole := read(t, data)
		halves := readFrom(t, iotest.HalfReader(bytes.NewReader(data)))
		if d := cmp.Diff(whole, halves, cmp.AllowUnexported(result{})); d != "" {
			t.Errorf("(-at once +in halves):\n%s", d)
		}
		last := int64(-1)
		for _, p := range whole.pages {
			if p.Offset <= last || p.Offset >= whole.counts.Bytes || p.Record >= whole.counts.Records || p.ID == "" ||
				p.Charset == "" {
				t.Errorf("page %+v after offset %d, counts %+v", p, last, whole.counts)
			}
			last = p.Offset
		}
		c := whole.counts
		used := c.Documents
		for _, n := range c.Skipped {
			used += n
		}
		if used > c.Records || used+c.Rejected < c.Records || c.Rejected != int64(len(whole.rejected)) {
			t.Errorf("%d records: %d documents, %v skipped, %d rejected", c.Records, c.Documents, c.Skipped, c.Rejected)
		}
		if bytes.HasPrefix(data, magic) {
			return
		}
		if d := cmp.Diff(whole, read(t, []byte(pack(string(data)))), cmp.AllowUnexported(result{})); d != "" &&
			len(data) > 0 {
			t.Errorf("(-plain +gzip):\n%s", d)
		}
	})
}

func readFrom(t testing.TB, src io.Reader) result {
	var r result
	c, err := ReadPages(context.Background(), "f", record.Input, src, record.LimitOf(record.MaxBytes),
		func(p Page) error { r.pages = append(r.pages, p); return nil },
		func(v record.Rejected) { r.rejected = append(r.rejected, v) })
	if err != nil {
		t.Fatal(err)
	}
	r.counts = c
	return r
}

// FuzzBodies writes any texts as records with the right length: they come back as
// they were, whatever they look like, plain and with a member per record.
func FuzzBodies(f *testing.F) {
	f.Add("one", "two")
	f.Add("", "\r\n\r\n")
	f.Add("head\r\n\r\n"+right("x", "inner"), "WARC/1.0\r\nA: b")
	f.Add("人民", pack("x"))
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, s := range []string{a, b} {
			if !utf8.ValidString(s) || strings.ContainsAny(s, "\x00\x1f") || strings.HasPrefix(s, "\ufeff") ||
				strings.HasPrefix(s, "HTTP/") ||
				strings.HasPrefix(s, "GIF8") || strings.HasPrefix(s, "%PDF") || strings.HasPrefix(s, "PK") ||
				strings.HasPrefix(s, "BM") || len(s) > 1<<16 {
				t.Skip() // read as something other than text
			}
		}
		want := []string{"a: " + a, "b: " + b, "c: "}
		for _, data := range []string{
			right("a", a) + right("b", b) + right("c", ""),
			pack(right("a", a)) + pack(right("b", b)) + pack(right("c", "")),
		} {
			r := read(t, []byte(data))
			if d := cmp.Diff(want, r.texts()); d != "" && len(r.rejected) == 0 ||
				len(r.rejected) > 0 && !strings.Contains(r.reasons(), "said to be") {
				t.Errorf("(-want +got):\n%s\n%v", d, r.rejected)
			}
		}
	})
}
