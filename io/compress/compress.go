// Package compress decompresses gzip, zstd, bzip2 and xz files as a stream. It joins the members of a
// gzip file, the frames of a zstd file and the streams of the others, and returns all data before the place where a
// file is broken. It writes gzip and zstd.
package compress

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/mikelolasagasti/xz"
)

// Kind is a way to compress a file.
type Kind uint8

const (
	None Kind = iota
	Gzip
	Zstd
	Bzip2
	XZ
)

func (k Kind) String() string { return [...]string{"plain", "gzip", "zstd", "bzip2", "xz"}[k] }

// Writable reports whether NewWriter compresses in this way.
func (k Kind) Writable() bool { return k <= Zstd }

// suffixes are the endings of the names of compressed files, and what stands for them in the name of the decompressed
// file. The usual one of a kind comes first.
var suffixes = []struct {
	suffix string
	kind   Kind
	plain  string
}{
	{".gz", Gzip, ""}, {".gzip", Gzip, ""}, {".tgz", Gzip, ".tar"}, {".zst", Zstd, ""}, {".zstd", Zstd, ""},
	{".tzst", Zstd, ".tar"},
	{".bz2", Bzip2, ""}, {".tbz2", Bzip2, ".tar"}, {".tbz", Bzip2, ".tar"}, {".xz", XZ, ""}, {".txz", XZ, ".tar"},
}

// Suffix returns the usual ending of the name of a file that is compressed in this way, "" for None.
func (k Kind) Suffix() string {
	for _, s := range suffixes {
		if s.kind == k {
			return s.suffix
		}
	}
	return ""
}

// Trim returns the name of a file, decompressed, and the kind that its suffix
// means: None if it has no suffix of a compressed file. The case of the suffix does not matter. a.tgz is a.tar.
func Trim(name string) (rest string, kind Kind) {
	for _, s := range suffixes {
		if n := len(name) - len(s.suffix); n > 0 && strings.EqualFold(name[n:], s.suffix) {
			return name[:n] + s.plain, s.kind
		}
	}
	return name, None
}

// SniffBytes is the number of bytes that Sniff needs.
const SniffBytes = 10

// Sniff returns how a file with these first bytes is compressed.
func Sniff(head []byte) Kind {
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}): // RFC 1952
		return Gzip
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}): // RFC 8878, 3.1.1
		return Zstd
	// a skippable frame
	case len(head) >= 4 && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:4], []byte{0x2a, 0x4d, 0x18}):
		return Zstd
	// a block, or none
	case len(head) >= 10 && bytes.HasPrefix(head, []byte("BZh")) &&
		(string(head[4:10]) == "1AY&SY" || string(head[4:10]) == "\x17rE8P\x90"):
		return Bzip2
	case bytes.HasPrefix(head, []byte("\xfd7zXZ\x00")): // The .xz File Format, 2.1.1.1
		return XZ
	}
	return None
}

// SizeBytes is the number of bytes that ContentSize needs.
const SizeBytes = zstd.HeaderMaxSize

// ContentSize returns the decompressed size of the first frame of a zstd file, from the first
// bytes of the file; 0 if they do not contain it. It does not know gzip, which has the size at
// the end, modulo 4 GiB, of its last member only.
func ContentSize(head []byte) int64 {
	var h zstd.Header
	if Sniff(head) != Zstd || h.Decode(head) != nil || !h.HasFCS || h.FrameContentSize > 1<<50 {
		return 0
	}
	return int64(h.FrameContentSize)
}

// BrokenError is the error of compressed data that is not whole.
type BrokenError struct {
	Kind Kind
	// At is the number of decompressed bytes before the break.
	At int64
	// Between is true if the break is behind a whole member or frame: what was read is whole,
	// and something else follows it.
	Between bool
	Err     error
}

func (e *BrokenError) Error() string {
	switch {
	case e.Between:
		return fmt.Sprintf("%s data is followed by something else after %d decompressed bytes", e.Kind, e.At)
	case errors.Is(e.Err, io.ErrUnexpectedEOF):
		return fmt.Sprintf("%s data ends too early, after %d decompressed bytes", e.Kind, e.At)
	}
	return fmt.Sprintf("%s data is broken after %d decompressed bytes: %v", e.Kind, e.At, e.Err)
}

// DataWhole reports whether nothing is missing of what was read before the break.
func (e *BrokenError) DataWhole() bool { return e.Between }

func (e *BrokenError) Unwrap() error { return e.Err }

// inputBytes is the buffer in front of a decompressor: large enough for one read
// of a disk, small enough for a million small files.
const inputBytes = 64 << 10

