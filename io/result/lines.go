package result

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// OpenError is the error of a file that cannot be opened, in words for the user.
type OpenError struct {
	Path string
	Err  error
}

func (e *OpenError) Error() string {
	if e.Path == "" {
		return e.Err.Error()
	}
	return fmt.Sprintf("%s: %v", e.Path, store.Reason(e.Err))
}
func (e *OpenError) Unwrap() error { return e.Err }

// EachLine calls f with the lines of files of JSON Lines, in order, without their line ends,
// and with the number of each in its file, from 1. Lines of white space are left out. Files
// may be compressed, and may begin with a byte order mark. f must not keep line. An error
// begins with FILE:LINE, or is an *OpenError, or that of ctx; ErrStop of f ends reading.
func EachLine(ctx context.Context, files []string, f func(n int, line []byte) error) error {
	for _, path := range files {
		err := eachLine(ctx, path, f)
		if errors.Is(err, ErrStop) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

var byteOrderMark = []byte("\ufeff")

func eachLine(ctx context.Context, path string, f func(n int, line []byte) error) error {
	in, err := OpenFile(ctx, path)
	if err != nil {
		return err
	}
	defer in.Close()
	r := bufio.NewReaderSize(in, 256<<10)
	var buf []byte // a line that is longer than the buffer of r
	for n := 1; ; n++ {
		line, err := r.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			buf = buf[:0]
			for err == bufio.ErrBufferFull {
				buf = append(buf, line...)
				line, err = r.ReadSlice('\n')
			}
			buf = append(buf, line...)
			line = buf
		}
		if err != nil && err != io.EOF {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if n == 1 {
			line = bytes.TrimPrefix(line, byteOrderMark)
		}
		if n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if line := bytes.TrimSuffix(line, []byte("\n")); len(bytes.TrimSpace(line)) > 0 {
			if err := f(n, line); err != nil {
				return fmt.Errorf("%s:%d: %w", path, n, err)
			}
		}
		if err == io.EOF {
			return ctx.Err()
		}
	}
}

// Each calls f with the records of a stream of the folder, in order, and with the line that
// each is from, which f must not keep. Its errors are those of EachLine.
func Each[T any](ctx context.Context, folder *Folder, stream string, f func(v T, line []byte) error) error {
	return EachLine(ctx, folder.Files(stream, LinesExtension), Decode(f))
}

// Decode returns a function for EachLine that calls f with the record of each line, and the line.
func Decode[T any](f func(v T, line []byte) error) func(n int, line []byte) error {
	return func(_ int, line []byte) error {
		var v T
		if err := record.FromJSON(line, &v); err != nil {
			return err
		}
		return f(v, line)
	}
}

// First returns the first records of a stream of the folder, at most so many.
func First[T any](ctx context.Context, folder *Folder, stream string, max int) ([]T, error) {
	var first []T
	err := Each(ctx, folder, stream, func(v T, _ []byte) error {
		if len(first) == max {
			return ErrStop
		}
		first = append(first, v)
		return nil
	})
	return first, err
}

// decompressed closes the stored file with its reader.
type decompressed struct {
	*compress.Reader
	stored io.Closer
}

func (d decompressed) Close() error {
	d.Reader.Close()
	return d.stored.Close()
}

// OpenFile reads a file, decompressed. The error is an *OpenError.
func OpenFile(ctx context.Context, path string) (io.ReadCloser, error) {
	files, err := store.For(path)
	if err != nil {
		return nil, &OpenError{"", err}
	}
	stored, err := files.Open(ctx, path, 0)
	if err != nil {
		return nil, &OpenError{path, err}
	}
	return decompressed{compress.NewReader(stored, path), stored}, nil
}
