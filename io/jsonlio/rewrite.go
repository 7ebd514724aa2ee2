package jsonlio

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/record"
)

// Rewrite writes the good lines of a section to w again, as e edits them; the others are left
// out. What is not changed stays byte for byte, also inside a changed line. A changed line is written in the character
// set that the lines are in. field is the name of the field that e may add. The error is the context's, that of w or of
// e, or reports that a record has the field already.
func Rewrite(
	ctx context.Context, r io.Reader, w io.Writer, d *Decoder, sec Section, field string, e record.Editor,
) error {
	head := bytes.NewBuffer(nil)
	if sec.Start == 0 { // a byte order mark stays
		io.CopyN(head, r, int64(len(mark)))
		if bytes.Equal(head.Bytes(), mark) {
			if _, err := w.Write(mark); err != nil {
				return err
			}
		}
	}
	out := rewriter{w: w, d: d, sec: sec, e: e}
	if field != "" {
		out.field = appendQuoted(nil, []byte(field))
		out.other = NewDecoder(field, "")
	}
	return eachLine(ctx, io.MultiReader(head, r), sec, out.line, func(int64, string, error) {})
}

var mark = []byte("\ufeff")

type rewriter struct {
	w     io.Writer
	d     *Decoder
	sec   Section
	e     record.Editor
	field []byte   // quoted; nil: none is added
	other *Decoder // finds the field
	buf   []byte   // scratch
	some  bool     // a value was written, of a file that is no JSON Lines
}

// line writes one line.
func (out *rewriter) line(l line) error {
	if l.blank() {
		return out.write(l, l.text)
	}
	line, _ := out.sec.decoded(l.text)
	f, text, err := out.d.check(line)
	if err != nil {
		return nil // it was rejected when it was read
	}
	if !out.e.Touches(l.number) {
		return out.write(l, l.text)
	}
	f.Text, _ = textOf(text)
	edited, err := out.e.Edit(out.sec.document(l, f))
	if err != nil || edited.Drop {
		return err
	}
	b := append(out.buf[:0], line...)
	if edited.HasText {
		at := cap(line) - cap(text) // text is a view of the line
		b = append(appendText(append(b[:0], line[:at]...), edited.Text, text), line[at+len(text):]...)
	}
	if edited.Field != nil {
		if value, _, _ := out.other.find(line); value != nil {
			return fmt.Errorf("%s has a field %s already; name another one",
				record.Where(out.sec.File, l.number), out.field)
		}
		end := bytes.LastIndexByte(b, '}')
		tail := string(b[end:])
		b = append(append(append(b[:end], ','), out.field...), ':')
		b = append(append(b, edited.Field...), tail...)
	}
	out.buf = b
	if set := out.sec.Charset.Name; set != "" && charset.Lines(set) {
		b = charset.EncodeJSON(b, set)
	}
	return out.write(l, b)
}

func (out *rewriter) write(l line, text []byte) error {
	if l.value {
		return out.writeValue(l, text)
	}
	_, err := out.w.Write(text)
	if err == nil && l.ended {
		_, err = out.w.Write([]byte("\n"))
	}
	return err
}

// writeValue writes a value, and before it what separates it from the last one that was written.
func (out *rewriter) writeValue(l line, text []byte) error {
	before := l.before
	switch {
	case out.some:
	case len(text) == 0: // no value is left
		before = append(bytes.Clone(l.lead), before...)
	default:
		before = l.lead
	}
	out.some = true
	_, err := out.w.Write(before)
	if err == nil {
		_, err = out.w.Write(text)
	}
	return err
}

// appendQuoted appends text, which is valid UTF-8, as a JSON string. Only what JSON asks
// for is escaped.
func appendQuoted(dst, text []byte) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(string(text)) // a string can always be encoded
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
