package report

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/commands/report/difference"
	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/commands/report/site"
	"example.org/diagonal/commands/report/texts"
	"example.org/diagonal/transforms/analysis/charfilter"
)

const (
	// maxOfPlace is how much of the text of a place the page of a cluster shows, in code points.
	maxOfPlace = 2000
	// fullPlaces is the number of places of a cluster that show so much; the others show restOfPlace.
	fullPlaces, restOfPlace = 300, 300
)

// addClusters writes the clusters and their places.
func (b *builder) addClusters() error {
	if len(b.f.Clusters) == 0 {
		return nil
	}
	b.show("clusters", "Texts", "Texts that stand in several places; those of which most characters are in other documents come first. The first column opens all places of a text, with the words that differ.")
	choices, dated := map[string]bool{}, site.Hidden
	for _, c := range b.f.Clusters {
		choices[c.Kind] = true
		if c.Earliest.Date != "" {
			dated = site.Text
		}
	}
	kinds := slices.Sorted(maps.Keys(choices))
	t := b.s.Table("clusters",
		site.Column{Title: "Places of it", Type: site.ClusterLink},
		site.Column{Title: "Text", Type: site.Text, Help: "The beginning of the representative's text"},
		site.Column{Title: "Places", Type: site.Number},
		site.Column{Title: "Documents", Type: site.Number},
		site.Column{Title: "Length", Type: site.Number, Help: "Characters of the representative"},
		site.Column{Title: "Kind", Type: site.Choice, Choices: kinds,
			Help: "verbatim if all passages between the places are"},
		site.Column{Title: "Similarity", Type: site.Similarity, Help: "The least of a place"},
		site.Column{Title: "Earliest", Type: dated, Help: "The earliest date of a document", By: 12},
		site.Column{Title: "Latest", Type: dated, Help: "The latest date of a document", By: 13},
		site.Column{Title: "Representative", Type: site.Document},
		site.Column{Title: "First place", Type: site.Hidden},
		site.Column{Title: "Earliest place", Type: site.Hidden},
		site.Column{Title: "Order of the earliest dates", Type: site.Hidden},
		site.Column{Title: "Order of the latest dates", Type: site.Hidden},
		site.Column{Title: "Key", Type: site.Hidden})
	keys := make([]string, len(b.f.Clusters))
	for i, c := range b.f.Clusters {
		first := &b.f.Places[c.First]
		keys[i] = c.Key
		head, err := b.headOf(c.Text, 2*len(b.f.Passages)+c.First)
		if err != nil {
			return err
		}
		row := []any{
			i, clip(fewLines(head), shownText), c.Size, c.Documents, first.Range.End - first.Range.Start,
			slices.Index(kinds, c.Kind), c.Similarity,
			clip(c.Earliest.Date, 40), clip(c.Latest.Date, 40), first.Document, c.First, known(int64(c.Earliest.Place)),
			b.when(c.Earliest), b.when(c.Latest), c.Key,
		}
		if err := t.Add(row...); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	if err := b.addKeys("clusters", keys, func(i int) []any { return []any{i} }); err != nil {
		return err
	}
	return b.addMembers()
}

// when returns the number of a date in the order of all dates; nil if there is none.
func (b *builder) when(d findings.Dated) any {
	if d.Place == findings.Unknown {
		return nil
	}
	return known(int64(b.f.Places[d.Place].When))
}

// member is a place that was compared with the representative of its cluster.
type member struct {
	note             int
	pieces           []any // what it is (difference.How) and its text, in turn
	changed, missing int
	cut              bool
}

// addMembers compares the places of clusters with their representatives, and writes them.
func (b *builder) addMembers() error {
	t := b.s.Table("members")
	size := func(i int) int {
		return b.lengthOf(2*len(b.f.Passages)+i) + b.lengthOf(2*len(b.f.Passages)+b.representative(i))
	}
	err := eachCompared(b, len(b.f.Places), size, b.vary, func(i int, m member) error {
		p := &b.f.Places[i]
		var passage any
		if first := b.representative(i); first != i {
			if n, _, ok := b.f.Beside(&b.f.Places[first], p); ok {
				q := &b.f.Passages[n]
				passage = []any{q.DocumentA, q.DocumentB, q.A.Start, q.A.End, q.B.Start, q.B.End}
			}
		}
		return t.Add(p.Document, p.Range.Start, p.Range.End, p.Similarity, clip(p.Date, 40), m.changed, m.missing,
			m.note, passage, m.pieces, m.cut, known(int64(p.When)), clip(p.Loc, shownText), known(int64(p.From)))
	})
	if err != nil {
		return err
	}
	return t.Close()
}

// representative returns the number of the representative of the cluster of a place.
func (b *builder) representative(place int) int { return b.f.Clusters[b.f.Places[place].Cluster].First }

// vary compares a place of a cluster with the representative.
func (b *builder) vary(place int) (m member, err error) {
	first := b.representative(place)
	m.pieces = []any{}
	var both [2]difference.Side
	for i, n := range [2]int{first, place} {
		document := b.f.Places[n].Document
		if b.c == nil || b.c.State(document) != texts.Here {
			m.note = noText
			return m, nil
		}
		s := b.c.Shown(2*len(b.f.Passages) + n)
		both[i].Letters = b.c.Letters(document)
		if both[i].Passage, err = b.c.Text(document, s.Start,
			min(max(s.Start, s.End), s.Start+maxCompared)); err != nil {
			return m, err
		}
	}
	var pieces []difference.Piece
	switch {
	case place == first:
		pieces = []difference.Piece{{How: difference.Both, Text: both[1].Passage}}
	case len(both[0].Passage) == maxCompared || len(both[1].Passage) == maxCompared:
		m.note = tooLong
		pieces = []difference.Piece{{How: difference.Both, Text: both[1].Passage}}
	default:
		pieces, m.changed, m.missing = difference.Inline(both[0], both[1])
	}
	limit := maxOfPlace
	if place-first >= fullPlaces {
		limit = restOfPlace
	}
	for _, p := range pieces {
		if m.cut = limit <= 0; m.cut {
			break
		}
		text := p.Text
		if n := utf8.RuneCount(text); n > limit {
			at := 0
			for range limit {
				_, size := utf8.DecodeRune(text[at:])
				at += size
			}
			text, m.cut = text[:at], true
		}
		limit -= utf8.RuneCount(text)
		m.pieces = append(m.pieces, int(p.How), string(text))
		if m.cut {
			break
		}
	}
	return m, nil
}

// topText is a cluster of the overview.
type topText struct {
	Page, Text                    string
	Documents, Places, Characters int64
	// First and Last are the dates of the earliest and the latest place; "" if there are none.
	First, Last string
}

// How many clusters the overview shows, and how much of their texts, in code points.
const (
	topTexts    = 10
	textOfThese = 160
)

func (b *builder) topTexts() (top []topText, err error) {
	for _, c := range b.f.Clusters[:min(topTexts, len(b.f.Clusters))] {
		at := b.f.Places[c.First].Range
		head, err := b.headOf(c.Text, 2*len(b.f.Passages)+c.First)
		if err != nil {
			return nil, err
		}
		top = append(top, topText{
			Page: clusterPage(&c), Text: clip(line.OneLine(head), textOfThese),
			Documents: c.Documents, Places: int64(c.Size), Characters: at.End - at.Start,
			First: clip(c.Earliest.Date, 40), Last: clip(c.Latest.Date, 40),
		})
	}
	return top, nil
}

// headOf returns the text that a result has of a range; where names are hidden the beginning of the range's text.
func (b *builder) headOf(text string, n int) (string, error) {
	if !b.f.Hidden || b.c == nil {
		return text, nil
	}
	document, _ := b.f.Range(n)
	if b.c.State(document) != texts.Here {
		return text, nil
	}
	s := b.c.Shown(n)
	head, err := b.c.Text(document, s.Start, min(max(s.Start, s.End), s.Start+shownText*utf8.UTFMax))
	return clip(string(head), shownText), err
}

// lineEnds are line ends with white space around them.
var lineEnds = regexp.MustCompile(`\s*\n\s*`)

// fewLines returns a text without blank lines, and without white space around the others. Words that are divided at
// line ends are joined.
func fewLines(text string) string {
	return lineEnds.ReplaceAllString(strings.TrimSpace(charfilter.Joined(text)), "\n")
}
