package warcio

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// result is all that Read gave.
type result struct {
	pages    []Page
	rejected []record.Rejected
	counts   Counts
}

func read(t testing.TB, data []byte) result { return readLimit(t, data, record.MaxBytes) }

// readLimit reads data with a small limit on bodies.
func readLimit(t testing.TB, data []byte, limit int64) result {
	t.Helper()
	var r result
	c, err := ReadPages(context.Background(), "f", record.Input, bytes.NewReader(data), record.LimitOf(limit),
		func(p Page) error { r.pages = append(r.pages, p); return nil },
		func(v record.Rejected) { r.rejected = append(r.rejected, v) })
	if err != nil {
		t.Fatal(err)
	}
	r.counts = c
	return r
}

// texts is "ID: text" of all pages.
func (r result) texts() []string {
	var out []string
	for _, p := range r.pages {
		out = append(out, p.ID+": "+string(p.Text))
	}
	return out
}

func (r result) reasons() string {
	var out []string
	for _, v := range r.rejected {
		out = append(out, v.Reason)
	}
	return strings.Join(out, "\n")
}

func file(t testing.TB, name string) []byte {
	t.Helper()
	return filetest.Read(t, filepath.Join("testdata", name))
}

// TestCrawlers reads archives that real crawlers wrote, and compares each page with
// what the server sent before it was converted and coded.
func TestCrawlers(t *testing.T) {
	var want map[string]struct {
		Charset string
		SHA256  string
		Bytes   int
	}
	if err := json.Unmarshal(file(t, "pages.json"), &want); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		file    string
		records int64
		skipped map[string]int64
		extra   []string // pages beside those of the manifest
	}{
		{"wget.warc.gz", 48, map[string]int64{"request": 22, "metadata": 3, "warcinfo": 1, "image/png": 1, "empty": 1},
			[]string{"/missing.html", "/robots.txt"}},
		{"wget-plain.warc", 48, map[string]int64{"request": 22, "metadata": 3, "warcinfo": 1, "image/png": 1,
			"empty": 1}, []string{"/missing.html", "/robots.txt"}},
		{"recorder.warc.gz", 36, map[string]int64{"request": 18}, nil},
	} {
		t.Run(tt.file, func(t *testing.T) {
			r := read(t, file(t, tt.file))
			if len(r.rejected) > 0 {
				t.Errorf("rejected: %v", r.rejected)
			}
			if r.counts.Records != tt.records {
				t.Errorf("%d records, want %d", r.counts.Records, tt.records)
			}
			if d := cmp.Diff(tt.skipped, r.counts.Skipped); d != "" {
				t.Errorf("skipped (-want +got):\n%s", d)
			}
			seen := map[string]bool{}
			for _, p := range r.pages {
				path := strings.TrimPrefix(p.ID, "http://127.0.0.1:8791")
				w, ok := want[path]
				seen[path] = true
				if !ok {
					continue
				}
				sum := sha256.Sum256(p.Text)
				if got := hex.EncodeToString(sum[:]); got != w.SHA256 || p.Charset != w.Charset ||
					len(p.Text) != w.Bytes {
					t.Errorf("%s: %s, %d bytes, want %s, %d bytes: %.60q", path, p.Charset, len(p.Text), w.Charset,
						w.Bytes, p.Text)
				}
				html := strings.HasSuffix(path, ".html") || path == "/"
				if (p.Markup == record.HTML) != html || p.Status != 200 || !strings.HasPrefix(p.Date, "2026-11-21T") {
					t.Errorf("%s: markup %v, status %d, date %q", path, p.Markup, p.Status, p.Date)
				}
			}
			for path := range want {
				if !seen[path] {
					t.Errorf("%s is missing", path)
				}
			}
		})
	}
}

// TestOffsets holds that Offset is where the record begins in the decompressed file,
// and Record its number.
func TestOffsets(t *testing.T) {
	data := file(t, "wget-plain.warc")
	for _, p := range read(t, data).pages {
		before := data[:p.Offset]
		if !bytes.HasPrefix(data[p.Offset:], []byte("WARC/1.0\r\n")) ||
			p.Record != int64(bytes.Count(before, []byte("WARC/1.0\r\n"))) {
			t.Errorf("%s: record %d at byte %d", p.ID, p.Record, p.Offset)
		}
	}
}

