package partial

import (
	"context"
	"errors"
	"fmt"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
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
			return line.Usage(fmt.Errorf("--ignore: %s cannot be read: %s", record.Where(refused.File, refused.Record), refused.Reason))
		}
	}
	switch {
	case err != nil || ctx.Err() != nil:
		return errorOf(ctx, "ignore", err)
	case len(set) == 0:
		return line.Usage(fmt.Errorf("--ignore: no text of %d words and more is there, so nothing would be left out", ignored.Words))
	}
	p.Find.Ignored = set.Runs()
	return nil
}

// ofIgnored returns how the texts of --ignore are read: as the documents are, but in any format, and without fields.
func (p *Params) ofIgnored() docio.Params {
	docs, initial := p.Job.Docs, docio.Defaults()
	docs.Input, docs.Source, docs.Base, docs.Keep, docs.DateField, docs.MetadataFile, docs.Metadata = p.ignore, nil, "", nil, "", "", nil
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
			return errors.New("--ignore=-: standard input is not read here: name a file (./- is a file with the name -)")
		}
	}
	return nil
}

// reportIgnored returns the line about the words that do not count; "" without --ignore.
func (p *Params) reportIgnored(words int64) string {
	switch {
	case len(p.ignore) == 0:
		return ""
	case words == 0:
		return "Ignored: no document has text of --ignore"
	}
	return fmt.Sprintf("Ignored: %s of the documents are text of --ignore, and count for nothing", line.Many(words, "word"))
}
