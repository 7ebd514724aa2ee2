// Package clean is the job that writes a collection again without what a result says
// stands in it twice.
//
// The collection is read three times: for where its documents are and what they hash to; then,
// of it, the documents that the result names, for the words in those places; and, when it is
// decided what to take out (transforms/cleaning), to write it. Texts do not travel: what
// does is one small record for each document and for each unit of words that is looked at.
// The files are written by the ranges they are read in, so that many workers write one file.
package clean

import (
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"diagonal/io/docio"
	"diagonal/io/record"
	"diagonal/io/shardio"
	"diagonal/pipelines/job"
	"diagonal/transforms/cleaning"
	"diagonal/transforms/shuffle"
)

// Documents is the folder, inside the result, of the cleaned collection.
const Documents = "documents"

// Names of the streams.
const (
	manifestStream = "manifest"
	droppedStream  = "dropped"
	cutsStream     = "cuts"
)

// Build makes the graph of the job: read where documents are, drop those for which others
// stand, look at the places that the result names, write.
func Build(s beam.Scope, p Params, r *found, g job.Graph) {
	g.Shuffle = sized(g, r)
	cp := cleaning.Params{Policy: p.decide(), Result: r.dir, Collection: strings.Join(p.Job.Docs.Input, ", "), Shuffle: g.Shuffle}

	var homes, runs, rejected, ledger []beam.PCollection
	parting := g.Plan.Parting()
	for branch := range g.Plan.Branches() {
		documents, refused, skipped := docio.Read(s, g.Plan, branch)
		blocks, counts := beam.ParDo2(s, &homesFn{Branch: branch, Parting: parting, Shuffle: g.Shuffle}, documents)
		homes = append(homes, blocks)
		if words := p.runs(); words > 0 {
			runs = append(runs, beam.ParDo(s, &runsFn{Words: words, Shuffle: g.Shuffle}, documents))
		}
		rejected = append(rejected, refused)
		ledger = append(ledger, counts, skipped)
	}
	beam.ParDo0(s, newCheck(p, r), beam.GroupByKey(s, shuffle.Flatten(s, ledger)))

	copies, counts := readCopies(s, g.Shuffle, r, p.least(r), r.files)
	ledger = append(ledger, counts...)
	groups, places := copies, []beam.PCollection(nil)
	if !r.groups {
		groups, places = nil, copies
	}
	if len(runs) > 0 {
		places = append(places, cleaning.Repeated(s, cp, runs)...)
	}
	kept, edits := cleaning.Documents(s, cp, homes, groups)
	parts := partsOf(s, g)
	if len(places) > 0 {
		earlier, _ := readCopies(s, g.Shuffle, r, 0, r.earlier)
		orders := cleaning.Orders(s, cp, kept, append(places, earlier...))
		looked := shuffle.ParDoEach(s, &lookFn{Shuffle: g.Shuffle, Policy: cp.Policy, Units: p.units()}, 2, shuffle.Group(s, g.Shuffle, slices.Concat(orders, parts)...))
		edits = slices.Concat(edits, orders, looked[1], cleaning.First(s, cp, looked[0]))
	}
	written := write(s, p, len(r.earlier) > 0, g, slices.Concat(edits, parts))
	g.Write(s, []shardio.Stream{
		{Name: manifestStream, Lines: beam.ParDo(s, removedLineFn, written.manifest)},
		{Name: droppedStream, Lines: beam.ParDo(s, removedLineFn, written.dropped)},
		{Name: cutsStream, Lines: beam.ParDo(s, cutLineFn, written.cuts)},
		shardio.Rejected(s, shuffle.Flatten(s, append(rejected, written.rejected))),
	}, append(ledger, written.ledger)...)
}

// sized is the shuffle for an input and a result, which may be larger than the input.
func sized(g job.Graph, r *found) shuffle.Params {
	sh := g.Shuffle
	if more := shuffle.Size(r.size, sh.Branches, sh.Workers, sh.Memory); more.Shards > sh.Shards {
		sh.Shards = more.Shards
	}
	return sh
}

// written is what the last stage tells.
type written struct{ manifest, dropped, cuts, rejected, ledger beam.PCollection }

// write makes the files.
func write(s beam.Scope, p Params, again bool, g job.Graph, blocks []beam.PCollection) written {
	s = s.Scope("clean.Write")
	fn := &writeFn{Dir: g.Dir, MinText: int64(p.MinText), Units: p.units(), Again: again}
	if p.annotates() {
		fn.Field = p.Field
	}
	out := shuffle.ParDo(s, fn, 6, shuffle.Group(s, g.Shuffle, blocks...))
	beam.ParDo0(s, &assembleFn{Dir: g.Dir}, beam.GroupByKey(s, out[5]))
	return written{out[0], out[1], out[2], out[3], out[4]}
}

// partsOf is blocks of the parts of the files, by PartKey.
func partsOf(s beam.Scope, g job.Graph) (blocks []beam.PCollection) {
	for branch := range g.Plan.Branches() {
		var parts [][]byte
		for _, part := range g.Plan.Parts(branch) {
			parts = append(parts, part.Encode())
		}
		if len(parts) > 0 {
			blocks = append(blocks, beam.ParDo(s, &partsFn{Branch: branch, Shuffle: g.Shuffle}, beam.CreateList(s, parts)))
		}
	}
	return blocks
}

// partsFn sends parts of files to where they are written.
type partsFn struct {
	Branch  int
	Shuffle shuffle.Params

	packer  *shuffle.Packer
	payload []byte // scratch, never emitted
}

func (fn *partsFn) StartBundle(_ func(int, []byte)) {
	fn.packer = shuffle.NewPacker(fn.Shuffle)
}

func (fn *partsFn) ProcessElement(element []byte, emit func(int, []byte)) error {
	part, err := docio.DecodePart(element)
	if err != nil {
		return err
	}
	key := record.PartKey(part.File, part.Start)
	fn.payload = record.AppendEdit(fn.payload[:0], &record.Edit{File: part.File, Part: part.Start, Kind: record.WritePart, Number: uint32(fn.Branch), Work: element})
	fn.packer.AddTo(cleaning.PartShard(fn.Branch, key, fn.Shuffle), key, fn.payload, emit)
	return nil
}

func (fn *partsFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }

func removedLineFn(v record.Removed, emit func(key, line []byte)) error {
	line, err := record.JSON(v)
	if err == nil {
		emit(v.SortKey(), line)
	}
	return err
}

func cutLineFn(v record.Cut, emit func(key, line []byte)) error {
	line, err := record.JSON(v)
	if err == nil {
		emit(v.SortKey(), line)
	}
	return err
}
