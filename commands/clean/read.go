package clean

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/rewrite"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/cleaning"
	"example.org/diagonal/transforms/shuffle"
)

// Names of the ledger.
const (
	// ofSource counts passages of a source that are not word by word.
	ofSource = "not_compared.reworded_passages_of_a_source"
	// dissimilar counts passages that are no copies: they stay.
	dissimilar = "not_compared.passages_below_min_similarity"
)

// unnamed is the count of documents whose id is their line.
const unnamed = "documents_without_id"

// homesFn says of each document where it is and how long.
type homesFn struct {
	Parting rewrite.Parting
	Shuffle shuffle.Params

	homes  *cleaning.Sender[cleaning.Home]
	ledger shuffle.Ledger
}

func (fn *homesFn) StartBundle(_ func(int, []byte), _ func(string, int64)) {
	fn.homes = cleaning.NewSender[cleaning.Home](fn.Shuffle)
	fn.ledger = shuffle.Ledger{analysis.Documents: 0, analysis.Bytes: 0, unnamed: 0}
}

func (fn *homesFn) ProcessElement(d record.Document, emit func(int, []byte), _ func(string, int64)) {
	at := cleaning.Spot{File: d.File, Part: fn.Parting.Of(d.File, d.Offset), Record: d.Record}
	fn.homes.Send(cleaning.HomeOf(&d, at), emit)
	fn.ledger.Add(analysis.Documents, 1)
	fn.ledger.Add(analysis.Bytes, int64(len(d.Text)))
	if strings.HasSuffix(d.ID, ":"+strconv.FormatInt(d.Record+1, 10)) && strings.Contains(d.ID, filepath.Base(record.UTF8(d.File))) {
		fn.ledger.Add(unnamed, 1)
	}
}

func (fn *homesFn) FinishBundle(emit func(int, []byte), ledger func(string, int64)) {
	fn.homes.Flush(emit)
	fn.ledger.Flush(ledger)
}

// checkFn compares the counts of the collection with those that the result tells of the
// one it was found in.
type checkFn struct {
	Result, Collection string
	Want               map[string]int64
}

func newCheck(p Params, r *found) *checkFn {
	fn := &checkFn{Result: r.dir, Collection: strings.Join(p.Job.Docs.Input, ", "), Want: map[string]int64{}}
	if r.documents >= 0 {
		fn.Want[analysis.Documents] = r.documents
	}
	if r.bytes >= 0 {
		fn.Want[analysis.Bytes] = r.bytes
	}
	return fn
}

func (fn *checkFn) ProcessElement(name string, counts func(*int64) bool) error {
	want, ok := fn.Want[name]
	var sum, n int64
	for counts(&n) {
		sum += n
	}
	if ok && sum != want {
		return fmt.Errorf("the result %s does not belong to the collection %s: it was made from %d %s, and the collection has %d",
			fn.Result, fn.Collection, want, name, sum)
	}
	return nil
}

// readCopies reads the places that the files of a result name: copies by IDKey, and
// ledgers; none if there are no files. A passage that is less alike than least is left out.
func readCopies(s beam.Scope, sh shuffle.Params, r *found, least float64, files []resultFile) (copies shuffle.Blocks[cleaning.Copy], ledgers []beam.PCollection) {
	s = s.Scope("clean.Copies")
	if len(files) == 0 {
		return copies, nil
	}
	var named []string
	for _, f := range files {
		named = append(named, f.Stream+"\n"+f.Path)
	}
	fn := &copiesFn{Shuffle: sh, Ranges: r.ranges, Directed: r.directed, Least: least}
	blocks, counts := beam.ParDo2(s, fn, beam.Reshuffle(s, beam.CreateList(s, named)))
	return shuffle.BlocksOf[cleaning.Copy](sh, blocks), []beam.PCollection{counts}
}

