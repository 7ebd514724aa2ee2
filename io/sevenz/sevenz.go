// Package sevenz reads the members of 7z archives, by github.com/bodgit/sevenzip. It makes that library safe for
// archives that mean harm: what an archive says about itself takes no more memory than a large honest one does
// (guard), and neither does unpacking it (methods). It never asks for a password.
package sevenz

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"

	"github.com/bodgit/sevenzip"
)

// Member is a file in an archive.
type Member struct {
	Name string
	Mode fs.FileMode
	Size int64 // unpacked
	// Open may be called once, before the next member comes. What it returns ends with an error if the member is
	// broken.
	Open func() (io.ReadCloser, error)
}

// Walk calls each with the members of an archive of size bytes, in its order. Members are packed together: what each
// does not read of one is unpacked nonetheless, and unpacked is told of all bytes. The members before from are not
// given. The error is that of each, of unpacked, of ctx or of the archive.
func Walk(
	ctx context.Context, r io.ReaderAt, size, from int64, unpacked func(bytes int) error,
	each func(number int64, m Member) error,
) error {
	if err := guard(r, size); err != nil {
		return err
	}
	var z *sevenzip.Reader
	if err := safely(func() (err error) { z, err = sevenzip.NewReader(r, size); return err }); err != nil {
		return err
	}
	packed := map[int]int{} // members by folder
	for _, f := range z.File {
		if f.UncompressedSize > 0 {
			packed[f.Stream]++
		}
	}
	for k := from; k < int64(len(z.File)); k++ {
		f := z.File[k]
		var opened *member
		open := func() (io.ReadCloser, error) {
			opened = &member{ctx: ctx, left: int64(f.UncompressedSize), want: f.CRC32, unpacked: unpacked}
			err := safely(func() (err error) { opened.r, err = f.Open(); return err })
			return opened, err
		}
		if err := each(k, Member{Name: f.Name, Mode: f.Mode(), Size: int64(f.UncompressedSize),
			Open: open}); err != nil {
			return err
		}
		if opened == nil && f.UncompressedSize > 0 && packed[f.Stream] > 1 {
			open() // its error is that of the others of the folder
		}
		if opened == nil || opened.r == nil {
			continue
		}
		if io.Copy(io.Discard, opened); opened.stop != nil {
			return opened.stop
		}
	}
	return nil
}

// member reads a file, and compares its bytes with their sum.
type member struct {
	ctx       context.Context
	r         io.ReadCloser
	left      int64
	want, sum uint32
	unpacked  func(int) error
	err       error // of the end
	stop      error // err if it is not the archive's
}

func (m *member) Read(p []byte) (int, error) {
	if m.err != nil || len(p) == 0 {
		return 0, m.err
	}
	n := 0
	m.err = safely(func() (err error) { n, err = m.r.Read(p); return err })
	n = min(max(n, 0), len(p))
	m.left -= int64(n)
	m.sum = crc32.Update(m.sum, crc32.IEEETable, p[:n])
	if m.stop = m.ctx.Err(); m.stop == nil {
		m.stop = m.unpacked(n)
	}
	switch {
	case m.stop != nil:
		m.err = m.stop
	case errors.Is(m.err, io.EOF) && (m.left != 0 || m.want != 0 && m.sum != m.want):
		m.err = fmt.Errorf("%w: the bytes of a member are not those that were packed", errBroken)
	}
	if m.err != nil {
		if err := safely(m.r.Close); err != nil && errors.Is(m.err, io.EOF) {
			m.err = err
		}
	}
	return n, m.err
}

// Close leaves the rest of the member to Walk.
func (m *member) Close() error { return nil }

// safely calls what may find a broken archive with a panic. The errors of the library are put in words.
func safely(call func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errBroken, p)
		}
	}()
	var (
		why  refusal
		read *sevenzip.ReadError
	)
	if err = call(); errors.As(err, &read) {
		err = read.Err
	}
	switch {
	case err == nil, err == io.EOF, errors.Is(err, errBroken):
		return err
	case errors.As(err, &why):
		return why
	}
	return fmt.Errorf("%w: %w", errBroken, err)
}
