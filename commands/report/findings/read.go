package findings

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
)

// NotResultError is the error of a folder that is no result, in words for the user.
type NotResultError struct{ Why string }

func (e *NotResultError) Error() string { return e.Why }

// Read reads the result in a folder. The error is a *NotResultError if it is none.
func Read(ctx context.Context, dir string) (*Findings, error) {
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return nil, &NotResultError{fmt.Sprintf("%s is not the folder of a result: %v", dir, store.Reason(err))}
	}
	switch {
	case !folder.Has(result.SummaryFile):
		return nil, &NotResultError{fmt.Sprintf("%s contains no %s: give a folder that partial, lookup, resemblance, partition, reuse or clean has made", dir, result.SummaryFile)}
	case !folder.Whole():
		return nil, &NotResultError{fmt.Sprintf("%s is not whole: it contains no %s", dir, result.SuccessFile)}
	}
	r := &reader{ctx: ctx, folder: folder, f: &Findings{}, scores: map[[2]int][]float64{}, hot: map[string]int{}, used: map[string]bool{"largest": true}}
	if err := r.summary(); err != nil {
		return nil, &NotResultError{fmt.Sprintf("%s: %v", dir, err)}
	}
	if err := r.streams(); err != nil {
		return nil, err
	}
	r.f.finish(r.scores)
	r.others()
	return r.f, nil
}

// reader reads the streams of a result. Documents are numbered as they are met.
type reader struct {
	ctx     context.Context
	folder  *result.Folder
	f       *Findings
	numbers [2]map[string]int // by side
	scores  map[[2]int][]float64
	hot     map[string]int // hashes
	used    map[string]bool
}

func (r *reader) summary() (err error) {
	if r.f.Summary, err = r.folder.Summary(r.ctx); err != nil {
		return err
	}
	if len(r.f.Summary.Parameters) == 0 || json.Unmarshal(r.f.Summary.Parameters, &r.f.Parameters) != nil {
		return fmt.Errorf("%s has no parameters", result.SummaryFile)
	}
	command, ok := r.f.Parameters["command"].(string)
	if !ok {
		return fmt.Errorf("%s does not say which command made the result", result.SummaryFile)
	}
	r.f.Command = command
	source, _ := r.f.Parameters["source"].(bool)
	all := r.f.Parameters["compare"] == "all" // then passages say which side b is on
	r.f.Directed = source && !all || command == "lookup"
	if r.folder.Has(result.RunFile) {
		return r.folder.Run(r.ctx, &r.f.Run)
	}
	return nil
}

// document returns the number of a document.
func (r *reader) document(side record.Side, id string) int {
	if n, ok := r.numbers[side][id]; ok {
		return n
	}
	if r.numbers[side] == nil {
		r.numbers[side] = map[string]int{}
	}
	n := len(r.f.Documents)
	r.numbers[side][id] = n
	r.f.Documents = append(r.f.Documents, Document{ID: id, Side: side})
	return n
}

// second is the side of b, of a line that has source set or not.
func (r *reader) second(source bool) record.Side { return sideOf(source || r.f.Directed) }

