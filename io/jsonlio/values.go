package jsonlio

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"example.org/diagonal/io/charset"
)

// Values reports whether a JSON file that begins so is no JSON Lines: a list, or a record whose first line is not
// all of it. A line that ends inside a string, or behind a value that another record follows, is a broken line of JSON
// Lines.
func Values(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, mark), " \t\r\n")
	if len(head) == 0 || head[0] != '{' {
		return len(head) > 0 && head[0] == '['
	}
	line, next, whole := bytes.Cut(head, []byte("\n"))
	var n nesting
	for _, c := range line {
		if n.step(c); n.depth == 0 {
			return false
		}
	}
	line, next = bytes.TrimRight(line, " \t\r"), bytes.TrimLeft(next, " \t\r\n")
	record := bytes.HasPrefix(next, []byte("{")) && bytes.IndexByte([]byte("[,:"), line[len(line)-1]) < 0
	return whole && !n.quoted && !record
}

// nesting is where a reader is in a value.
type nesting struct {
	depth           int
	quoted, escaped bool
}

func (n *nesting) step(c byte) {
	switch {
	case n.escaped:
		n.escaped = false
	case n.quoted:
		n.escaped, n.quoted = c == '\\', c != '"'
	case c == '"':
		n.quoted = true
	case c == '{' || c == '[':
		n.depth++
	case c == '}' || c == ']':
		n.depth--
	}
}

// values divides a JSON file that is no JSON Lines into its records: the items of its list, or the values that
// follow each other.
type values struct {
	in     *bufio.Reader
	limit  int
	at     int64  // of the next byte
	before []byte // what stood between the last record and this one
	text   []byte // the record
	// list is whether the file is a list, and ended that its end was read.
	list, ended bool
}

var (
	errBehind = errors.New("not JSON: there is text behind the end of the list")
	errInside = errors.New("not JSON: the file ends inside a value")
)

// next reads the next value into text and returns where it begins. With errTooLong the value was passed over;
// after any other error there is no value any more. At the end of the file that is io.EOF.
func (v *values) next(first bool) (start int64, err error) {
	v.before, v.text = v.before[:0], v.text[:0]
	c, err := v.byte()
	for ; err == nil; c, err = v.byte() {
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
		case c == ',' && v.list && !first && !v.ended:
		case c == '[' && first && !v.list:
			v.list = true
		case c == ']' && v.list && !v.ended:
			v.ended = true
		case v.ended:
			return 0, errBehind
		default:
			start = v.at - 1
			return start, v.value(c)
		}
		if v.before = append(v.before, c); len(v.before) > v.limit {
			return 0, fmt.Errorf("not JSON: more than %d bytes without a value", v.limit)
		}
	}
	if err == io.EOF && v.list && !v.ended {
		err = errInside
	}
	return 0, err
}

// value reads the value that begins with c to its end.
func (v *values) value(c byte) (err error) {
	var n nesting
	long := false
	for {
		if n.step(c); !long {
			v.text = append(v.text, c)
			long = len(v.text) > v.limit
		}
		if n.depth <= 0 && !n.quoted {
			if c == '"' || c == '}' || c == ']' {
				break
			}
			if next, err := v.in.Peek(1); err == io.EOF || err == nil && bytes.IndexByte([]byte(" \t\r\n,]}\"{["),
				next[0]) >= 0 {
				break // a number or a word
			}
		}
		if c, err = v.byte(); err == io.EOF || err != nil && isTrailing(err) {
			return errInside
		} else if err != nil {
			return err
		}
	}
	if long {
		v.text = nil
		return errTooLong
	}
	return nil
}

func (v *values) byte() (byte, error) {
	c, err := v.in.ReadByte()
	if err == nil {
		v.at++
	}
	return c, err
}

// eachValue is eachLine for a file that is no JSON Lines. f gets a last line without text, for what stands behind the
// last record. Of a list that is not whole, or has text behind it, that is its end.
func eachValue(
	ctx context.Context, l lines, sec Section, f func(line) error, refuse func(number int64, id string, err error),
) error {
	if set := sec.Charset.Name; set != "" && charset.Lines(set) {
		refuse(0, "", fmt.Errorf("JSON over several lines in %s: it is read in UTF-8 and UTF-16; convert it", set))
		return nil
	}
	v := values{in: l.in, limit: l.limit, at: l.at}
	var lead []byte
	for number := int64(0); ; number++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		start, err := v.next(number == 0)
		if number == 0 {
			lead, v.before = bytes.Clone(v.before), v.before[:0]
		}
		switch {
		case err == errTooLong:
			refuse(number, "", sec.Limit.Exceeded())
		case err != nil:
			if err != io.EOF {
				if !isTrailing(err) {
					err = fmt.Errorf("%w; what is before that is read", err)
				}
				refuse(number, "", err)
				if v.list {
					v.before = []byte("]\n")
				}
			}
			return f(line{number: number, start: v.at, before: v.before, lead: lead, value: true})
		}
		if err == nil {
			err = f(line{number: number, start: start, text: v.text, before: v.before, lead: lead, value: true})
		}
		if err != nil && err != errTooLong {
			return err
		}
		if cap(v.text) > 16*lineBytes {
			v.text = nil
		}
	}
}

// Value reads the value at the head of in, as a file that is no JSON Lines has it, and returns its text.
func Value(in *bufio.Reader, d *Decoder) ([]byte, error) {
	v := values{in: in, limit: 1<<63 - 1}
	if _, err := v.next(false); err != nil {
		return nil, err
	}
	f, err := d.Decode(v.text)
	return f.Text, err
}
