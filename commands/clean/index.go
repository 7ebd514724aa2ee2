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
	"example.org/diagonal/engine"
	"example.org/diagonal/engine/spool"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/indexio"
	indexed "example.org/diagonal/io/indexio/entry"
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

// contentsStream is the stream of the hashes of the texts of the input, by which old documents with the same text are
// found: those that are too short for a lookup, too.
const contentsStream = "contents"

var contentsOf = shardio.StreamOf[content](contentsStream)

func init() {
	record.RegisterJSON[content]()
	engine.RegisterMap[*hashTexts, record.Document]()
}

// content is record.Content of a text, and of an old document its id.
type content struct {
	Hash string `json:"hash"`
	ID   string `json:"id,omitempty"`
}

func hashOf(sum uint64) string { return fmt.Sprintf("%016x", sum) }

// SortKey orders by hash, then id.
func (c content) SortKey() []byte { return wire.AppendOrdered([]byte(c.Hash), c.ID) }

// hashTexts emits the contents of documents.
type hashTexts struct{ Contents engine.Elements[content] }

func (st *hashTexts) Map(_ context.Context, d record.Document) error {
	st.Contents.Emit(content{Hash: hashOf(record.Content(d.Text))})
	return nil
}

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
	if p.addTo != "" && job.IsIndex(ctx, p.addTo) {
		p.indexes = append(p.indexes, p.addTo)
	}
}

// checkIndexes returns an error about flags that do not go with an index.
func (p Params) checkIndexes() error {
	switch {
	case len(p.indexes) == 0 && p.addTo == "":
		return nil
	case p.Result != "":
		return errors.New("--result is of other old documents than those that an index names: leave it out, and clean searches itself")
	case p.Job.Docs.Format != docio.Defaults().Format && p.Job.Docs.Format != "jsonl": // old documents become lines
		return fmt.Errorf("--format=%s does not go with an index in --against: leave it out, and the extensions of the files say their format", p.Job.Docs.Format)
	}
	return nil
}

// oldDocuments writes the documents of the indexes that share text with the input to a folder below dir, and returns p
// with that folder among the documents that stay. unread is how many could not be read, and state that of all files
// that were given, those of the indexes included.
func oldDocuments(
	ctx context.Context, p Params, dir string, w io.Writer,
) (_ Params, unread int64, state string, err error) {
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
	some, taken := false, map[string]bool{}
	for i, index := range p.indexes {
		m, err := indexio.ReadManifest(ctx, index)
		if errors.As(err, new(*indexio.NotIndexError)) {
			err = line.Usage(err)
		}
		if err != nil {
			return p, 0, "", err
		}
		found := filepath.Join(dir, searchFolder+"index-"+strconv.Itoa(i))
		if err := lookUp(ctx, p, index, m, found, w); err != nil {
			return p, 0, "", fmt.Errorf("looking for the input in %s: %w", index, err)
		}
		written, n, err := writeOld(ctx, p, index, m, found, taken,
			filepath.Join(old, strconv.Itoa(i)+result.LinesExtension))
		if err != nil {
			return p, 0, "", err
		}
		some, unread = some || written, unread+n
		if err := os.RemoveAll(found); err != nil {
			return p, 0, "", err
		}
	}
	if some {
		p.Job.Docs.Source = append(p.Job.Docs.Source[:len(p.Job.Docs.Source):len(p.Job.Docs.Source)], old)
	}
	return p, unread, state, nil
}

// lookUp finds what the input shares with the documents of an index.
func lookUp(ctx context.Context, p Params, index string, m *indexio.Manifest, dir string, w io.Writer) error {
	jp := p.searchJob(p.Job.Docs.Input, dir)
	jp.Docs.Source = nil
	find := lookup.Defaults()
	_, err := job.Run(ctx, jp, job.Job{
		Name: "lookup", Parameters: index, Size: job.SizeOf(4, .1, .1), Here: true,
		Build: func(s beam.Scope, g job.Graph) {
			in := g.Read(s)
			find.Shuffle = g.Shuffle
			found := lookup.Find(s, find, docio.PathIn(g.Plan.Dir(), index), m, in.Documents)
			g.Write(s, []shardio.Stream{
				foundOf(s, found.Passages), placesOf(s, found.HotOccurrences), unreadOf(s, found.Unread),
				contentsOf(s, engine.Map(s, g.Shuffle, "clean.Contents", in.Documents,
					&hashTexts{}).Contents.Collection()),
				job.RejectedOf(s, beam.Flatten(s, in.Rejected, found.Twice)),
			}, in.Skipped, found.Ledger)
		},
	}, w)
	return err
}

// writeOld writes the documents of an index that a lookup has found as a file of lines, in the order of their ids. It
// reports whether there are some, and how many could not be read. taken are the ids that other indexes had.
func writeOld(
	ctx context.Context, p Params, index string, m *indexio.Manifest, found string, taken map[string]bool, name string,
) (some bool, unread int64, err error) {
	x, err := indexio.OpenManifest(ctx, index, m)
	if err != nil {
		return false, 0, err
	}
	defer x.Close()
	waiting, err := spool.Make(found, true)
	if err != nil {
		return false, 0, err
	}
	defer waiting.Close()
	o := &oldWriter{p: p, index: x, waiting: waiting, ids: shardio.NewSorter(ctx, waiting, sorterMemory),
		gone: map[string]bool{}, taken: taken}
	if o.found, err = result.Open(ctx, found); err != nil {
		return false, 0, err
	}
	ranks, err := lookup.Ranks(x)
	if err != nil {
		return false, 0, err
	}
	if o.searcher, err = lookup.NewSearcher(x, ranks, lookup.Defaults()); err != nil {
		return false, 0, err
	}
	defer o.searcher.Close()
	if err := o.addFound(ctx); err != nil {
		return false, 0, err
	}
	if err := o.addEqual(ctx); err != nil {
		return false, 0, err
	}
	err = store.WriteFile(ctx, name, func(w io.Writer) error { return o.write(ctx, w) })
	return o.some, int64(len(o.gone)), err
}

