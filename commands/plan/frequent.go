package plan

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
)

// Frequent is a sentence that many documents have.
type Frequent struct {
	Text string
	// Documents is how many documents of the whole have it, worked out from the sample.
	Documents int64
	// Seen is how many of the sample have it.
	Seen int64
}

const (
	// frequentText is how many bytes of text are looked at, and minWords the least number of words
	// in a sentence that is counted.
	frequentText = 3 << 20
	minWords     = 4
	// maxFrequent is how many sentences are listed.
	maxFrequent = 5
	// maxText is how many code points of each are.
	maxText = 70
)

var errEnough = errors.New("enough")

// looked is what a look at a sample shows.
type looked struct {
	// frequent is the sentences that most documents of the sample have, documents the number of
	// documents that were looked at.
	frequent  []Frequent
	documents int64
	// expansion is the bytes of text for each stored byte.
	expansion float64
}

// look looks at a sample.
func look(ctx context.Context, docs docio.Params, share float64) (l looked, err error) {
	docs.Share = share
	plan, err := docio.NewPlan(ctx, docs)
	if err != nil {
		return l, err
	}
	type seen struct {
		Frequent
		last int64
	}
	sentences := map[uint64]*seen{}
	var an analysis.Analyser
	n, every, text := int64(0), max(1, plan.TextBytes/frequentText), int64(0)
	at, all, stored := int64(0), int64(0), docio.Progress.Ahead.Load()
	err = plan.Each(ctx, func(d record.Document) error {
		all += int64(len(d.Text))
		if at++; at%every != 0 {
			return ctx.Err()
		}
		if text += int64(len(d.Text)); text > 2*frequentText {
			return errEnough
		}
		n++
		_, entry := an.Analyse(&d)
		for _, s := range entry.Sentences {
			if s.Words < minWords {
				continue
			}
			of := sentences[s.Hash]
			if of == nil {
				of = &seen{}
				sentences[s.Hash] = of
			}
			if of.last != n {
				of.last = n
				if of.Seen++; of.Seen == 2 {
					piece, _ := docio.Clip(&d, s.ByteStart, s.ByteEnd, 10*maxText)
					of.Text = analysis.OneLine(piece, d.Markup, maxText)
				}
			}
		}
		return ctx.Err()
	}, func(record.Rejected) {})
	if err != nil && !errors.Is(err, errEnough) {
		return l, err
	}
	l.documents, l.expansion = n, float64(all)/float64(max(1, docio.Progress.Ahead.Load()-stored))
	for _, s := range sentences {
		if s.Seen > 1 {
			l.frequent = append(l.frequent, s.Frequent)
		}
	}
	slices.SortFunc(l.frequent, func(a, b Frequent) int {
		return cmp.Or(cmp.Compare(b.Seen, a.Seen), cmp.Compare(a.Text, b.Text))
	})
	l.frequent = l.frequent[:min(len(l.frequent), maxFrequent)]
	return l, nil
}
