package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

// A folder with more entries than are looked at in one go: files, folders, links and dead links, hidden
// ones and pipes.
func TestListOfManyEntries(t *testing.T) {
	dir := t.TempDir()
	var want Listing
	for i := range 3*lookStep + 7 {
		name := fmt.Sprintf("%04d", i)
		path := filepath.Join(dir, name)
		switch i % 50 {
		case 7:
			if err := os.Symlink("gone", path); err != nil {
				t.Fatal(err)
			}
			want.Failed = append(want.Failed, Problem{path, "no such file or folder"})
			continue
		case 8:
			if err := os.Symlink(".", path); err != nil {
				t.Fatal(err)
			}
			want.Skipped = append(want.Skipped, Problem{path, "symbolic link to a folder"})
			continue
		case 9:
			filetest.Folder(t, path)
			name += "/below"
			path += "/below"
		}
		filetest.Write(t, path, make([]byte, i))
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		want.Files = append(want.Files, File{Path: path, Name: name, Identity: path, Size: int64(i),
			Version: localVersion(info)})
	}
	hidden := filetest.Write(t, filepath.Join(dir, ".hidden"), "")
	want.Skipped = append([]Problem{{hidden, hiddenWhy}}, want.Skipped...)
	got, err := local{}.List(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the listing (-want +got):\n%s", diff)
	}
}

// A reader that knows its version ends with the last bytes, and where the file ended then: what is
// written behind is seen in the version.
func TestReaderEndsWithTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	for _, tc := range []struct {
		name        string
		start       int64
		versions    bool
		change      func() error
		read, reads int
	}{
		{"whole", 0, true, nil, 10, 1},
		{"from the middle", 4, true, nil, 6, 1},
		{"without a version", 0, false, nil, 10, 2},
		{"grown", 0, true, func() error { return os.WriteFile(path, make([]byte, 30), 0o600) }, 12, 2},
		{"cut", 0, true, func() error { return os.Truncate(path, 5) }, 5, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			filetest.Write(t, path, make([]byte, 10))
			f, err := local{}.Open(t.Context(), path, tc.start)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			before := ""
			if tc.versions {
				if before, err = f.(Versioned).Version(); err != nil {
					t.Fatal(err)
				}
			}
			if tc.change != nil {
				if err := tc.change(); err != nil {
					t.Fatal(err)
				}
			}
			read, reads := 0, 0
			for err == nil && read < 12 {
				var n int
				n, err = f.Read(make([]byte, 12-read))
				read, reads = read+n, reads+1
			}
			if err != nil && err != io.EOF {
				t.Fatal(err)
			}
			if tc.name == "grown" {
				reads++ // the end was not seen
			}
			if read != tc.read || reads != tc.reads {
				t.Errorf("%d bytes are read in %d calls, want %d in %d", read, reads, tc.read, tc.reads)
			}
			after, err := f.(Versioned).Version()
			if err != nil {
				t.Fatal(err)
			}
			if tc.versions && (after != before) != (tc.change != nil) {
				t.Errorf("the version was %s, now it is %s", before, after)
			}
		})
	}
	if _, err := (local{}).Open(t.Context(), path+"gone", 0); !errors.Is(err, fs.ErrNotExist) || err.Error() != "open "+
		path+"gone: no such file or directory" {
		t.Errorf("a file that is not there: %v", err)
	}
}