// oldWriter writes the documents of an index that share text with the input.
type oldWriter struct {
	p        Params
	index    *indexio.Index
	searcher *lookup.Searcher
	found    *result.Folder // of the lookup
	waiting  *spool.Folder
	ids      *shardio.Sorter // of what is written
	gone     map[string]bool // ids of what could not be read: few
	taken    map[string]bool // ids that indexes before this one had
	some     bool            // whether there are documents
}

// add adds an old document; text is its line, or nil if it is not read yet. Of one document that with a line comes
// first.
func (o *oldWriter) add(id string, text []byte) error {
	return o.ids.Add(wire.AppendBool(wire.AppendOrdered(nil, id), text == nil),
		append(wire.AppendString(nil, id), text...))
}

// addFound adds the documents that passages and hot passages name.
func (o *oldWriter) addFound(ctx context.Context) error {
	err := result.Each(ctx, o.found, unreadStream, func(v record.Rejected, _ []byte) error {
		o.gone[v.ID] = true
		return nil
	})
	if err != nil {
		return err
	}
	err = result.Each(ctx, o.found, passagesStream, func(v record.Passage, _ []byte) error { return o.add(v.B, nil) })
	if err != nil {
		return err
	}
	return result.Each(ctx, o.found, hotStream, func(v record.HotOccurrence, _ []byte) error {
		if !v.Source {
			return nil
		}
		return o.add(v.ID, nil)
	})
}

// addEqual adds a document for each text that the input has, too.
func (o *oldWriter) addEqual(ctx context.Context) error {
	return eachEqual(ctx, o.index, o.found, o.waiting, func(id string) (bool, error) {
		text, err := o.read(ctx, id)
		if err != nil || text == nil {
			return false, err
		}
		return true, o.add(id, text)
	})
}

// read returns the line of an old document; nil if it cannot be read, or another index has a document of its id.
func (o *oldWriter) read(ctx context.Context, id string) ([]byte, error) {
	if o.taken[id] {
		o.gone[id] = true
		return nil, nil
	}
	d, ok, err := o.searcher.Document(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		o.gone[id] = true
		return nil, nil
	case d.Markup != record.Plain:
		return nil, line.Usage(fmt.Errorf("%s is a page in the index %s, and clean takes texts from an index: give the pages to --against themselves", id, o.index.Dir))
	}
	return record.JSON(map[string]string{o.p.Job.Docs.IDField: d.ID, o.p.Job.Docs.TextField: string(d.Text)})
}

// write writes what was added, each document once.
func (o *oldWriter) write(ctx context.Context, w io.Writer) error {
	last := ""
	return o.ids.Each(func(found []byte) error {
		r := wire.NewReader(found)
		id, text := r.Text(), r.Rest()
		if r.Err() != nil || id == last || o.gone[id] {
			return r.Err()
		}
		last = id
		if len(text) == 0 {
			var err error
			if text, err = o.read(ctx, id); err != nil || text == nil {
				return err
			}
		}
		o.some = true
		if len(o.p.indexes) > 1 {
			o.taken[id] = true
		}
		_, err := w.Write(append(text[:len(text):len(text)], '\n'))
		return err
	})
}

// eachEqual calls f with the id of an old document for each text that is one of the input, too; with the next one of
// the same text as long as f returns false. folder has the contents of the input. Lines wait in the folder waiting.
func eachEqual(
	ctx context.Context, x *indexio.Index, folder *result.Folder, waiting *spool.Folder,
	f func(id string) (bool, error),
) error {
	var some idFilter // of the input: most old documents are not equal to one
	err := result.Each(ctx, folder, contentsStream, func(c content, _ []byte) error {
		some.add(c.Hash)
		return nil
	})
	if err != nil || some.empty() {
		return err
	}
	old := shardio.NewSorter(ctx, waiting, sorterMemory)
	for segment := range x.Manifest.Segments {
		err := x.EachDocument(segment, func(d indexed.Document, hidden bool) error {
			c := content{hashOf(d.Content), d.ID}
			if hidden || !some.has(c.Hash) {
				return nil
			}
			return add(old, c.SortKey(), &c)
		})
		if err != nil {
			return err
		}
	}
	fresh := byID(ctx, folder, contentsStream, func(c *content) string { return c.Hash })
	defer fresh.close()
	done := "" // the hash of which one is found
	return each(old, func(c *content) error {
		if c.Hash == done {
			return nil
		}
		for fresh.more() && fresh.head.Hash < c.Hash {
			fresh.skip()
		}
		if fresh.err != nil || !fresh.more() || fresh.head.Hash != c.Hash {
			return fresh.err
		}
		ok, err := f(c.ID)
		if ok {
			done = c.Hash
		}
		return err
	})
}
