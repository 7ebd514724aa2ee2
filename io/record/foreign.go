package record

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// foreign are files of other kinds that are often among texts, by how they begin.
var foreign = []struct{ head, kind, advice string }{
	{"%PDF-", "a PDF file", "in a file named *.pdf it is read"},
	{"%!PS", "a PostScript file", "convert it with ps2ascii"},
	{`{\rtf`, "an RTF file", "in a file named *.rtf it is read"},
	{"PK\x03\x04", "a ZIP archive, as docx, xlsx, odt and epub files are",
		"in a file with the extension that says which it is read"},
	{"PK\x05\x06", "an empty ZIP archive", "leave it out (--exclude)"},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file (doc, xls, ppt), or one with a password",
		"save it as docx, odt or CSV, without a password"},
	{"Rar!\x1a\x07", "a RAR archive", "unpack it"},
	{"BZh91AY&SY", "a bzip2 file", "decompress it"},
	{"\xfd7zXZ\x00", "an xz file", "decompress it"},
	{"\x04\x22\x4d\x18", "an LZ4 file", "decompress it, or compress it with gzip or zstd"},
	{"LZIP\x01", "an lzip file", "decompress it, or compress it with gzip or zstd"},
	{"\x1f\x9d", "a file of compress (.Z)", "decompress it, or compress it with gzip or zstd"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive", "in a file named *.7z it is read"},
	{"\x89PNG\r\n", "a PNG image", "leave it out (--exclude)"},
	{"\xff\xd8\xff", "a JPEG image", "leave it out (--exclude)"},
	{"GIF87a", "a GIF image", "leave it out (--exclude)"},
	{"GIF89a", "a GIF image", "leave it out (--exclude)"},
}

// ErrTar is the error of NotText for a tar archive.
var ErrTar = errors.New("this is a tar archive, not text: in a file named *.tar it is read")

// NotText returns why a text, or its first bytes, is that of a file of another kind. It is the
// reason of a Rejected. For all other texts it returns nil.
func NotText(text []byte) error {
	for _, f := range foreign {
		if bytes.HasPrefix(text, []byte(f.head)) {
			return fmt.Errorf("this is %s, not text: %s", f.kind, f.advice)
		}
	}
	if isTar(text) {
		return ErrTar
	}
	return nil
}

// The head of a member of a tar archive: its size, and where the sum of its bytes is written, in octal digits.
const tarHead, tarSum, tarSumEnd = 512, 148, 156

// isTar reports whether a text begins with the head of a member: the sum of its bytes, with blanks in place of the
// sum, is the one that is written in it.
func isTar(text []byte) bool {
	if len(text) < tarHead || text[tarSumEnd-1] != ' ' && text[tarSumEnd-1] != 0 {
		return false
	}
	want, err := strconv.ParseUint(string(bytes.Trim(text[tarSum:tarSumEnd], " \x00")), 8, 32)
	if err != nil {
		return false
	}
	sum := uint64(0)
	for i, b := range text[:tarHead] {
		if tarSum <= i && i < tarSumEnd {
			b = ' '
		}
		sum += uint64(b)
	}
	return sum == want
}
