package partial

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
)

// ReadAside reads what is read beside the documents, for Run and explain: the texts of --ignore and the table of
// --metadata. An error has the exit code of line.Usage, but for one of a disk.
func (p *Params) ReadAside(ctx context.Context) error {
	if err := p.readIgnored(ctx); err != nil {
		return err
	}
	return p.readMetadata(ctx)
}

// errorOf returns an error of reading what a flag names, with its exit code.
func errorOf(ctx context.Context, flag string, err error) error {
	named := fmt.Errorf("--%s: %w", flag, err)
	switch {
	case ctx.Err() != nil:
		return line.Interrupted
	case errors.As(err, new(*docio.UsageError)):
		return line.Usage(named)
	}
	return named
}

// readMetadata reads the table of --metadata. All its fields are kept, unless --keep_fields chooses.
func (p *Params) readMetadata(ctx context.Context) error {
	if p.Job.Docs.MetadataFile == "" {
		return nil
	}
	m, err := docio.ReadMetadata(ctx, p.Job.Docs.MetadataFile)
	if err != nil || ctx.Err() != nil {
		return errorOf(ctx, "metadata", err)
	}
	docs := &p.Job.Docs
	docs.Metadata = m
	if !p.keepGiven {
		docs.Keep = slices.Clone(m.Names)
		p.keepCompared()
	}
	return nil
}

// reportMetadata returns the line about documents and rows of --metadata that do not belong together; "" where all do.
func (p *Params) reportMetadata(r *job.Result) string {
	with, without := r.Summary.Counts[docio.Described], r.Summary.Counts[docio.Undescribed]
	var of parameters
	if p.Job.Docs.MetadataFile == "" || json.Unmarshal(r.Summary.Parameters, &of) != nil {
		return ""
	}
	idle := max(0, int64(of.Rows)-with)
	if without == 0 && idle == 0 {
		return ""
	}
	return fmt.Sprintf("--metadata has no row for %s, and %s of it for no document: an id is the path of a file below --input, or the field --id_field",
		line.Many(without, "document"), line.Many(idle, "row"))
}
