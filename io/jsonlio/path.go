package jsonlio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"example.org/diagonal/io/record"
)

// place is where a field is looked for in a line: a name at the top of the object, or, if the name
// has dots and no field has it, the path a.b.c through objects.
type place struct {
	name string
	path []string // nil: there is no dot in the name

	flat, nested []byte // the values found in the line at hand
}

func newPlace(name string) place {
	p := place{name: name}
	if strings.Contains(name, ".") {
		p.path = strings.Split(name, ".")
	}
	return p
}

// reset forgets the values of the line before.
func (p *place) reset() { p.flat, p.nested = nil, nil }

// see takes the value of a field at the top of the object. Of fields with one name the last counts.
func (p *place) see(key, value []byte, d *Decoder) {
	if string(key) == p.name {
		p.flat = value
	}
	if p.path != nil && string(key) == p.path[0] {
		p.nested = d.inside(value, p.path[1:])
	}
}

// value returns the value that was found, or nil.
func (p *place) value() []byte {
	if p.flat != nil {
		return p.flat
	}
	return p.nested
}

// inside returns the value at a path in a valid JSON value, or nil.
func (d *Decoder) inside(b []byte, path []string) (found []byte) {
	if len(path) == 0 {
		return b
	}
	if b[0] != '{' {
		return nil
	}
	var scratch []byte
	for i := skipSpace(b, 1); b[i] == '"'; i = skipSpace(b, i+1) { // b[i] is the comma of the round before
		end, escaped := skipString(b, i+1)
		key := b[i+1 : end-1]
		if escaped {
			scratch = appendUnquoted(scratch[:0], key)
			key = scratch
		}
		start := skipSpace(b, skipSpace(b, end)+1) // behind the colon
		i = skipValue(b, start, 1)
		if string(key) == path[0] {
			found = d.inside(b[start:i], path[1:])
		}
		if i = skipSpace(b, i); b[i] == '}' {
			break
		}
	}
	return found
}

// kept returns the fields that are kept, as they are in the line at hand.
func (d *Decoder) kept() (fields record.Fields, err error) {
	for i := range d.keep {
		p := &d.keep[i]
		raw := p.value()
		if raw == nil {
			continue
		}
		var value []byte
		if raw[0] == '"' {
			value = appendQuoted(nil, appendUnquoted(nil, raw[1:len(raw)-1]))
		} else {
			var b bytes.Buffer
			if err := json.Compact(&b, raw); err != nil {
				return "", fmt.Errorf("field %q: %w", p.name, err)
			}
			value = bytes.ToValidUTF8(b.Bytes(), []byte("\ufffd"))
		}
		if err := fields.Add(p.name, value); err != nil {
			return "", err
		}
	}
	return fields, nil
}
