package docio

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"
	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/warcio"
)

func init() {
	register.Function1x1(showSize)
	register.Function2x1(showCount)
}

// showSize is showDocument without the text, for long ones.
func showSize(d record.Document) string {
	return fmt.Sprintf("%s|%s|%s#%d@%d %d", d.ID, d.Date, filepath.Base(d.File), d.Record, d.Offset, len(d.Text))
}

func showCount(name string, n int64) string { return fmt.Sprintf("%s %d", name, n) }

// each reads all that Plan.Each gives.
func each(t testing.TB, p Params) (docs []record.Document, rejected []record.Rejected) {
	t.Helper()
	err := newPlan(t, p).Each(t.Context(), func(d record.Document) error { docs = append(docs, d); return nil },
		func(r record.Rejected) { rejected = append(rejected, r) })
	if err != nil {
		t.Fatal(err)
	}
	return docs, rejected
}

func testdata(t testing.TB, name string) string {
	t.Helper()
	return string(filetest.Read(t, filepath.Join("..", name)))
}

const (
	wget   = "warcio/testdata/wget-plain.warc"
	wgetGz = "warcio/testdata/wget.warc.gz"
)

// arc is an ARC file of two pages, the second without a URL that is one.
func arc() string {
	var b strings.Builder
	add := func(url, media, body string) {
		if !strings.HasPrefix(url, "filedesc:") {
			body = "HTTP/1.0 200 OK\r\nContent-Type: " + media + "\r\n\r\n" + body
		}
		fmt.Fprintf(&b, "%s 127.0.0.1 20061121111600 %s %d\n%s\n", url, media, len(body), body)
	}
	add("filedesc://f.arc", "text/plain", "1 0 test\nURL IP-address Archive-date Content-type Archive-length\n")
	add("http://a/1", "text/html", "<p>one")
	add("http://a/pixel", "image/png", "\x89PNG")
	add("http://a/2", "text/plain", "two 中文")
	return b.String()
}

func zst(t testing.TB, text string) string {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(w.EncodeAll([]byte(text), nil))
}

