// Package jsonlio reads JSON Lines: one JSON object a line, whose id and text are
// two of its fields. A text is a string, or a list of strings, which are its lines.
//
// JSON is UTF-8. A section of a file in another character set is read, too, if a line end is one byte there: each line
// is converted (Section.Charset).
//
// Lines end with \n; a \r before it is white space. Lines of white space alone are
// skipped. A byte order mark at the start of a file is skipped. The last line needs
// no line end.
//
// A file of the name .json may also be no JSON Lines (Section.Values): a list of records, or records over several
// lines. Then values are what lines are otherwise, and records count from 0.
//
// Record numbers count lines from 0, blank ones included, so that record + 1 is the
// line number an editor shows; an object without the id field is named FILE:LINE
// with that line number.
package jsonlio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.org/diagonal/io/record"
)

// Decoder finds the id and the text in a line. It is a scanner of its own: every byte
// of the input passes here, and at the 60 MB/s of a whole job the libraries take 15
// to 40 % of a core. MB/s of one core, Go 1.26, on whole files (go test -bench Decode
// ./io/jsonlio compares the first two on made lines):
//
//	                        this  encoding/json  gjson 1.20  json/jsontext  sonic 1.15
//	licences, many escapes  1000            150         180            420        1380
//	Chinese statutes         640            140         240            220        1740
//	records of 400 bytes    1040            140         330            430         570
//
// gjson does not bound the depth of nesting, so one line can overflow the stack;
// sonic writes machine code for some processors and Go versions only.
type Decoder struct {
	idField, textField string
	paths              []place // those of the id and the text, where one of the names has dots; else nil
	keep               []place
	key                []byte // scratch
}

// NewDecoder returns a decoder that takes the id and the text from the fields with these
// names, and keeps the fields of the other names. It compares names byte for byte, at the top of
// the object. A name with dots that no field there has is a path through objects: a.b is the
// field b of the object a.
func NewDecoder(idField, textField string, keep ...string) *Decoder {
	d := &Decoder{idField: idField, textField: textField}
	if strings.Contains(idField+textField, ".") {
		d.paths = []place{newPlace(idField), newPlace(textField)}
	}
	for _, name := range keep {
		d.keep = append(d.keep, newPlace(name))
	}
	return d
}

// Fields is the content of a line.
type Fields struct {
	// ID is the value of the id field: a string, or a number as the line spells it.
	ID string
	// HasID is false where the field is missing or null.
	HasID bool
	// Text is the decoded text. The decoder does not use its memory again.
	Text []byte
	// Undecoded is how many bytes of the text are not UTF-8.
	Undecoded int
	// Kept is the fields that the decoder keeps.
	Kept record.Fields
}

// Decode returns the id and the text of one line. As encoding/json does, it takes the last of
// equal names, and U+FFFD for a byte that is not UTF-8 and for half a surrogate pair. The
// error is the reason for a record in rejected; the id is returned with it where it is known.
func (d *Decoder) Decode(line []byte) (Fields, error) {
	f, text, err := d.check(line)
	if err == nil {
		f.Text, f.Undecoded = textOf(text)
	}
	return f, err
}

// check is Decode without decoding the text, which it returns as the line has it, with its
// quotes or brackets.
func (d *Decoder) check(line []byte) (f Fields, text []byte, err error) {
	id, text, ok := d.find(line)
	if !ok {
		return Fields{}, nil, explain(line)
	}
	switch c := first(id); {
	case c == '"':
		f.ID, f.HasID = string(appendUnquoted(nil, id[1:len(id)-1])), true
	case c == '-' || '0' <= c && c <= '9':
		f.ID, f.HasID = string(id), true
	case c != 0 && c != 'n':
		return f, nil, fmt.Errorf("field %q is %s, not a string or a number", d.idField, kind(c))
	}
	switch c := first(text); c {
	case '"':
		err = notText(text[1 : len(text)-1])
	case '[':
		err = checkList(d.textField, text)
	case 0:
		return f, nil, fmt.Errorf("no field %q", d.textField)
	default:
		return f, nil, fmt.Errorf("field %q is %s, not a string", d.textField, kind(c))
	}
	if err == nil && d.keep != nil {
		f.Kept, err = d.kept()
	}
	return f, text, err
}

// foreignHeads are how texts begin in a line that may be files of other kinds. Bytes that are no
// UTF-8 are not in JSON, so most binary files are not either.
var foreignHeads = [][]byte{[]byte("%"), []byte(`\u00`), []byte(`{\\rtf`), []byte(`PK\u00`), []byte("GIF8")}

// notText is record.NotText or record.Encoded of a text as the line has it. It decodes only a text that begins
// like such a file, or has next to no spaces.
func notText(raw []byte) error {
	if record.MayBeEncoded(raw) {
		if err := record.Encoded(appendUnquoted(nil, raw)); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(foreignHeads, func(head []byte) bool { return bytes.HasPrefix(raw, head) }) {
		return record.NotText(appendUnquoted(nil, raw))
	}
	return nil
}

// first is the first byte of a value, 0 where there is none.
func first(value []byte) byte {
	if len(value) == 0 {
		return 0
	}
	return value[0]
}

// kind names the kind of a valid JSON value by its first byte.
func kind(c byte) string {
	switch c {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	return "a number"
}

// unquote returns the decoded text in memory that is not much larger than it: the
// escapes of Chinese written as \uXXXX shrink to half. invalid is how many bytes were not UTF-8.
func unquote(raw []byte) (text []byte, invalid int) {
	text, invalid = appendCounted(make([]byte, 0, len(raw)), raw)
	return shrunk(text), invalid
}

// shrunk returns text in memory that is not much larger than it.
func shrunk(text []byte) []byte {
	if cap(text)-len(text) > len(text)/4 {
		return append(make([]byte, 0, len(text)), text...)
	}
	return text
}

// explain returns why a line is no object, with the help of encoding/json.
func explain(line []byte) error {
	var v json.RawMessage
	err := json.Unmarshal(line, &v)
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return fmt.Errorf("JSON, but %s and not an object", kind(first(v)))
	case errors.Is(err, io.ErrUnexpectedEOF), strings.HasPrefix(err.Error(), "unexpected end"):
		return errors.New("not JSON: the line ends inside a value")
	case strings.Contains(err.Error(), "exceeded max depth"):
		return fmt.Errorf("not JSON: nested more than %d deep", maxDepth)
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON: %w, at byte %d of the line", err, syntax.Offset-1)
	}
	return fmt.Errorf("not JSON: %w", err)
}
