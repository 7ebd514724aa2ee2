package docio

import (
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// programTexts are the texts that programs took out of files: pdftotext and the commands of --pre. A run reads its
// input twice, and such a program can take longer than all the rest of the run.
var programTexts kept

// keptBytes is how much of them is kept. The text of a file that comes later is taken out again.
const keptBytes = 1 << 30

// kept are texts in one temporary file without a name, so nothing of them is left however the process ends.
type kept struct {
	mu sync.Mutex
	// file is nil before the first text, and none says that there will be none: the system keeps the name of an open
	// file, or the disk is full.
	file *os.File
	none bool
	end  int64
	at   map[keptKey]span
}

// keptKey says of what file and by what command a text was made.
type keptKey struct {
	archive, path, command string
	size                   int64
	modified               time.Time
}

// span is a part of a file, in bytes.
type span struct{ start, length int64 }

// programText returns what a command writes to its standard output, up to the limit of a record. start starts it. The
// text of a local file that has not changed since is that of the first time.
func (in *Input) programText(command string, start func() (io.ReadCloser, error)) ([]byte, error) {
	key, known := in.keptKey(command)
	if known {
		text, err := programTexts.load(key, in.limit())
		if text != nil || err != nil {
			return text, err
		}
	}
	out, err := start()
	if err != nil {
		return nil, err
	}
	text, err := in.all(out)
	if err = errors.Join(err, out.Close()); err == nil && known {
		programTexts.add(key, text)
	}
	return text, err
}

// keptKey returns the key of the file; false if the file is on another machine.
func (in *Input) keptKey(command string) (keptKey, bool) {
	archive := in.archive().path
	if !store.IsLocal(archive) {
		return keptKey{}, false
	}
	info, err := os.Stat(archive)
	if err != nil || !info.Mode().IsRegular() {
		return keptKey{}, false
	}
	return keptKey{archive, in.path, command, info.Size(), info.ModTime()}, true
}

// load returns a text, nil if it is not there, and an error if it is above the limit.
func (k *kept) load(key keptKey, limit record.Limit) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	at, ok := k.at[key]
	switch {
	case !ok:
		return nil, nil
	case at.length > limit.Bytes:
		return nil, limit.Exceeded()
	}
	text := make([]byte, at.length)
	if _, err := k.file.ReadAt(text, at.start); err != nil {
		return nil, nil // so it is taken out again
	}
	return text, nil
}

// add keeps a text.
func (k *kept) add(key keptKey, text []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.none || k.end+int64(len(text)) > keptBytes || k.file == nil && !k.open() {
		return
	}
	if _, err := k.file.WriteAt(text, k.end); err != nil {
		k.none = true
		return
	}
	k.at[key] = span{k.end, int64(len(text))}
	k.end += int64(len(text))
}

// open makes the file, and returns whether it could.
func (k *kept) open() bool {
	f, err := os.CreateTemp("", "diagonal-text-")
	if err == nil {
		if err = os.Remove(f.Name()); err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}
	k.none = err != nil
	if !k.none {
		k.file, k.at = f, map[keptKey]span{}
	}
	return !k.none
}
