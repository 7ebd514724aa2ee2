// Package explain is the command that says why partial finds, or does not find, passages of two
// documents of a collection.
//
// The stages of partial run on the two documents alone, with what they must know of the collection:
// its size, its table of words, and in how many documents the signatures of the two are. So the
// passages are those of partial by construction, and what is printed is what the stages recorded
// (package trace).
package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/commands/partial"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/visible"
)

// Params configures the command.
type Params struct {
	// Partial is the flags of partial. Where the result goes has no effect.
	Partial partial.Params
	// A and B are the ids of the documents. They may be one id: passages inside the document, or
	// with a source a document of the input and one of the source.
	A, B string
	// Given is the names of the flags that the user gave. Advice names those that have no effect with
	// the flags that it suggests.
	Given []string
	// JSON prints the explanation as JSON.
	JSON bool
	// Hidden hides which documents they are. Then A and B may be names of its key.
	job.Hidden
}

// Command is `diagonal explain`.
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:   "explain A B --input=PATH",
		Short: "say why partial finds passages of two documents, or does not: when one is missing, or odd",
		Long: `Says what happens to two documents in a run of partial with the same flags: which words they
share, and in how many documents of the collection these are; what was hot or was left
out; whether the two were aligned; which pairs of ranges were looked at, with values and
thresholds; and why each passage ends where it does. If there is no passage, it tries other flags
on the two documents, and says which of them find one.

A and B are ids, as in the records of partial. A A explains the passages inside one document. With
--source, A is a document of the input and B one of the source; with --compare=all, B is one of
the input if the source has none of that id.

The collection is read twice. Nothing is written: the flags of the output have no effect, so the
flags of a run of partial can be repeated as they are.

With --anonymous, an explanation can be shown to others: names that are drawn at random stand for
A and B, and --key says whose they are. A and B may be names of the key, such as 'document 7K3QH'
in a report with hidden names.`,
		Example: `  diagonal explain essay-17 essay-4 --input=essays/
  diagonal explain a.html b.html --input=pages/ --matching=diagonal --gamma=1
  diagonal explain essay-17 Moby_Dick --input=essays/ --source=books.jsonl.gz --json
  diagonal explain essay-17 essay-4 --input=essays/ --anonymous --key=names.csv`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return errors.New("name two documents by their ids: `diagonal explain A B --input=PATH`; twice the same id for passages inside one document")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			p.A, p.B = args[0], args[1]
			if err := p.Check(); err != nil {
				return line.Usage(err)
			}
			if err := p.Partial.Complete(cmd.Flags()); err != nil {
				return line.Usage(err)
			}
			cmd.Flags().Visit(func(f *pflag.Flag) { p.Given = append(p.Given, f.Name) })
			remove, err := job.Spool(cmd, &p.Partial.Job.Docs)
			if err != nil {
				return err
			}
			defer remove()
			e, err := Run(cmd.Context(), p, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			if p.JSON {
				return printJSON(cmd.OutOrStdout(), e)
			}
			return print(cmd.OutOrStdout(), e)
		},
	}
	p.Partial.Flags(cmd.Flags())
	cmd.Flags().BoolVar(&p.JSON, "json", false, "print the explanation as JSON")
	p.Hidden.Flags(cmd.Flags(),
		"hide which the two documents are: ids, files, fields and places are not printed. The file of --key says whose\n"+
			"a name is. Texts are printed as they are, with names that stand in them")
	for _, name := range []string{"output", "overwrite", "skip_done", "metrics", "strict", "output_format", "spool",
		"verbose", "write_texts"} {
		cmd.Flags().MarkHidden(name)
	}
	return cmd
}

// Run explains a pair. Progress and notes go to w. An error about what the user asked for has the
// exit code of line.Usage.
func Run(ctx context.Context, p Params, w io.Writer) (*Explanation, error) {
	key, err := p.Open(slices.Concat(p.Partial.Job.Docs.Input, p.Partial.Job.Docs.Source)...)
	if err != nil {
		return nil, err
	}
	if key == nil {
		_, e, err := explained(ctx, p, w)
		return e, err
	}
	p.A, p.B = cmp.Or(key.ID(p.A), p.A), cmp.Or(key.ID(p.B), p.B)
	x, e, err := explained(ctx, p, io.Discard) // notes name files
	if err != nil {
		return nil, hidden(ctx, err)
	}
	e.hide(key, &x.a, &x.b)
	return e, p.KeyError(key.Write(p.Key))
}

func explained(ctx context.Context, p Params, w io.Writer) (*gathered, *Explanation, error) {
	if p.Partial.Find.Directed = len(p.Partial.Job.Docs.Source) > 0; !p.Partial.Find.Directed && p.A == p.B &&
		!p.Partial.Find.Within {
		return nil, nil,
			line.Usage(fmt.Errorf("--within=false compares no document with itself: leave it out to explain %s %s",
				line.Short(p.A, 60), line.Short(p.A, 60)))
	}
	if err := p.Partial.ReadAside(ctx); err != nil {
		return nil, nil, err
	}
	x, err := gather(ctx, p, w)
	if err != nil {
		return nil, nil, err
	}
	e, err := x.explain(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, note := range x.plan.Unused {
		fmt.Fprintln(w, visible.Text(note))
	}
	return x, e, nil
}

func printJSON(w io.Writer, e *Explanation) error {
	b, err := record.JSON(e)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(visible.JSON(w), "%s\n", b)
	return err
}
