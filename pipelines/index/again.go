package index

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/io/record"
)

func init() {
	dofn.Plain(&listFn{})
	dofn.Plain(&againFn{})
	register.Emitter1[record.Document]()
	register.Emitter1[record.Rejected]()
	register.Emitter2[int, []byte]()
}

// Again reads the documents of an index again, where they are: those that were removed or replaced are
// not among them. manifest is the state of the index in the folder dir, and reader says how all of its
// documents are read. It returns a PCollection<record.Document>, and a PCollection<record.Rejected> of
// the documents that have changed since or cannot be read. Again panics if sh is not valid.
func Again(s beam.Scope, sh shuffle.Params, dir string, manifest *indexio.Manifest, reader docio.Params) (documents, unread beam.PCollection) {
	s = s.Scope("index.Again")
	encoded, err := json.Marshal(manifest)
	if err != nil {
		panic(fmt.Sprintf("index: the manifest: %v", err)) // it comes from JSON
	}
	segments := make([]int, len(manifest.Segments))
	for i := range segments {
		segments[i] = i
	}
	texts := docio.Texts{Params: reader}
	listed := beam.ParDo(s, &listFn{Dir: dir, Manifest: encoded, Texts: texts, Shuffle: sh}, beam.CreateList(s, segments))
	return beam.ParDo2(s, &againFn{Texts: texts, Shuffle: sh}, shuffle.Group(s, sh, shuffle.BlocksOf[entry.Document](sh, listed)))
}

// listFn lists the documents of segments. A record has a hash of the stretch of the file as its key, so
// that documents of one stretch are together, and the entry of the document as its payload.
type listFn struct {
	Dir      string
	Manifest []byte // JSON, so that all workers read one state of the index
	Texts    docio.Texts
	Shuffle  shuffle.Params

	packer *shuffle.Packer
}

func (fn *listFn) StartBundle(_ func(int, []byte)) { fn.packer = shuffle.NewPacker(fn.Shuffle) }

func (fn *listFn) ProcessElement(ctx context.Context, segment int, emit func(int, []byte)) error {
	var m indexio.Manifest
	if err := json.Unmarshal(fn.Manifest, &m); err != nil {
		return fmt.Errorf("index: the manifest: %w", err)
	}
	x, err := indexio.OpenManifest(ctx, fn.Dir, &m)
	if err != nil {
		return err
	}
	defer x.Close()
	var payload, place []byte
	return x.EachDocument(segment, func(d entry.Document, hidden bool) error {
		if hidden {
			return nil
		}
		d.File = docio.PathIn(m.Segments[segment].Dir, d.File)
		payload = entry.AppendDocument(payload[:0], &d)
		place = binary.AppendVarint(append(place[:0], d.File...), fn.Texts.Stretch(record.Origin{File: d.File, Offset: d.Offset}))
		fn.packer.Add(xxhash.Sum64(place), payload, emit)
		return ctx.Err()
	})
}

func (fn *listFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }

// againFn reads the documents that listFn has listed.
type againFn struct {
	Texts   docio.Texts
	Shuffle shuffle.Params
}

func (fn *againFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, emit func(record.Document), unread func(record.Rejected)) error {
	return fn.Shuffle.EachGroup("index.Again", blocks, func(sorted *block.Sorted, from, to int) error {
		return fn.stretch(ctx, sorted, from, to, emit, unread)
	})
}

// stretch reads the documents of one stretch.
func (fn *againFn) stretch(ctx context.Context, sorted *block.Sorted, from, to int, emit func(record.Document), unread func(record.Rejected)) error {
	all := make([]entry.Document, to-from)
	origins := make([]record.Origin, to-from)
	why := make([]string, to-from)
	for i := range all {
		b := sorted.Payload(from + i)
		if err := all[i].Read(b[:min(len(b), entry.DocumentKey)], b[min(len(b), entry.DocumentKey):]); err != nil {
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
		emit(record.Document{ID: d.ID, File: d.File, Record: d.Record, Offset: d.Offset, Markup: found.Markup, Text: found.Text, Charset: found.Charset})
	})
	if err != nil {
		return err
	}
	for i, reason := range why {
		if reason != "" {
			unread(record.Rejected{File: record.UTF8(all[i].File), Record: all[i].Record, ID: all[i].ID, Reason: reason})
		}
	}
	return nil
}
