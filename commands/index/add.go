package index

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/dustin/go-humanize"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/visible"
	pipeline "example.org/diagonal/pipelines/index"
	"example.org/diagonal/pipelines/lookup"
	"example.org/diagonal/transforms/lookup/frequency"
	"example.org/diagonal/transforms/lookup/winnow"
)

// addDocuments makes a segment of the documents of the input. Of a new index, old has no segment, or is nil.
func addDocuments(
	ctx context.Context, p *Params, fs *pflag.FlagSet, what task, old *indexio.Manifest, w io.Writer,
) (changed, error) {
	if old != nil && len(old.Segments) == 0 {
		old = nil
	}
	find := pipeline.Defaults()
	m := &indexio.Manifest{}
	if old != nil {
		if err := p.same(fs, old); err != nil {
			return changed{}, err
		}
		*m = *old
		m.Segments = slices.Clone(old.Segments)
		if old.Frequencies != nil {
			counts, err := frequencies(ctx, p.Index, old)
			if err != nil {
				return changed{}, err
			}
			find.Frequencies = counts
		}
	}
	find.Winnow = p.Winnow
	m.Signature, m.Q, m.W, m.Grow = p.Winnow.Signature, p.Winnow.Q, p.Winnow.W, p.Winnow.Grow
	m.Fold, m.Spelling = record.FoldNames(p.Job.Docs.Fold), p.Job.Docs.Spelling
	name, err := m.NewSegment(ctx, p.Index)
	if err != nil {
		return changed{}, err
	}
	p.Job.Output = indexio.SegmentDir(p.Index, name)
	dir := ""
	result, err := job.Run(ctx, p.Job, job.Job{
		Name: "index", Parameters: p.parameters(), Size: buildSize,
		Build: func(s beam.Scope, g job.Graph) {
			dir = g.Plan.Dir()
			graph(s, find, g, p.moved)
		},
	}, w)
	if err != nil {
		return changed{}, err
	}
	made := changed{manifest: m, segment: name, result: result}
	segment, err := indexio.ReadSegment(ctx, p.Index, name)
	if err != nil {
		return made, err
	}
	segment.Dir = dir
	segment.Reader = indexio.Reader{Format: p.Job.Docs.Format, IDField: p.Job.Docs.IDField,
		TextField: p.Job.Docs.TextField, Charset: p.Job.Docs.NamedCharset(), MaxRecord: p.Job.Docs.MaxRecord}
	m.Segments = append(m.Segments, segment)
	if m.Frequencies == nil && p.Winnow.Signature == winnow.Frequency {
		m.Frequencies = &indexio.Source{Segment: name, Stream: indexio.Counts}
	}
	twice, grown := []string(nil), ""
	if old != nil {
		if twice, err = hideTwice(ctx, p, m, what == replace); err != nil {
			return made, err
		}
		if grown, err = longer(ctx, p.Index, m); err != nil {
			return made, err
		}
	}
	if p.Job.Strict && what == add && len(twice) > 0 {
		return made, fmt.Errorf("%s in the index already and --strict is set; nothing was added%s", are(len(twice)),
			listed(twice))
	}
	made.twice = twice
	made.report = func(_ context.Context, out io.Writer) error {
		if grown != "" {
			defer fmt.Fprintln(out, grown)
		}
		return reportAdded(out, p, result, segment, twice, what)
	}
	return made, nil
}

// buildSize is what a build needs for each byte of text.
var buildSize = job.SizeOf(4, 1.5, 1.5)

// graph makes the graph of the job: read, find, write.
func graph(s beam.Scope, find pipeline.Params, g job.Graph, moved *move) {
	find.Shuffle = g.Shuffle
	in := g.Read(s)
	documents := in.Documents
	if moved != nil {
		documents = engine.Map(s, g.Shuffle, "index.Move", documents, moved).Documents.Collection()
	}
	made := pipeline.Find(s, find, documents)
	g.Write(s, append(streams(made), job.RejectedOf(s, beam.Flatten(s, in.Rejected, made.Rejected))), in.Skipped,
		made.Ledger)
}

// streams returns the tables of a segment.
func streams(made pipeline.Result) []shardio.Stream {
	all := []shardio.Stream{
		shardio.BatchesOf(indexio.Postings, made.Postings).To(indexio.Postings),
		shardio.BatchesOf(indexio.Documents, made.Documents).To(indexio.Documents),
	}
	if made.Counts.IsValid() {
		all = append(all, shardio.BatchesOf(indexio.Counts, made.Counts).To(indexio.Counts))
	}
	return all
}

