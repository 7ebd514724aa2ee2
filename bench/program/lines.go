package program

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// WriteLines writes a file of JSON Lines.
func WriteLines[T any](name string, all []T) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	for _, v := range all {
		if err := lines.Encode(v); err != nil {
			f.Close()
			return err
		}
	}
	return errors.Join(w.Flush(), f.Close())
}

// Open opens a file. One that ends in .gz is decompressed.
func Open(name string) (io.ReadCloser, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(name, ".gz") {
		return f, nil
	}
	r, err := gzip.NewReader(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return struct {
		io.Reader
		io.Closer
	}{r, f}, nil
}

// ReadLines reads the files of JSON Lines that a glob means, in the order of their names. One that ends in .gz is
// compressed. A glob without a file is an error.
func ReadLines[T any](glob string) (all []T, err error) {
	names, err := filepath.Glob(glob)
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("%s: there is no such file", glob)
	}
	for _, name := range names {
		if all, err = appendLines(all, name); err != nil {
			return nil, err
		}
	}
	return all, err
}

func appendLines[T any](all []T, name string) ([]T, error) {
	r, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for lines := json.NewDecoder(bufio.NewReader(r)); ; {
		var v T
		switch err := lines.Decode(&v); err {
		case nil:
			all = append(all, v)
		case io.EOF:
			return all, nil
		default:
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
}
