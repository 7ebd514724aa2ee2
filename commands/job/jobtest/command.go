package jobtest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"example.org/diagonal/io/result"
)

// Command runs one of commands with args, the first of which is its name, and returns what it printed.
func Command(ctx context.Context, commands []*cobra.Command, args ...string) (string, error) {
	root := &cobra.Command{SilenceUsage: true, SilenceErrors: true}
	root.AddCommand(commands...)
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(io.Discard)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	return out.String(), err
}

// Execute runs a command with args, and returns all that it prints, with its error at the end, and the error.
func Execute(ctx context.Context, cmd *cobra.Command, args ...string) (string, error) {
	var b bytes.Buffer
	cmd.SetOut(&b)
	cmd.SetErr(&b)
	cmd.SetArgs(args)
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	err := cmd.ExecuteContext(ctx)
	if err != nil {
		fmt.Fprintln(&b, err)
	}
	return b.String(), err
}

// Stream returns all lines of a stream of a result, which has a file at least.
func Stream[T any](t *testing.T, dir, name string) []T {
	t.Helper()
	files, err := result.Files(t.Context(), dir, name)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files of %s, %v", dir, len(files), name, err)
	}
	var all []byte
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b...)
	}
	return Decode[T](t, string(all))
}

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
