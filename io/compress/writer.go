package compress

import (
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// NewWriter returns a writer that compresses what is written to it, into one member or frame.
// kind must be Writable. The same input gives the same output. Close writes what is left; it does not close w.
func NewWriter(w io.Writer, kind Kind) io.WriteCloser {
	switch kind {
	case None:
		return plainWriter{w}
	case Gzip:
		return gzip.NewWriter(w)
	case Zstd:
		z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		if err != nil {
			panic("compress: " + err.Error()) // the options are constants
		}
		return z
	}
	panic(fmt.Sprintf("compress.NewWriter: kind %d", kind))
}

type plainWriter struct{ io.Writer }

func (plainWriter) Close() error { return nil }
