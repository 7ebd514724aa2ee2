package extract

import (
	"bytes"
	"encoding/xml"
	"io"
	"strconv"
	"strings"
)

// odt reads a text of OpenDocument: ISO/IEC 26300.
func odt(parts *parts, w *writer, t *Text) error {
	if manifest, err := parts.bytes("META-INF/manifest.xml"); err == nil &&
		bytes.Contains(manifest, []byte("encryption-data")) {
		return errProtected
	}
	r, err := parts.open("content.xml")
	if err != nil {
		return err
	}
	defer r.Close()
	if err := odf(r, w); err != nil {
		return err
	}
	t.about(parts, "meta.xml")
	return nil
}

var odfSkipped = map[string]bool{
	"text:tracked-changes": true, "text:note-citation": true, "text:ruby-text": true, "office:annotation": true,
	"office:forms":  true,
	"office:styles": true, "office:automatic-styles": true, "office:master-styles": true, "office:meta": true,
}

// maxSpaces bounds the spaces that one element stands for.
const maxSpaces = 100

func odf(r io.Reader, w *writer) error {
	depth := 0 // of paragraphs
	x := reader{
		skipped: odfSkipped,
		start: func(name string, e xml.StartElement) error {
			switch name {
			case "text:p", "text:h":
				depth++
			case "text:s":
				n, err := strconv.Atoi(attribute(e, "c"))
				if err != nil {
					n = 1
				}
				return w.write(strings.Repeat(" ", min(max(n, 0), maxSpaces)))
			case "text:tab":
				return w.write("\t")
			case "text:line-break":
				return w.write("\n")
			case "drawing:text-box", "text:note-body":
				return w.aside()
			}
			return nil
		},
		end: func(name string) {
			switch name {
			case "text:p", "text:h":
				depth--
				w.end()
			case "drawing:text-box":
				w.endAside(false)
			case "text:note-body":
				w.endAside(true)
			}
		},
		chars: func(s string) error {
			if depth > 0 {
				return w.words(s)
			}
			return nil
		},
	}
	return x.read(r)
}
