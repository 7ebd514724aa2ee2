package index

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/store"
	"example.org/diagonal/pipelines/lookup"

	pipeline "example.org/diagonal/pipelines/index"
)

// unreadName is the name of the stream of documents that could not be read again.
const unreadName = "unread"

var unreadStream = shardio.StreamOf[record.Rejected](unreadName)

// renewSegments makes one segment of all, from the texts of the documents: it has their frequencies.
func renewSegments(ctx context.Context, p *Params, old *indexio.Manifest, w io.Writer) (changed, error) {
	if old.Frequencies == nil {
		return changed{},
			line.Usage(errors.New("--renew: the signatures of this index need no frequencies; leave out the flag"))
	}
	if err := oneReader(old); err != nil {
		return changed{}, err
	}
	m := *old
	name, err := m.NewSegment(ctx, p.Index)
	if err != nil {
		return changed{}, err
	}
	p.Job.Output = indexio.SegmentDir(p.Index, name)
	p.Winnow = lookup.WinnowOf(old)
	find := pipeline.Defaults()
	find.Winnow = p.Winnow
	reader := old.Segments[0].Reader
	p.Job.Docs = docio.Params{Format: reader.Format, IDField: reader.IDField, TextField: reader.TextField,
		Fold: old.Fold, Spelling: old.Spelling, Charset: reader.Charset, MaxRecord: reader.MaxRecord}
	text := int64(0)
	for _, s := range old.Segments {
		text += s.Counts["bytes"]
	}
	ran, err := job.Run(ctx, p.Job, job.Job{
		Name: "index", Parameters: p.parameters(), Size: buildSize,
		Plan: func(_ context.Context, docs docio.Params) (*docio.Plan, error) { return docio.PlanAgain(docs, text) },
		Build: func(s beam.Scope, g job.Graph) {
			documents, unread := pipeline.Again(s, g.Shuffle, store.Join(g.Plan.Dir(), p.Index), old, p.Job.Docs)
			find.Shuffle = g.Shuffle
			made := pipeline.Find(s, find, documents)
			g.Write(s, append(streams(made), unreadStream(s, unread), job.RejectedOf(s, made.Rejected)), made.Ledger)
		},
	}, w)
	if err != nil {
		return changed{}, err
	}
	made := changed{manifest: &m, segment: name, result: ran}
	if n := ran.Summary.Lines[unreadName]; n > 0 {
		if made.unread, err = unreadIDs(ctx, p.Job.Output); err != nil {
			return made, err
		}
		return made, fmt.Errorf("%s (standard output has the ids): nothing was changed; add those that have changed with --replace, take the others out with --remove_list, and renew again", line.Subject(n, "document", "has changed since it was indexed, or cannot be read", "have changed since they were indexed, or cannot be read"))
	}
	segment, err := indexio.ReadSegment(ctx, p.Index, name)
	if err != nil {
		return made, err
	}
	segment.Dir, segment.Reader = "/", reader // files have whole paths
	m.Segments = []indexio.Segment{segment}
	m.Frequencies = &indexio.Source{Segment: name, Stream: indexio.Counts}
	made.report = func(_ context.Context, out io.Writer) error {
		fmt.Fprintf(out, "%s, %s\n", ran.Documents(), ran.Cost())
		reportOne(out, p, old, segment)
		return nil
	}
	return made, nil
}

// unreadIDs returns the ids of the documents that could not be read, as the segment in the folder dir
// has them.
func unreadIDs(ctx context.Context, dir string) (ids []string, err error) {
	err = job.Each(ctx, dir, unreadName, func(r record.Rejected) { ids = append(ids, r.ID) })
	return ids, err
}
