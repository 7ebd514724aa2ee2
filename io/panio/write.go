package panio

import (
	"bytes"
	"encoding/xml"
	"fmt"
)

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
