package site

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/store"
	"example.org/diagonal/io/store/storetest"
)

// Rows are in chunks of a size, in order, and the manifest says where each begins.
func TestTable(t *testing.T) {
	out := filepath.Join(t.TempDir(), "pages")
	s, err := Begin(t.Context(), out, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Abort()
	small, big, none := s.Table("small"), s.Table("big", Column{Title: "<t>", Type: Text}), s.Table("none")
	if err := small.Add("</script><!--\u2028", 1.5, nil); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		if err := big.Add(strings.Repeat("x", ChunkBytes/3), i); err != nil {
			t.Fatal(err)
		}
	}
	if err := big.Add(strings.Repeat("x", 2*ChunkBytes), 10); err != nil { // a row of its own
		t.Fatal(err)
	}
	for _, table := range []*Table{small, big, none} {
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"data/small-00000.js": "reportChunk(\"small\",0,[\n[\"\\u003c/script\\u003e\\u003c!--\\u2028\",1.5,null]\n" +
			"]);\n",
		"data/tables.js": `reportTables({"big":{"rows":11,"starts":[0,2,4,6,8,10],"columns":[{"title":"\u003ct\u003e","type":"text"}]},"none":{"rows":0,"starts":[]},"small":{"rows":1,"starts":[0]}});` + "\n",
	} {
		if got, err := os.ReadFile(filepath.Join(out, name)); err != nil || string(got) != want {
			t.Errorf("%s is %q, want %q (%v)", name, got, want, err)
		}
	}
	if names, _ := filepath.Glob(filepath.Join(out, "data", "big-*")); len(names) != 6 {
		t.Errorf("%v", names)
	}
}

// A name of a table is in names of files.
func TestTableName(t *testing.T) {
	for _, name := range []string{"", "../x", "a b", "A", "a/b", "-"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a table has the name %q", name)
				}
			}()
			new(Site).Table(name)
		}()
	}
}

// An earlier report is replaced only if the user says so, and nothing else ever is.
func TestOverwrite(t *testing.T) {
	out := filepath.Join(t.TempDir(), "pages")
	for _, tc := range []struct {
		overwrite bool
		before    func()
		taken     bool
	}{
		{false, func() {}, false},
		{false, func() {}, true},
		{true, func() {}, false},
		{true, func() { os.WriteFile(filepath.Join(out, "mine.txt"), nil, 0o644) }, true},
	} {
		tc.before()
		s, err := Begin(t.Context(), out, tc.overwrite)
		if err == nil {
			err = s.Commit()
		}
		if taken := new(store.TakenError); errors.As(err, &taken) != tc.taken {
			t.Errorf("%+v: %v", tc, err)
		}
	}
}

// A report may be made in a bucket.
func TestBucket(t *testing.T) {
	storetest.Start(t, "b")
	s, err := Begin(t.Context(), "gs://b/pages", false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Abort()
	if err := s.Put(Page{Name: FirstPage, Template: "table.html", Title: "T",
		Content: map[string]string{"Table": "x", "Intro": "y"}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	files, err := store.For("gs://b/pages")
	if err != nil {
		t.Fatal(err)
	}
	names, err := files.Names(t.Context(), "gs://b/pages")
	if err != nil || fmt.Sprint(names) != "[_SUCCESS index.html]" {
		t.Errorf("%v, %v", names, err)
	}
}

// Every library has its licence beside it, and none loads anything from elsewhere.
func TestLibraries(t *testing.T) {
	libraries, err := assets.ReadDir("assets/lib")
	if err != nil || len(libraries) == 0 {
		t.Fatal(libraries, err)
	}
	for _, l := range libraries {
		licence, err := assets.ReadFile(path.Join("assets/lib", l.Name(), "LICENSE"))
		if err != nil || !strings.Contains(string(licence), "Permission is hereby granted") {
			t.Errorf("%s: licence %.50q, %v", l.Name(), licence, err)
		}
	}
	err = fs.WalkDir(assets, "assets", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := assets.ReadFile(name)
		for _, wrong := range []string{"@import", "url(http", "url(//", "import("} {
			if strings.Contains(string(b), wrong) {
				t.Errorf("%s contains %s", name, wrong)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A report in one file has an end.
func TestSingleTooLarge(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.html")
	s, err := BeginFile(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	s.single.size = MaxBytes - 10
	large := new(TooLargeError)
	if err := s.PutData("charts", "reportCharts", strings.Repeat("abcdefgh", 100)); !errors.As(err, &large) {
		t.Errorf("%v, want an error of the size", err)
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is there: %v", err)
	}
}
