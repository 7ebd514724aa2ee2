// Package report is the command that makes pages of a result, for people: a folder that a
// browser opens from a file. Package findings reads the result, texts its documents, difference
// compares passages, and site writes the folder; here is what the pages contain.
package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/commands/report/site"
	"example.org/diagonal/commands/report/texts"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/names"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
	"example.org/diagonal/io/visible"
)

const long = `Makes pages of a result: a folder that a browser opens from a file, offline.

RESULT is the folder that partial, lookup, resemblance, partition, reuse or clean has made. The
documents that it was made from are read again, with the flags of that run. If they are elsewhere
now, or came through --pre or standard input, --input names them (and --source, --base, --format,
--id_field, --text_field, --charset, --pre say how to read them). Open index.html in the folder of
--output, or put the folder on a web server as it is. It contains:

  - an overview: what ran, counts, charts, and what was not compared, in words
  - tables of documents, pairs of documents, passages, and all other lines of the result: sort,
    filter and search them
  - for each pair of documents both texts side by side, with their passages and the words that
    differ; a click goes to the same place on the other side
  - a map: which documents share passages with which

Where a text has changed or is gone, the report says so and shows everything else. Nothing is loaded from the network.`

const example = `  diagonal partial --input=articles/ --output=found
  diagonal report found                                  # the pages are in found.report
  diagonal report found --input=moved/articles/ --output=pages
  diagonal report found --single_file=found.html         # one file, to be mailed
  diagonal report found --anonymous --key=names.csv      # who is who is in the key only
  diagonal report found --network=found.gexf             # and a network of documents, for Gephi`

// Command returns the command "report".
func Command() *cobra.Command {
	var p Params
	cmd := &cobra.Command{
		Use:           "report RESULT [--input=PATH] [--output=FOLDER]",
		Short:         "make pages of a result that a browser opens from a file: to look at what was found",
		Long:          long,
		Example:       example,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return line.Usage(fmt.Errorf("%d arguments, want one: the folder of a result", len(args)))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			p.Result = args[0]
			p.recall(cmd.Flags())
			if err := p.check(cmd.Flags()); err != nil {
				return line.Usage(err)
			}
			remove, err := job.Spool(cmd, &p.Docs)
			if err != nil {
				return err
			}
			defer remove()
			made, err := Run(cmd.Context(), p, cmd.ErrOrStderr())
			if err != nil || p.Quiet {
				return err
			}
			job.Report(cmd.Context(), p.made(), cmd.ErrOrStderr(), func(context.Context) error {
				return made.print(cmd.OutOrStdout(), p.made())
			})
			return nil
		},
	}
	p.Flags(cmd.Flags())
	cmd.Flags().SortFlags = false
	return cmd
}

// Made says what a report contains.
type Made struct {
	Documents int64
	// Between counts the pairs of two documents and their passages; Within is passages inside one document.
	Between findings.Count
	Within  int64
	// Notes are about texts that are missing or have changed, and about flags without effect.
	Notes []string
	// Network is the file of the network; "" if there is none.
	Network string
	// Size is the number of bytes of a report in one file; 0 for a folder.
	Size int64
}

func (m *Made) print(out io.Writer, dir string) error {
	for _, n := range m.Notes {
		fmt.Fprintln(out, visible.Text(n))
	}
	open := fmt.Sprintf("The report is in %s: open %s", visible.Text(dir),
		visible.Text(store.Join(dir, site.FirstPage)))
	if m.Size > 0 {
		open = fmt.Sprintf("The report is the file %s, %s", visible.Text(dir), humanize.Bytes(uint64(m.Size)))
		if m.Size > mailBytes {
			open += fmt.Sprintf(": many mail servers take no more than %s", humanize.Bytes(mailBytes))
		}
	}
	_, err := fmt.Fprintf(out, "%s, %s of documents, %s\n%s\n", line.Many(m.Documents, "document"),
		line.Many(m.Between.Pairs, "pair"),
		line.Passages(m.Between.Passages, m.Within), open)
	if err == nil && m.Network != "" {
		_, err = fmt.Fprintf(out, "The network is in %s: %s, %s\n", visible.Text(m.Network),
			line.Many(m.Documents, "document"), line.Many(m.Between.Pairs, "edge"))
	}
	return err
}

// mailBytes is how large a file in a mail may be: a mail of 25 MB, in which a file takes a third more.
const mailBytes = 18_000_000

// begin begins the folder or the file of the report.
func (p *Params) begin(ctx context.Context) (*site.Site, error) {
	if p.SingleFile == "" {
		return site.Begin(ctx, p.Output, p.Overwrite)
	}
	if store.Within(p.SingleFile, p.Result) {
		return nil,
			line.Usage(fmt.Errorf("--single_file=%s is in the folder %s: choose a file beside it",
				p.SingleFile, p.Result))
	}
	if err := p.absent(ctx, "single_file", p.SingleFile); err != nil {
		return nil, err
	}
	if dir := filepath.Dir(p.SingleFile); store.IsLocal(p.SingleFile) {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return nil,
				line.Usage(fmt.Errorf("--single_file=%s: there is no folder %s: make it, or choose another one",
					p.SingleFile, dir))
		}
	}
	return site.BeginFile(ctx, p.SingleFile)
}

// hide hides which document is which, if it is asked for, and returns the key.
func (p *Params) hide(f *findings.Findings) (*names.Key, error) {
	if !p.Anonymous {
		return nil, nil
	}
	if f.Command != "partial" {
		return nil, line.Usage(fmt.Errorf("--anonymous hides names in a result of partial, and this is one of %s, which chooses documents by their ids", f.Command))
	}
	key, err := p.Open(append([]string{p.Result, p.made(), p.Network},
		slices.Concat(p.Docs.Input, p.Docs.Source)...)...)
	if err != nil {
		return nil, err
	}
	f.Hide(key.Name)
	return key, nil
}

