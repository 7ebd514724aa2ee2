package result

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store/storetest"
)

// folder is the files of a result.
func folder() map[string]string {
	return map[string]string{
		"groups-00000-of-00002.jsonl":     `{"id":"a","group":"b"}` + "\n" + `{"id":"c","group":"b"}` + "\n",
		"groups-00001-of-00002.jsonl":     "\n" + `{"id":"d","group":"e"}`,
		"groups-later-00000.jsonl":        "of nobody",
		"passages-00000-of-00001.jsonl":   "",
		"passages-00000-of-00001.parquet": "x", SummaryFile: `{"parameters":{"gamma":2},"counts":{"documents":3},"ledger":{"repeats":1},"lines":{"groups":3}}`,
		RunFile: `{"version":"1"}`, SuccessFile: "",
	}
}

// A folder reads the same on the disk and in a bucket.
func TestFolder(t *testing.T) {
	server := storetest.Start(t, "b")
	dir := filepath.Join(t.TempDir(), "a[1]") // no pattern
	filetest.Folder(t, dir)
	for name, content := range folder() {
		server.Put("b", "r/"+name, content)
		filetest.Write(t, filepath.Join(dir, name), content)
	}
	for _, path := range []string{dir, "gs://b/r"} {
		f, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if !f.Whole() || !f.Has(RunFile) || f.Has("none") {
			t.Errorf("%s: not all files are seen", path)
		}
		if diff := cmp.Diff([]string{"groups", "passages"}, f.Streams()); diff != "" {
			t.Errorf("%s: streams (-want +got):\n%s", path, diff)
		}
		s, err := f.Summary(t.Context())
		if err != nil || string(s.Parameters) != `{"gamma":2}` || s.Counts["documents"] != 3 ||
			s.Ledger["repeats"] != 1 || s.Lines["groups"] != 3 {
			t.Errorf("%s: summary %+v, %v", path, s, err)
		}
		var run struct{ Version string }
		if err := f.Run(t.Context(), &run); err != nil || run.Version != "1" {
			t.Errorf("%s: run.json %+v, %v", path, run, err)
		}
		var got []string
		err = Each(t.Context(), f, "groups", func(g record.Grouped, line []byte) error {
			got = append(got, g.ID+" "+string(line))
			return nil
		})
		want := []string{`a {"id":"a","group":"b"}`, `c {"id":"c","group":"b"}`, `d {"id":"d","group":"e"}`}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", path, err, diff)
		}
		first, err := First[record.Grouped](t.Context(), f, "groups", 1)
		if err != nil || len(first) != 1 || first[0].ID != "a" {
			t.Errorf("%s: first %v, %v", path, first, err)
		}
		if n := len(f.Files("passages", TableExtension)); n != 1 {
			t.Errorf("%s: %d tables", path, n)
		}
	}
}

func TestNoFolder(t *testing.T) {
	f, err := Open(t.Context(), filepath.Join(t.TempDir(), "none"))
	if err != nil || f.Whole() || len(f.Files("groups", LinesExtension)) != 0 {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := f.Summary(t.Context()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Summary: %v", err)
	}
	if _, err := Open(t.Context(), "ftp://x"); err == nil {
		t.Error("ftp:// is read")
	}
}

func TestSummaryIsNoJSON(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, SummaryFile), "{")
	f, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Summary(t.Context()); err == nil || !strings.HasPrefix(err.Error(), SummaryFile+": ") {
		t.Errorf("Summary: %v", err)
	}
}

// Lines come as they are written, however they end, long ones too, with the numbers that an
// editor shows.
func TestEachLine(t *testing.T) {
	long := strings.Repeat("long", 200_000)
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte("zipped\n"))
	w.Close()
	dir := t.TempDir()
	var files []string
	for i, content := range []string{"\ufeffa\n\n \t\nb\r\n" + long + "\nlast", "", "\n", z.String(),
		long + "\n" + long} {
		path := filetest.Write(t, filepath.Join(dir, fmt.Sprint(i)), content)
		files = append(files, path)
	}
	var got []string
	if err := EachLine(t.Context(), files, func(n int, line []byte) error {
		got = append(got, fmt.Sprintf("%d %.9s %d", n, line, len(line)))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	want := []string{"1 a 1", "4 b\r 2", "5 longlongl 800000", "6 last 4", "1 zipped 6", "1 longlongl 800000",
		"2 longlongl 800000"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	wrong := errors.New("wrong")
	err := EachLine(t.Context(), files, func(n int, _ []byte) error {
		if n == 4 {
			return wrong
		}
		return nil
	})
	if !errors.Is(err, wrong) || err.Error() != files[0]+":4: wrong" {
		t.Errorf("an error of a line: %v", err)
	}
	var no *OpenError
	if err := EachLine(t.Context(), []string{dir + "/none"}, nil); !errors.As(err, &no) ||
		err.Error() != dir+"/none: no such file or folder" {
		t.Errorf("no file: %v", err)
	}
}