// streams reads what the command of the result writes.
func (r *reader) streams() error {
	var steps []func() error
	switch r.f.Command {
	case "resemblance":
		r.f.ScoreNames = []string{"containment", "shared", "elements of a", "elements of b"}
		steps = append(steps, r.similar)
	case "reuse":
		r.f.ScoreNames = []string{"score", "share of a", "share of b"}
		steps = append(steps, r.passages("sentences"), r.reused)
	case "partition":
		steps = append(steps, r.sets)
	case "clean":
		steps = append(steps, r.removed)
	case "lookup":
		steps = append(steps, r.passages("passages"), r.texts)
	default:
		steps = append(steps, r.passages("passages"), r.passages("within"))
	}
	steps = append(steps, r.shares, r.hotPassages, r.hotPlaces, r.clusters)
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// each reads a stream, if the result has it.
func each[T any](r *reader, stream string, add func(v T)) error {
	r.used[stream] = true
	if format := r.folder.OnlyTables(stream); format != "" {
		return &NotResultError{fmt.Sprintf("%s contains its %s as %s, and report reads JSON Lines: run %s again with --output_format=jsonl", r.folder.Dir, stream, format, r.f.Command)}
	}
	return result.Each(r.ctx, r.folder, stream, func(v T, _ []byte) error { add(v); return nil })
}

// add appends a passage.
func (r *reader) add(p Passage) {
	p.Line = len(r.f.Passages)
	r.f.Passages = append(r.f.Passages, p)
}

func (r *reader) passages(stream string) func() error {
	return func() error {
		return each(r, stream, func(p record.Passage) {
			if p.Kind == "" {
				p.Kind = "sentence"
			}
			second := r.second(p.Source)
			if stream == "within" {
				second = record.Input
			}
			a, b := r.document(record.Input, p.A), r.document(second, p.B)
			r.f.Documents[a].Fields, r.f.Documents[b].Fields = p.AFields, p.BFields
			r.add(Passage{
				DocumentA: a, DocumentB: b,
				A:    Range{p.AStart, p.AEnd, p.AByteStart, p.AByteEnd},
				B:    Range{p.BStart, p.BEnd, p.BByteStart, p.BByteEnd},
				Kind: p.Kind, Matched: p.Matched, Similarity: p.Similarity,
			})
		})
	}
}

// wholeDocuments is the kind of a passage from end to end of two documents.
const wholeDocuments = "whole documents"

func (r *reader) similar() error {
	return each(r, "pairs", func(p record.SimilarPair) {
		a, b := r.document(record.Input, p.A), r.document(r.second(p.Source), p.B)
		r.scores[[2]int{a, b}] = []float64{p.Containment, float64(p.Shared), float64(p.ASize), float64(p.BSize)}
		r.add(Passage{DocumentA: a, DocumentB: b, A: Whole, B: Whole, Kind: wholeDocuments, Similarity: p.Resemblance})
	})
}

// reused reads the pairs of reuse, whose sentences are read before. A pair without sentences is
// two whole documents.
func (r *reader) reused() error {
	withSentences := map[[2]int]bool{}
	for _, p := range r.f.Passages {
		withSentences[[2]int{p.DocumentA, p.DocumentB}] = true
	}
	return each(r, "pairs", func(p record.ReusePair) {
		a, b := r.document(record.Input, p.A), r.document(r.second(p.Source), p.B)
		r.scores[[2]int{a, b}] = []float64{p.Score, p.AShare, p.BShare}
		if !withSentences[[2]int{a, b}] {
			r.add(Passage{DocumentA: a, DocumentB: b, A: Whole, B: Whole, Kind: wholeDocuments, Similarity: Unknown})
		}
	})
}

// sets reads the sets of partition: each document with the representative of its set.
func (r *reader) sets() error {
	defer delete(r.used, "sets") // they are shown, too
	return each(r, "sets", func(v record.InSet) {
		if v.ID != v.Representative {
			r.add(Passage{
				DocumentA: r.document(record.Input, v.ID), DocumentB: r.document(record.Input, v.Representative),
				A: Whole, B: Whole, Kind: wholeDocuments, Similarity: v.R,
			})
		}
	})
}

// texts reads the answers of lookup --answer=text: the whole query, and a text.
func (r *reader) texts() error {
	return each(r, "texts", func(t record.NearText) {
		r.add(Passage{
			DocumentA: r.document(record.Input, t.Query), DocumentB: r.document(record.Source, t.ID),
			A: Whole, B: Range{t.Start, t.End, t.ByteStart, t.ByteEnd}, Kind: "text", Similarity: t.Similarity,
		})
	})
}

// removed reads the manifest of clean: what was removed, and where the same words stay.
func (r *reader) removed() error {
	r.used["cuts"] = true // they are the manifest's, with white space
	return each(r, "manifest", func(v record.Removed) {
		a := r.document(record.Input, v.ID)
		if v.KeptID == "" {
			return
		}
		r.add(Passage{
			DocumentA: a, DocumentB: r.document(sideOf(v.Source), v.KeptID),
			A: Range{v.Start, v.End, Unknown, Unknown}, B: Range{v.KeptStart, v.KeptEnd, Unknown, Unknown},
			Kind: v.Reason, Similarity: Unknown,
		})
	})
}

func (r *reader) shares() error {
	if r.f.Command != "partial" {
		return nil
	}
	return each(r, "documents", func(d record.DocumentShare) {
		n := r.document(record.Input, d.ID)
		r.f.Documents[n].Fields = d.Fields
		d.ID, d.Top, d.Fields = "", nil, ""
		r.f.Shares = append(r.f.Shares, Share{n, d})
	})
}

func (r *reader) hotPassages() error {
	return each(r, "hot", func(h record.HotPassage) {
		hot := Hot{HotPassage: h}
		for _, s := range h.Samples {
			hot.SampleDocuments = append(hot.SampleDocuments, r.document(sideOf(s.Source), s.ID))
		}
		r.hot[h.Hash] = len(r.f.Hot)
		r.f.Hot = append(r.f.Hot, hot)
	})
}

// HotPlaces is the stream of the places of hot passages.
const HotPlaces = "hot-occurrences"

// hotPlaces counts the places of the hot passages, and numbers their documents.
func (r *reader) hotPlaces() error {
	n := 0
	return each(r, HotPlaces, func(o record.HotOccurrence) {
		r.document(sideOf(o.Source), o.ID)
		if i, ok := r.hot[o.Hash]; ok {
			if r.f.Hot[i].Places == 0 {
				r.f.Hot[i].FirstPlace = n
			}
			r.f.Hot[i].Places++
		}
		n++
	})
}

func sideOf(source bool) record.Side {
	if source {
		return record.Source
	}
	return record.Input
}

// others lists the streams that were not read.
func (r *reader) others() {
	for _, name := range r.folder.Streams() {
		if !r.used[name] {
			r.f.Others = append(r.f.Others, Stream{name, r.folder.Files(name, result.LinesExtension), r.f.Summary.Lines[name]})
		}
	}
}

// EachPlace calls add with the places of hot passages, in the order of the result: the number of
// the passage, Unknown if it is not in the result, and the number of the document.
func EachPlace(ctx context.Context, dir string, f *Findings, add func(hot, document int, start, end int64) error) error {
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return err
	}
	hot := map[string]int{}
	for i, h := range f.Hot {
		hot[h.Hash] = i
	}
	return result.Each(ctx, folder, HotPlaces, func(o record.HotOccurrence, _ []byte) error {
		h, ok := hot[o.Hash]
		if !ok {
			h = Unknown
		}
		return add(h, f.Find(sideOf(o.Source), o.ID), o.Start, o.End)
	})
}

// Find returns the number of a document, Unknown if there is none.
func (f *Findings) Find(side record.Side, id string) int {
	n, ok := slices.BinarySearchFunc(f.Documents, Document{ID: id, Side: side}, func(a, b Document) int {
		return cmp.Or(cmp.Compare(a.Side, b.Side), strings.Compare(a.ID, b.ID))
	})
	if !ok {
		return Unknown
	}
	return n
}

// Base returns the last part of the path of a result.
func Base(dir string) string { return path.Base(strings.TrimRight(dir, "/")) }
