package job

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/visible"
)

// Steps are the steps of a command that makes the folder of a result.
type Steps struct {
	// Check checks the flags. Its error has the exit code of line.Usage.
	Check func(cmd *cobra.Command) error
	// Run makes the result. Progress and notes go to w.
	Run func(ctx context.Context, w io.Writer) (*Result, error)
	// Report prints the closing lines to w.
	Report func(ctx context.Context, w io.Writer, r *Result) error
	// Unseen is true if the command report cannot read the result.
	Unseen bool
}

// RunE returns the function of a cobra command that takes these steps. It leaves out the report
// if p.Quiet is set when the result is there.
func (p *Params) RunE(steps Steps) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		if p.Quiet && p.Verbose {
			return line.Usage(errors.New("--quiet prints nothing and --verbose more: leave out one of the two"))
		}
		return p.Measured(cmd, p.Output, func() (Ended, error) {
			r, err := p.run(cmd, steps)
			return Ended{Result: r, Skipped: r == nil && err == nil}, err
		})
	}
}

// run takes the steps. It returns nil and no error if the result was there (p.SkipDone).
func (p *Params) run(cmd *cobra.Command, steps Steps) (*Result, error) {
	if err := steps.Check(cmd); err != nil {
		return nil, line.Usage(err)
	}
	if err := p.checkTexts(); err != nil {
		return nil, line.Usage(err)
	}
	remove, err := Spool(cmd, &p.Docs)
	if err != nil {
		return nil, err
	}
	defer remove()
	if err := p.Remember(cmd.Context(), cmd.Flags()); err != nil {
		return nil, err
	}
	other := ""
	if p.SkipDone {
		var done string
		if done, other, err = p.Done(cmd.Context(), p.Output, p.Output); err != nil {
			return nil, err
		}
		if done != "" && !p.hasTexts(cmd.Context()) {
			done, other = "", "the texts of --write_texts are not in "+visible.Text(p.WriteTexts)
		}
		if done != "" {
			if !p.Quiet {
				fmt.Fprintln(cmd.ErrOrStderr(), done)
			}
			return nil, nil
		}
	}
	texts, err := p.writeTexts(cmd.Context())
	if err != nil {
		return nil, err
	}
	defer texts.abort() // after commit it does nothing
	r, err := steps.Run(cmd.Context(), cmd.ErrOrStderr())
	if err == nil {
		err = texts.commit(cmd.Context(), p.notes(cmd))
	}
	if err != nil || p.Quiet {
		return r, withOther(err, other)
	}
	Report(cmd.Context(), r.Dir, cmd.ErrOrStderr(), func(ctx context.Context) error {
		if p.Verbose {
			if err := r.printLedger(cmd.OutOrStdout()); err != nil {
				return err
			}
		}
		if err := steps.Report(ctx, cmd.OutOrStdout(), r); err != nil {
			return err
		}
		if look := r.look(ctx, cmd.Flags(), p.Docs); look != "" && !steps.Unseen {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "To look at it: "+look)
			return err
		}
		return nil
	})
	return r, nil
}

// notes is where lines for the user go: nowhere with --quiet.
func (p *Params) notes(cmd *cobra.Command) io.Writer {
	if p.Quiet {
		return io.Discard
	}
	return cmd.ErrOrStderr()
}

// printLedger prints the counts of the ledger that are not 0.
func (r *Result) printLedger(w io.Writer) error {
	t := line.NewTable("Ledger: what was not compared (diagonal help ledger)")
	for _, name := range slices.Sorted(maps.Keys(r.Summary.Ledger)) {
		if n := r.Summary.Ledger[name]; n > 0 {
			t.AppendRow(table.Row{strings.ReplaceAll(name, "_", " "), humanize.Comma(n)})
		}
	}
	if t.Length() == 0 {
		_, err := fmt.Fprintln(w, "The ledger is empty: nothing was left out")
		return err
	}
	return t.PrintFirst(w, 0)
}

// Report calls print, which prints the closing lines of a command whose result is in the folder
// dir. The result is complete, so the command has succeeded: no signal ends the context of
// print, and if print fails or nobody reads its output any more, Report only writes a note to w.
func Report(ctx context.Context, dir string, w io.Writer, print func(ctx context.Context) error) {
	signal.Ignore(syscall.SIGPIPE) // it would end the program
	if err := print(context.WithoutCancel(ctx)); err != nil {
		fmt.Fprintf(w, "diagonal: the result is in %s, but its report failed: %v\n", dir, err)
	}
}
