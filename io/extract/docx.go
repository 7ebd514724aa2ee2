package extract

import (
	"encoding/xml"
	"io"
	"path"
	"strings"
)

// docx reads a file of Word: Office Open XML, ECMA-376.
func docx(parts *parts, w *writer, t *Text) error {
	main := mainPart(parts)
	if err := wordPart(parts, main, w); err != nil {
		return err
	}
	for _, notes := range []string{"footnotes.xml", "endnotes.xml"} {
		name := path.Join(path.Dir(main), notes)
		if parts.find(name) == nil {
			continue
		}
		if err := wordPart(parts, name, w); err != nil {
			return err
		}
	}
	t.about(parts, "docProps/core.xml")
	return nil
}

// mainPart finds the part with the text.
func mainPart(parts *parts) string {
	main := "word/document.xml"
	r, err := parts.open("_rels/.rels")
	if err != nil {
		return main
	}
	defer r.Close()
	x := reader{start: func(name string, e xml.StartElement) error {
		if name == "Relationship" && strings.HasSuffix(attribute(e, "Type"), "/officeDocument") {
			main = strings.TrimPrefix(path.Clean("/"+attribute(e, "Target")), "/")
		}
		return nil
	}, end: func(string) {}, chars: func(string) error { return nil }}
	_ = x.read(r) // without it the usual name holds
	return main
}

// wordSkipped are elements whose text is not read: properties, deleted and moved text, fields, ruby, what a drawing has
// for older programs.
var wordSkipped = map[string]bool{
	"w:pPr": true, "w:rPr": true, "w:sectPr": true, "w:tblPr": true, "w:trPr": true, "w:tcPr": true, "w:sdtPr": true,
	"w:del":      true,
	"w:moveFrom": true, "w:instrText": true, "w:delText": true, "w:rt": true, "mc:Fallback": true,
}

func wordPart(parts *parts, name string, w *writer) error {
	r, err := parts.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	return word(r, w)
}

func word(r io.Reader, w *writer) error {
	inText := 0
	x := reader{
		skipped: wordSkipped,
		start: func(name string, e xml.StartElement) error {
			switch name {
			case "w:t":
				inText++
			case "w:tab", "w:ptab":
				return w.write("\t")
			case "w:br", "w:cr":
				return w.write("\n")
			case "w:noBreakHyphen":
				return w.write("\u2011")
			case "w:txbxContent":
				return w.aside()
			}
			return nil
		},
		end: func(name string) {
			switch name {
			case "w:t":
				inText--
			case "w:p":
				w.end()
			case "w:txbxContent":
				w.endAside(false)
			}
		},
		chars: func(s string) error {
			if inText > 0 {
				return w.write(s)
			}
			return nil
		},
	}
	return x.read(r)
}
