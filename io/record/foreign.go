package record

import (
	"bytes"
	"errors"
)

// foreign are files of other kinds that are often read as text, by how they begin.
var foreign = []struct{ head, reason string }{
	{"%PDF-", "this is a PDF file, not text: convert it with pdftotext"},
	{"%!PS", "this is a PostScript file, not text: convert it with ps2ascii"},
}

// NotText returns why a text, or its first bytes, is that of a file of another kind. It is the
// reason of a Rejected. For all other texts it returns nil.
func NotText(text []byte) error {
	if len(text) == 0 || text[0] != '%' {
		return nil
	}
	for _, f := range foreign {
		if bytes.HasPrefix(text, []byte(f.head)) {
			return errors.New(f.reason)
		}
	}
	return nil
}
