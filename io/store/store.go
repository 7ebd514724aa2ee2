// Package store is where files are: it lists what an argument of the user stands for,
// opens files for reading, and makes folders that appear whole or not at all. The scheme
// of a path picks the implementation; a path without one is on the local disk, gs:// is
// Google Cloud Storage. Another place is one more Store with one more entry in the table
// stores.
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

// File is a file that an argument stands for.
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
	// Version is the size with the time of the last change, or the generation, in words:
	// while it stays the same, so does what the file holds.
	Version string
}

// Versioned is what Open and OpenAt return: a file that knows its version.
type Versioned interface {
	// Version is File.Version as it is now, of the file that is open.
	Version() (string, error)
}

// Problem is a path that a listing came across and does not return as a file.
type Problem struct {
	Path string
	// Reason says in plain words why.
	Reason string
}

// hiddenWhy is the reason of what a dot hides.
const hiddenWhy = "name begins with a dot"

// Listing is what one argument stands for.
type Listing struct {
	// Files are in ascending order of their names.
	Files []File
	// Skipped are left out by rule: names that begin with a dot, and symbolic links
	// to folders, below a scanned folder. A folder is one entry.
	Skipped []Problem
	// Failed could not be looked at, or are no files that can be read twice: folders
	// and files without permission, links to nothing, pipes, devices.
	Failed []Problem
}

// ReaderAtCloser is a file open for reading anywhere.
type ReaderAtCloser interface {
	io.ReaderAt
	io.Closer
	// Size is the number of bytes stored.
	Size() int64
}

// Writer writes a file that appears whole under its name or not at all.
type Writer interface {
	io.Writer
	// Close gives the file its name, in place of one that has it.
	Close() error
	// Abort drops what was written. After Close it does nothing.
	Abort()
}

// Store is a place that holds files. Its methods may be called at the same time.
// Folders need not be made before a file is written, except those of the local disk.
type Store interface {
	// List finds the files of one argument: a file; a folder, with all that is below
	// it; or a glob, in which ** stands for any number of folders (a folder that a
	// glob matches stands for all that is below it). A path that exists is taken
	// literally even where it has the letters of a glob. The error is for what is
	// wrong with the argument itself: it does not exist, matches nothing, is no
	// pattern, or can not be opened.
	List(ctx context.Context, argument string) (Listing, error)
	// Names are the base names of the files right in a folder, ascending, hidden ones
	// too. A folder that is not there has none.
	Names(ctx context.Context, folder string) ([]string, error)
	// Open reads a file from byte start on. A start behind the end gives no bytes. What it
	// returns is Versioned.
	Open(ctx context.Context, path string, start int64) (io.ReadCloser, error)
	// OpenAt opens a file for reading anywhere. What it returns is Versioned.
	OpenAt(ctx context.Context, path string) (ReaderAtCloser, error)
	// Create begins a file. The context is that of all that is written.
	Create(ctx context.Context, path string) (Writer, error)
	// Rename gives a file another name in this store.
	Rename(ctx context.Context, from, to string) error
	// Remove removes a file, or a folder and all that is below it. It is no error if
	// there is none.
	Remove(ctx context.Context, path string) error
	// Begin makes room for a folder that will appear whole or not at all. The error is
	// a *TakenError where the folder can not be made under this name.
	Begin(ctx context.Context, f Folder) (Draft, error)
}

// Folder is a folder to be made.
type Folder struct {
	Path string
	// Overwrite allows that it takes the place of an earlier one, which has a marker
	// (the file Last) and nothing in it that the marker does not list.
	Overwrite bool
	// Scratch is a folder in the draft that is there from the beginning.
	Scratch string
	// First is a file that it will have. In a store that can not name a folder at once it
	// is the first to appear.
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
	// until then. Of two drafts of one name that were begun before the first was
	// committed one is, the other has a *TakenError.
	Commit(ctx context.Context) error
	// Abort removes what was made. After a Commit without an error it does nothing.
	Abort() error
}

// TakenError says why a folder can not be made.
type TakenError struct{ Path, Why string }

func (e *TakenError) Error() string { return e.Path + ": " + e.Why }

// What a TakenError says in every store.
const (
	takenWhy  = "exists already; choose another folder, or add --overwrite"
	fasterWhy = "another run has written there while this one was at work; its result stands, this one is dropped"
)

// stores has an entry for each scheme, "" for paths without one.
var stores = map[string]Store{
	"":   local{},
	"gs": gs{},
}

// scheme is the part of a path before "://", or "".
func scheme(path string) string {
	head, _, ok := strings.Cut(path, "://")
	if !ok || strings.ContainsAny(head, "/.") {
		return ""
	}
	return head
}

// For picks the store of a path.
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
	return nil, fmt.Errorf("%s: no files can be read from %s:// (known: %s)", path, name,
		strings.Join(append([]string{"local paths"}, known...), ", "))
}

// Join is the path of a file below the folder dir. An absolute path, or one with a
// scheme, stays as it is: with the folder that a process was started in, a path means
// the same file to a process that was started in another one.
func Join(dir, path string) string {
	switch {
	case scheme(path) != "":
		return path
	case scheme(dir) != "":
		return strings.TrimSuffix(dir, "/") + "/" + path
	}
	return joinLocal(dir, path)
}

// IsLocal says that a path is on the disk of this machine.
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
	if err := write(w); err != nil {
		w.Abort()
		return err
	}
	return w.Close()
}

// Error is an error of a store that is not the disk.
type Error struct {
	Path string
	// Why says in plain words what is wrong and what to do.
	Why string
	// Broken says that the store is at fault, not the file: it does not answer, or the
	// whole place that held the file is gone.
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

// Broken says that an error is the store's and says nothing about a file: what could
// not be read may well be there.
func Broken(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Broken
}

// Reason is an error of a store in plain words, without the path, which is told
// beside it.
func Reason(err error) error {
	var inner *fs.PathError
	var told *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &told):
		return &Error{Why: told.Why, Broken: told.Broken, Err: told.Err}
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("no such file or folder")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("no permission to read it")
	case errors.As(err, &inner):
		return inner.Err
	}
	return err
}
