package report

import (
	"cmp"
	"container/heap"
	"slices"

	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/commands/report/texts"
	"example.org/diagonal/io/record"
)

// source is another document that a document shares text with.
type source struct {
	// other is its number, and turned is true if the document is on side B of the pair.
	other  int
	turned bool
	pair   *findings.Pair
	// characters are those of the document that the other one has, and share is how much of it they are;
	// findings.Unknown if the result does not say.
	characters int64
	share      float64
}

// maxSources is how many sources the page of a document names and colours.
const maxSources = 2000

// sourcesOf returns the sources of a document, given its pairs: that which has most of it first, or of whole documents
// the most similar one.
func (b *builder) sourcesOf(document int, pairs []int) (all []source) {
	for _, n := range pairs {
		p := &b.f.Pairs[n]
		switch {
		case p.Within():
		case p.A == document:
			all = append(all, source{p.B, false, p, p.ACharacters, p.AShare})
		default:
			all = append(all, source{p.A, true, p, p.BCharacters, p.BShare})
		}
	}
	slices.SortFunc(all, func(s, t source) int {
		return cmp.Or(cmp.Compare(t.characters, s.characters), cmp.Compare(t.pair.Similarity, s.pair.Similarity),
			cmp.Compare(s.other, t.other))
	})
	return all
}

// stretch is a range of a text, in UTF-16 code units, that a source has. Of stretches of one place that of the least
// rank is shown: a place has the colour of its first source.
type stretch struct {
	start, end int
	rank       int
	// passage is that of a source, or the place of a hot passage.
	passage int
}

// painted returns the stretches that are shown: in order, and without common places.
func painted(all []stretch) (shown []stretch) {
	slices.SortFunc(all, func(s, t stretch) int { return cmp.Compare(s.start, t.start) })
	var cuts []int
	for _, s := range all {
		cuts = append(cuts, s.start, s.end)
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	var open ranked
	next := 0
	for i := 0; i+1 < len(cuts); i++ {
		for ; next < len(all) && all[next].start <= cuts[i]; next++ {
			heap.Push(&open, all[next])
		}
		for len(open) > 0 && open[0].end <= cuts[i] {
			heap.Pop(&open)
		}
		if len(open) == 0 {
			continue
		}
		s := open[0]
		s.start, s.end = cuts[i], cuts[i+1]
		if n := len(shown); n > 0 && shown[n-1].end == s.start && shown[n-1].passage == s.passage &&
			shown[n-1].rank == s.rank {
			shown[n-1].end = s.end
		} else {
			shown = append(shown, s)
		}
	}
	return shown
}

// ranked is a heap of stretches, that of the least rank first.
type ranked []stretch

func (r ranked) Len() int { return len(r) }
func (r ranked) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(r[i].rank, r[j].rank), cmp.Compare(r[i].passage, r[j].passage)) < 0
}
func (r ranked) Swap(i, j int) { r[i], r[j] = r[j], r[i] }
func (r *ranked) Push(x any)   { *r = append(*r, x.(stretch)) }
func (r *ranked) Pop() any {
	last := len(*r) - 1
	x := (*r)[last]
	*r = (*r)[:last]
	return x
}

// addSources writes for each document the shares of the result, its sources, and the stretches of its text that they
// have: the distance from the end of the one before, the length, the number of the source, and the place of the passage
// in A and in B; or
// -1 and the name of a hot passage.
func (b *builder) addSources() error {
	shares := make([]*record.DocumentShare, len(b.f.Documents))
	for i := range b.f.Shares {
		shares[b.f.Shares[i].Document] = &b.f.Shares[i].DocumentShare
	}
	for _, i := range b.f.Rest {
		shares[i] = &record.DocumentShare{Characters: findings.Unknown}
	}
	hot := make([][]int, len(b.f.Documents))
	for i, p := range b.f.HotPlaces {
		if p.Hot != findings.Unknown {
			hot[p.Document] = append(hot[p.Document], i)
		}
	}
	t := b.s.Table("sources")
	for i := range b.f.Documents {
		all := b.sourcesOf(i, b.pairsOf[i])
		count := len(all)
		all = all[:min(count, maxSources)]
		pieces := []any{}
		colours := make([]bool, len(all))
		at := 0
		for _, s := range painted(b.stretches(i, all, hot[i])) {
			pieces = append(pieces, s.start-at, s.end-s.start)
			at = s.end
			if s.rank == len(all) {
				pieces = append(pieces, -1, b.f.Hot[b.f.HotPlaces[s.passage].Hot].Hash, nil, nil, nil)
				continue
			}
			colours[s.rank] = true
			p := &b.f.Passages[s.passage]
			pieces = append(pieces, s.rank, p.A.Start, known(p.A.End), p.B.Start, known(p.B.End))
		}
		rows := []any{}
		for k, s := range all {
			rows = append(rows, []any{s.other, s.turned, known(s.characters), s.pair.Passages, known(s.pair.Similarity),
				colours[k], known(s.share)})
		}
		var share any
		if s := shares[i]; s != nil {
			share = []any{known(s.Characters), s.Share, s.WeightedShare, s.HotShare, s.WithinShare}
		}
		if err := t.Add(share, rows, count, pieces); err != nil {
			return err
		}
	}
	return t.Close()
}

// stretches returns what the sources have of a document, and its places of hot passages. Where whole documents are
// compared, or the text is not there, it is nothing.
func (b *builder) stretches(document int, sources []source, hot []int) (all []stretch) {
	if b.whole() || b.c == nil || b.c.State(document) != texts.Here {
		return nil
	}
	add := func(number, rank, passage int) {
		if s := b.c.Shown(number); s.End16 > s.Start16 {
			all = append(all, stretch{s.Start16, s.End16, rank, passage})
		}
	}
	for rank, s := range sources {
		for n := s.pair.First; n < s.pair.First+s.pair.Passages; n++ {
			side := 2 * n
			if s.turned {
				side++
			}
			add(side, rank, n)
		}
	}
	for _, n := range hot {
		add(2*len(b.f.Passages)+len(b.f.Places)+n, len(sources), n)
	}
	return all
}
