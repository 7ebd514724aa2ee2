package visible

import (
	"io"
	"os"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"
)

// Writer returns a writer to w that shows what is hidden in the text written to it. Line ends
// and tabs stay. The bytes of a character may come in two writes.
func Writer(w io.Writer) io.Writer {
	return &writer{to: w, escaper: escaper{layout: true}}
}

// JSON returns a Writer for JSON: it writes what is hidden in a string as an escape of JSON, so
// that a reader gets the same string.
func JSON(w io.Writer) io.Writer {
	return &writer{to: w, escaper: escaper{layout: true, json: true}}
}

// Raw returns the writer below w, for our own codes that move the cursor of a terminal.
func Raw(w io.Writer) io.Writer {
	if v, ok := w.(*writer); ok {
		return Raw(v.to)
	}
	return w
}

type writer struct {
	to io.Writer
	sync.Mutex
	escaper
	head []byte // of a character whose tail is to come
	buf  []byte // scratch
}

func (w *writer) Write(p []byte) (int, error) {
	w.Lock()
	defer w.Unlock()
	text := p
	if len(w.head) > 0 {
		text = append(w.head, p...)
	}
	end := len(text) - len(begun(text))
	w.buf = w.append(w.buf[:0], text[:end])
	w.head = append([]byte(nil), text[end:]...)
	if _, err := w.to.Write(w.buf); err != nil {
		return 0, err
	}
	return len(p), nil
}

// begun is the character at the end of b that is not whole.
func begun(b []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if tail := b[len(b)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return nil
			}
			return tail
		}
	}
	return nil
}

// IsTerminal reports whether w is a terminal, or a Writer to one.
func IsTerminal(w io.Writer) bool {
	f, ok := Raw(w).(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