// copiesFn reads a file of a result.
type copiesFn struct {
	Shuffle          shuffle.Params
	Ranges, Directed bool
	Least            float64 // similarity of a copy

	copies *cleaning.Sender[cleaning.Copy]
	ledger shuffle.Ledger
}

func (fn *copiesFn) StartBundle(_ func(int, []byte), _ func(string, int64)) {
	fn.copies = cleaning.NewSender[cleaning.Copy](fn.Shuffle)
	fn.ledger = shuffle.Ledger{}
}

func (fn *copiesFn) ProcessElement(ctx context.Context, file string, emit func(int, []byte), _ func(string, int64)) error {
	stream, path, _ := strings.Cut(file, "\n")
	number := 0
	return job.EachLine(ctx, []string{path}, func(line []byte) error {
		number++
		if err := fn.line(stream, line, emit); err != nil {
			return fmt.Errorf("%s, line %d, is not a line of a result: %w", path, number, err)
		}
		return nil
	})
}

func (fn *copiesFn) FinishBundle(emit func(int, []byte), ledger func(string, int64)) {
	fn.copies.Flush(emit)
	fn.ledger.Flush(ledger)
}

func (fn *copiesFn) line(stream string, line []byte, emit func(int, []byte)) error {
	switch stream {
	case passagesStream:
		var p record.Passage
		if err := record.FromJSON(line, &p); err != nil {
			return err
		}
		fn.passage(&p, emit)
	case hotStream:
		var h record.HotOccurrence
		if err := record.FromJSON(line, &h); err != nil {
			return err
		}
		fn.ledger.Add("hot_occurrences", 1)
		fn.copies.Send(cleaning.Copy{ID: h.ID, Start: h.Start, End: h.End, Kind: cleaning.HotCopy}, emit)
	case manifestStream:
		var v record.Removed
		if err := record.FromJSON(line, &v); err != nil {
			return err
		}
		if v.KeptID != "" {
			fn.copies.Send(cleaning.Copy{ID: v.KeptID, Start: v.KeptStart, End: v.KeptEnd, Kind: cleaning.PinnedCopy}, emit)
		}
	case cutsStream:
		var v record.Cut
		if err := record.FromJSON(line, &v); err != nil {
			return err
		}
		fn.copies.Send(cleaning.Copy{ID: v.ID, Start: v.Start, End: v.End, Kind: cleaning.CutCopy}, emit)
	case groupsStream:
		var g record.Grouped
		if err := record.FromJSON(line, &g); err != nil {
			return err
		}
		if g.ID != g.Group {
			fn.ledger.Add("similar_documents", 1)
		}
		fn.copies.Send(cleaning.Copy{ID: g.ID, Kind: cleaning.DocumentCopy, KeptID: g.Group}, emit)
	}
	return nil
}

func (fn *copiesFn) passage(p *record.Passage, emit func(int, []byte)) {
	fn.ledger.Add("passages", 1)
	if p.Similarity < fn.Least {
		fn.ledger.Add(dissimilar, 1)
		return
	}
	a := cleaning.Copy{ID: p.A, Start: p.AStart, End: p.AEnd, Sentence: p.ASentence, Sentences: p.ASentences}
	b := cleaning.Copy{ID: p.B, Start: p.BStart, End: p.BEnd, Sentence: p.BSentence, Sentences: p.BSentences}
	if fn.Ranges || a.Sentences == 0 || b.Sentences == 0 {
		a.Sentence, a.Sentences, b.Sentence, b.Sentences = 0, 0, 0, 0
	}
	if !fn.Directed {
		fn.copies.Send(a, emit)
		fn.copies.Send(b, emit)
		return
	}
	if p.Kind != record.Verbatim { // the text of the source is not at hand to compare words
		fn.ledger.Add(ofSource, 1)
		return
	}
	a.Kind, a.KeptID, a.KeptStart, a.KeptEnd = cleaning.SourceCopy, b.ID, b.Start, b.End // b stays
	fn.copies.Send(a, emit)
}
