package jobtest

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Terminal returns the lines that print writes to a terminal of so many columns, without colours.
func Terminal(t *testing.T, columns uint16, print func(w *os.File)) []string {
	t.Helper()
	screen, terminal, err := pty.Open()
	if err != nil {
		t.Skipf("there is no pseudo terminal: %v", err)
	}
	defer screen.Close()
	t.Setenv("NO_COLOR", "1")
	if err := pty.Setsize(terminal, &pty.Winsize{Rows: 24, Cols: columns}); err != nil {
		t.Fatal(err)
	}
	shown := make(chan string)
	go func() {
		b, _ := io.ReadAll(screen) // the error is that the other end is closed
		shown <- string(b)
	}()
	print(terminal)
	terminal.Close()
	return strings.Split(strings.ReplaceAll(<-shown, "\r\n", "\n"), "\n")
}

// Fits reports the lines that are wider than a terminal of so many columns.
func Fits(t *testing.T, columns uint16, lines []string) {
	t.Helper()
	for _, l := range lines {
		if n := text.StringWidth(l); n > int(columns) {
			t.Errorf("%d columns: a line takes %d: %q", columns, n, l)
		}
	}
}
