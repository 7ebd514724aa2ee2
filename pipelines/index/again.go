package index

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/io/record"
)

func init() {
	engine.RegisterMap[*list]()
	engine.RegisterReduce[*again]()
}

// Again reads the documents of an index again, where they are: those that were removed or replaced are
// not among them. manifest is the state of the index in the folder dir, and reader says how all of its
// documents are read. It returns a PCollection<record.Document>, and a PCollection<record.Rejected> of
// the documents that have changed since or cannot be read. Again panics if sh is not valid.
func Again(
	s beam.Scope, sh shuffle.Params, dir string, manifest *indexio.Manifest, reader docio.Params,
) (documents, unread beam.PCollection) {
	encoded, err := json.Marshal(manifest)
	if err != nil {
		panic(fmt.Sprintf("index: the manifest: %v", err)) // it comes from JSON
	}
	segments := make([]int, len(manifest.Segments))
	for i := range segments {
		segments[i] = i
	}
	texts := docio.Texts{Params: reader}
	found := engine.Map(s, sh, "index.List", beam.CreateList(s, segments),
		&list{Dir: dir, Manifest: encoded, Texts: texts})
	read := engine.Reduce(s, sh, "index.Again", &again{Listed: engine.From(found.Listed.Blocks()), Texts: texts})
	return read.Documents.Collection(), read.Unread.Collection()
}

// listed is a document that is to be read. Its key is a hash of the stretch of its file, so that documents of one
// stretch are together.
type listed struct{ entry.Document }

// Append appends the payload to dst: an entry of the document.
func (l *listed) Append(dst []byte) []byte { return entry.AppendDocument(dst, &l.Document) }

// Read reads a payload.
func (l *listed) Read(b []byte) error {
	n := min(len(b), entry.DocumentKey)
	return l.Document.Read(b[:n], b[n:])
}

// list lists the documents of segments.
type list struct {
	Listed   engine.Out[listed]
	Dir      string
	Manifest []byte // JSON, so that all workers read one state of the index
	Texts    docio.Texts
}

// Map is that of engine.Mapper.
func (fn *list) Map(ctx context.Context, segment int) error {
	var m indexio.Manifest
	if err := json.Unmarshal(fn.Manifest, &m); err != nil {
		return fmt.Errorf("index: the manifest: %w", err)
	}
	x, err := indexio.OpenManifest(ctx, fn.Dir, &m)
	if err != nil {
		return err
	}
	defer x.Close()
	var place []byte
	return x.EachDocument(segment, func(d entry.Document, hidden bool) error {
		if hidden {
			return nil
		}
		d.File = docio.PathIn(m.Segments[segment].Dir, d.File)
		place = binary.AppendVarint(append(place[:0], d.File...),
			fn.Texts.Stretch(record.Origin{File: d.File, Offset: d.Offset}))
		fn.Listed.Add(xxhash.Sum64(place), listed{d})
		return ctx.Err()
	})
}

// again reads the documents that list has listed.
type again struct {
	Listed    engine.In[listed]
	Documents engine.Elements[record.Document]
	Unread    engine.Elements[record.Rejected]
	Texts     docio.Texts
}

// Reduce reads the documents of one stretch.
func (fn *again) Reduce(ctx context.Context, _ uint64) error {
	all := make([]listed, fn.Listed.Len())
	origins := make([]record.Origin, len(all))
	why := make([]string, len(all))
	for i := range all {
		if err := fn.Listed.Read(i, &all[i]); err != nil {
			return err
		}
		origins[i] = record.Origin{File: all[i].File, Record: all[i].Record, Offset: all[i].Offset}
		why[i] = "it cannot be read"
	}
	err := fn.Texts.Read(ctx, origins, func(i int, found *record.Document) {
		d := &all[i]
		if record.Content(found.Text) != d.Content {
			why[i] = "it has changed since it was indexed"
			return
		}
		why[i] = ""
		fn.Documents.Emit(record.Document{ID: d.ID, File: d.File, Record: d.Record, Offset: d.Offset,
			Markup: found.Markup, Text: found.Text, Charset: found.Charset, Reading: found.Reading})
	})
	if err != nil {
		return err
	}
	for i, reason := range why {
		if reason != "" {
			fn.Unread.Emit(record.Rejected{File: record.UTF8(all[i].File), Record: all[i].Record, ID: all[i].ID,
				Reason: reason})
		}
	}
	return nil
}
