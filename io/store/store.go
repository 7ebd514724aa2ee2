// Package store says where files are: it lists what an argument of the user
// stands for and opens files for reading. The scheme of a path picks the
// implementation; a path without one is on the local disk. Another place (an
// object store) is one more file with one more entry in the table stores.
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
}

// Problem is a path that a listing came across and does not return as a file.
type Problem struct {
	Path string
	// Reason says in plain words why.
	Reason string
}

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

// Store is a place that holds files. Its methods may be called at the same time.
type Store interface {
	// List finds the files of one argument: a file; a folder, with all that is below
	// it; or a glob, in which ** stands for any number of folders (a folder that a
	// glob matches stands for all that is below it). A path that exists is taken
	// literally even where it has the letters of a glob. The error is for what is
	// wrong with the argument itself: it does not exist, matches nothing, is no
	// pattern, or can not be opened.
	List(ctx context.Context, argument string) (Listing, error)
	// Open reads a file from byte start on. A start behind the end gives no bytes.
	Open(ctx context.Context, path string, start int64) (io.ReadCloser, error)
	// OpenAt opens a file for reading anywhere.
	OpenAt(ctx context.Context, path string) (ReaderAtCloser, error)
}

// stores has an entry for each scheme, "" for paths without one.
var stores = map[string]Store{
	"": local{},
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

// Join makes a relative local path absolute with the folder dir, so that it means
// the same file to a process that was started in another folder.
func Join(dir, path string) string {
	if scheme(path) != "" {
		return path
	}
	return joinLocal(dir, path)
}

// Reason is an error of a store in plain words, without the path, which is told
// beside it.
func Reason(err error) error {
	var inner *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("no such file or folder")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("no permission to read it")
	case errors.As(err, &inner):
		return inner.Err
	}
	return err
}
