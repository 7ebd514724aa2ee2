package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"cloud.google.com/go/storage"
)

func (gs) Open(ctx context.Context, path string, start int64) (io.ReadCloser, error) {
	b, name, err := gsBucket(path)
	if err != nil {
		return nil, err
	}
	return gsOpen(ctx, b.Object(name), path, start, -1)
}

// gsOpen reads so many bytes as they are stored, < 0 all.
func gsOpen(ctx context.Context, o *storage.ObjectHandle, path string, start, length int64) (io.ReadCloser, error) {
	download, end := newDownload(ctx)
	// Without ReadCompressed the server would unpack what has Content-Encoding: gzip.
	r, err := o.ReadCompressed(true).NewRangeReader(download, start, length)
	if err == nil {
		return &gsReader{r, ctx, download, end, path, gsVersion(r.Attrs.Size, r.Attrs.Generation)}, nil
	}
	defer end()
	if !gsIs(err, http.StatusRequestedRangeNotSatisfiable) {
		return nil, gsError(ctx, path, reading, err)
	}
	attrs, err := o.Attrs(ctx)
	if err != nil {
		return nil, gsError(ctx, path, reading, err)
	}
	return &gsReader{io.NopCloser(strings.NewReader("")), ctx, download, end, path, gsVersion(attrs.Size, attrs.Generation)}, nil
}

// gsVersion is the version of an object: a generation never changes.
func gsVersion(size, generation int64) string {
	return fmt.Sprintf(gsVersionFormat, size, generation)
}

const gsVersionFormat = "%d bytes of generation %d"

// gsReader puts the errors of reading in words. What broke off is taken up again by
// the client where it was, at the same generation.
type gsReader struct {
	io.ReadCloser
	ctx      context.Context
	download context.Context
	end      func() // of the download
	path     string
	version  string
}

// Version returns that of the object when it was opened: reading stays at its generation.
func (r *gsReader) Version() (string, error) { return r.version, nil }

func (r *gsReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		if cause := context.Cause(r.download); cause != nil {
			err = cause
		}
		err = gsError(r.ctx, r.path, reading, err)
	}
	return n, err
}

func (r *gsReader) Close() error {
	defer r.end()
	return r.ReadCloser.Close()
}

// Reading anywhere goes by blocks, a few of which are kept: formats with an index read
// many small pieces that lie together.
const (
	gsBlock  = 1 << 20
	gsBlocks = 8
)

// gsAt reads one generation of an object anywhere.
type gsAt struct {
	ctx    context.Context
	object *storage.ObjectHandle
	path   string
	size   int64
	// generation is the one that is read.
	generation int64

	mu     sync.Mutex
	blocks []block // the one that was used last is the last
}

type block struct {
	number int64
	bytes  []byte
}

func (gs) OpenAt(ctx context.Context, path string) (ReaderAtCloser, error) {
	b, name, err := gsBucket(path)
	if err != nil {
		return nil, err
	}
	attrs, err := b.Object(name).Attrs(ctx)
	if err != nil {
		return nil, gsError(ctx, path, reading, err)
	}
	return &gsAt{ctx: ctx, object: b.Object(name).Generation(attrs.Generation), path: path, size: attrs.Size, generation: attrs.Generation}, nil
}

func (f *gsAt) Size() int64 { return f.size }

// Version returns that of the generation that is read.
func (f *gsAt) Version() (string, error) { return gsVersion(f.size, f.generation), nil }

func (f *gsAt) Close() error { return nil }

func (f *gsAt) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, errors.New("store: ReadAt before the beginning")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for n < len(p) && off < f.size {
		b, err := f.block(off / gsBlock)
		if err != nil {
			return n, err
		}
		k := copy(p[n:], b[off%gsBlock:])
		n, off = n+k, off+int64(k)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// block is one block of the object, which is inside it.
func (f *gsAt) block(number int64) ([]byte, error) {
	for i, b := range f.blocks {
		if b.number == number {
			f.blocks = append(append(f.blocks[:i], f.blocks[i+1:]...), b)
			return b.bytes, nil
		}
	}
	start := number * gsBlock
	r, err := gsOpen(f.ctx, f.object, f.path, start, min(gsBlock, f.size-start))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	bytes := make([]byte, min(gsBlock, f.size-start))
	if _, err := io.ReadFull(r, bytes); err != nil {
		return nil, err
	}
	if len(f.blocks) == gsBlocks {
		f.blocks = append(f.blocks[:0], f.blocks[1:]...)
	}
	f.blocks = append(f.blocks, block{number, bytes})
	return bytes, nil
}
