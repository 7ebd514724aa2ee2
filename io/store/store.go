// Package store reads and writes files on the local disk and in the buckets of services (gs://, s3://), and reads
// files of web servers (https://): it lists the files that an argument of the user means, opens files, and makes
// folders that appear whole or not at all. The scheme of a path decides the store (For). Another store is one more
// implementation of Store with one more entry in the table stores.
package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// File is a file that an argument means.
type File struct {
	// Path opens the file. It begins like the argument that found it: a relative
	// argument gives relative paths.
	Path string
	// Name is the path below the argument (below the fixed part of a glob; the
	// base name of a file named directly), with forward slashes.
	Name string
	// Identity is the same for two paths that lead to one file through symbolic
	// links. Hard links are two files.
	Identity string
	// Size is the number of bytes stored.
	Size int64
	// Version is the size with the time of the last change, or the generation, in words.
	// While it stays the same, the content of the file does.
	Version string
}

// Versioned is implemented by what Open and OpenAt return.
type Versioned interface {
	// Version returns File.Version, as it is now, of the open file.
	Version() (string, error)
}

// Problem is a path that a listing found and does not return as a file.
type Problem struct {
	Path string
	// Reason is why, in words for the user.
	Reason string
}

// hiddenWhy is the reason for names that begin with a dot.
const hiddenWhy = "name begins with a dot"

// hides reports whether the dot of a name keeps a part of a pattern from matching it. In a folder that is
// scanned no part spells the name: it is "".
func hides(part, name string) bool {
	return strings.HasPrefix(name, ".") && !strings.HasPrefix(part, ".")
}

// Listing contains the files that one argument names.
type Listing struct {
	// Files are in ascending order of their names.
	Files []File
	// Skipped are left out by rule: names that begin with a dot, and symbolic links
	// to folders, below a scanned folder. A folder is one entry.
	Skipped []Problem
	// Failed could not be listed, or cannot be read twice: folders and files without
	// permission, links to nothing, pipes, devices.
	Failed []Problem
}

// ReaderAtCloser is a file open for reading anywhere.
type ReaderAtCloser interface {
	io.ReaderAt
	io.Closer
	// Size is the number of bytes stored.
	Size() int64
}

// Writer writes a file that appears under its name whole or not at all.
type Writer interface {
	io.Writer
	// Close gives the file its name, in place of one that has it.
	Close() error
	// Abort removes what was written. After Close it does nothing.
	Abort()
}

// Store reads and writes files in one place. Its methods may be called at the same time. On the
// local disk a folder must exist before a file is written in it.
type Store interface {
	// List returns the files of one argument: a file; a folder, with all that is below it;
	// or a glob with *, ?, [abc], {one,two}, and ** for any number of folders. A folder that
	// a glob matches means all that is below it. A path that exists is taken literally even
	// if it has the letters of a glob. The error is for the argument itself: it does not
	// exist, matches nothing, is no pattern, or cannot be opened.
	List(ctx context.Context, argument string) (Listing, error)
	// Names returns the base names of the files right in a folder, ascending, with those that
	// begin with a dot. A folder that does not exist has none.
	Names(ctx context.Context, folder string) ([]string, error)
	// Open reads a file from byte start on; behind the end of the file there are no bytes.
	// The reader is Versioned.
	Open(ctx context.Context, path string, start int64) (io.ReadCloser, error)
	// OpenAt opens a file for reading anywhere. The reader is Versioned.
	OpenAt(ctx context.Context, path string) (ReaderAtCloser, error)
	// Create begins a file. ctx also ends its writing.
	Create(ctx context.Context, path string) (Writer, error)
	// CreateOver is Create for Replace.
	CreateOver(ctx context.Context, path, version string) (Writer, error)
	// Rename gives a file another name in this store.
	Rename(ctx context.Context, from, to string) error
	// Remove removes a file, or a folder and all that is below it. It is no error if it does
	// not exist.
	Remove(ctx context.Context, path string) error
	// Begin begins a folder that will appear whole or not at all. The error is a *TakenError
	// if the folder cannot have this name.
	Begin(ctx context.Context, f Folder) (Draft, error)
}

// Folder is a folder to be made.
type Folder struct {
	Path string
	// Overwrite allows that it takes the place of an earlier one, which has a marker
	// (the file Last) and nothing in it that the marker does not list.
	Overwrite bool
	// Durable puts it on the disk before it has its name, also if it takes the place of none: something refers to it.
	Durable bool
	// Scratch is a folder in the draft that Begin makes.
	Scratch string
	// First is a file that it will have. In a store that cannot rename a folder, First is
	// the first file to appear.
	First string
	// Last is the marker, which Commit writes; the last file to appear. A folder with it
	// is whole.
	Last string
	// Varies is a file that may have another size in each run of one job.
	Varies string
}

