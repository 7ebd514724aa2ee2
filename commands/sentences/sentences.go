// Package sentences is the command that shows the sentences of documents, so that
// people can see and check where the other commands cut.
package sentences

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/segment"
)

// Line is a printed line: one sentence.
type Line struct {
	// ID is the id of the document.
	ID string `json:"id"`
	// Sentence is the number of the sentence in it, from 0.
	Sentence int `json:"sentence"`
	// Start and End are code points of the input text, ByteStart and ByteEnd its
	// bytes; half open.
	Start     int64 `json:"start"`
	End       int64 `json:"end"`
	ByteStart int64 `json:"byte_start"`
	ByteEnd   int64 `json:"byte_end"`
	// Text is the input text at this range, in HTML with its markup. A byte that is
	// not valid UTF-8 is shown as U+FFFD.
	Text string `json:"text"`
	// Charset is the character set of the file, if it is not UTF-8.
	Charset string `json:"charset,omitempty"`
}

// Command returns the command "sentences".
func Command() *cobra.Command {
	var rules bool
	p := docio.Params{}
	cmd := &cobra.Command{
		Use:   "sentences FILE...",
		Short: "show the sentences of documents: to see what is compared",
		Long: `Prints one line of JSON for every sentence of the documents in files, folders and globs, or
of standard input (-):
id, sentence (its number), start and end (code points), byte_start and byte_end, text, and charset
if the file is not in UTF-8.
The other commands compare these sentences. --rules prints the rules that find them.

The text is the input at this range, so in HTML it includes the markup inside the
sentence. Records that cannot be read are reported on standard error.`,
		Example: `  diagonal sentences essay.txt
  pdftotext paper.pdf - | diagonal sentences -
  diagonal sentences 'articles/*.jsonl.gz' --text_field=body | head
  diagonal sentences --rules`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !rules {
				return errors.New("name a file, a folder or a glob; or --rules for the table of rules")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if rules {
				return printRules(cmd.OutOrStdout())
			}
			p.Input = args
			remove, err := job.Spool(cmd, &p)
			if err != nil {
				return err
			}
			defer remove()
			return run(cmd.Context(), p, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	job.ReaderFlags(cmd.Flags(), &p)
	for _, name := range []string{"input", "source"} { // files are arguments, and there is one side
		cmd.Flags().MarkHidden(name)
	}
	cmd.Flags().BoolVar(&rules, "rules", false,
		"print the table of sentence rules, each with an example, and read no documents")
	line.Main(cmd.Flags(), "format", "html", "charset", "pre", "pre_glob", "rules")
	return cmd
}

// run prints the sentences of the documents, one document in memory at a time.
func run(ctx context.Context, p docio.Params, out, notes io.Writer) error {
	p.Source = nil
	plan, err := docio.NewPlan(ctx, p)
	if err != nil {
		var u *docio.UsageError
		if errors.As(err, &u) {
			return line.Usage(err)
		}
		return err
	}
	w := bufio.NewWriterSize(visible.JSON(out), 64<<10)
	documents, rejected := 0, 0
	var an analysis.Analyser
	err = plan.Each(ctx, func(d record.Document) error {
		documents++
		_, entry := an.Analyse(&d)
		for i, s := range entry.Sentences {
			text, _ := d.Piece(s.ByteStart, s.ByteEnd)
			line, err := record.JSON(Line{
				ID: d.ID, Sentence: i, Start: s.Start, End: s.End, ByteStart: s.ByteStart, ByteEnd: s.ByteEnd,
				Text: string(text), Charset: d.Charset.Name,
			})
			if err != nil {
				return err
			}
			w.Write(line)
			if err := w.WriteByte('\n'); err != nil {
				return err
			}
		}
		return ctx.Err()
	}, func(r record.Rejected) {
		rejected++
		fmt.Fprintf(notes, "rejected: %s\n", visible.Text(r.String()))
	})
	if ctx.Err() != nil {
		return line.Interrupted
	}
	if err := errors.Join(err, w.Flush()); err != nil {
		return err
	}
	for _, note := range plan.Unused {
		fmt.Fprintln(notes, visible.Text(note))
	}
	if documents == 0 && rejected > 0 {
		return errors.New("every record was rejected")
	}
	return nil
}

// printRules prints the table of rules, the first that matches a place first. A terminal that it does not
// fit on gets a list: nothing is cut off.
func printRules(w io.Writer) error {
	t := line.NewTable("")
	t.AppendHeader(table.Row{"rule", "does", "where", "example (cut at |)"})
	for _, r := range segment.Rules() {
		example := r.Example
		if cut := []rune(example); len(cut) > 110 {
			example = string(cut[:109]) + "…"
		}
		t.AppendRow(table.Row{r.Name, r.Kind, r.What, strings.NewReplacer("\r", `\r`, "\n", `\n`).Replace(example)})
	}
	return t.Print(w)
}
