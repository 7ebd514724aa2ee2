// Package site writes a folder of static pages that a browser opens from a file, offline:
//
//	index.html, …            the pages
//	assets/                  scripts and styles of the pages
//	assets/lib/NAME-VERSION/ libraries, each with its LICENSE
//	data/tables.js           which tables there are, and where their chunks begin (Manifest)
//	data/TABLE-NNNNN.js      a chunk: rows of a table
//	_SUCCESS                 the folder is whole; the file lists the others
//
// A chunk is a script that calls a function with its rows, because a page that was opened from
// a file may load scripts, and nothing else. The names of files are made of fixed words and
// numbers: nothing of the input is in them. A report may be one file, too (single).
package site

import (
	"bufio"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"example.org/diagonal/io/store"
)

// Names of files in the folder.
const (
	FirstPage   = "index.html"
	SuccessFile = "_SUCCESS"
)

// assets contains the files that every report has.
//
//go:embed assets
var assets embed.FS

// Site is a folder of pages that is being made. It is not for several goroutines.
type Site struct {
	ctx    context.Context
	draft  store.Draft
	files  store.Store
	tables []*Table
	// single is the one file that a report is; nil for a folder.
	single *single
}

// Begin begins a folder of pages. It appears when Commit is called. With overwrite it replaces
// an earlier one. The error is a *store.TakenError if the folder cannot have this name.
func Begin(ctx context.Context, folder string, overwrite bool) (*Site, error) {
	files, err := store.For(folder)
	if err != nil {
		return nil, err
	}
	draft, err := files.Begin(ctx, store.Folder{Path: folder, Overwrite: overwrite, First: FirstPage,
		Last: SuccessFile})
	if err != nil {
		return nil, err
	}
	s := &Site{ctx: ctx, draft: draft, files: files}
	if err := s.copyAssets(); err != nil {
		return nil, errors.Join(err, draft.Abort())
	}
	return s, nil
}

// copyAssets writes the files that every report has.
func (s *Site) copyAssets() error {
	return fs.WalkDir(assets, "assets", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := assets.ReadFile(name)
		if err != nil {
			return err
		}
		return s.put(name, func(w io.Writer) error { _, err := w.Write(content); return err })
	})
}

// put writes a file of the folder.
func (s *Site) put(name string, write func(io.Writer) error) error {
	if s.single != nil {
		return s.single.put(name, write)
	}
	full := store.Join(s.draft.Dir(), name)
	if store.IsLocal(full) {
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return err
		}
	}
	w, err := s.files.Create(s.ctx, full)
	if err != nil {
		return err
	}
	defer w.Abort() // after Close it does nothing
	b := bufio.NewWriterSize(w, 64<<10)
	if err := write(b); err != nil {
		return fmt.Errorf("%s: %w", path.Base(name), err)
	}
	if err := b.Flush(); err != nil {
		return err
	}
	return w.Close()
}

// Commit writes the manifest of the tables and gives the folder, or the file, its name.
func (s *Site) Commit() error {
	if err := s.putManifest(); err != nil {
		return err
	}
	if s.single != nil {
		return s.single.write(s.ctx, s.files)
	}
	return s.draft.Commit(s.ctx)
}

// Abort removes what was made. After a Commit without an error it does nothing.
func (s *Site) Abort() error {
	if s.single != nil {
		return nil
	}
	return s.draft.Abort()
}

// Size returns the number of bytes of a report in one file, 0 for a folder.
func (s *Site) Size() int64 {
	if s.single == nil {
		return 0
	}
	return int64(s.single.size)
}
