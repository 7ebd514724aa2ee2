// Package serve is the command that answers questions to an index over HTTP, on a page and as JSON, for
// the person at this machine. It has no state but the index, and changes nothing but with --allow_add: then it adds
// documents to the index, by the command index.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/visible"
)

// Command is `diagonal serve`.
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:   "serve --index=FOLDER",
		Short: "a page on this machine: paste a text, see what it shares with an index",
		Long: `Opens a page on this machine. Paste or drop a text there, and see what it shares with the
documents of an index, which the command index makes. The answers are those of lookup.
Programs ask at /api/search; /openapi.json describes it.

The address that is printed contains a token. Without it there is no answer. The page is
on the loopback address unless --listen names another one. There is no encryption: give
another address to a trusted network only.

If another run changes the index, as index --add does, later queries know of it, without a
restart. Nothing is kept, unless --allow_add names a folder: then the page adds documents,
too. Ctrl-C or SIGTERM ends it: queries that are running are answered, and the exit code is
0.

With --anonymous, answers have names that are drawn at random in place of ids, and --key says
whose they are: those of report, where it hides names of a source.`,
		Example: `  diagonal serve --index=articles.index
  diagonal serve --index=articles.index --listen=127.0.0.1:8080 --min_similarity=.9
  diagonal serve --index=articles.index --allow_add=added/
  diagonal serve --index=essays.index --anonymous --key=names.csv`,
		Args: line.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := p.check(); err != nil {
				return line.Usage(err)
			}
			return run(cmd.Context(), p, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	p.Flags(cmd.Flags())
	return cmd
}

// run serves until ctx ends. It prints the address to out and errors to w.
func run(ctx context.Context, p Params, out, w io.Writer) error {
	desk, err := open(ctx, p)
	if err != nil {
		if errors.As(err, new(*indexio.NotIndexError)) {
			return line.Usage(err)
		}
		return err
	}
	desk.log = func(err error) { fmt.Fprintln(w, "diagonal: "+visible.Error(err)) }
	defer desk.close()
	following, stop := context.WithCancel(ctx)
	defer stop()
	go desk.follow(following, followed)
	listener, err := net.Listen("tcp", p.Listen)
	if err != nil {
		return line.Usage(fmt.Errorf("--listen=%s: %w", p.Listen, err))
	}
	server := p.server(desk.handler())
	server.ErrorLog = log.New(logged(desk.log), "", 0)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	fmt.Fprintf(out, "http://%s/?token=%s\n", listener.Addr(), desk.token)
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), p.MaxTime+time.Second)
	defer cancel()
	if server.Shutdown(last) != nil {
		server.Close()
	}
	fmt.Fprintln(w, "diagonal: stopped")
	return nil
}

// logged passes on each line of a log.
type logged func(error)

func (l logged) Write(b []byte) (int, error) {
	l(errors.New(strings.TrimSpace(string(b))))
	return len(b), nil
}

// server returns a server with limits against slow clients.
func (p *Params) server(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, MaxHeaderBytes: 16 << 10,
		ReadHeaderTimeout: p.slow, ReadTimeout: p.slow, IdleTimeout: time.Minute,
		WriteTimeout: 2*p.slow + p.MaxTime,
	}
}
