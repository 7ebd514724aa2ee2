package clean

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/pipelines/resemblance"
	"example.org/diagonal/transforms/cleaning"
)

func init() {
	dofn.Plain(&besideFn{})
	dofn.Plain(&skippedFn{})
}

// dropSimilar drops documents that resemble others, in one pass. It makes it the next pass of t.
func dropSimilar(ctx context.Context, p Params, t *total, dir string, w io.Writer) error {
	none := &searchResult{documents: -1, bytes: -1}
	p.step = nearStep
	done, err := nextPass(ctx, t.reads(p), none, filepath.Join(dir, passFolder+"near"), t.dir, w)
	if err != nil {
		return err
	}
	if err := t.add(ctx, done); err != nil {
		return err
	}
	if why := t.unsearched(none); why != "" {
		return line.Usage(errors.New("--near reads what is left of similar documents again, but there are " + why))
	}
	t.near = done.Summary.Ledger
	t.summary.Counts[cleaning.SimilarDocuments] = done.Summary.Counts[cleaning.DroppedDocuments]
	t.all = 0 // what whole documents had says nothing of how much there is to cut
	return nil
}

// similarOf returns the groups of documents that resemble each other, as resemblance --only_groups finds them: a
// PCollection<record.Grouped> with ids of cleaning.NearID, and a ledger.
func similarOf(s beam.Scope, p Params, g job.Graph, documents beam.PCollection) (groups, ledger beam.PCollection) {
	find := resemblance.Defaults()
	find.Bounds.Resemblance, find.OnlyGroups, find.Shuffle = p.Near, true, g.Shuffle
	found := resemblance.Find(s, find, beam.ParDo(s, &besideFn{}, documents))
	return found.Groups, beam.ParDo(s, &skippedFn{}, found.Ledger)
}

// besideFn puts documents of the source beside those of the input.
type besideFn struct{}

func (*besideFn) ProcessElement(d record.Document) record.Document {
	d.ID, d.Side = cleaning.NearID(&d), record.Input
	return d
}

// skippedFn passes on the counts of what was not compared. The documents are counted by this command.
type skippedFn struct{}

func (*skippedFn) ProcessElement(name string, n int64, emit func(string, int64)) {
	if strings.HasPrefix(name, shardio.LedgerPrefix) {
		emit(name, n)
	}
}

// sizeOf returns what the job of a pass needs: groups of similar documents take as much as resemblance.
func (p Params) sizeOf() func(int64) job.Size {
	if p.step == nearStep {
		return job.SizeOf(nearMemory, nearShuffled+shuffledPerByte, nearWaiting+waitingPerByte)
	}
	return job.SizeOf(memoryPerByte, shuffledPerByte, waitingPerByte)
}

// The memory and the shuffled data of a search for similar documents, at most, for each byte of input.
const nearMemory, nearShuffled, nearWaiting = 16, 2.5, 2
