package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

func (local) Names(_ context.Context, folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, err
}

// localFile is written beside its name and renamed.
type localFile struct {
	*os.File
	name string
	done bool
}

func (local) Create(_ context.Context, path string) (Writer, error) {
	w, err := createLocal(path)
	if err != nil {
		return nil, err // and not a Writer that is a nil pointer
	}
	return w, nil
}

// createLocal is Create.
func createLocal(path string) (*localFile, error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".tmp-*")
	if err != nil {
		return nil, err
	}
	w := &localFile{File: f, name: path}
	if err := f.Chmod(0o644); err != nil {
		w.Abort()
		return nil, err
	}
	return w, nil
}

func (w *localFile) Close() error {
	err := w.File.Close()
	if err == nil {
		err = os.Rename(w.File.Name(), w.name)
	}
	if err != nil {
		os.Remove(w.File.Name())
	}
	w.done = true
	return err
}

func (w *localFile) Abort() {
	if w.done {
		return
	}
	w.done = true
	w.File.Close()
	os.Remove(w.File.Name())
}

func (local) Rename(_ context.Context, from, to string) error { return os.Rename(from, to) }
func (local) Remove(_ context.Context, path string) error     { return os.RemoveAll(path) }
