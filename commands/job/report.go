package job

import (
	"context"
	"fmt"
	"io"
	"os/signal"
	"syscall"
)

// Report prints the closing lines of a command whose result is in the folder dir. The
// result stands, so the command has succeeded: print gets a context that no signal ends,
// and an error of print, or a reader of its output that has gone, is only a note on w.
func Report(ctx context.Context, dir string, w io.Writer, print func(ctx context.Context) error) {
	signal.Ignore(syscall.SIGPIPE) // which would end the program
	if err := print(context.WithoutCancel(ctx)); err != nil {
		fmt.Fprintf(w, "diagonal: the result is in %s, but its report failed: %v\n", dir, err)
	}
}
