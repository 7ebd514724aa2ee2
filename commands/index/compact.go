package index

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/transforms/lookup/frequency"
)

// compactSegments makes one segment of all.
func compactSegments(ctx context.Context, p *Params, old *indexio.Manifest) (changed, error) {
	if err := oneReader(old); err != nil {
		return changed{}, err
	}
	x, err := indexio.OpenManifest(ctx, p.Index, old)
	if err != nil {
		return changed{}, err
	}
	defer x.Close()
	all := &frequency.Counts{}
	for i := range old.Segments {
		if err := x.SegmentCounts(ctx, i, all.AddPage); err != nil {
			return changed{}, err
		}
	}
	m := *old
	name, err := m.NewSegment(ctx, p.Index)
	if err != nil {
		return changed{}, err
	}
	start := time.Now()
	info := job.RunInfo{Started: start.UTC().Truncate(time.Second)}
	segment, err := x.Merge(ctx, name, all.Each, func() any {
		info.Took(time.Since(start), 0)
		return info
	})
	if err != nil {
		return changed{}, err
	}
	m.Segments = []indexio.Segment{segment}
	if m.Frequencies != nil {
		m.Frequencies = &indexio.Source{Segment: name, Stream: indexio.Frequencies}
	}
	return changed{manifest: &m, segment: name, report: func(_ context.Context, out io.Writer) error {
		reportOne(out, p, old, segment)
		return nil
	}}, nil
}

// oneReader returns an error if the segments were not all read with the same flags.
func oneReader(m *indexio.Manifest) error {
	for _, s := range m.Segments[1:] {
		if s.Reader != m.Segments[0].Reader {
			return line.Usage(fmt.Errorf("--compact: segments %s and %s were read with other flags (--format, --id_field, --text_field, --charset or --max_record), and one segment has one set of them", m.Segments[0].Name, s.Name))
		}
	}
	return nil
}

// reportOne prints the closing lines of a change that makes one segment of those of old.
func reportOne(out io.Writer, p *Params, old *indexio.Manifest, segment indexio.Segment) {
	before := int64(0)
	for i := range old.Segments {
		before += old.Segments[i].Bytes()
	}
	fmt.Fprintf(out, "%s in one segment of %s; they were in %s of %s\n",
		line.Many(segment.Entries[indexio.Documents], "document"),
		humanize.Bytes(uint64(segment.Bytes())), line.Many(int64(len(old.Segments)), "segment"),
		humanize.Bytes(uint64(before)))
	fmt.Fprintf(out, "The index is in %s\n", visible.Text(p.Index))
}
