package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
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

// localDraft is a folder beside the one that it will be.
type localDraft struct {
	folder Folder
	dir    string
}

func (local) Begin(_ context.Context, f Folder) (Draft, error) {
	name, err := filepath.Abs(f.Path)
	if err != nil {
		return nil, err
	}
	f.Path = name
	if err := vacant(f); err != nil {
		return nil, err
	}
	parent, base := filepath.Split(name)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, &TakenError{name, fmt.Sprintf("the folder above it can not be made: %v", err)}
	}
	removeStale(parent, base)
	removeStale(parent, replaced(base))
	dir := filepath.Join(parent, partial(base, os.Getpid()))
	if err := os.MkdirAll(filepath.Join(dir, f.Scratch), 0o755); err != nil {
		return nil, &TakenError{name, fmt.Sprintf("can not be written: %v", err)}
	}
	return &localDraft{f, dir}, nil
}

// vacant says why there can be no such folder.
func vacant(f Folder) error {
	entries, err := os.ReadDir(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0:
		return nil
	case err != nil:
		return &TakenError{f.Path, fmt.Sprintf("is not a folder that can be read: %v", err)}
	case !f.Overwrite:
		return &TakenError{f.Path, takenWhy}
	}
	for _, name := range []string{f.First, f.Last} {
		if _, err := os.Stat(filepath.Join(f.Path, name)); err == nil {
			return nil
		}
	}
	return &TakenError{f.Path, strangeWhy}
}

// partial is the temporary name of a folder that process pid makes.
func partial(base string, pid int) string { return fmt.Sprintf(".%s.partial-%d", base, pid) }

// replaced is what an earlier folder is called while a new one takes its name.
func replaced(base string) string { return base + ".old" }

// removeStale removes the temporary folders of processes that are gone.
func removeStale(parent, base string) {
	prefix := strings.TrimSuffix(partial(base, 0), "0")
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		pid, err := strconv.Atoi(strings.TrimPrefix(e.Name(), prefix))
		if !strings.HasPrefix(e.Name(), prefix) || err != nil {
			continue
		}
		if pid == os.Getpid() || errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			os.RemoveAll(filepath.Join(parent, e.Name()))
		}
	}
}

func (d *localDraft) Dir() string { return d.dir }

func (d *localDraft) Commit(context.Context) error {
	name := d.folder.Path
	if err := vacant(d.folder); err != nil { // somebody else was faster
		return err
	}
	old := filepath.Join(filepath.Dir(name), partial(replaced(filepath.Base(name)), os.Getpid()))
	if err := os.Rename(name, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(d.dir, name); err != nil {
		os.Rename(old, name)
		return err
	}
	return os.RemoveAll(old)
}

func (d *localDraft) Abort() error { return os.RemoveAll(d.dir) }
