package store

import (
	"context"
	"errors"
	"io"
	"strings"
)

func (b buckets) Open(ctx context.Context, path string, start int64) (io.ReadCloser, error) {
	k, err := b.cut(path)
	if err != nil {
		return nil, err
	}
	return b.open(ctx, k, path, "", start, -1)
}

// open reads so many bytes as they are stored, < 0 all, of the object with a tag, "" for any.
func (b buckets) open(ctx context.Context, k key, path, tag string, start, length int64) (io.ReadCloser, error) {
	d := newDownload(ctx)
	r, o, err := b.read(d.ctx, k, tag, start, length)
	if err == nil {
		return &objectReader{r, b, d, path, b.version(o)}, nil
	}
	err = d.errorOf(err)
	d.end()
	if errors.Is(err, errRange) {
		if o, err = b.stat(ctx, k); err == nil {
			return &objectReader{io.NopCloser(strings.NewReader("")), b, d, path, b.version(o)}, nil
		}
	}
	return nil, b.errorOf(ctx, path, reading, err)
}

// objectReader puts the errors of reading in words.
type objectReader struct {
	io.ReadCloser
	b        buckets
	download *download
	path     string
	version  string
}

// Version returns that of the object when it was opened: reading stays with it.
func (r *objectReader) Version() (string, error) { return r.version, nil }

func (r *objectReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = r.b.errorOf(r.download.caller, r.path, reading, r.download.errorOf(err))
	}
	return n, err
}

func (r *objectReader) Close() error {
	defer r.download.end()
	return r.ReadCloser.Close()
}

func (b buckets) OpenAt(ctx context.Context, path string) (ReaderAtCloser, error) {
	k, err := b.cut(path)
	if err != nil {
		return nil, err
	}
	o, err := b.stat(ctx, k)
	if err != nil {
		return nil, b.errorOf(ctx, path, reading, err)
	}
	return &blocks{size: o.size, version: b.version(o), open: func(start, length int64) (io.ReadCloser, error) {
		return b.open(ctx, k, path, o.tag, start, length)
	}}, nil
}
