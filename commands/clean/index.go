package clean

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/store"
	"example.org/diagonal/pipelines/lookup"
)

// oldFolder is the folder, inside the result, of the old documents that indexes name, until the result is whole.
const oldFolder = searchFolder + "old"

// The streams of a lookup.
var (
	foundOf  = shardio.StreamOf[record.Passage](passagesStream)
	placesOf = shardio.StreamOf[record.HotOccurrence](hotStream)
	unreadOf = shardio.StreamOf[record.Rejected](unreadStream)
)

const unreadStream = "unread"

// UnreadOld counts documents of indexes that share text with the input, and could not be read or have changed.
const UnreadOld = "documents_of_indexes_not_read"

// splitIndexes takes the indexes out of the paths of --against.
func (p *Params) splitIndexes(ctx context.Context) {
	p.given = p.Job.Docs
	var paths []string
	for _, path := range p.Job.Docs.Source {
		if job.IsIndex(ctx, path) {
			p.indexes = append(p.indexes, path)
		} else {
			paths = append(paths, path)
		}
	}
	p.Job.Docs.Source = paths
}

// checkIndexes returns an error about flags that do not go with an index.
func (p Params) checkIndexes() error {
	switch {
	case len(p.indexes) == 0:
		return nil
	case p.Result != "":
		return errors.New("--result is of other old documents than those that an index names: leave it out, and clean searches itself")
	case p.Job.Docs.Format != docio.Defaults().Format:
		return fmt.Errorf("--format=%s does not go with an index in --against: leave it out, and the extensions of the files say their format", p.Job.Docs.Format)
	}
	return nil
}

// oldDocuments writes the documents of the indexes that share text with the input to a folder below dir, and returns p with that folder among the
// documents that stay. unread is how many could not be read, and state that of all files that were given, those of the indexes included.
func oldDocuments(ctx context.Context, p Params, dir string, w io.Writer) (_ Params, unread int64, state string, err error) {
	if len(p.indexes) == 0 {
		return p, 0, "", nil
	}
	if state, err = docio.StateOf(ctx, p.given); err != nil {
		return p, 0, "", err
	}
	old := filepath.Join(dir, oldFolder)
	if err := os.MkdirAll(old, 0o755); err != nil {
		return p, 0, "", err
	}
	some := false
	for i, index := range p.indexes {
		m, err := indexio.ReadManifest(ctx, index)
		if errors.As(err, new(*indexio.NotIndexError)) {
			err = line.Usage(err)
		}
		if err != nil {
			return p, 0, "", err
		}
		found := filepath.Join(dir, searchFolder+"index-"+strconv.Itoa(i))
		n, err := lookUp(ctx, p, index, m, found, w)
		if err != nil {
			return p, 0, "", fmt.Errorf("looking for the input in %s: %w", index, err)
		}
		unread += n
		written, err := writeOld(ctx, p, index, m, found, filepath.Join(old, strconv.Itoa(i)+result.LinesExtension))
		if err != nil {
			return p, 0, "", err
		}
		some = some || written
		if err := os.RemoveAll(found); err != nil {
			return p, 0, "", err
		}
	}
	if some {
		p.Job.Docs.Source = append(p.Job.Docs.Source[:len(p.Job.Docs.Source):len(p.Job.Docs.Source)], old)
	}
	return p, unread, state, nil
}

// lookUp finds what the input shares with the documents of an index. It returns how many of these could not be read.
func lookUp(ctx context.Context, p Params, index string, m *indexio.Manifest, dir string, w io.Writer) (unread int64, err error) {
	jp := p.searchJob(p.Job.Docs.Input, dir)
	jp.Docs.Source = nil
	find := lookup.Defaults()
	done, err := job.Run(ctx, jp, job.Job{
		Name: "lookup", Parameters: index, Size: job.SizeOf(4, .1, .1), Here: true,
		Build: func(s beam.Scope, g job.Graph) {
			in := g.Read(s)
			find.Shuffle = g.Shuffle
			found := lookup.Find(s, find, docio.PathIn(g.Plan.Dir(), index), m, in.Documents)
			g.Write(s, []shardio.Stream{
				foundOf(s, found.Passages), placesOf(s, found.HotOccurrences), unreadOf(s, found.Unread),
				job.RejectedOf(s, beam.Flatten(s, in.Rejected, found.Twice)),
			}, in.Skipped, found.Ledger)
		},
	}, w)
	if err != nil {
		return 0, err
	}
	return done.Summary.Lines[unreadStream], nil
}

// writeOld writes the documents of an index that a lookup has found as a file of lines, in the order of their ids. It reports
// whether there are some.
func writeOld(ctx context.Context, p Params, index string, m *indexio.Manifest, found, name string) (some bool, err error) {
	folder, err := result.Open(ctx, found)
	if err != nil {
		return false, err
	}
	ids := shardio.NewSorter(ctx, found, sorterMemory)
	err = result.Each(ctx, folder, passagesStream, func(v record.Passage, _ []byte) error {
		return ids.Add(wire.AppendOrdered(nil, v.B), []byte(v.B))
	})
	if err != nil {
		return false, err
	}
	err = result.Each(ctx, folder, hotStream, func(v record.HotOccurrence, _ []byte) error {
		if !v.Source {
			return nil
		}
		return ids.Add(wire.AppendOrdered(nil, v.ID), []byte(v.ID))
	})
	if err != nil {
		return false, err
	}
	x, err := indexio.OpenManifest(ctx, index, m)
	if err != nil {
		return false, err
	}
	defer x.Close()
	ranks, err := lookup.Ranks(x)
	if err != nil {
		return false, err
	}
	searcher, err := lookup.NewSearcher(x, ranks, lookup.Defaults())
	if err != nil {
		return false, err
	}
	defer searcher.Close()
	last := ""
	err = store.WriteFile(ctx, name, func(w io.Writer) error {
		return ids.Each(func(id []byte) error {
			if some && string(id) == last {
				return nil
			}
			d, ok, err := searcher.Document(ctx, string(id))
			switch {
			case err != nil:
				return err
			case !ok: // it has changed since the lookup
				return fmt.Errorf("the document %s of the index %s has changed meanwhile: index it again with --replace", id, index)
			case d.Markup != record.Plain:
				return line.Usage(fmt.Errorf("%s is a page in the index %s, and clean takes texts from an index: give the pages to --against themselves", id, index))
			}
			some, last = true, string(id)
			text, err := record.JSON(map[string]string{p.Job.Docs.IDField: d.ID, p.Job.Docs.TextField: string(d.Text)})
			if err == nil {
				_, err = w.Write(append(text, '\n'))
			}
			return err
		})
	})
	return some, err
}
