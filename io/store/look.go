package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// looked is an entry of a folder, with the file that it is or leads to.
type looked struct {
	fs.DirEntry
	info    fs.FileInfo
	version string
	err     error
}

// lookAt looks at the entry at path.
func lookAt(path string, e fs.DirEntry) looked {
	l := looked{DirEntry: e}
	if l.info, l.err = os.Stat(path); l.err == nil { // follows a link
		l.version = localVersion(l.info)
	}
	return l
}

// lookStep is how many entries are looked at in one go.
const lookStep = 256

// look looks at the entries of the folder at rel that may be files, on all cores. A folder, or what a
// dot hides, is returned as it is.
func (w *walk) look(rel string, entries []fs.DirEntry) []fs.DirEntry {
	all := slices.Clone(entries)
	folder := filepath.Join(w.base, rel)
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for from := 0; from < len(entries); from += lookStep {
		g.Go(func() error {
			for i := from; i < min(from+lookStep, len(entries)) && w.ctx.Err() == nil; i++ {
				if e := entries[i]; !e.IsDir() && !hides("", e.Name()) {
					all[i] = lookAt(filepath.Join(folder, e.Name()), e)
				}
			}
			return nil
		})
	}
	g.Wait()
	return all
}
