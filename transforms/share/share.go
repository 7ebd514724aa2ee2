// Package share measures how much of each document is found elsewhere, and in which other
// documents.
package share

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/locate"
	"example.org/diagonal/transforms/share/coverage"
)

func init() { engine.RegisterReduce[*measure]() }

// shownOthers is how many other documents a record lists.
const shownOthers = 5

// Params configures Measure.
type Params struct {
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle engine.Params
}

// SeveralPages is the name of the ledger for passages that are most of a document which is one of several pages of
// another: two documents or more are inside the other one, and cover most of it.
const SeveralPages = "passages_of_several_pages"

// Measure returns a PCollection<record.DocumentShare>: one for each document that has a range
// in reuse, and a ledger, a PCollection<KV<string,int64>>. A document of n ranges takes n log n steps. Measure panics
// if p is not valid.
func Measure(s beam.Scope, p Params, reuse engine.Blocks[locate.Reuse]) (shares, ledger beam.PCollection) {
	measured := engine.Reduce(s, p.Shuffle, "share.Measure", &measure{Reuse: engine.From(reuse)})
	return measured.Shares.Collection(), measured.Ledger.Collection()
}

// measure measures each document.
type measure struct {
	Reuse  engine.In[locate.Reuse]
	Shares engine.Elements[record.DocumentShare]
	Ledger engine.Ledger

	ranges []locate.Reuse
}

func (m *measure) Reduce(context.Context, uint64) error {
	m.ranges = m.ranges[:0]
	for u := range m.Reuse.All {
		m.ranges = append(m.ranges, *u)
	}
	if len(m.ranges) > 0 {
		d, inside := shareOf(m.ranges)
		m.Shares.Emit(d)
		if d.Contains > 1 && d.ContainsShare >= record.Majority {
			m.Ledger.Add(SeveralPages, int64(inside))
		}
	}
	return nil
}

// shareOf measures one document, which has at least one range. It sorts the ranges. inside is how many of them are most
// of another document.
func shareOf(ranges []locate.Reuse) (d record.DocumentShare, inside int) {
	first := ranges[0]
	d = record.DocumentShare{ID: first.ID, Characters: first.Length, Top: []record.OtherShare{}, Fields: first.Fields}
	slices.SortFunc(ranges, func(x, y locate.Reuse) int {
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), strings.Compare(x.Other, y.Other),
			compareSources(x.OtherSource, y.OtherSource))
	})
	var found, contained []coverage.Range // elsewhere and hot; most of other documents
	for i := 0; i < len(ranges); {
		kind, other, source := ranges[i].Kind, ranges[i].Other, ranges[i].OtherSource
		var part []coverage.Range
		before := len(contained)
		for ; i < len(ranges) && ranges[i].Kind == kind && ranges[i].Other == other &&
			ranges[i].OtherSource == source; i++ {
			u := ranges[i]
			if kind != locate.Elsewhere {
				u.Similarity = locate.SimilarityUnit
			}
			part = append(part, coverage.Range{Start: u.Start, End: u.End, Weight: u.Similarity})
			if u.Contains {
				contained = append(contained, part[len(part)-1])
			}
		}
		if kind != locate.Within {
			found = append(found, part...)
		}
		share, weighted := shares(part, first.Length)
		switch kind {
		case locate.Elsewhere:
			d.Documents++
			if len(contained) > before {
				d.Contains++
			}
			d.Top = insert(d.Top, record.OtherShare{ID: other, Share: share, WeightedShare: weighted, Source: source})
		case locate.Hot:
			d.HotShare = share
		case locate.Within:
			d.WithinShare = share
		}
	}
	d.Share, d.WeightedShare = shares(found, first.Length)
	d.ContainsShare, _ = shares(contained, first.Length)
	return d, len(contained)
}

// shares returns the share of a text that the ranges cover, and the same with their weights.
func shares(ranges []coverage.Range, length int64) (share, weighted float64) {
	if length == 0 {
		return 0, 0
	}
	covered, weight := coverage.Of(ranges)
	return record.Round(float64(covered) / float64(length)),
		record.Round(float64(weight) / locate.SimilarityUnit / float64(length))
}

// insert adds o to the first of the others: largest weighted share first, then largest share,
// then smallest id, then the document of the input.
func insert(top []record.OtherShare, o record.OtherShare) []record.OtherShare {
	i, _ := slices.BinarySearchFunc(top, o, func(x, y record.OtherShare) int {
		return cmp.Or(cmp.Compare(y.WeightedShare, x.WeightedShare), cmp.Compare(y.Share, x.Share),
			strings.Compare(x.ID, y.ID), compareSources(x.Source, y.Source))
	})
	if i == shownOthers {
		return top
	}
	top = slices.Insert(top, i, o)
	return top[:min(len(top), shownOthers)]
}

// compareSources compares two documents by their sides: that of the source comes last.
func compareSources(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}
