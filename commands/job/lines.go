package job

import (
	"bufio"
	"context"
	"errors"
	"io"

	"example.org/diagonal/io/store"
)

// ErrStop, returned by the function, ends EachLine early, without an error.
var ErrStop = errors.New("stop")

// EachLine calls f for the lines of the files of a result, in order.
func EachLine(ctx context.Context, names []string, f func(line []byte) error) error {
	for _, name := range names {
		files, err := store.For(name)
		if err != nil {
			return err
		}
		file, err := files.Open(ctx, name, 0)
		if err != nil {
			return err
		}
		err = eachLine(ctx, file, f)
		file.Close()
		if errors.Is(err, ErrStop) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func eachLine(ctx context.Context, r io.Reader, f func(line []byte) error) error {
	b := bufio.NewReaderSize(r, 256<<10)
	for {
		line, err := b.ReadBytes('\n')
		if len(line) > 1 {
			if err := f(line); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}
