package extract

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/transform"

	"example.org/diagonal/io/charset"
)

// maxDepth is how deep elements may be nested. Programs write a few dozen.
const maxDepth = 2000

var errDeep = fmt.Errorf("its XML is nested more than %d elements deep", maxDepth)

// reader says what is done with the elements of an XML part. The names are namespace and name: see nameOf.
type reader struct {
	// skipped are the elements that are left out with all that is in them.
	skipped map[string]bool
	start   func(name string, e xml.StartElement) error
	end     func(name string)
	chars   func(s string) error
}

// nameOf returns the name of an element, after a letter for its namespace: w:p, text:p. Namespaces that nobody asks for
// have none.
func nameOf(n xml.Name) string {
	switch {
	case strings.HasSuffix(n.Space, "/wordprocessingml/2006/main"),
		strings.HasSuffix(n.Space, "/wordprocessingml/main"):
		return "w:" + n.Local
	case strings.HasSuffix(n.Space, "/markup-compatibility/2006"):
		return "mc:" + n.Local
	case strings.HasPrefix(n.Space, "urn:oasis:names:tc:opendocument:xmlns:"):
		kind, _, _ := strings.Cut(n.Space[len("urn:oasis:names:tc:opendocument:xmlns:"):], ":")
		return kind + ":" + n.Local
	}
	return n.Local
}

// read reads an XML part.
func (x *reader) read(r io.Reader) error {
	d := decoder(r)
	for depth := 0; ; {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return unreadable(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			name := nameOf(e.Name)
			if x.skipped[name] {
				if err := d.Skip(); err != nil {
					return unreadable(err)
				}
				continue
			}
			if depth++; depth > maxDepth {
				return errDeep
			}
			if err := x.start(name, e); err != nil {
				return err
			}
		case xml.EndElement:
			depth--
			x.end(nameOf(e.Name))
		case xml.CharData:
			if err := x.chars(string(e)); err != nil {
				return err
			}
		}
	}
}

// unreadable gives an error of the syntax its words; one of reading stays.
func unreadable(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("its XML cannot be read: %s in line %d", syntax.Msg, syntax.Line)
	}
	return err
}

func decoder(r io.Reader) *xml.Decoder {
	d := xml.NewDecoder(r)
	d.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		name := charset.Name(label)
		if name == "" {
			return nil, fmt.Errorf("its XML is in the character set %.40q, which is unknown", label)
		}
		return transform.NewReader(in, charset.Decoder(name)), nil
	}
	return d
}

// attribute returns the value of an attribute of that name in any namespace.
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// about reads what a part says about the file: the first title, author and date.
func (t *Text) about(parts *parts, name string) {
	r, err := parts.open(name)
	if err != nil {
		return // it need not be there
	}
	defer r.Close()
	var in string
	x := reader{
		start: func(name string, _ xml.StartElement) error { in = name; return nil },
		end:   func(string) { in = "" },
		chars: func(s string) error {
			for _, f := range []struct {
				to    *string
				names string
			}{{&t.Title, " title "}, {&t.Author, " creator meta:initial-creator "}, {&t.Date,
				" created meta:creation-date date "}} {
				if in != "" && *f.to == "" && strings.Contains(f.names, " "+in+" ") {
					*f.to = strings.TrimSpace(s)
				}
			}
			return nil
		},
	}
	_ = x.read(r) // what was read of it holds
}
