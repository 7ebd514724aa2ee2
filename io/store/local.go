package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
)

// local is the disk of this machine.
type local struct{}

func joinLocal(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

func (local) Open(_ context.Context, path string, start int64) (io.ReadCloser, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	if start > 0 {
		if _, err := f.Seek(start, io.SeekStart); err != nil {
			f.Close()
			return nil, err
		}
	}
	return &localReader{File: f, at: start}, nil
}

// localReader reads an open file that knows its version.
type localReader struct {
	*os.File
	at int64 // bytes before those that Read returns next
	// info is the file when Version was called last, and version its version; nil before.
	info    fs.FileInfo
	version string
}

// Version also makes Read end where the file ends now, without asking the system once more for what
// is behind it. A file that grows has another version then.
func (f *localReader) Version() (string, error) {
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	if f.info == nil || !sameVersion(info, f.info) {
		f.version = localVersion(info)
	}
	f.info = info
	return f.version, nil
}

// Read returns io.EOF with the last bytes if it knows that they are.
func (f *localReader) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.at += int64(n)
	if err == nil && n > 0 && f.info != nil && f.at == f.info.Size() {
		err = io.EOF
	}
	return n, err
}

// sameVersion reports whether two files have equal versions (localVersion).
func sameVersion(a, b fs.FileInfo) bool {
	return a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// localVersion is the version of a file on the disk.
func localVersion(info fs.FileInfo) string {
	b := strconv.AppendInt(make([]byte, 0, 64), info.Size(), 10)
	return string(info.ModTime().UTC().AppendFormat(append(b, " bytes written at "...),
		"2006-01-02T15:04:05.999999999Z"))
}

func (local) OpenAt(_ context.Context, path string) (ReaderAtCloser, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	return sized{&localReader{File: f}, info.Size()}, nil
}

// sized is a file that knows its size.
type sized struct {
	*localReader
	size int64
}

func (f sized) Size() int64 { return f.size }

func (local) List(ctx context.Context, argument string) (Listing, error) {
	w := walk{ctx: ctx}
	info, err := os.Stat(argument)
	switch {
	case err == nil && info.IsDir():
		err = w.argumentFolder(argument)
	case err == nil:
		err = w.argumentFile(argument, info)
	case isGlob(argument) && (errors.Is(err, fs.ErrNotExist) || runtime.GOOS == "windows"): // where no name has * or ?
		err = w.glob(argument)
	default:
		err = fmt.Errorf("%s: %s", argument, Reason(err))
	}
	if err != nil {
		return Listing{}, err
	}
	slices.SortFunc(w.found.Files, func(a, b File) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Path, b.Path))
	})
	return w.found, nil
}

// walk collects the listing of one argument.
type walk struct {
	ctx   context.Context
	found Listing
	// base is the argument, or the fixed part of a glob; real is base without links.
	base, real string
	// linked: the paths below base may lead through links.
	linked bool
	// taken holds the entries already looked at; nil where none can come twice.
	taken map[string]bool
}

// again marks an entry as taken and reports whether it was before.
func (w *walk) again(rel string) bool {
	if w.taken == nil {
		return false
	}
	was := w.taken[rel]
	w.taken[rel] = true
	return was
}

func (w *walk) setBase(base string) error {
	abs, err := filepath.Abs(base)
	if err == nil {
		w.base = base
		w.real, err = filepath.EvalSymlinks(abs)
	}
	return err
}

func (w *walk) argumentFile(argument string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: is %s; only files that can be read twice are inputs", argument, kind(info.Mode()))
	}
	f, err := os.Open(argument)
	if err != nil {
		return fmt.Errorf("%s: %s", argument, Reason(err))
	}
	f.Close()
	if err := w.setBase(argument); err != nil {
		return err
	}
	w.found.Files = append(w.found.Files, File{
		Path: argument, Name: filepath.Base(argument), Identity: w.real, Size: info.Size(),
		Version: localVersion(info)})
	return nil
}

func (w *walk) argumentFolder(argument string) error {
	entries, err := os.ReadDir(argument)
	if err != nil {
		return fmt.Errorf("%s: %s", argument, Reason(err))
	}
	if err := w.setBase(argument); err != nil {
		return err
	}
	return w.entries("", entries)
}

// folder walks the folder at rel below the base.
func (w *walk) folder(rel string) error {
	entries, err := os.ReadDir(filepath.Join(w.base, rel))
	if err != nil {
		w.failed(rel, err)
	}
	return w.entries(rel, entries) // what was read before an error
}

func (w *walk) entries(rel string, entries []fs.DirEntry) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	w.found.Files = slices.Grow(w.found.Files, len(entries))
	for _, e := range w.look(rel, entries) {
		if err := w.entry(path.Join(rel, e.Name()), e, ""); err != nil {
			return err
		}
	}
	return nil
}

// entry takes one entry of a scanned folder, or one that a part of a glob matches; the part is "" if there is
// none.
func (w *walk) entry(rel string, e fs.DirEntry, part string) error {
	if w.again(rel) {
		return nil
	}
	full := filepath.Join(w.base, rel)
	if hides(part, e.Name()) {
		w.found.Skipped = append(w.found.Skipped, Problem{full, hiddenWhy})
		return nil
	}
	if e.IsDir() {
		return w.folder(rel)
	}
	l, ok := e.(looked)
	if !ok {
		l = lookAt(full, e)
	}
	info, err := l.info, l.err
	identity := filepath.Join(w.real, rel)
	link := e.Type()&fs.ModeSymlink != 0
	if err == nil && link && info.IsDir() {
		w.found.Skipped = append(w.found.Skipped, Problem{full, "symbolic link to a folder"})
		return nil
	}
	if err == nil && (link || w.linked) {
		identity, err = filepath.EvalSymlinks(identity)
	}
	switch {
	case err != nil:
		w.failed(rel, err)
	case !info.Mode().IsRegular():
		w.found.Failed = append(w.found.Failed, Problem{full, "is " + kind(info.Mode()) + ", not a file"})
	default:
		w.found.Files = append(w.found.Files, File{Path: full, Name: rel, Identity: identity, Size: info.Size(),
			Version: l.version})
	}
	return nil
}

func (w *walk) failed(rel string, err error) {
	if w.again(rel + "/") { // a folder that could not be read
		return
	}
	w.found.Failed = append(w.found.Failed, Problem{filepath.Join(w.base, rel), Reason(err).Error()})
}

func kind(m fs.FileMode) string {
	switch {
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "not a regular file"
}
