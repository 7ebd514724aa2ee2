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

// growth prints what a build and a query cost at each size of p.Sizes: with the default, or with p.Settings. A
// collection of bench/corpus begins with the smaller ones. The queries are copies from the first, and are asked twice:
// the second time is measured, when the files are in memory. Collections and indexes take much room, so each is removed
// before the next one is made.
func growth(ctx context.Context, p params, settings []setting, out io.Writer) error {
	if len(p.Settings) == 0 {
		settings = []setting{{winnow.Defaults(winnow.Frequency)}}
	}
	var queries []record.Document
	first := map[string]measure{}
	fmt.Fprintln(out,
		"| setting | MB | documents | index, of the collection | build, CPU s | CPU ms for a MB | peak MB | query, CPU ms | times the first | postings a query | documents aligned | passages |\n"+
			"|---|---|---|---|---|---|---|---|---|---|---|---|")
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
		for _, s := range settings {
			m, passages, err := p.grown(ctx, s, queries)
			if err != nil {
				return err
			}
			if _, ok := first[s.name()]; !ok {
				first[s.name()] = m
			}
			n := float64(len(queries))
			fmt.Fprintf(out, "| %s | %s | %s | %.1f %% | %.1f | %.1f | %d | %.2f | %.2f | %.0f | %.1f | %d |\n",
				s.name(), humanize.Comma(int64(mb)), humanize.Comma(m.documents), float64(m.bytes)/float64(mb)/1e4,
				m.build.Seconds(), m.build.Seconds()*1000/float64(mb), m.memory/1e6, m.query.Seconds()*1000,
				float64(m.query)/float64(first[s.name()].query),
				float64(m.ledger[lookup.Postings])/n, float64(m.ledger[lookup.Aligned])/n, passages)
		}
		if err := os.Remove(p.Collection); err != nil {
			return err
		}
	}
	return nil
}

// grown measures a setting on p.Collection, and counts the passages that it finds.
func (p params) grown(ctx context.Context, s setting, queries []record.Document) (m measure, passages int, err error) {
	m = measure{setting: s, ledger: map[string]int64{}}
	dir := filepath.Join(p.Keep, "grown")
	if err := m.makeIndex(ctx, p, p.Collection, dir); err != nil {
		return m, 0, err
	}
	err = m.ask(ctx, p, queries, dir, 2, func(a *lookup.Answer) { passages += len(a.Passages) })
	return m, passages, errors.Join(err, os.RemoveAll(dir))
}
