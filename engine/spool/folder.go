package spool

import (
	"crypto/rand"
	"fmt"
	"io/fs"
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
// whole job runs in this process (private), the folder and its files lose their names at once,
// so nothing is left of them whatever happens. On Windows an open file keeps its name: the system removes
// the files when they are closed, and the next run removes the empty folder of a run that was killed.
func Make(parent string, private bool) (*Folder, error) {
	lockdir.RemoveStale(parent, prefix, nil)
	dir, err := lockdir.Make(parent, prefix, 0o700)
	if err != nil {
		return nil, fmt.Errorf("no folder for the blocks of the shuffle can be made: %w", err)
	}
	d := &Folder{dir: dir}
	if d.path, err = filepath.Abs(dir.Path()); err == nil && private {
		if _, err = writerOf(d.path, true); err == nil && losesName {
			dir.Remove() // a network disk keeps the folder as long as files of it are open: Close removes it then
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

// GivesBack reports whether Release gives the room of all blocks to other blocks, or back to the disk, at
// once. It does if the whole job runs in this process, and the disk and the system can do it. It must
// be called before a block is sealed.
func (d *Folder) GivesBack() bool {
	files.Lock()
	defer files.Unlock()
	w := files.writers[d.path]
	return w != nil && w.single.private && w.single.giveBack(0, 1)
}

// Largest returns the most bytes of the disk that blocks of this process have taken in the folder at a
// time; 0 if d is nil.
func (d *Folder) Largest() int64 {
	if d == nil {
		return 0
	}
	files.Lock()
	defer files.Unlock()
	if w := files.writers[d.path]; w != nil {
		return w.usage.largest.Load()
	}
	return 0
}

// Written returns the bytes in the files of the folder, whatever process has written them; 0 if d is nil, and for a
// private folder.
func (d *Folder) Written() (bytes int64) {
	if d == nil {
		return 0
	}
	entries, err := os.ReadDir(d.path)
	if err != nil {
		return 0
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			bytes += info.Size()
		}
	}
	return bytes
}

// Close removes the folder. The job must have ended. It does nothing if d is nil or was closed.
func (d *Folder) Close() error {
	if d == nil {
		return nil
	}
	files.Lock()
	defer files.Unlock()
	var closed sync.WaitGroup // the system takes some time to free a large file without a name
	for path, f := range files.byPath {
		if filepath.Dir(path) == d.path {
			closed.Go(func() { f.file.Close() })
			delete(files.byPath, path)
			delete(files.byNumber, f.number)
		}
	}
	closed.Wait()
	delete(files.writers, d.path)
	return d.dir.Remove()
}

// files are the open files of this process.
var files = struct {
	sync.RWMutex
	byPath   map[string]*file
	byNumber map[uint64]*file   // those that are private
	numbers  uint64             // given so far
	writers  map[string]*writer // by folder
}{byPath: map[string]*file{}, byNumber: map[uint64]*file{}, writers: map[string]*writer{}}

// file is a file of blocks.
type file struct {
	path string
	file *os.File
	// size is the end of the blocks, if they are in no extent.
	size atomic.Int64
	// private: no other process reads the file.
	private bool
	number  uint64    // of a private file, from 1
	holders holders   // of blocks that are in no extent
	of      *extents  // of the folder; nil if the blocks of the file are in none
	extents []*extent // one after the other; of.mu protects them
	usage   *usage    // of the folder; nil if another process writes the file
}

// create makes a file in a folder. The caller holds files.
func (w *writer) create(dir string, private bool) (*file, error) {
	path := filepath.Join(dir, rand.Text()[:8])
	flags := os.O_RDWR | os.O_CREATE | os.O_EXCL
	if private {
		flags |= removedWhenClosed
	}
	opened, err := os.OpenFile(path, flags, 0o600)
	if err != nil {
		return nil, fmt.Errorf("no file for the blocks of the shuffle can be made: %w", err)
	}
	f := &file{path: path, file: opened, private: private, usage: w.usage}
	if private {
		files.numbers++
		f.number = files.numbers
		files.byNumber[f.number] = f
		f.holders.count = map[int64]int{}
		readsAtRandom(opened) // see Ahead
	}
	files.byPath[path] = f
	return f, nil
}

// writerOf returns what this process writes in a folder. private counts at the first call.
func writerOf(dir string, private bool) (*writer, error) {
	files.Lock()
	defer files.Unlock()
	if w := files.writers[dir]; w != nil {
		return w, nil
	}
	w, err := newWriter(dir, private)
	if err != nil {
		return nil, err
	}
	files.writers[dir] = w
	return w, nil
}

// numberedFile returns the private file with a number; nil if there is none.
func numberedFile(number uint64) *file {
	files.RLock()
	defer files.RUnlock()
	return files.byNumber[number]
}

// readerOf returns the file of a place.
func readerOf(p place) (*file, error) {
	if p.path == "" {
		if f := numberedFile(p.number); f != nil {
			return f, nil
		}
		return nil, fs.ErrClosed
	}
	files.Lock()
	defer files.Unlock()
	if f := files.byPath[p.path]; f != nil {
		return f, nil
	}
	opened, err := os.Open(p.path)
	if err != nil {
		return nil, err
	}
	f := &file{path: p.path, file: opened}
	files.byPath[p.path] = f
	return f, nil
}

// usage is how much of the disk the blocks take that this process writes in a folder, in bytes.
type usage struct {
	// taken includes extents without a block. largest is the most that was taken at a time.
	taken, largest atomic.Int64
	// stays is whether the disk or the system cannot give room back before a file ends.
	stays atomic.Bool
}

// grow adds bytes that are taken.
func (u *usage) grow(n int64) {
	taken := u.taken.Add(n)
	for max := u.largest.Load(); taken > max && !u.largest.CompareAndSwap(max, taken); {
		max = u.largest.Load()
	}
}
