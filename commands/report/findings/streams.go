package findings

import (
	"fmt"
	"slices"

	"example.org/diagonal/io/passageio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
)

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
	decode := result.Decode(func(v T, _ []byte) error {
		add(v)
		return nil
	})
	for _, file := range passageio.Files(r.folder, stream) {
		if err := passageio.EachLine(r.ctx, file, decode); err != nil {
			return err
		}
	}
	return nil
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
				LocA: p.ALoc, LocB: p.BLoc, ShareA: p.AShare, ShareB: p.BShare,
				Kind: p.Kind, Matched: p.Matched, Similarity: p.Similarity,
			})
			r.f.Located = r.f.Located || p.ALoc != "" || p.BLoc != ""
		})
	}
}

// wholeDocuments is the kind of a passage from end to end of two documents.
const wholeDocuments = "whole documents"

func (r *reader) similar() error {
	if streams := r.folder.Streams(); slices.Contains(streams, "groups") && !slices.Contains(streams, "pairs") {
		return &NotResultError{fmt.Sprintf("%s has groups and no pairs, which report shows: run resemblance again without --only_groups", r.folder.Dir)}
	}
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

// hotPlaces reads the places of the hot passages.
func (r *reader) hotPlaces() error {
	return each(r, "hot-occurrences", func(o record.HotOccurrence) {
		p := HotPlace{Hot: Unknown, Document: r.document(sideOf(o.Source), o.ID),
			Range: Range{o.Start, o.End, Unknown, Unknown}}
		if i, ok := r.hot[o.Hash]; ok {
			if p.Hot = i; r.f.Hot[i].Places == 0 {
				r.f.Hot[i].FirstPlace = len(r.f.HotPlaces)
			}
			r.f.Hot[i].Places++
		}
		r.f.HotPlaces = append(r.f.HotPlaces, p)
	})
}

func sideOf(source bool) record.Side {
	if source {
		return record.Source
	}
	return record.Input
}
