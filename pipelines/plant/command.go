// Package plant is the command that makes a labelled test collection from the user's
// own clean text, so that the quality of a search can be measured on text like theirs.
// The work is done by package planted; here are its flags, its input and its files.
package plant

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"diagonal/io/visible"
	"diagonal/pipelines/job"
	"diagonal/transforms/evaluation/planted"
)

const long = `Make a labelled test collection from clean text.

The text is cut into documents. Into some of them passages of 3 to 12 sentences of
other documents are copied, each in one known way, and it is written down where:

  verbatim   nothing changed
  light      5 % of the words replaced, removed, inserted or swapped
  heavy      20 % of them
  reorder    the sentences in another order
  case       other case and punctuation
  head       at the head of a document; every second time from the end of another
  twice      at two places of one document
  within     copied inside one document
  exactdoc   a whole document
  neardoc2   a whole document, 2 % of its words edited
  neardoc5   a whole document, 5 % of its words edited

In Chinese a character is a word, and clauses change places. Three sentences stand in
many documents: boilerplate, which is no reuse.

What repeats in the text itself (sentences of which at least a quarter of the 8-grams of
words were there before) is left out, so that the gold is the whole truth. The same
texts, flags and seed make the same bytes, whatever the order of the texts and the files
that they stand in.

The output folder holds, with all offsets in Unicode code points, half-open:

  corpus.jsonl   {id, text}: the collection
  gold.jsonl     {a, a_start, a_end, b, b_start, b_end, kind}
  boiler.jsonl   {id, start, end}: where the boilerplate stands
  _SUCCESS       the list of these files`

const example = `  diagonal plant --input=articles.jsonl --output=planted
  diagonal partial --input=planted/corpus.jsonl --output=found
  diagonal evaluate found planted

  diagonal plant --input='books/**/*.txt' --output=planted --documents=4000 --seed=7`

// Params configures the command.
type Params struct {
	// Input are the files, folders and globs of the text: JSON Lines where the name
	// ends with .jsonl or .ndjson, text otherwise, compressed or not.
	//
	// Required.
	Input []string
	// Output is the folder to make.
	//
	// Required.
	Output string
	// TextField is the field of JSON Lines that holds the text. Ids are not read:
	// documents are cut anew and get new ones.
	TextField string
	// Overwrite replaces an output folder that an earlier run made.
	Overwrite bool
	// Quiet leaves out the table at the end.
	Quiet bool
	// Planted says what is planted.
	Planted planted.Params
}

// Flags defines a flag in fs for each field, with its default.
func (p *Params) Flags(fs *pflag.FlagSet) {
	fs.StringArrayVar(&p.Input, "input", nil, "`path` of a file, a folder or a glob (** for any folders) with the text; repeat it for more")
	fs.StringVar(&p.Output, "output", "", "`folder` to make")
	fs.StringVar(&p.TextField, "text_field", "text", "`name` of the field of JSON Lines that holds the text")
	fs.BoolVar(&p.Overwrite, "overwrite", false, "replace a collection that is in the output folder")
	fs.BoolVar(&p.Quiet, "quiet", false, "print nothing but errors")
	p.Planted.Flags(fs)
}

// Validate reports the first field that holds an impossible value.
func (p Params) Validate() error {
	switch {
	case len(p.Input) == 0:
		return errors.New("--input is missing: name a file, a folder or a glob with the text")
	case slices.Contains(p.Input, "-"):
		return errors.New("standard input is not read: name a file (./- is one)")
	case p.Output == "":
		return errors.New("--output is missing: name the folder to make")
	case p.TextField == "":
		return errors.New("--text_field is empty: name the field that holds the text")
	}
	if err := p.Planted.Validate(); err != nil {
		return fmt.Errorf("--%w", err)
	}
	return nil
}

// Command returns the command "plant".
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:           "plant --input=GLOB --output=DIR",
		Short:         "make a labelled test collection from clean text",
		Long:          long,
		Example:       example,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          job.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return Run(cmd.Context(), p, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	p.Flags(cmd.Flags())
	cmd.Flags().SortFlags = false
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return job.Usage(err) })
	return cmd
}

// Run makes the collection and prints what it holds to out, and notes to notes.
func Run(ctx context.Context, p Params, out, notes io.Writer) error {
	if err := p.Validate(); err != nil {
		return job.Usage(err)
	}
	draft, err := begin(ctx, p.Output, p.Overwrite)
	if err != nil {
		return err
	}
	defer draft.Abort() // after Commit it does nothing
	text, err := readText(ctx, p.Input, p.TextField, p.Output)
	if err != nil {
		return err
	}
	c, err := planted.Plant(p.Planted, text)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := write(ctx, draft, c); err != nil {
		return err
	}
	if p.Quiet {
		return nil
	}
	job.Report(ctx, p.Output, notes, func(context.Context) error { return report(out, p.Output, c) })
	return nil
}

// report prints a table of what was planted.
func report(out io.Writer, dir string, c *planted.Collection) error {
	var bytes, copied int
	for _, d := range c.Documents {
		bytes += len(d.Text)
	}
	count := map[string]int{}
	for _, k := range c.Cases {
		count[k.Kind]++
		copied += k.BEnd - k.BStart
	}
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.AppendHeader(table.Row{"kind", "cases"})
	for _, kind := range planted.Kinds {
		t.AppendRow(table.Row{kind, count[string(kind)]})
	}
	t.AppendFooter(table.Row{"all", len(c.Cases)})
	_, err := fmt.Fprintf(out, "%s\n%d documents, %.1f MB, %d characters copied; boilerplate in %d documents\n"+
		"of %d sentences in the text %d were left out as repeated, %d as longer than a document\nwritten to %s\n",
		t.Render(), len(c.Documents), float64(bytes)/1e6, copied, len(c.Boilerplate),
		c.Cut.Sentences, c.Cut.Repeated, c.Cut.Long, visible.Text(dir))
	return err
}
