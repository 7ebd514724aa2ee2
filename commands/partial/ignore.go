package partial

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/ignored"
)

// readIgnored reads the texts of --ignore.
func (p *Params) readIgnored(ctx context.Context) error {
	if len(p.ignore) == 0 {
		return nil
	}
	set, an := ignored.Set{}, analysis.Analyser{Whole: true}
	plan, err := docio.NewPlan(ctx, p.ofIgnored())
	if err == nil {
		var refused *record.Rejected
		err = plan.Each(ctx, func(d record.Document) error {
			a, _ := an.Analyse(&d)
			set.Add(a.Words)
			return nil
		}, func(r record.Rejected) { refused = &r })
		if err == nil && refused != nil {
			return line.Usage(fmt.Errorf("--ignore: %s cannot be read: %s", record.Where(refused.File, refused.Record),
				refused.Reason))
		}
	}
	switch {
	case err != nil || ctx.Err() != nil:
		return errorOf(ctx, "ignore", err)
	case len(set) == 0:
		return line.Usage(fmt.Errorf("--ignore: no text of %d words and more is there, so nothing would be left out",
			ignored.Words))
	}
	p.Find.Ignored = set.Runs()
	return nil
}

// ofIgnored returns how the texts of --ignore are read: as the documents are, but in any format, and without fields.
func (p *Params) ofIgnored() docio.Params {
	docs, initial := p.Job.Docs, docio.Defaults()
	docs.Input, docs.Source, docs.Base, docs.Keep, docs.DateField, docs.MetadataFile, docs.Metadata = p.ignore, nil, "",
		nil, "", "", nil
	docs.Skip = nil // all of such a text does not count
	docs.Share, docs.Piece, docs.Format, docs.IDField = 0, 0, initial.Format, initial.IDField
	return docs
}

// checkIgnored returns an error about a path of --ignore that cannot be read.
func (p *Params) checkIgnored() error {
	for _, path := range p.ignore {
		switch path {
		case "":
			return errors.New("--ignore is empty: name a file, a folder or a glob")
		case docio.Stdin:
			return errors.New(
				"--ignore=-: standard input is not read here: name a file (./- is a file with the name -)")
		}
	}
	return nil
}

// reportIgnored returns the line about the words that do not count; "" if all do.
func (p *Params) reportIgnored(ledger map[string]int64) string {
	skip, elements := record.SkipOf(p.Job.Docs.Skip)
	var what []string
	for _, w := range []struct {
		asked      bool
		name, text string
	}{
		{len(p.ignore) > 0, analysis.IgnoredWords, "in texts of --ignore"},
		{skip&record.SkipQuotes != 0, analysis.QuotedWords, "in quotation marks or quoted lines"},
		{skip&record.SkipReferences != 0, analysis.ReferenceWords, "in lists of references"},
	} {
		if w.asked {
			what = append(what, line.Many(ledger[strings.TrimPrefix(w.name, shardio.LedgerPrefix)], "word")+" "+w.text)
		}
	}
	if len(elements) > 0 {
		n := ledger[strings.TrimPrefix(analysis.SkippedElements, shardio.LedgerPrefix)]
		what = append(what, line.Many(n, "element")+" of XML named "+strings.Join(elements, " or "))
	}
	if what == nil {
		return ""
	}
	return "Count for nothing: " + strings.Join(what, ", ")
}
