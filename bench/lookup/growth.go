package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/transforms/lookup/winnow"
)

// growth prints what a build and a query cost at each size of p.Sizes. A collection of bench/corpus begins with the
// smaller ones. The queries are copies from the first, and are asked twice: the second time is measured, when the files
// are in memory. Collections and indexes take much room, so each is removed before the next one is made.
func growth(ctx context.Context, p params, out io.Writer) error {
	var queries []record.Document
	var first measure
	fmt.Fprintln(out, "| MB | documents | index, of the collection | build, CPU s | CPU ms for a MB | peak MB | query, CPU ms | times the first | postings a query | documents aligned | passages |\n|---|---|---|---|---|---|---|---|---|---|---|")
	for _, mb := range p.Sizes {
		p.Collection = filepath.Join(p.Keep, fmt.Sprintf("corpus-%d.jsonl", mb))
		if err := program.Corpus(ctx, p.Collection, fmt.Sprintf("--mb=%d", mb)); err != nil {
			return err
		}
		if queries == nil {
			var err error
			if queries, _, err = passageQueries(ctx, p); err != nil {
				return err
			}
		}
		m := measure{setting: setting{winnow.Defaults(winnow.Frequency)}, ledger: map[string]int64{}}
		dir := filepath.Join(p.Keep, fmt.Sprint("index-", mb))
		if err := m.makeIndex(ctx, p, p.Collection, dir); err != nil {
			return err
		}
		passages := 0
		if err := m.ask(ctx, p, queries, dir, 2, func(a *lookup.Answer) { passages += len(a.Passages) }); err != nil {
			return err
		}
		if first.query == 0 {
			first = m
		}
		n := float64(len(queries))
		fmt.Fprintf(out, "| %s | %s | %.1f %% | %.1f | %.1f | %d | %.2f | %.2f | %.0f | %.1f | %d |\n", humanize.Comma(int64(mb)), humanize.Comma(m.documents), float64(m.bytes)/float64(mb)/1e4,
			m.build.Seconds(), m.build.Seconds()*1000/float64(mb), m.memory/1e6, m.query.Seconds()*1000, float64(m.query)/float64(first.query),
			float64(m.ledger[lookup.Postings])/n, float64(m.ledger[lookup.Aligned])/n, passages)
		if err := errors.Join(os.Remove(p.Collection), os.RemoveAll(dir)); err != nil {
			return err
		}
	}
	return nil
}
