package panio

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Write writes annotations as a PAN folder: one file SUSPICIOUS-SOURCE.xml for each
// pair of documents, ordered by offset, with features of the given name (Gold or
// Detected). The folder must exist; a file of the same name is replaced, and no file
// is ever half written.
func Write(dir, feature string, annotations []Annotation) error {
	as := slices.Clone(annotations)
	slices.SortFunc(as, Annotation.compare)
	for len(as) > 0 {
		n := 1
		for n < len(as) && as[n].Suspicious == as[0].Suspicious && as[n].Source == as[0].Source {
			n++
		}
		if err := writeFile(filepath.Join(dir, fileName(as[0])), AppendXML(nil, feature, as[:n])); err != nil {
			return err
		}
		as = as[n:]
	}
	return nil
}

func (a Annotation) compare(b Annotation) int {
	return cmp.Or(strings.Compare(a.Suspicious, b.Suspicious), strings.Compare(a.Source, b.Source),
		cmp.Compare(a.ThisOffset, b.ThisOffset), cmp.Compare(a.SourceOffset, b.SourceOffset),
		cmp.Compare(a.ThisLength, b.ThisLength), cmp.Compare(a.SourceLength, b.SourceLength))
}

// fileName is the name of the file of a's pair; a folder in a document's name is left out.
func fileName(a Annotation) string {
	return strings.TrimSuffix(Name(a.Suspicious), ".txt") + "-" + strings.TrimSuffix(Name(a.Source), ".txt") + ".xml"
}

// AppendXML appends the file of one pair; all annotations, at least one, are of that pair.
func AppendXML(dst []byte, feature string, as []Annotation) []byte {
	dst = fmt.Appendf(dst, "<document reference=%s>\n", quote(as[0].Suspicious))
	for _, a := range as {
		dst = fmt.Appendf(dst, "<feature name=%s source_reference=%s", quote(feature), quote(a.Source))
		for _, f := range a.fields() {
			dst = fmt.Appendf(dst, ` %s="%d"`, f.name, *f.value)
		}
		dst = append(dst, " />\n"...)
	}
	return append(dst, "</document>\n"...)
}

func quote(s string) string {
	var b bytes.Buffer
	b.WriteByte('"')
	xml.EscapeText(&b, []byte(s)) // a bytes.Buffer returns no error
	b.WriteByte('"')
	return b.String()
}

// writeFile writes through a temporary file beside name.
func writeFile(name string, data []byte) error {
	tmp := name + ".tmp"
	if err := os.WriteFile(tmp, data, 0o666); err != nil {
		return err
	}
	return os.Rename(tmp, name)
}