// TestSmallReads holds that the result does not depend on how the file arrives.
func TestSmallReads(t *testing.T) {
	for _, name := range []string{"recorder.warc.gz", "wget-plain.warc"} {
		data := file(t, name)
		want := read(t, data)
		var got result
		c, err := ReadPages(context.Background(), "f", record.Input,
			iotest.DataErrReader(iotest.OneByteReader(bytes.NewReader(data))), record.LimitOf(record.MaxBytes),
			func(p Page) error { got.pages = append(got.pages, p); return nil },
			func(v record.Rejected) { got.rejected = append(got.rejected, v) })
		if err != nil {
			t.Fatal(err)
		}
		got.counts = c
		if d := cmp.Diff(want, got, cmp.AllowUnexported(result{})); d != "" {
			t.Errorf("%s (-at once +byte by byte):\n%s", name, d)
		}
	}
}

// TestTruncated cuts files anywhere: the pages before the cut stay as they are, the
// page in it is a prefix, and the cut is told.
func TestTruncated(t *testing.T) {
	for _, name := range []string{"wget-plain.warc", "wget.warc.gz"} {
		data := file(t, name)
		whole := read(t, data).pages
		for cut := 1; cut < len(data); cut += 397 {
			r := read(t, data[:cut])
			if len(r.pages) > len(whole) {
				t.Fatalf("%s cut at %d: %d pages of %d", name, cut, len(r.pages), len(whole))
			}
			for i, p := range r.pages {
				w := whole[i]
				last := i == len(r.pages)-1 && len(r.rejected) > 0
				if p.ID != w.ID || !bytes.Equal(p.Text, w.Text) && !last {
					t.Errorf("%s cut at %d: page %d is %s, %d bytes", name, cut, i, p.ID, len(p.Text))
				}
			}
			if strings.HasSuffix(name, "gz") && len(r.rejected) != 1 && !bytes.HasPrefix(data[cut:], magic) {
				t.Errorf("%s cut at %d: rejected %v", name, cut, r.rejected)
			}
		}
	}
}

// TestFailures holds that errors of the file, of emit and of the context end the run.
func TestFailures(t *testing.T) {
	data := file(t, "wget.warc.gz")
	broken := errors.New("broken")
	keep := func(record.Document) error { return nil }
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tt := range []struct {
		name string
		ctx  context.Context
		err  error
		emit func(record.Document) error
		want error
	}{
		{"file", context.Background(), broken, keep, broken},
		{"emit", context.Background(), nil, func(record.Document) error { return broken }, broken},
		{"context", ctx, nil, keep, context.Canceled},
	} {
		for _, cut := range []int{0, 1, 1000, 20000} {
			r := iotest.ErrReader(tt.err)
			src := bytes.NewReader(data[:cut])
			if tt.err == nil {
				src, r = bytes.NewReader(data), bytes.NewReader(nil)
			}
			_, err := Read(tt.ctx, "f", record.Input, io.MultiReader(src, r), record.LimitOf(record.MaxBytes), tt.emit,
				func(v record.Rejected) {
					t.Errorf("%s at %d: %v", tt.name, cut, v)
				})
			if !errors.Is(err, tt.want) {
				t.Errorf("%s at %d: error %v, want %v", tt.name, cut, err, tt.want)
			}
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"wget-plain.warc", "wget.warc.gz"} {
		data := bytes.Repeat(file(b, name), 50)
		size := read(b, data).counts.Bytes
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(size)
			for b.Loop() {
				c, err := Read(context.Background(), "f", record.Input, bytes.NewReader(data),
					record.LimitOf(record.MaxBytes),
					func(record.Document) error { return nil }, func(record.Rejected) {})
				if err != nil || c.Documents != 1000 {
					b.Fatal(c, err)
				}
			}
		})
	}
}