// Draft is a folder that is being made.
type Draft interface {
	// Dir is the folder with its temporary name. Files are put in it, or in folders in
	// it.
	Dir() string
	// Commit writes the marker and gives the folder its name. An earlier folder stays
	// until then, and on a local disk until the new one would outlive a power cut. Of two
	// drafts of one name that were begun before the first was committed one is, the other
	// has a *TakenError.
	Commit(ctx context.Context) error
	// Abort removes what was made. After a Commit without an error it does nothing.
	Abort() error
}

// TakenError is the error of a folder that cannot be made under its name.
type TakenError struct{ Path, Why string }

func (e *TakenError) Error() string { return e.Path + ": " + e.Why }

// Faster reports whether the name was free, and another run took it in the meantime.
func (e *TakenError) Faster() bool { return e.Why == fasterWhy }

// The texts of a TakenError in every store.
const (
	takenWhy  = "exists already; choose another folder, or add --overwrite"
	fasterWhy = "another run has written there while this one was at work; its result stands, this one is dropped"
)

var (
	gsStore = buckets{gs{}}
	s3Store = buckets{s3{}}
)

// stores has an entry for each scheme, "" for paths without one.
var stores = map[string]Store{
	"":      local{},
	"gs":    gsStore,
	"http":  web{},
	"s3":    s3Store,
	"https": web{},
}

// scheme is the part of a path before "://", or "".
func scheme(path string) string {
	head, _, ok := strings.Cut(path, "://")
	if !ok || strings.ContainsAny(head, "/.") {
		return ""
	}
	return head
}

// For returns the store of a path. The error names the schemes that are known.
func For(path string) (Store, error) {
	name := scheme(path)
	if s, ok := stores[name]; ok {
		return s, nil
	}
	var known []string
	for s := range stores {
		if s != "" {
			known = append(known, s+"://")
		}
	}
	slices.Sort(known)
	why := fmt.Sprintf("%s:// is not supported (known: %s)", name,
		strings.Join(append([]string{"local paths"}, known...), ", "))
	return nil, &Error{Path: path, Why: why}
}

// Join returns the path of a file below the folder dir. An absolute path, or one with a scheme,
// stays as it is. Joined with the folder that one process was started in, a path means the same
// file to a process that was started in another one.
func Join(dir, path string) string {
	switch {
	case scheme(path) != "":
		return path
	case scheme(dir) != "":
		return strings.TrimSuffix(dir, "/") + "/" + path
	}
	return joinLocal(dir, path)
}

// IsLocal reports whether a path is on the disk of this machine.
func IsLocal(path string) bool { return scheme(path) == "" }

// WriteFile writes the file at path with what write writes. It appears whole or not at all:
// after an error there is no new file. The error is that of write or of the store.
func WriteFile(ctx context.Context, path string, write func(io.Writer) error) error {
	files, err := For(path)
	if err != nil {
		return err
	}
	w, err := files.Create(ctx, path)
	if err != nil {
		return err
	}
	return fillWriter(w, write)
}

// fillWriter writes a whole file, or none.
func fillWriter(w Writer, write func(io.Writer) error) error {
	if err := write(w); err != nil {
		w.Abort()
		return err
	}
	return w.Close()
}

// Error is an error of a store other than the disk.
type Error struct {
	Path string
	// Why says what is wrong and what to do, in words for the user.
	Why string
	// Broken is true if the store is at fault, not the file: it does not answer, or the whole
	// bucket is gone.
	Broken bool
	Err    error
}

func (e *Error) Error() string {
	if e.Path == "" {
		return e.Why
	}
	return e.Path + ": " + e.Why
}
func (e *Error) Unwrap() error { return e.Err }

// Broken reports whether an error is a fault of the store and says nothing about the file: the
// file that could not be read may exist.
func Broken(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Broken
}

// Reason returns an error of a store in words for the user, without the path: the caller has
// that.
func Reason(err error) error {
	var inner *fs.PathError
	var known *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return &Error{Why: known.Why, Broken: known.Broken, Err: known.Err}
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("no such file or folder")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("no permission to read it")
	case errors.As(err, &inner):
		return inner.Err
	}
	return err
}