// frequencies reads the counts that rank the q-grams of an index.
func frequencies(ctx context.Context, dir string, m *indexio.Manifest) (*frequency.Counts, error) {
	x, err := indexio.OpenManifest(ctx, dir, m)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	counts := &frequency.Counts{}
	return counts, x.Counts(counts.AddPage)
}

// hideTwice hides, of documents with the same id in the last segment and in another one, the later
// one, or the earlier one if it is replaced. It returns their ids. A document whose text has not
// changed is no other one: the later one stays, wherever its file is now.
func hideTwice(ctx context.Context, p *Params, m *indexio.Manifest, replaced bool) (ids []string, err error) {
	x, err := indexio.OpenManifest(ctx, p.Index, m)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	last := len(m.Segments) - 1
	hidden := make([][]uint64, len(m.Segments))
	err = x.EachDocument(last, func(d entry.Document, _ bool) error {
		refs, err := x.Named(d.ID)
		if err != nil {
			return err
		}
		for _, r := range refs {
			switch {
			case r.Segment == last:
			case replaced:
				hidden[r.Segment] = append(hidden[r.Segment], r.Key)
				ids = append(ids, d.ID)
			default:
				hidden[last] = append(hidden[last], d.Key)
				ids = append(ids, d.ID)
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	for i, keys := range hidden {
		m.Segments[i].Hide(keys)
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// shownIDs is the number of ids in a line.
const shownIDs = 5

// listed returns the first of some ids, to follow a sentence.
func listed(ids []string) string {
	text := ""
	for _, id := range ids[:min(len(ids), shownIDs)] {
		text += "\n  " + visible.Text(id)
	}
	if more := len(ids) - shownIDs; more > 0 {
		text += fmt.Sprintf("\n  and %s more", humanize.Comma(int64(more)))
	}
	return text
}

func are(n int) string { return line.Subject(int64(n), "document", "is", "are") }

// reportAdded prints the closing lines of a build.
func reportAdded(out io.Writer, p *Params, r *job.Result, s indexio.Segment, twice []string, what task) error {
	fmt.Fprintf(out, "%s, %s\n", r.Documents(), r.Cost())
	share := 0.0
	if text := r.Summary.Counts["bytes"]; text > 0 {
		share = 100 * float64(s.Bytes()) / float64(text)
	}
	fmt.Fprintf(out, "%s, %s of index (%.1f %% of the text), %s\n", line.Many(s.Counts["signatures"], "signature"),
		humanize.Bytes(uint64(s.Bytes())), share, line.Many(r.Summary.Lines[job.Rejected], "rejected record"))
	if remarks := r.Remarks(); remarks != "" {
		fmt.Fprintln(out, remarks)
	}
	if n := s.Counts["documents_without_signature"]; n > 0 {
		fmt.Fprintf(out, "%s shorter than a q-gram: nothing finds them\n", are(int(n)))
	}
	switch {
	case len(twice) > 0 && what == replace:
		fmt.Fprintf(out, "%s replaced:%s\n", are(len(twice)), listed(twice))
	case len(twice) > 0:
		fmt.Fprintf(out, "%s not added, because the index has the id already (--replace replaces them):%s\n",
			are(len(twice)), listed(twice))
	}
	fmt.Fprintf(out, "The index is in %s\n", visible.Text(p.Index))
	return nil
}

// longer returns a line for the terminal if a build of all documents of an index would choose longer signatures than
// those of its first build: lookups cost more until it is renewed. Else it returns "".
func longer(ctx context.Context, dir string, m *indexio.Manifest) (string, error) {
	p := lookup.WinnowOf(m)
	places := int64(0) // as many as q-grams, or more
	for i := range m.Segments {
		places += m.Segments[i].Counts["places"]
	}
	if p.Length(places) == p.Q {
		return "", nil
	}
	first, err := frequencies(ctx, dir, m)
	if err != nil {
		return "", err
	}
	x, err := indexio.OpenManifest(ctx, dir, m)
	if err != nil {
		return "", err
	}
	defer x.Close()
	now := &frequency.Counts{}
	for i := range m.Segments {
		if err := x.SegmentCounts(ctx, i, now.AddPage); err != nil {
			return "", err
		}
	}
	is, would := p.Length(first.Stats().Grams), p.Length(now.Stats().Grams)
	if would <= is {
		return "", nil
	}
	return fmt.Sprintf("Signatures have %d letters, as at the first build; of all documents they would have %d, and lookups would cost less: --compact --renew", is, would), nil
}
