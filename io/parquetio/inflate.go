package parquetio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// errInflates reports that a page is larger than its header says.
var errInflates = errors.New("it decompresses to more than its header says")

// capped decodes zstd into the memory it is given and no more.
var capped = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		panic("parquetio: " + err.Error()) // the options are constants
	}
	return d
})

// inflate decompresses a page into room, and fails where the page does not fit in it. The
// result is a part of room.
func inflate(codec format.CompressionCodec, room, page []byte) ([]byte, error) {
	switch codec {
	case format.Snappy:
		n, err := snappy.DecodedLen(page)
		if err != nil {
			return nil, err
		}
		if n > len(room) {
			return nil, errInflates
		}
		return snappy.Decode(room, page)
	case format.Lz4Raw:
		n, err := lz4.UncompressBlock(page, room)
		if err != nil {
			return nil, errInflates // or is no such block: the library does not tell apart
		}
		return room[:n], nil
	case format.Zstd:
		out, err := capped().DecodeAll(page, room[:0:len(room)])
		if errors.Is(err, zstd.ErrDecoderSizeExceeded) {
			err = errInflates
		}
		return out, err
	case format.Gzip:
		r, err := gzip.NewReader(bytes.NewReader(page))
		if err != nil {
			return nil, err
		}
		return readInto(room, r)
	case format.Brotli:
		return readInto(room, brotli.NewReader(bytes.NewReader(page)))
	}
	return nil, fmt.Errorf("the codec %s is not known", codec)
}

// readInto reads all of r into room.
func readInto(room []byte, r io.Reader) ([]byte, error) {
	var more [1]byte
	for n := 0; ; {
		to := room[n:]
		if len(to) == 0 {
			to = more[:]
		}
		k, err := r.Read(to)
		if k > 0 && n == len(room) {
			return nil, errInflates
		}
		n += k
		if err == io.EOF {
			return room[:n], nil
		}
		if err != nil {
			return nil, err
		}
	}
}
