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
	for _, s := range old.Segments[1:] {
		if s.Reader != old.Segments[0].Reader {
			return changed{}, line.Usage(fmt.Errorf("--compact: segments %s and %s were read with other flags (--format, --id_field, --text_field or --max_record), and one segment has one set of them", old.Segments[0].Name, s.Name))
		}
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
	before := int64(0)
	for i := range old.Segments {
		before += old.Segments[i].Bytes()
	}
	m.Segments = []indexio.Segment{segment}
	if m.Frequencies != nil {
		m.Frequencies = &indexio.Source{Segment: name, Stream: indexio.Frequencies}
	}
	return changed{&m, name, func(_ context.Context, out io.Writer) error {
		fmt.Fprintf(out, "%s in one segment of %s; they were in %s of %s\n", line.Many(segment.Entries[indexio.Documents], "document"),
			humanize.Bytes(uint64(segment.Bytes())), line.Many(int64(len(old.Segments)), "segment"), humanize.Bytes(uint64(before)))
		fmt.Fprintf(out, "The index is in %s\n", visible.Text(p.Index))
		return nil
	}}, nil
}
