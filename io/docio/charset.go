package docio

import (
	"bufio"
	"cmp"
	"context"
	"io"

	"golang.org/x/text/transform"

	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/plainio"
	"example.org/diagonal/io/record"
)

// Names of counts.
const (
	// Undecoded is documents of text, HTML, XML and JSON Lines in which characters could not be decoded. Each counts as
	// one character.
	Undecoded = "documents_with_undecoded_characters"
	// UndecodedCharacters is the number of these characters.
	UndecodedCharacters = "undecoded_characters"
	// Encoded is documents with lines of base64 (record.EncodedBytes), which count as words.
	Encoded = "documents_with_base64"
	// EncodedBytes is the number of bytes in these lines.
	EncodedBytes = "base64_bytes"
)

// anyCharset is the character set that is found by the bytes of a file.
const anyCharset = plainio.Auto

// checkCharset reports a set that nobody knows.
func (p Params) checkCharset() error {
	if p.Charset == "" || p.Charset == anyCharset || charset.Name(p.Charset) != "" {
		return nil
	}
	return usagef("--charset=%s is unknown; use %s, or a name such as utf-8, windows-1252, gb18030, big5, shift_jis, euc-kr or koi8-r", p.Charset, anyCharset)
}

// NamedCharset returns the name of the set of all files, "" if each file shows its own.
func (p Params) NamedCharset() string {
	if p.Charset == anyCharset {
		return ""
	}
	return charset.Name(p.Charset)
}

// charset returns the name of the set of a file, or anyCharset.
func (in *Input) charset() string {
	return cmp.Or(in.Charset, in.params.NamedCharset(), anyCharset)
}

// countUndecoded counts what could not be decoded in a document.
func (in *Input) countUndecoded(d *record.Document) {
	if n := d.Charset.Undecoded; n > 0 && in.skipped != nil {
		in.skipped(Undecoded, 1)
		in.skipped(UndecodedCharacters, int64(n))
	}
}

// countEncoded counts the base64 in a document.
func (in *Input) countEncoded(d *record.Document) {
	if in.skipped == nil {
		return
	}
	if n := record.EncodedBytes(d.Text); n > 0 {
		in.skipped(Encoded, 1)
		in.skipped(EncodedBytes, int64(n))
	}
}

// tell tells the character set of the file, if it is not UTF-8; of a file in several ranges once.
func (in *Input) tell(c record.Charset) {
	if in.converted != nil && c.Name != "" && in.Start == 0 {
		in.converted(record.Converted{File: record.UTF8(in.Path), Name: in.id(), Charset: c.Name, Unsure: c.Unsure,
			FileBytes: c.Bytes != "", Source: in.Side == record.Source})
	}
}

// setBytes is how much of a file of lines decides its character set.
const setBytes = 64 << 10

// setOf chooses the set of a file of lines by its first bytes, decompressed.
func (in *Input) setOf(head []byte) charset.Choice {
	if set := in.charset(); set != anyCharset {
		return charset.Choice{Name: set}
	}
	return charset.Decide(head, "", "")
}

// openText opens a file of lines at a byte, and finds its character set. If the line ends of that are more than one
// byte, what is read is UTF-8, and places are those of the converted file: start must be 0.
func (in *Input) openText(ctx context.Context, start int64) (r io.ReadCloser, set charset.Choice, err error) {
	f, err := in.open(ctx, start)
	if err != nil {
		return nil, set, err
	}
	if set = (charset.Choice{Name: in.Charset, Unsure: in.Unsure}); set.Name == "" {
		if set, r, err = in.findSet(ctx, f, start); err != nil {
			f.Close()
			return nil, set, err
		}
		f = r
	}
	if charset.Lines(set.Name) {
		return f, set, nil
	}
	return withCloser{transform.NewReader(f, charset.Decoder(set.Name)), f}, set, nil
}

// findSet finds the set by the beginning of the file, and returns a reader of the same as f, which is the file from
// byte start on.
func (in *Input) findSet(
	ctx context.Context, f io.ReadCloser, start int64,
) (set charset.Choice, r io.ReadCloser, err error) {
	if set := in.charset(); set != anyCharset {
		return charset.Choice{Name: set}, f, nil
	}
	if start == 0 {
		buffered := bufio.NewReaderSize(f, setBytes)
		head, _ := buffered.Peek(setBytes) // an error comes again
		return in.setOf(head), withCloser{buffered, f}, nil
	}
	begin, err := in.open(ctx, 0)
	if err != nil {
		return set, nil, err
	}
	defer begin.Close()
	head, err := io.ReadAll(io.LimitReader(begin, setBytes))
	return in.setOf(head), f, err
}

// withCloser is a reader with the Close of the file below it.
type withCloser struct {
	io.Reader
	io.Closer
}

// charsetOf returns the set of the lines of a file as its documents have it.
func charsetOf(c charset.Choice) record.Charset {
	if c.Name == charset.UTF8 {
		return record.Charset{}
	}
	return record.Charset{Name: c.Name, Unsure: c.Unsure}
}
