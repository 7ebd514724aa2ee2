package line

import (
	"io"
	"os"

	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"

	"example.org/diagonal/io/visible"
)

// Screen is what a table is printed to.
type Screen struct {
	// Width is the number of columns of a terminal; 0 if it is none.
	Width int
	// Colour is set if titles may be bold and headers faint: on a terminal, unless NO_COLOR is
	// set or the terminal has no such thing.
	Colour bool
}

// minWidth is the width of a terminal that tables are made for, even if it is narrower.
const minWidth = 20

// ScreenOf returns the screen that w writes to.
func ScreenOf(w io.Writer) Screen {
	f, ok := visible.Raw(w).(*os.File)
	if !ok || !visible.IsTerminal(w) {
		return Screen{}
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		width = 80
	}
	return Screen{Width: max(width, minWidth), Colour: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

func (s Screen) bold(title string) string { return s.styled(title, text.Bold) }

func (s Screen) faint(header string) string { return s.styled(header, text.Faint) }

func (s Screen) styled(words string, style text.Color) string {
	if !s.Colour || words == "" {
		return words
	}
	return style.EscapeSeq() + words + text.Reset.EscapeSeq()
}
