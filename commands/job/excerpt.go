package job

import (
	"context"

	"example.org/diagonal/io/result"
)

// First returns the first records, at most so many, of one stream of a result.
func First[T any](ctx context.Context, dir, stream string, max int) ([]T, error) {
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	return result.First[T](ctx, folder, stream, max)
}

// Each calls f with the records of a stream of the folder dir.
func Each[T any](ctx context.Context, dir, stream string, f func(T)) error {
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return err
	}
	return result.Each(ctx, folder, stream, func(v T, _ []byte) error {
		f(v)
		return nil
	})
}
