// Package sevenztest writes 7z archives for tests.
package sevenztest

import (
	"encoding/binary"
	"hash/crc32"
	"unicode/utf16"
)

// Of returns a 7z archive of files: name, content, name, content. They are one folder, which is not compressed. A
// name that ends in a slash is a folder without files.
func Of(files ...string) string {
	var packed, names []byte
	var sizes, sums, empty []byte
	streams, all := 0, len(files)/2
	empties := make([]byte, (all+7)/8)
	for i := 0; i < len(files); i += 2 {
		name, content := files[i], files[i+1]
		for _, u := range utf16.Encode([]rune(name)) {
			names = binary.LittleEndian.AppendUint16(names, u)
		}
		names = append(names, 0, 0)
		if content == "" {
			empties[i/16] |= 0x80 >> (i / 2 % 8)
			bit := byte(1)
			if name[len(name)-1] == '/' {
				bit = 0
			}
			empty = append(empty, bit)
			continue
		}
		packed = append(packed, content...)
		sizes = append(sizes, Number(uint64(len(content)))...)
		sums = binary.LittleEndian.AppendUint32(sums, crc32.ChecksumIEEE([]byte(content)))
		if streams++; i == len(files)-2 || !more(files[i+2:]) {
			sizes = sizes[:len(sizes)-len(Number(uint64(len(content))))] // the last one has the rest
		}
	}
	header := []byte{1} // header
	if streams > 0 {
		header = append(header, 4, 6, 0, 1, 9) // streams, packed: at 0, one, of this size
		header = append(header, Number(uint64(len(packed)))...)
		header = append(header, 0, 7, 0xb, 1, 0, 1, 1, 0, 0xc) // one folder, of one coder, that copies
		header = append(header, Number(uint64(len(packed)))...)
		header = append(header, 0, 8, 0xd)
		header = append(header, Number(uint64(streams))...)
		header = append(append(header, 9), sizes...)
		header = append(append(header, 0xa, 1), sums...)
		header = append(header, 0, 0)
	}
	header = append(append(header, 5), Number(uint64(all))...)
	property := func(id byte, data []byte) {
		header = append(append(append(header, id), Number(uint64(len(data)))...), data...)
	}
	if len(empty) > 0 {
		property(0xe, empties)
		bits := make([]byte, (len(empty)+7)/8)
		for i, b := range empty {
			bits[i/8] |= b << (7 - i%8)
		}
		property(0xf, bits)
	}
	property(0x11, append([]byte{0}, names...))
	return Around(packed, append(header, 0, 0))
}

// more reports whether any of the files has content.
func more(files []string) bool {
	for i := 1; i < len(files); i += 2 {
		if files[i] != "" {
			return true
		}
	}
	return false
}

// Around returns an archive with a header.
func Around(packed, header []byte) string {
	where := binary.LittleEndian.AppendUint64(nil, uint64(len(packed)))
	where = binary.LittleEndian.AppendUint64(where, uint64(len(header)))
	where = binary.LittleEndian.AppendUint32(where, crc32.ChecksumIEEE(header))
	start := append([]byte("7z\xbc\xaf\x27\x1c\x00\x04"),
		binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(where))...)
	return string(start) + string(where) + string(packed) + string(header)
}

// Number is a number as a header has it, in its longest form.
func Number(n uint64) []byte { return binary.LittleEndian.AppendUint64([]byte{0xff}, n) }
