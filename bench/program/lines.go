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

// ReadLines returns the values of files of JSON Lines (EachLine).
func ReadLines[T any](glob string) (all []T, err error) {
	err = EachLine(glob, func(v T) error {
		all = append(all, v)
		return nil
	})
	return all, err
}

// EachLine calls f with the values of the files of JSON Lines that a glob means, in the order of their names. One that
// ends in .gz is compressed. A glob without a file is an error.
func EachLine[T any](glob string, f func(T) error) error {
	names, err := filepath.Glob(glob)
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("%s: there is no such file", glob)
	}
	for _, name := range names {
		if err := eachOf(name, f); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return err
}

func eachOf[T any](name string, f func(T) error) error {
	r, err := Open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	for lines := json.NewDecoder(bufio.NewReader(r)); ; {
		var v T
		if err := lines.Decode(&v); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := f(v); err != nil {
			return err
		}
	}
}
