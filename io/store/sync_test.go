package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/store/storetest"
)

// onSync calls f in place of each sync, one at a time, with the path.
func onSync(t *testing.T, f func(path string) error) {
	var mu sync.Mutex
	toDisk = func(file *os.File) error {
		mu.Lock()
		defer mu.Unlock()
		return f(file.Name())
	}
	t.Cleanup(func() { toDisk = (*os.File).Sync })
}

// earlier returns which files below dir have the content of an earlier result, but not under its name.
func earlier(t *testing.T, dir, content string) (found []string) {
	for name, has := range readAll(t, dir) {
		if has == content && !strings.HasPrefix(name, "out/") {
			found = append(found, name)
		}
	}
	return found
}

// A result that replaces an earlier one is on the disk, with all its folders and its name, before the earlier one is
// removed. The first result of a name is not synced.
func TestReplacedResultIsSynced(t *testing.T) {
	for _, how := range []string{"exchanged", "renamed"} {
		t.Run(how, func(t *testing.T) {
			if how == "renamed" {
				noExchange(t)
			} else if !exchangeWorks(t) {
				t.Skip("names cannot be exchanged here")
			}
			dir := t.TempDir()
			path := filepath.Join(dir, "out")
			var before, after []string // synced before the new result has its name, and after that
			var draft string
			onSync(t, func(name string) error {
				below, err := filepath.Rel(draft, name)
				if err != nil {
					t.Error(err)
				}
				switch readAll(t, dir)["out/summary.json"] {
				case "old":
					before = append(before, filepath.ToSlash(below))
				case "new":
					after = append(after, filepath.ToSlash(below))
					if len(earlier(t, dir, "old")) == 0 {
						t.Errorf("%s is synced after the earlier result is removed", name)
					}
				default:
					t.Errorf("%s is synced while no result has the name", name)
				}
				return nil
			})
			commit(t, begin(t, folder(path, false), "old", "a"))
			if len(before)+len(after) > 0 {
				t.Errorf("a first result: %v, %v are synced", before, after)
			}
			d := begin(t, folder(path, true), "new", "a", "b")
			draft = d.Dir()
			filetest.Folder(t, filepath.Join(draft, "empty"))
			put(t, local{}, filepath.Join(filetest.Folder(t, filepath.Join(draft, "documents", "深")), "c"), "new")
			commit(t, d)
			slices.Sort(before)
			want := []string{".", "_SUCCESS", "a", "b", "documents", "documents/深", "documents/深/c", "empty",
				"summary.json"}
			if diff := cmp.Diff(want, before); diff != "" {
				t.Errorf("synced first (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{"../..", ".."}, after); diff != "" {
				t.Errorf("synced then (-want +got):\n%s", diff)
			}
			if left := earlier(t, dir, "old"); len(left) > 0 {
				t.Errorf("%v are left", left)
			}
		})
	}
}

// A result that something refers to is on the disk, with its marker, before it has its name.
func TestDurableResultIsSynced(t *testing.T) {
	dir := t.TempDir()
	f := folder(filepath.Join(dir, "out"), false)
	f.Durable = true
	synced := map[bool][]string{} // by whether the result has its name
	onSync(t, func(name string) error {
		_, there := readAll(t, dir)["out/summary.json"]
		synced[there] = append(synced[there], filepath.Base(name))
		return nil
	})
	commit(t, begin(t, f, "new", "a"))
	for _, name := range []string{"_SUCCESS", "a", "summary.json"} {
		if !slices.Contains(synced[false], name) {
			t.Errorf("%s is not synced before the result has its name: %v", name, synced)
		}
	}
	if !slices.Contains(synced[true], filepath.Base(dir)) {
		t.Errorf("the name is not synced: %v", synced)
	}
}

// Where a new result cannot be synced, or its run ends, the earlier one stays.
func TestNotSynced(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	p := place{path, func() map[string]string { return readAll(t, dir) }}
	commit(t, begin(t, folder(path, false), "1", "a"))

	onSync(t, func(name string) error {
		if filepath.Base(name) == "b" {
			return &fs.PathError{Op: "sync", Path: name, Err: syscall.EIO}
		}
		return nil
	})
	d := begin(t, folder(path, true), "2", "b")
	if err := d.Commit(t.Context()); !errors.Is(err, syscall.EIO) {
		t.Errorf("a broken disk: %v", err)
	}
	if err := d.Abort(); err != nil {
		t.Error(err)
	}
	p.check(t, "a broken disk", whole("out/", "1", "a"))

	onSync(t, func(string) error { return nil })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d = begin(t, folder(path, true), "3")
	if err := d.Commit(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := d.Abort(); err != nil {
		t.Error(err)
	}
	p.check(t, "cancelled", whole("out/", "1", "a"))

	// The names cannot be synced: the new result is there, and the earlier one stays until the next run.
	onSync(t, func(name string) error {
		if name == dir {
			return syscall.EIO
		}
		return nil
	})
	commit(t, begin(t, folder(path, true), "4"))
	if left := earlier(t, dir, "1"); len(left) != 2 || readAll(t, dir)["out/summary.json"] != "4" {
		t.Errorf("the names are not synced: %v are left", left)
	}

	// A file system that cannot sync.
	n := 0
	onSync(t, func(name string) error {
		n++
		return &fs.PathError{Op: "sync", Path: name, Err: []error{syscall.EINVAL, syscall.ENOTSUP, syscall.ENOSYS}[n%3]}
	})
	commit(t, begin(t, folder(path, true), "5", "a", "b", "c"))
	if got := readAll(t, dir)["out/summary.json"]; got != "5" || n < 6 {
		t.Errorf("a file system that cannot sync: %q, %d calls", got, n)
	}
}

// A file that takes the place of another one is on the disk before that is gone.
func TestReplaceIsSynced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := replace(t, path, "", "first"); err != nil {
		t.Fatal(err)
	}
	_, first := version(t, path)
	n := 0
	onSync(t, func(name string) error {
		n++
		if b, err := os.ReadFile(name); err != nil || string(b) != "second" || name == path {
			t.Errorf("%s is synced: %q, %v", name, b, err)
		}
		if content, _ := version(t, path); content != "first" {
			t.Errorf("%q has the name before it is synced", content)
		}
		return nil
	})
	if err := replace(t, path, first, "second"); err != nil || n != 1 {
		t.Errorf("%v, %d calls", err, n)
	}
	if content, _ := version(t, path); content != "second" {
		t.Errorf("the file is %q", content)
	}
	onSync(t, func(string) error { return syscall.EIO })
	_, second := version(t, path)
	if err := replace(t, path, second, "third"); !errors.Is(err, syscall.EIO) {
		t.Errorf("a broken disk: %v", err)
	}
	if got := readAll(t, filepath.Dir(path)); !cmp.Equal(got, map[string]string{"f": "second"}) {
		t.Errorf("after an error there are %v", got)
	}
}

// All files and folders are synced, and the folder above for their names; links are not followed, and nobody waits for
// a pipe.
func TestSync(t *testing.T) {
	storetest.Start(t, "b")
	dir := t.TempDir()
	put(t, local{}, filepath.Join(filetest.Folder(t, filepath.Join(dir, "s", "deep")), "f"), "text")
	if err := errors.Join(os.Symlink("/", filepath.Join(dir, "s", "link")),
		syscall.Mkfifo(filepath.Join(dir, "s", "pipe"), 0o600)); err != nil {
		t.Fatal(err)
	}
	var synced []string
	onSync(t, func(name string) error {
		synced = append(synced, strings.TrimPrefix(name, dir))
		return nil
	})
	if err := Sync(t.Context(), filepath.Join(dir, "s")); err != nil {
		t.Fatal(err)
	}
	if last := len(synced) - 1; synced[last] != "" {
		t.Errorf("%q is synced last, and not the folder above", synced[last])
	}
	slices.Sort(synced)
	if diff := cmp.Diff([]string{"", "/s", "/s/deep", "/s/deep/f"}, synced); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := Sync(t.Context(), filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	if err := Sync(t.Context(), "gs://b/none"); err != nil {
		t.Errorf("a bucket: %v", err)
	}
}

// BenchmarkReplaceResult commits a result of 20,000 files, as clean writes them, that replaces another one, with
// and without syncs.
func BenchmarkReplaceResult(b *testing.B) {
	for _, synced := range []bool{true, false} {
		b.Run(fmt.Sprintf("synced=%v", synced), func(b *testing.B) {
			if !synced {
				toDisk = func(*os.File) error { return nil }
				defer func() { toDisk = (*os.File).Sync }()
			}
			path := filepath.Join(b.TempDir(), "out")
			made := func() Draft {
				d, err := local{}.Begin(b.Context(), folder(path, true))
				if err != nil {
					b.Fatal(err)
				}
				text := make([]byte, 4000)
				for i := range 20_000 {
					dir := filepath.Join(d.Dir(), "documents", fmt.Sprintf("%03d", i/100))
					if i%100 == 0 {
						os.MkdirAll(dir, 0o755)
					}
					if err := WriteFile(b.Context(), filepath.Join(dir, fmt.Sprint(i)), func(w io.Writer) error {
						_, err := w.Write(text)
						return err
					}); err != nil {
						b.Fatal(err)
					}
				}
				return d
			}
			if err := made().Commit(b.Context()); err != nil {
				b.Fatal(err)
			}
			for range b.N { // without b.Loop, which would count the making
				b.StopTimer()
				d := made()
				b.StartTimer()
				if err := d.Commit(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A file that cannot be made has no Writer.
func TestCreateFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "f")
	if w, err := (local{}).Create(t.Context(), path); w != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Create: %v, %v", w, err)
	}
	if w, err := (local{}).CreateOver(t.Context(), path, ""); w != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("CreateOver: %v, %v", w, err)
	}
}
