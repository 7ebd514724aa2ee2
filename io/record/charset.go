package record

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
)

// Charset is the character set of the file that a text was converted from.
type Charset struct {
	// Name is its name in the WHATWG Encoding Standard. "" is UTF-8: nothing was converted.
	Name string
	// Unsure is true if the set is a guess, and the bytes of the file may mean something else.
	Unsure bool
	// Undecoded is how many characters could not be decoded; in UTF-8, how many bytes. It does not travel with the
	// document.
	Undecoded int
	// Bytes says which bytes of the file the text is from. "" means that places in bytes are those of
	// the text in UTF-8.
	Bytes ByteMap
}

// ByteMap says which bytes of a file the characters of a text are from: runs of characters that have as many
// bytes in the text, and as many in the file. "" is the text itself.
//
//	characters uvarint; 16 × bytes in the text + bytes in the file, at most 14, byte
//	for more bytes in the file: 16 × bytes in the text + 15 byte; bytes in the file uvarint
type ByteMap string

// AppendRun appends a run of so many characters with so many bytes.
func AppendRun(dst []byte, characters, text, file int) []byte {
	dst = binary.AppendUvarint(dst, uint64(characters))
	if file < 15 {
		return append(dst, byte(text<<4|file))
	}
	return binary.AppendUvarint(append(dst, byte(text<<4|15)), uint64(file))
}

// Cursor returns a cursor at the beginning of the text.
func (m ByteMap) Cursor() ByteCursor { return ByteCursor{all: m, rest: m} }

// ByteCursor turns places in the bytes of a text into places in those of its file, and back. Places are
// best asked for in ascending order.
type ByteCursor struct {
	all, rest ByteMap
	// The run that was read last: where it begins, and how large it is.
	textAt, fileAt, characters, textWidth, fileWidth int64
}

// ToFile returns the place in the file of a place in the text, where a character begins or ends.
func (c *ByteCursor) ToFile(text int64) int64 {
	if c.all == "" {
		return text
	}
	if text < c.textAt {
		*c = c.all.Cursor()
	}
	for text > c.textAt+c.characters*c.textWidth && c.next() {
	}
	if c.textWidth == 0 {
		return c.fileAt
	}
	return c.fileAt + min((text-c.textAt)/c.textWidth, c.characters)*c.fileWidth
}

// ToText returns the place in the text of a place in the file.
func (c *ByteCursor) ToText(file int64) int64 {
	if c.all == "" {
		return file
	}
	if file < c.fileAt {
		*c = c.all.Cursor()
	}
	for file > c.fileAt+c.characters*c.fileWidth && c.next() {
	}
	if c.fileWidth == 0 {
		return c.textAt
	}
	return c.textAt + min((file-c.fileAt)/c.fileWidth, c.characters)*c.textWidth
}

// next reads the next run. It returns false behind the last one, or if the map is damaged.
func (c *ByteCursor) next() bool {
	characters, n := uvarint(c.rest)
	if n == 0 || n == len(c.rest) {
		return false
	}
	c.textAt, c.fileAt = c.textAt+c.characters*c.textWidth, c.fileAt+c.characters*c.fileWidth
	widths := c.rest[n]
	c.rest = c.rest[n+1:]
	c.characters, c.textWidth, c.fileWidth = int64(characters), int64(widths>>4), int64(widths&15)
	if c.fileWidth == 15 {
		file, n := uvarint(c.rest)
		c.fileWidth, c.rest = int64(file), c.rest[n:]
	}
	return true
}

// uvarint reads a number, and returns how many bytes it takes; 0 if it is cut off.
func uvarint(s ByteMap) (v uint64, n int) {
	for shift := 0; n < len(s) && shift < 64; shift += 7 {
		b := s[n]
		n++
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v, n
		}
	}
	return 0, 0
}

// piece returns the part of a text that is at some bytes of its file.
func (m ByteMap) piece(text []byte, start, end int64) (piece []byte, ok bool) {
	c := m.Cursor()
	start, end = c.ToText(start), c.ToText(end)
	if start < 0 || start > end || end > int64(len(text)) {
		return nil, false
	}
	return text[start:end], true
}

// Converted is a file in another character set than UTF-8 that was converted.
type Converted struct {
	// File is the path of the file, as UTF8 makes it.
	File string `json:"file"`
	// Name is its path below the argument that found it, which is the id of a text file.
	Name string `json:"name"`
	// Charset is the name of its set (Charset.Name), and Unsure whether it is a guess that may be wrong.
	Charset string `json:"charset"`
	Unsure  bool   `json:"unsure,omitempty"`
	// FileBytes is true if places in bytes are those of the file, and false if they are those of the text in UTF-8.
	FileBytes bool `json:"file_bytes"`
	// Source is true if the file is one of the source.
	Source bool `json:"source,omitempty"`
}

// SortKey orders by set, those that are not sure first, then by file.
func (v Converted) SortKey() []byte {
	k := wire.AppendOrdered(nil, v.Charset)
	sure := byte(1)
	if v.Unsure {
		sure = 0
	}
	return wire.AppendOrdered(append(k, sure), v.File)
}
