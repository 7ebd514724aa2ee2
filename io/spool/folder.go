package spool

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"example.org/diagonal/io/lockdir"
)

// Folder is a folder of blocks, in the process that starts a job.
type Folder struct {
	dir  *lockdir.Dir
	path string
}

// prefix begins the names of the folders.
const prefix = "spool-"

// Make makes a folder below parent, and removes the folders of runs that were killed. If the
// whole job runs in this process (private), the folder and its file lose their names at once,
// so nothing is left of them whatever happens.
func Make(parent string, private bool) (*Folder, error) {
	lockdir.RemoveStale(parent, prefix, nil)
	dir, err := lockdir.Make(parent, prefix, 0o700)
	if err != nil {
		return nil, fmt.Errorf("no folder for the blocks of the shuffle can be made: %w", err)
	}
	d := &Folder{dir: dir}
	if d.path, err = filepath.Abs(dir.Path()); err == nil && private {
		var f *file
		if f, err = writerOf(d.path); err == nil {
			f.private, f.holders.count, f.pages.given = true, map[int64]int{}, map[int64]int64{}
			err = dir.Remove()
		}
	}
	if err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// Path returns the path of the folder, for the stages of the job.
func (d *Folder) Path() string { return d.path }

// GivesBack reports whether Release gives the room of a block back at once. It does if the whole
// job runs in this process, and the disk and the system can do it.
func (d *Folder) GivesBack() bool {
	files.Lock()
	defer files.Unlock()
	f := files.writers[d.path]
	return f != nil && f.private && punch(f.file, 0, 1) == nil
}

// Largest returns the most bytes that blocks of this process have taken in the folder at a time;
// 0 if d is nil.
func (d *Folder) Largest() int64 {
	if d == nil {
		return 0
	}
	files.Lock()
	defer files.Unlock()
	if f := files.writers[d.path]; f != nil {
		return f.largest.Load()
	}
	return 0
}

// Close removes the folder. The job must have ended.
func (d *Folder) Close() error {
	files.Lock()
	defer files.Unlock()
	for path, f := range files.byPath {
		if filepath.Dir(path) == d.path {
			f.file.Close()
			delete(files.byPath, path)
		}
	}
	delete(files.writers, d.path)
	return d.dir.Remove()
}

// files are the open files of this process.
var files = struct {
	sync.Mutex
	byPath  map[string]*file
	writers map[string]*file // by folder
}{byPath: map[string]*file{}, writers: map[string]*file{}}

// file is a file of blocks.
type file struct {
	path string
	file *os.File
	size atomic.Int64
	// private: no other process reads the file.
	private bool
	holders holders
	pages   pages
	// used is the bytes of blocks that were not given back, largest the most that there were.
	used, largest atomic.Int64
}

func create(dir string) (*file, error) {
	path := filepath.Join(dir, rand.Text()[:8])
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("no file for the blocks of the shuffle can be made: %w", err)
	}
	return &file{path: path, file: f}, nil
}

// writerOf returns the file that this process writes in a folder.
func writerOf(dir string) (*file, error) {
	files.Lock()
	defer files.Unlock()
	if f := files.writers[dir]; f != nil {
		return f, nil
	}
	f, err := create(dir)
	if err != nil {
		return nil, err
	}
	files.byPath[f.path], files.writers[dir] = f, f
	return f, nil
}

// readerOf returns an open file.
func readerOf(path string) (*file, error) {
	files.Lock()
	defer files.Unlock()
	if f := files.byPath[path]; f != nil {
		return f, nil
	}
	opened, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	f := &file{path: path, file: opened}
	files.byPath[path] = f
	return f, nil
}

// append writes a block at the end and returns where it begins.
func (f *file) append(block []byte) (at int64, err error) {
	at = f.size.Add(int64(len(block))) - int64(len(block))
	used := f.used.Add(int64(len(block)))
	for most := f.largest.Load(); used > most && !f.largest.CompareAndSwap(most, used); {
		most = f.largest.Load()
	}
	_, err = f.file.WriteAt(block, at)
	return at, err
}