// maxRest is the largest input, in documents, of which those that share nothing are in the report, too: a class, and
// not a crawl.
const maxRest = 2000

// addRest adds the documents of the input that share nothing to a small result of partial, so that each has its page.
func addRest(ctx context.Context, plan *docio.Plan, f *findings.Findings) error {
	if f.Command != "partial" || f.Summary.Counts["documents"] > maxRest ||
		f.Summary.Counts["documents"] <= int64(len(f.Shares)) {
		return nil
	}
	var rest []string
	read, bytes := int64(0), int64(0)
	err := plan.Each(ctx, func(d record.Document) error {
		read, bytes = read+1, bytes+int64(len(d.Text))
		if d.Side == record.Input && d.Date == "" && f.Find(record.Input, d.ID) == findings.Unknown &&
			len(rest) < maxRest {
			rest = append(rest, d.ID)
		}
		return nil
	}, func(record.Rejected) {})
	was, known := f.Summary.Counts["bytes"]
	if err != nil || read != f.Summary.Counts["documents"] || known && bytes != was {
		return err // the run has not compared what is there now, or has rejected some of it
	}
	f.AddRest(rest)
	return nil
}

// Run makes the report. It appears whole or not at all. An error about what the user asked for
// has the exit code of line.Usage. Notes about the input go to w.
func Run(ctx context.Context, p Params, w io.Writer) (*Made, error) {
	f, err := findings.Read(ctx, p.Result)
	if err != nil {
		return nil, usageOf(err)
	}
	s, err := p.begin(ctx)
	if taken := new(store.TakenError); errors.As(err, &taken) {
		return nil, line.Usage(fmt.Errorf("--output=%w", taken))
	}
	if err != nil {
		return nil, err
	}
	defer s.Abort() // after Commit it does nothing
	if p.SingleFile == "" && store.Within(p.Result, p.Output) {
		return nil, line.Usage(fmt.Errorf("--output=%s contains the result: choose another folder", p.Output))
	}
	plan, notes, err := p.input(ctx, f, w)
	if err != nil {
		return nil, err
	}
	key, err := p.hide(f)
	if err != nil {
		return nil, err
	}
	var c *texts.Collection
	var unused []string
	if plan != nil {
		if c, err = texts.Read(ctx, plan, f, temporary(p.made())); err != nil {
			return nil, err
		}
		defer c.Close()
		unused = plan.Unused
	}
	b := &builder{notes: notes, ctx: ctx, result: p.Result, name: resultName(p.Result), f: f, c: c, s: s}
	if p.Anonymous {
		b.name = "Report"
		if err := p.KeyError(key.Write(p.Key)); err != nil {
			return nil, err
		}
	}
	if err := b.build(); err != nil {
		return nil, err
	}
	made := &Made{int64(len(f.Documents)), f.Between, f.Within.Passages, append(b.notes, unused...),
		p.Network, s.Size()}
	if p.Network == "" {
		return made, usageOf(s.Commit())
	}
	file, err := p.putNetwork(ctx, networkOf(f))
	if err != nil {
		return nil, err
	}
	defer file.Abort() // after Close it does nothing
	if err := s.Commit(); err != nil {
		return nil, usageOf(err)
	}
	return made, file.Close()
}

// input returns the plan of the documents of f, nil if the report shows no texts, and notes for the report about that.
// What else is to be said of the input goes to w.
func (p *Params) input(ctx context.Context, f *findings.Findings, w io.Writer) (*docio.Plan, []string, error) {
	const gone = "What the run has read is not here any more, so the report shows no texts"
	plan, err := p.plan(ctx)
	if err := p.checkNetwork(ctx, plan); err != nil {
		return nil, nil, err
	}
	switch {
	case err != nil && p.recalled && ctx.Err() == nil && p.Anonymous:
		return nil, []string{gone + "."}, nil
	case err != nil && p.recalled && ctx.Err() == nil:
		return nil, []string{fmt.Sprintf("%s: --input=PATH names where it is. %v", gone, err)}, nil
	case err != nil:
		return nil, nil, usageOf(err)
	case plan == nil:
		return nil, nil, nil
	}
	if err := plan.Outside(p.made()); err != nil {
		return nil, nil, usageOf(err)
	}
	if !p.Quiet {
		for _, note := range plan.Notes {
			fmt.Fprintln(w, visible.Text(note))
		}
	}
	return plan, nil, addRest(ctx, plan, f)
}

// plan returns the plan of the documents that the result was made from, nil without an Input.
func (p *Params) plan(ctx context.Context) (*docio.Plan, error) {
	if len(p.Docs.Input) == 0 {
		return nil, nil
	}
	docs := p.Docs
	docs.Named = !p.Anonymous
	return docio.NewPlan(ctx, docs)
}

// resultName returns the name of a result for titles: the last part of its path.
func resultName(dir string) string {
	if store.IsLocal(dir) {
		if full, err := filepath.Abs(dir); err == nil {
			dir = filepath.ToSlash(full)
		}
	}
	return findings.Base(dir)
}

// temporary returns the folder of temporary files: that of the report, where there is room for
// the texts, or the system's.
func temporary(output string) string {
	if store.IsLocal(output) {
		return filepath.Dir(filepath.Clean(output))
	}
	return ""
}

// usageOf marks an error of the command line as one.
func usageOf(err error) error {
	var wrong *docio.UsageError
	var none *findings.NotResultError
	var taken *store.TakenError
	var large *site.TooLargeError
	if errors.As(err, &wrong) || errors.As(err, &none) || errors.As(err, &taken) || errors.As(err, &large) {
		return line.Usage(err)
	}
	return err
}