var (
	inputs = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, inputBytes) }}
	gzips  = sync.Pool{New: func() any { return new(gzip.Reader) }}
	zstds  = sync.Pool{New: func() any {
		// One frame after the other on this goroutine: the caller reads many files at once.
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
		if err != nil {
			panic("compress: " + err.Error()) // the options are constants
		}
		return d
	}}
)

// Reader reads the decompressed bytes.
type Reader struct {
	kind Kind
	in   *bufio.Reader
	src  *source
	gz   *gzip.Reader
	zst  *zstd.Decoder
	more io.Reader // of bzip2 and xz
	read int64     // decompressed bytes given
	err  error
}

// source counts the bytes of the file, and remembers an error of the file itself, which is no fault of the data.
type source struct {
	r    io.Reader
	read int64
	err  error
	// ended is true behind the end of the file.
	ended bool
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.read += int64(n)
	s.ended = s.ended || err == io.EOF
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// maxDictionary is the memory in bytes that an xz file may ask for: that of xz -9.
const maxDictionary = 64 << 20

// NewReader returns a reader of the decompressed data of r. The first bytes of r decide how it
// is compressed. The suffix of name is a hint only: data that is compressed under another name
// is decompressed, and data that is not what the suffix says is broken at byte 0, unless it is
// empty. Read returns the errors.
func NewReader(r io.Reader, name string) *Reader {
	z := &Reader{src: &source{r: r}, in: inputs.Get().(*bufio.Reader)}
	z.in.Reset(z.src)
	head, err := z.in.Peek(SniffBytes)
	if err != nil && err != io.EOF {
		z.err = err
		return z
	}
	z.kind = Sniff(head)
	_, hint := Trim(name)
	switch {
	case z.kind == Gzip:
		z.gz = gzips.Get().(*gzip.Reader)
		err := z.gz.Reset(z.in)
		if err == io.EOF { // inside the header
			err = io.ErrUnexpectedEOF
		}
		z.err = z.broken(err)
	case z.kind == Zstd:
		z.zst = zstds.Get().(*zstd.Decoder)
		z.err = z.broken(z.zst.Reset(z.in))
	case z.kind == Bzip2:
		z.more = bzip2.NewReader(z.in)
	case z.kind == XZ:
		z.more, err = xz.NewReader(z.in, maxDictionary)
		z.err = z.broken(err)
	case hint != None && len(head) > 0:
		z.kind = hint
		z.err = &BrokenError{Kind: hint, Err: fmt.Errorf("it does not begin as %s does", hint)}
	}
	return z
}

// Kind returns how the data is compressed.
func (z *Reader) Kind() Kind { return z.kind }

// Stored returns how many bytes of the file made what was read, and perhaps some more. z must be open.
func (z *Reader) Stored() int64 { return z.src.read - int64(z.in.Buffered()) }

func (z *Reader) Read(p []byte) (n int, err error) {
	if z.err != nil {
		return 0, z.err
	}
	switch {
	case z.gz != nil:
		n, err = z.gz.Read(p)
	case z.zst != nil:
		n, err = z.zst.Read(p)
	case z.more != nil:
		n, err = z.more.Read(p)
	default:
		n, err = z.in.Read(p)
	}
	z.read += int64(n)
	z.err = z.broken(err)
	return n, z.err
}

// broken gives an error of the decompressor its place.
func (z *Reader) broken(err error) error {
	switch {
	case err == nil || err == io.EOF || z.kind == None:
		return err
	case z.src.err != nil:
		return z.src.err
	}
	if err == xz.ErrBuf && z.src.ended && z.in.Buffered() == 0 {
		err = io.ErrUnexpectedEOF
	}
	between := errors.Is(err, zstd.ErrMagicMismatch) || errors.Is(err, gzip.ErrHeader) ||
		errors.Is(err, xz.ErrFormat) || err == errContinued
	return &BrokenError{Kind: z.kind, At: z.read, Between: between && z.read > 0, Err: err}
}

// errContinued is the error for what follows a bzip2 stream and is none.
var errContinued error = bzip2.StructuralError("bad magic value in continuation file")

// Close releases the buffers. It does not close the reader below.
func (z *Reader) Close() error {
	if z.in == nil {
		return nil
	}
	if z.gz != nil {
		gzips.Put(z.gz)
	}
	if z.zst != nil {
		if z.zst.Reset(nil) == nil { // lets go of the file
			zstds.Put(z.zst)
		}
	}
	z.in.Reset(nil)
	inputs.Put(z.in)
	z.in, z.gz, z.zst, z.more, z.err = nil, nil, nil, nil, errors.New("compress: read after Close")
	return nil
}

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
