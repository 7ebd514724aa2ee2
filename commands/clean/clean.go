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
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/rewrite"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/cleaning"
	"example.org/diagonal/transforms/shuffle"
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

	documents, rejected, skipped := docio.Read(s, g.Plan)
	homes, counted := beam.ParDo2(s, &homesFn{Parting: rewrite.PartingOf(g.Plan), Shuffle: g.Shuffle}, documents)
	ledger := []beam.PCollection{counted, skipped}
	beam.ParDo0(s, newCheck(p, r), beam.GroupByKey(s, beam.Flatten(s, ledger...)))

	copies, counts := readCopies(s, g.Shuffle, r, p.least(r), r.files)
	ledger = append(ledger, counts...)
	var groups, places shuffle.Blocks[cleaning.Copy]
	if r.groups {
		groups = copies
	} else {
		places = copies
	}
	if words := p.runs(); words > 0 {
		places = shuffle.Flatten(s, places, cleaning.Runs(s, cp, words, documents))
	}
	kept, edits := cleaning.Documents(s, cp, shuffle.BlocksOf[cleaning.Home](g.Shuffle, homes), groups)
	parts := partsOf(s, g)
	if places.IsValid() {
		earlier, _ := readCopies(s, g.Shuffle, r, 0, r.earlier)
		orders := cleaning.Orders(s, cp, kept, shuffle.Flatten(s, places, earlier))
		units, taken := beam.ParDo2(s, &lookFn{Shuffle: g.Shuffle, Policy: cp.Policy, Units: p.units()}, shuffle.Group(s, g.Shuffle, orders, parts))
		first := cleaning.First(s, cp, shuffle.BlocksOf[cleaning.Unit](g.Shuffle, units))
		edits = shuffle.Flatten(s, edits, orders, shuffle.BlocksOf[cleaning.Edit](g.Shuffle, taken), first)
	}
	written := write(s, p, len(r.earlier) > 0, g, shuffle.Flatten(s, edits, parts))
	g.Write(s, []shardio.Stream{
		{Name: manifestStream, Lines: beam.ParDo(s, removedLineFn, written.manifest)},
		{Name: droppedStream, Lines: beam.ParDo(s, removedLineFn, written.dropped)},
		{Name: cutsStream, Lines: beam.ParDo(s, cutLineFn, written.cuts)},
		shardio.Rejected(s, beam.Flatten(s, rejected, written.rejected)),
	}, append(ledger, written.ledger)...)
}

// sized is the shuffle for an input and a result, which may be larger than the input.
func sized(g job.Graph, r *found) shuffle.Params {
	sh := g.Shuffle
	if more := shuffle.Size(r.size, sh.Workers, sh.Memory); more.Shards > sh.Shards {
		sh.Shards = more.Shards
	}
	return sh
}

// written is what the last stage tells.
type written struct{ manifest, dropped, cuts, rejected, ledger beam.PCollection }

// write makes the files.
func write(s beam.Scope, p Params, again bool, g job.Graph, edits shuffle.Blocks[cleaning.Edit]) written {
	s = s.Scope("clean.Write")
	fn := &writeFn{Dir: g.Dir, MinText: int64(p.MinText), Units: p.units(), Again: again}
	if p.annotates() {
		fn.Field = p.Field
	}
	manifest, dropped, cuts, rejected, ledger, parts := beam.ParDo6(s, fn, shuffle.Group(s, g.Shuffle, edits))
	beam.ParDo0(s, &assembleFn{Dir: g.Dir}, beam.GroupByKey(s, parts))
	return written{manifest, dropped, cuts, rejected, ledger}
}

// partsOf returns the parts of the files, by PartKey; none if there are no files.
func partsOf(s beam.Scope, g job.Graph) (blocks shuffle.Blocks[cleaning.Edit]) {
	var parts [][]byte
	for _, part := range rewrite.PartsOf(g.Plan) {
		parts = append(parts, part.Encode())
	}
	if len(parts) == 0 {
		return blocks
	}
	return shuffle.BlocksOf[cleaning.Edit](g.Shuffle, beam.ParDo(s, &partsFn{Shuffle: g.Shuffle}, beam.CreateList(s, parts)))
}

// partsFn sends parts of files to where they are read or written.
type partsFn struct {
	Shuffle shuffle.Params

	parts *cleaning.Sender[cleaning.Edit]
}

func (fn *partsFn) StartBundle(_ func(int, []byte)) {
	fn.parts = cleaning.NewSender[cleaning.Edit](fn.Shuffle)
}

func (fn *partsFn) ProcessElement(element []byte, emit func(int, []byte)) error {
	part, err := rewrite.DecodePart(element)
	if err != nil {
		return err
	}
	at := cleaning.Spot{File: part.File, Part: part.Start, Record: -1}
	fn.parts.Send(cleaning.Edit{Spot: at, Kind: cleaning.Subject, Subject: element}, emit)
	return nil
}

func (fn *partsFn) FinishBundle(emit func(int, []byte)) { fn.parts.Flush(emit) }

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
