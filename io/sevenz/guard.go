package sevenz

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
)

// The library makes tables of as many entries as the header says that there are, up to 2^32. So the header is walked
// before, and these are the largest numbers that pass.
const (
	maxMembers = 100_000  // members, folders (members that are compressed together) and packed streams
	maxCoders  = 32       // methods of a folder, and their streams, as 7-Zip has it
	maxHeader  = 32 << 20 // bytes of the header, decompressed
)

// ids of the parts of a header, as 7zFormat.txt of the LZMA SDK has them.
const (
	idEnd = iota
	idHeader
	_
	_
	idMainStreams
	idFiles
	idPackInfo
	idUnpackInfo
	idSubStreams
	idSize
	idCRC
	idFolder
	idUnpackSize
	idUnpackStreams

	idEncodedHeader = 0x17
)

// startBytes are the mark of a 7z archive (6), its version (2), a CRC (4), and where the header is: its offset behind
// these bytes (8), its size (8) and its CRC (4).
const startBytes = 32

var errBroken = errors.New("the 7z archive is broken")

// Begins reports whether a file that begins with head is a 7z archive.
func Begins(head []byte) bool { return bytes.HasPrefix(head, []byte("7z\xbc\xaf\x27\x1c")) }

// guard walks the header of an archive as the library will, and returns an error if that takes more memory than a
// header of 100,000 members does. Where it ends without one, the library may still find the header wrong.
func guard(r io.ReaderAt, size int64) error {
	var start [startBytes]byte
	if _, err := r.ReadAt(start[:], 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !Begins(start[:]) {
		return refusal("this is no 7z archive")
	}
	offset, bytes := binary.LittleEndian.Uint64(start[12:]), binary.LittleEndian.Uint64(start[20:])
	switch rest := uint64(max(size-startBytes, 0)); {
	case offset > rest || bytes > rest-offset:
		return fmt.Errorf("%w: it ends before its list of members", errBroken)
	case bytes > maxHeader:
		return errMany
	}
	header := make([]byte, bytes)
	if _, err := r.ReadAt(header, startBytes+int64(offset)); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	w := &walk{rest: header}
	id := w.byte()
	if id == idEncodedHeader {
		packed := w.streams()
		if w.err != nil {
			return w.err
		}
		header, err := packed.header(r, size)
		if err != nil {
			return err
		}
		w = &walk{rest: header}
		id = w.byte()
	}
	w.want(id, idHeader)
	if id = w.byte(); id == idMainStreams {
		w.streams()
		id = w.byte()
	}
	if id == idFiles {
		w.count(maxMembers)
	}
	return w.err
}

// packed is where the first of the packed streams is, and how it is packed.
type packed struct {
	at, size, unpacked uint64
	method, properties []byte
	folders            int
}

// header returns the header that is packed.
func (p packed) header(r io.ReaderAt, size int64) ([]byte, error) {
	switch rest := uint64(max(size-startBytes, 0)); {
	case p.folders != 1 || p.at > rest || p.size > rest-p.at:
		return nil, errBroken
	case p.unpacked > maxHeader:
		return nil, errMany
	}
	stream := io.NopCloser(io.NewSectionReader(r, startBytes+int64(p.at), int64(p.size)))
	method, ok := methods[string(p.method)]
	if !ok {
		return nil, refusal(fmt.Sprintf("its list of members is packed by a method that is not known (%x)", p.method))
	}
	z, err := method(p.properties, p.unpacked, []io.ReadCloser{stream})
	if err != nil {
		return nil, err
	}
	defer z.Close()
	header := make([]byte, p.unpacked)
	if _, err := io.ReadFull(z, header); err != nil {
		return nil, fmt.Errorf("%w: %w", errBroken, err)
	}
	return header, nil
}

var errMany = refusal(fmt.Sprintf("the 7z archive lists more than %d members: unpack it", maxMembers))

// walk reads a header. Once it has an error, all it reads is 0.
type walk struct {
	rest []byte
	err  error
}

func (w *walk) fail(err error) {
	if w.err == nil {
		w.err = err
	}
	w.rest = nil
}

func (w *walk) take(n uint64) []byte {
	if uint64(len(w.rest)) < n {
		w.fail(errBroken)
		return nil
	}
	b := w.rest[:n]
	w.rest = w.rest[n:]
	return b
}

func (w *walk) byte() byte {
	if b := w.take(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

// want fails if an id is not the one that has to stand there.
func (w *walk) want(id, wanted byte) {
	if id != wanted {
		w.fail(errBroken)
	}
}

// number reads a number: the bits that are set in front in its first byte say how many bytes follow.
func (w *walk) number() uint64 {
	first := w.byte()
	more := bits.LeadingZeros8(^first)
	low := w.take(uint64(more))
	n := uint64(0)
	for i, b := range low {
		n |= uint64(b) << (8 * i)
	}
	if more < 7 {
		n |= uint64(first&(0x7f>>more)) << (8 * more)
	}
	return n
}

// count reads a number of things that take memory.
func (w *walk) count(max uint64) uint64 {
	n := w.number()
	if n > max {
		w.fail(errMany)
		return 0
	}
	return n
}

// numbers reads n numbers, and returns the first.
func (w *walk) numbers(n uint64) (first uint64) {
	for i := range n {
		if v := w.number(); i == 0 {
			first = v
		}
	}
	return first
}

// sums skips the CRCs of n things.
func (w *walk) sums(n uint64) {
	defined := n
	if w.byte() == 0 { // not of all
		defined = 0
		for _, b := range w.take((n + 7) / 8) {
			defined += uint64(bits.OnesCount8(b))
		}
	}
	w.take(4 * defined)
}

// streams reads what says where the packed streams are, and how they are packed.
func (w *walk) streams() (p packed) {
	id := w.byte()
	if id == idPackInfo {
		p.at = w.number()
		n := w.count(maxMembers)
		if id = w.byte(); id == idSize {
			p.size = w.numbers(n)
			id = w.byte()
		}
		if id == idCRC {
			w.sums(n)
			id = w.byte()
		}
		w.want(id, idEnd)
		id = w.byte()
	}
	folders := uint64(0)
	if id == idUnpackInfo {
		folders = w.unpackInfo(&p)
		id = w.byte()
	}
	if id == idSubStreams {
		w.subStreams(folders)
		id = w.byte()
	}
	w.want(id, idEnd)
	return p
}

func (w *walk) unpackInfo(p *packed) (folders uint64) {
	w.want(w.byte(), idFolder)
	folders = w.count(maxMembers)
	p.folders = int(folders)
	w.want(w.byte(), 0) // the folders are here, not elsewhere
	sizes := uint64(0)
	for i := range folders {
		method, properties, out := w.folder()
		if sizes += out; i == 0 {
			p.method, p.properties = method, properties
		}
	}
	w.want(w.byte(), idUnpackSize)
	p.unpacked = w.numbers(sizes)
	id := w.byte()
	if id == idCRC {
		w.sums(folders)
		id = w.byte()
	}
	w.want(id, idEnd)
	return folders
}

// folder returns the method of the first coder and the number of streams that come out.
func (w *walk) folder() (method, properties []byte, out uint64) {
	in := uint64(0)
	for i := range w.count(maxCoders) {
		flags := w.byte()
		id := w.take(uint64(flags & 0xf))
		ins, outs := uint64(1), uint64(1)
		if flags&0x10 != 0 {
			ins, outs = w.count(maxCoders), w.count(maxCoders)
		}
		var more []byte
		if flags&0x20 != 0 {
			more = w.take(w.number())
		}
		if in, out = in+ins, out+outs; i == 0 {
			method, properties = id, more
		}
	}
	if out == 0 || in < out || in > maxCoders {
		w.fail(errBroken)
		return nil, nil, 0
	}
	w.numbers(2 * (out - 1)) // which stream is bound to which
	if streams := in - (out - 1); streams > 1 {
		w.numbers(streams)
	}
	return method, properties, out
}

func (w *walk) subStreams(folders uint64) {
	of, members := make([]uint64, folders), uint64(0)
	id := w.byte()
	for i := range of {
		if of[i] = 1; id == idUnpackStreams {
			of[i] = w.count(maxMembers)
		}
		members += of[i]
	}
	if members > maxMembers {
		w.fail(errMany)
		return
	}
	if id == idUnpackStreams {
		id = w.byte()
	}
	if id == idSize {
		for _, n := range of {
			if n > 0 {
				w.numbers(n - 1)
			}
		}
		id = w.byte()
	}
	if id == idCRC {
		w.sums(members)
		id = w.byte()
	}
	w.want(id, idEnd)
}