// What warcio reads is what comes out, under the path of the user and with the date.
func TestArchives(t *testing.T) {
	for _, name := range []string{wget, wgetGz} {
		data := testdata(t, name)
		dir := folder(t, map[string]string{"d/" + filepath.Base(name): data})
		path := filepath.Join(dir, "d", filepath.Base(name))
		var want []record.Document
		_, err := warcio.ReadPages(t.Context(), path, record.Input, strings.NewReader(data),
			record.LimitOf(record.MaxBytes), func(p warcio.Page) error {
				if p.Document.Date = p.Date; p.Date == "" {
					t.Errorf("%s has no date", p.ID)
				}
				want = append(want, p.Document)
				return nil
			}, func(record.Rejected) {})
		if err != nil || len(want) != 20 {
			t.Fatal(len(want), err)
		}
		got, rejected := each(t, params(dir))
		if diff := cmp.Diff(want, got); diff != "" || len(rejected) > 0 {
			t.Errorf("%s: rejected %v, documents (-want +got):\n%s", name, rejected, diff)
		}
	}
	shown := func(name string) []string {
		return []string{
			fmt.Sprintf(`0 0 http://a/2 %s#3@%d "two 中文"`, name, strings.Index(arc(), "http://a/2")),
			fmt.Sprintf(`0 1 http://a/1 %s#1@%d "<p>one"`, name, strings.Index(arc(), "http://a/1")),
		}
	}
	for name, content := range map[string]string{
		// what it is, it says itself
		"a.arc": arc(), "b.ARC.gz": gz(t, arc()), "c.arc.zst": zst(t, arc()), "d.warc": arc(),
	} {
		got := readPlan(t, newPlan(t, params(folder(t, map[string]string{name: content}))))
		if diff := cmp.Diff(shown(name), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	// A record without a URI goes by the path below the argument.
	record := "WARC/1.0\r\nWARC-Type: conversion\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\ntext\r\n\r\n"
	if got, _ := each(t, params(folder(t, map[string]string{"d/a.wet": record}))); len(got) != 1 ||
		got[0].ID != "d/a.wet:0" {
		t.Errorf("without a URI: %+v", got)
	}
}

// What cannot be read is told, and what is before and beside it is read.
func TestBrokenArchives(t *testing.T) {
	whole, _ := each(t, params(folder(t, map[string]string{"a.warc": testdata(t, wget)})))
	data, packed := testdata(t, wget), testdata(t, wgetGz)
	within := data[:whole[7].Offset+int64(strings.Index(data[whole[7].Offset:], string(whole[7].Text[:40])))+20]
	inHeader := data[:whole[7].Offset+30]
	for _, tc := range []struct {
		name, content string
		documents     int
		reason        string
	}{
		{"a.warc", within, 8, "the record ends after "},
		{"a.warc", inHeader, 7, "the header of the record at byte "},
		{"a.warc.gz", packed[:len(packed)*2/5], 10, "the file ends inside the gzip member at byte "},
		{"a.warc", "no archive", 0, "neither WARC nor ARC: 10 bytes skipped"},
		{"a.warc.zst", zst(t, data)[:9000], 0, "zstd data ends too early, after 0 decompressed bytes"},
	} {
		dir := folder(t, map[string]string{tc.name: tc.content, "b.txt": "text", "c.arc": arc()})
		docs, rejected := each(t, params(dir))
		var broken []record.Document
		rest := 0
		for _, d := range docs {
			if filepath.Base(d.File) == tc.name {
				broken = append(broken, d)
			} else {
				rest++
			}
		}
		if len(broken) != tc.documents || rest != 3 {
			t.Errorf("%s, %s: %d documents and %d of other files", tc.name, tc.reason, len(broken), rest)
		}
		if len(rejected) != 1 || !strings.Contains(rejected[0].Reason, tc.reason) ||
			rejected[0].File != filepath.Join(dir, tc.name) {
			t.Errorf("%s: rejected %v, want %q", tc.name, rejected, tc.reason)
		}
		for i, d := range broken {
			if d.ID != whole[i].ID || i < 7 && !bytes.Equal(d.Text, whole[i].Text) ||
				!bytes.HasPrefix(whole[i].Text, d.Text) {
				t.Errorf("%s: document %d is %s, %.60q", tc.name, i, d.ID, d.Text)
			}
		}
	}
	dir := folder(t, map[string]string{"a.warc": data})
	plan := newPlan(t, params(dir))
	os.Remove(filepath.Join(dir, "a.warc"))
	if diff := cmp.Diff([]string{"rejected a.warc: no such file or folder"}, readPlan(t, plan)); diff != "" {
		t.Errorf("gone (-want +got):\n%s", diff)
	}
}

func TestFetchArchives(t *testing.T) {
	cut := testdata(t, wget)
	dir := folder(t, map[string]string{
		"a.warc": testdata(t, wget), "b.warc.gz": testdata(t, wgetGz), "c.arc": arc(), "d.arc.gz": gz(t, arc()),
		"e.arc.zst": zst(t, arc()),
		"f.warc":    cut[:len(cut)*2/3],
	})
	checkFetch(t, params(dir), 50)
	a, b := filepath.Join(dir, "a.warc"), filepath.Join(dir, "b.warc.gz")
	for _, file := range []string{a, b} {
		n := 0
		whole, _ := each(t, params(file))
		err := fetch(t.Context(), params(file), nil, []ref{{file, 1}, {file, whole[3].Offset}, {file, 1 << 40}},
			func(i int, d *record.Document) {
				if n++; i != 1 || !bytes.Equal(d.Text, whole[3].Text) {
					t.Errorf("%s: fetched %d, %.60q", file, i, d.Text)
				}
			})
		if n != 1 || err == nil || !strings.Contains(err.Error(), file+": at 1: there is no document any more") {
			t.Errorf("%s: %d fetched, error %v", file, n, err)
		}
	}
}

// checkFetch holds that every document is fetched again as it was read.
func checkFetch(t *testing.T, p Params, min int) {
	t.Helper()
	docs, _ := each(t, p)
	if len(docs) < min {
		t.Fatalf("%d documents", len(docs))
	}
	slices.Reverse(docs)
	docs = append(docs, docs[:5]...)
	var refs []ref
	for _, d := range docs {
		refs = append(refs, ref{d.File, d.Offset})
	}
	got := make([]string, len(docs))
	if err := fetch(t.Context(), p, nil, refs, func(i int, d *record.Document) {
		got[i] += fmt.Sprint("+", d.Markup, string(d.Text))
	}); err != nil {
		t.Error(err)
	}
	for i, d := range docs {
		if got[i] != fmt.Sprint("+", d.Markup, string(d.Text)) {
			t.Errorf("%s: fetched %.60q, read %.60q", d.ID, got[i], d.Text)
		}
	}
}

func TestSkippedName(t *testing.T) {
	for what, want := range map[string]string{"revisit": "revisit", "image/png": "image",
		"application/pdf": "application", "x-junk/y": "other", "": "other"} {
		if got := skippedName(what); got != "skipped_"+want {
			t.Errorf("skippedName(%q) = %q, want %q", what, got, "skipped_"+want)
		}
	}
}

// Archives and Parquet through a pipeline: the documents are those of Each, and what was
// left out is in the ledger.
func TestReadArchivesAndParquet(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.warc": testdata(t, wget), "b.warc.gz": testdata(t, wgetGz), "c.arc": arc(),
		"d.parquet": testdata(t, "parquetio/testdata/pyarrow-zstd.parquet"),
	})
	docs, bad := each(t, params(dir))
	var want []string
	for _, d := range docs {
		want = append(want, showSize(d))
	}
	if len(want) != 20+20+2+7 || len(bad) != 1 {
		t.Fatalf("%d documents, rejected %v", len(want), bad)
	}
	counts := map[string]int64{"request": 44, "metadata": 6, "warcinfo": 3, "image": 3, "empty": 2}
	var ledgers []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		ledgers = append(ledgers, showCount("skipped_"+name, counts[name]))
	}
	p, s := beam.NewPipelineWithRoot()
	documents, rejected, _, ledger := Read(s, newPlan(t, params(dir)))
	passert.EqualsList(s, beam.ParDo(s, showSize, documents), want)
	passert.EqualsList(s, beam.ParDo(s, record.Rejected.String, rejected), []string{bad[0].String()})
	passert.EqualsList(s, beam.ParDo(s, showCount, stats.SumPerKey(s, ledger)), ledgers)
	ptest.RunAndValidate(t, p)
}

func TestArchiveCancelled(t *testing.T) {
	for _, name := range []string{wget, wgetGz, "parquetio/testdata/pandas.parquet"} {
		plan := newPlan(t, params(filepath.Join("..", name)))
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		err := plan.Each(ctx, func(record.Document) error {
			n++
			cancel()
			return ctx.Err()
		}, func(r record.Rejected) { t.Error(r) })
		if err != context.Canceled || n != 1 {
			t.Errorf("%s: %d documents, error %v", name, n, err)
		}
	}
}
