package lookup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/visible"
	pipeline "example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/transforms/analysis"
)

// absolute returns a path that means the same from every folder.
func absolute(dir, path string) string { return docio.PathIn(dir, path) }

// terminal answers the documents of files and prints the answers.
func terminal(ctx context.Context, p *Params, files []string, in io.Reader, out, w io.Writer) error {
	m, err := manifest(ctx, p.Index)
	if err != nil {
		return err
	}
	x, err := indexio.OpenManifest(ctx, p.Index, m)
	if err != nil {
		return err
	}
	defer x.Close()
	ranks, err := pipeline.Ranks(x)
	if err != nil {
		return err
	}
	searcher, err := pipeline.NewSearcher(x, ranks, p.Find)
	if err != nil {
		return line.Usage(err)
	}
	defer searcher.Close()
	t := &printer{ctx: ctx, searcher: searcher, answer: p.Find.Answer, out: out, w: w, quiet: p.Job.Quiet}
	queries := 0
	emit := func(d record.Document) error { queries++; return t.query(&d) }
	docs := p.Job.Docs
	docs.Input = files
	remove, err := docio.Spool(ctx, &docs, in)
	if err != nil {
		return ended(ctx, err)
	}
	defer remove()
	plan, err := docio.NewPlan(ctx, docs)
	if err != nil {
		if errors.As(err, new(*docio.UsageError)) {
			err = line.Usage(err)
		}
		return err
	}
	err = plan.Each(ctx, emit, func(r record.Rejected) { fmt.Fprintln(w, "diagonal: "+visible.Text(r.String())) })
	if err != nil {
		return ended(ctx, err)
	}
	for _, note := range plan.Unused {
		fmt.Fprintln(w, visible.Text(note))
	}
	if queries == 0 {
		return errors.New("no query could be read")
	}
	return nil
}

func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return line.Interrupted
	}
	return err
}

// printer answers queries and prints the answers.
type printer struct {
	ctx      context.Context
	searcher *pipeline.Searcher
	answer   string
	out, w   io.Writer
	quiet    bool
}

func (t *printer) query(d *record.Document) error {
	answer, err := t.searcher.Find(t.ctx, d)
	if err != nil {
		return err
	}
	for _, r := range answer.Unread {
		fmt.Fprintln(t.w, "diagonal: "+visible.Text(r.String()))
	}
	name := visible.Text(d.ID)
	if set := d.Charset; set.Name != "" && d.Record == 0 && !t.quiet {
		guess := ""
		if set.Unsure {
			guess = ", a guess that may be wrong: --charset=NAME names the right one"
		}
		fmt.Fprintf(t.w, "%s: converted from %s%s\n", visible.Text(d.File), set.Name, guess)
	}
	if more := answer.Ledger[pipeline.Beyond]; more > 0 && !t.quiet {
		fmt.Fprintf(t.w, "%s: %s more of the index share text with it as surely, and were not looked at\n", name,
			line.Many(more, "document"))
	}
	for _, h := range answer.Hot {
		fmt.Fprintf(t.out, "%s: hot text, in %s: %s\n", name, line.Many(h.Passage.Documents, "document"),
			t.hot(d, &h))
	}
	n := len(answer.Passages) + len(answer.Texts)
	switch {
	case answer.Ledger[pipeline.Short] > 0 && !t.quiet:
		fmt.Fprintf(t.w, "%s: too short: a query needs the letters of one q-gram\n", name)
		return nil
	case n == 0:
		fmt.Fprintf(t.out, "%s: nothing found\n", name)
		return nil
	}
	rows := line.NewTable(fmt.Sprintf("%s: %s", name,
		line.Many(int64(n), map[bool]string{true: "text", false: "passage"}[t.answer == pipeline.Texts])))
	number := func(n int64) string { return humanize.Comma(n) }
	right := func(name string) table.ColumnConfig {
		return table.ColumnConfig{Name: name, Align: text.AlignRight, AlignHeader: text.AlignRight}
	}
	rows.SetColumnConfigs([]table.ColumnConfig{right("from"), right("to"), right("query from"), right("query to"),
		right("similarity")})
	if t.answer == pipeline.Texts {
		rows.AppendHeader(table.Row{"document", "from", "to", "similarity", "text"})
		for _, f := range answer.Texts {
			head, err := t.head(f.ID, f.ByteStart, f.ByteEnd)
			if err != nil {
				return err
			}
			rows.AppendRow(table.Row{line.ID(f.ID, false), number(f.Start), number(f.End),
				fmt.Sprintf("%.4f", f.Similarity), line.Text(head)})
		}
	} else {
		rows.AppendHeader(table.Row{"query from", "query to", "document", "from", "to", "kind", "similarity", "text"})
		for _, f := range answer.Passages {
			head, err := t.head(f.B, f.BByteStart, f.BByteEnd)
			if err != nil {
				return err
			}
			rows.AppendRow(table.Row{number(f.AStart), number(f.AEnd), line.ID(f.B, false), number(f.BStart),
				number(f.BEnd), f.Kind, fmt.Sprintf("%.4f", f.Similarity), line.Text(head)})
		}
	}
	return rows.Print(t.out)
}

// hot returns where a hot passage is in a query, and the beginning of its text.
func (t *printer) hot(d *record.Document, h *pipeline.Hot) string {
	var ranges []string
	for _, p := range h.Places {
		if p.ID == d.ID && !p.Source {
			ranges = append(ranges, fmt.Sprintf("%s to %s", humanize.Comma(p.Start), humanize.Comma(p.End)))
		}
	}
	return strings.Join(ranges, ", ") + ": " + visible.Text(analysis.OneLine(h.Passage.Text, record.Plain, hotText))
}

// hotText is how many code points of a hot passage are shown.
const hotText = 80

// head returns the beginning of a range of a document of the index.
func (t *printer) head(id string, start, end int64) (string, error) {
	b, err := t.searcher.Excerpt(t.ctx, id, start, end)
	if err != nil {
		return "", err
	}
	words := strings.Join(strings.Fields(string(bytes.ToValidUTF8(b, []byte("\ufffd")))), " ")
	return words, nil
}
