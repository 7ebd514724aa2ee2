package sevenz

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/bodgit/sevenzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stangelandcl/ppmd"
	"github.com/ulikunitz/xz/lzma"
)

// maxWindow is how much memory unpacking may take: as much as 7-Zip takes with -mx=9.
const maxWindow = 256 << 20

// refusal is why an archive that may be whole is not read.
type refusal string

func (r refusal) Error() string { return string(r) }

const errLocked = refusal("it is protected by a password: unpack the archive")

// methods replace those of the library that take as much memory, or time, as the archive says.
var methods = map[string]sevenzip.Decompressor{
	"\x00":             stored,
	"\x21":             lzma2,
	"\x03\x01\x01":     lzma1,
	"\x03\x04\x01":     ppmdH,
	"\x04\xf7\x11\x01": zstandard,
	"\x06\xf1\x07\x01": locked,
}

func init() {
	for id, method := range methods {
		sevenzip.RegisterDecompressor([]byte(id), method)
	}
}

// method is one that reads one stream and has so many bytes of properties, or more.
func method(properties []byte, min int, from []io.ReadCloser, read func() (io.Reader, error)) (io.ReadCloser, error) {
	if len(properties) < min || len(from) != 1 {
		return nil, errBroken
	}
	r, err := read()
	if err != nil {
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{r, from[0]}, nil
}

// within is the error for a window that is too large.
func within(window uint64) error {
	if window > maxWindow {
		return refusal(fmt.Sprintf("it takes %d MiB of memory to unpack, and %d are allowed: unpack the archive",
			window>>20, maxWindow>>20))
	}
	return nil
}

func stored(_ []byte, _ uint64, from []io.ReadCloser) (io.ReadCloser, error) {
	return method(nil, 0, from, func() (io.Reader, error) { return from[0], nil })
}

// lzma1 has a byte of parameters and the size of the window (4 bytes).
func lzma1(properties []byte, size uint64, from []io.ReadCloser) (io.ReadCloser, error) {
	return method(properties, 5, from, func() (io.Reader, error) {
		window := min(uint64(binary.LittleEndian.Uint32(properties[1:])), size)
		if err := within(window); err != nil {
			return nil, err
		}
		head := binary.LittleEndian.AppendUint32(properties[:1:1], uint32(max(window, lzma.MinDictCap)))
		head = binary.LittleEndian.AppendUint64(head, size)
		return lzma.NewReader(&joined{head, from[0]})
	})
}

// lzma2 has a byte that says the size of the window: 2 or 3 times a power of two.
func lzma2(properties []byte, size uint64, from []io.ReadCloser) (io.ReadCloser, error) {
	return method(properties, 1, from, func() (io.Reader, error) {
		code := properties[0]
		if code > 40 {
			return nil, errBroken
		}
		window := min(uint64(2|code&1)<<(code/2+11), size)
		if err := within(window); err != nil {
			return nil, err
		}
		return lzma.Reader2Config{DictCap: int(max(window, lzma.MinDictCap))}.NewReader2(from[0])
	})
}

// ppmdH has the order of the model and how much memory it takes (4 bytes).
func ppmdH(properties []byte, size uint64, from []io.ReadCloser) (io.ReadCloser, error) {
	return method(properties, 5, from, func() (io.Reader, error) {
		memory := binary.LittleEndian.Uint32(properties[1:])
		if err := within(uint64(memory)); err != nil {
			return nil, err
		}
		r, err := ppmd.NewH7zReader(from[0], int(properties[0]), int(memory), int(size))
		return &r, err
	})
}

func zstandard(_ []byte, _ uint64, from []io.ReadCloser) (io.ReadCloser, error) {
	return method(nil, 0, from, func() (io.Reader, error) {
		return zstd.NewReader(from[0], zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	})
}

func locked([]byte, uint64, []io.ReadCloser) (io.ReadCloser, error) { return nil, errLocked }

// joined reads bytes and then a stream. lzma reads byte by byte.
type joined struct {
	head []byte
	rest io.Reader
}

func (j *joined) Read(p []byte) (int, error) {
	if len(j.head) == 0 {
		return j.rest.Read(p)
	}
	n := copy(p, j.head)
	j.head = j.head[n:]
	return n, nil
}

func (j *joined) ReadByte() (byte, error) {
	if b, ok := j.rest.(io.ByteReader); ok && len(j.head) == 0 {
		return b.ReadByte()
	}
	var one [1]byte
	_, err := io.ReadFull(j, one[:])
	return one[0], err
}
