package report

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"example.org/diagonal/commands/report/difference"
	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/commands/report/site"
	"example.org/diagonal/commands/report/texts"
)

const (
	// mostOfPlace is how much of the text of a place the page of a cluster shows, in code points.
	mostOfPlace = 2000
	// fullPlaces is the number of places of a cluster that show so much; the others show restOfPlace.
	fullPlaces, restOfPlace = 300, 300
)

// addClusters writes the clusters and their places.
func (b *builder) addClusters() error {
	if len(b.f.Clusters) == 0 {
		return nil
	}
	b.show("clusters", "Clusters", "All places of one text. The first column opens them, with the words that differ.")
	choices, dated := map[string]bool{}, site.Hidden
	for _, c := range b.f.Clusters {
		choices[c.Kind] = true
		if c.Date != "" {
			dated = site.Text
		}
	}
	kinds := slices.Sorted(maps.Keys(choices))
	t := b.s.Table("clusters",
		site.Column{Title: "Cluster", Type: site.ClusterLink},
		site.Column{Title: "Text", Type: site.Text, Help: "The beginning of the representative's text"},
		site.Column{Title: "Places", Type: site.Number},
		site.Column{Title: "Documents", Type: site.Number},
		site.Column{Title: "Length", Type: site.Number, Help: "Characters of the representative"},
		site.Column{Title: "Kind", Type: site.Choice, Choices: kinds, Help: "verbatim if all passages between the places are"},
		site.Column{Title: "Similarity", Type: site.Similarity, Help: "The least of a place"},
		site.Column{Title: "Earliest", Type: dated, Help: "The earliest date of a document", By: 11},
		site.Column{Title: "Representative", Type: site.Document},
		site.Column{Title: "First place", Type: site.Hidden},
		site.Column{Title: "Earliest place", Type: site.Hidden},
		site.Column{Title: "Order of the dates", Type: site.Hidden},
		site.Column{Title: "Key", Type: site.Hidden})
	keys := make([]string, len(b.f.Clusters))
	for i, c := range b.f.Clusters {
		first, when := &b.f.Places[c.First], findings.Unknown
		if c.Earliest != findings.Unknown {
			when = b.f.Places[c.Earliest].When
		}
		keys[i] = c.Key
		row := []any{
			i, clip(fewLines(c.Text), shownText), c.Size, c.Documents, first.Range.End - first.Range.Start, slices.Index(kinds, c.Kind), c.Similarity,
			clip(c.Date, 40), first.Document, c.First, known(int64(c.Earliest)), known(int64(when)), c.Key,
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
	size := func(i int) int { return b.lengthOf(2*len(b.f.Passages)+i) + b.lengthOf(2*len(b.f.Passages)+b.first(i)) }
	err := eachCompared(b, len(b.f.Places), size, b.vary, func(i int, m member) error {
		p := &b.f.Places[i]
		var passage any
		if first := b.first(i); first != i {
			if n, _, ok := b.f.Beside(&b.f.Places[first], p); ok {
				q := &b.f.Passages[n]
				passage = []any{q.DocumentA, q.DocumentB, q.A.Start, q.A.End, q.B.Start, q.B.End}
			}
		}
		return t.Add(p.Document, p.Range.Start, p.Range.End, p.Similarity, clip(p.Date, 40), m.changed, m.missing, m.note, passage, m.pieces, m.cut, known(int64(p.When)))
	})
	if err != nil {
		return err
	}
	return t.Close()
}

// first returns the number of the representative of the cluster of a place.
func (b *builder) first(place int) int { return b.f.Clusters[b.f.Places[place].Cluster].First }

// vary compares a place of a cluster with the representative.
func (b *builder) vary(place int) (m member, err error) {
	first := b.first(place)
	m.pieces = []any{}
	var both [2][]byte
	for i, n := range [2]int{first, place} {
		document := b.f.Places[n].Document
		if b.c == nil || b.c.State(document) != texts.Here {
			m.note = noText
			return m, nil
		}
		s := b.c.Shown(2*len(b.f.Passages) + n)
		if both[i], err = b.c.Text(document, s.Start, min(max(s.Start, s.End), s.Start+mostCompared)); err != nil {
			return m, err
		}
	}
	var pieces []difference.Piece
	switch {
	case place == first:
		pieces = []difference.Piece{{How: difference.Both, Text: both[1]}}
	case len(both[0]) == mostCompared || len(both[1]) == mostCompared:
		m.note = tooLong
		pieces = []difference.Piece{{How: difference.Both, Text: both[1]}}
	default:
		pieces, m.changed, m.missing = difference.Inline(both[0], both[1])
	}
	most := mostOfPlace
	if place-first >= fullPlaces {
		most = restOfPlace
	}
	for _, p := range pieces {
		if m.cut = most <= 0; m.cut {
			break
		}
		text := p.Text
		if n := utf8.RuneCount(text); n > most {
			at := 0
			for range most {
				_, size := utf8.DecodeRune(text[at:])
				at += size
			}
			text, m.cut = text[:at], true
		}
		most -= utf8.RuneCount(text)
		m.pieces = append(m.pieces, int(p.How), string(text))
		if m.cut {
			break
		}
	}
	return m, nil
}

// topCluster is a cluster of the overview.
type topCluster struct {
	Page              string
	Text              string
	Places, Documents int64
	// Date is that of the earliest place, and Earliest its document; "" if there is none.
	Date     string
	Earliest sample
}

// topClusters is how many clusters the overview shows.
const topClusters = 10

func (b *builder) topClusters() (top []topCluster) {
	for _, c := range b.f.Clusters[:min(topClusters, len(b.f.Clusters))] {
		t := topCluster{Page: clusterPage(&c), Text: clip(fewLines(c.Text), shownText), Places: int64(c.Size), Documents: c.Documents}
		if c.Earliest != findings.Unknown {
			d := b.f.Places[c.Earliest].Document
			t.Date, t.Earliest = clip(c.Date, 40), sample{d, b.documentPage(d), b.id(d)}
		}
		top = append(top, t)
	}
	return top
}

// lineEnds are line ends with white space around them.
var lineEnds = regexp.MustCompile(`\s*\n\s*`)

// fewLines returns a text without blank lines, and without white space around the others.
func fewLines(text string) string { return lineEnds.ReplaceAllString(strings.TrimSpace(text), "\n") }
