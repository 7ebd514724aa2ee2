package visible

import (
	"io"
	"os"

	"golang.org/x/term"
)

// IsTerminal reports whether w is a terminal, or a Writer to one.
func IsTerminal(w io.Writer) bool {
	f, ok := Raw(w).(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
