package indexio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"

	"github.com/klauspost/compress/snappy"
)

// A table is read from an index that may come from anybody, so nothing that it says of itself is
// believed: not a length, not an offset, not an order. What does not fit is an error.
//
//	table:   data blocks; a block of names, which is not read; index block; footer
//	footer:  handle of the block of names, handle of the index block, zeros up to 40 bytes; magic [8]
//	handle:  offset, length uvarint of a block as it is stored, without its end
//	end:     0 for plain or 1 for Snappy [1]; CRC-32C of block and kind, masked [4]
//	block:   entries; offset of each entry that is not shortened [4] each; their number [4]
//	entry:   shared, own, value uvarint; own bytes of the key; value
//
// An entry has the first shared bytes of the key before it. Numbers of fixed size are little-endian.
// An entry of the index block is a key, from the last one of a data block to before the first one of
// the next, and the handle of the block.

const (
	tableMagic  = "\x57\xfb\x80\x8b\x24\x75\x47\xdb"
	handlesSize = footerSize - len(tableMagic)
	blockEnd    = 5

	// minLimit is what a block may have at least, in bytes, after decompression; in a larger file it may have as
	// many bytes as the file.
	minLimit = 4 << 20
)

var (
	errFooter   = errors.New("its end is not that of a table")
	errHandle   = errors.New("a block is outside of it")
	errChecksum = errors.New("a block has another checksum")
	errKind     = errors.New("a block is compressed in an unknown way")
	errBlock    = errors.New("a block is not well formed")
	errOrder    = errors.New("its keys do not ascend")
)

// handle is the place of a block in its file.
type handle struct{ offset, length int64 }

// readHandle reads a handle of a block that ends before end.
func readHandle(b []byte, end int64) (h handle, rest []byte, err error) {
	offset, n := binary.Uvarint(b)
	if n <= 0 {
		return h, nil, errHandle
	}
	length, m := binary.Uvarint(b[n:])
	if m <= 0 || offset > uint64(end) || length > uint64(end)-offset || uint64(end)-offset-length < blockEnd {
		return h, nil, errHandle
	}
	return handle{int64(offset), int64(length)}, b[n+m:], nil
}

// readFooter returns the place of the index block of a table of so many bytes.
func readFooter(footer []byte, size int64) (index handle, err error) {
	if len(footer) != footerSize || string(footer[handlesSize:]) != tableMagic {
		return index, errFooter
	}
	_, rest, err := readHandle(footer[:handlesSize], size-footerSize)
	if err != nil {
		return index, err
	}
	index, _, err = readHandle(rest, size-footerSize)
	return index, err
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// open checks a block as it is stored, with its end, and returns its content, of max bytes at most: stored
// itself, or in the memory of buf, which may grow.
func open(stored, buf []byte, max int64) ([]byte, error) {
	n := len(stored) - blockEnd
	sum := crc32.Checksum(stored[:n+1], castagnoli)
	if binary.LittleEndian.Uint32(stored[n+1:]) != (sum>>15|sum<<17)+0xa282ead8 {
		return nil, errChecksum
	}
	switch stored[n] {
	case 0:
		return stored[:n], nil
	case 1:
	default:
		return nil, errKind
	}
	size, err := snappy.DecodedLen(stored[:n])
	if err != nil || int64(size) > max {
		return nil, errBlock
	}
	if size > cap(buf) {
		buf = make([]byte, size)
	}
	content, err := snappy.Decode(buf[:size], stored[:n])
	if err != nil {
		return nil, errBlock
	}
	return content, nil
}

// entries returns the entries of a block: without the offsets at its end, which it does not need.
func entries(block []byte) ([]byte, error) {
	if len(block) < 4 {
		return nil, errBlock
	}
	size := 4 + 4*int64(binary.LittleEndian.Uint32(block[len(block)-4:]))
	if size > int64(len(block)) {
		return nil, errBlock
	}
	return block[:int64(len(block))-size], nil
}

// cursor goes through the entries of a block.
type cursor struct {
	rest       []byte
	key, value []byte
	before     []byte // the key before; keys ascend from there
	any        bool   // there is a key before
	err        error
}

// begin puts the cursor before the entries of a block. Its memory is used again.
func (c *cursor) begin(block []byte) {
	c.any = false
	c.rest, c.err = entries(block)
}

// next moves to the next entry. It returns false at the end, and where the block is not well formed.
func (c *cursor) next() bool {
	if len(c.rest) == 0 {
		return false
	}
	var sizes [3]uint64 // shared, own, value
	b := c.rest
	for i := range sizes {
		var n int
		if sizes[i], n = binary.Uvarint(b); n <= 0 {
			return c.fail(errBlock)
		}
		b = b[n:]
	}
	shared, own, value := sizes[0], sizes[1], sizes[2]
	if !c.any {
		c.key = c.key[:0]
	}
	if shared > uint64(len(c.key)) || own > uint64(len(b)) || value > uint64(len(b))-own {
		return c.fail(errBlock)
	}
	c.before = append(c.before[:0], c.key...)
	c.key = append(c.key[:shared], b[:own]...)
	c.value, c.rest = b[own:own+value:own+value], b[own+value:]
	if c.any && bytes.Compare(c.before, c.key) >= 0 {
		return c.fail(errOrder)
	}
	c.any = true
	return true
}

func (c *cursor) fail(err error) bool {
	c.rest, c.err = nil, err
	return false
}
