package findings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"example.org/diagonal/io/record"
)

// Cluster is all places of one text.
type Cluster struct {
	// Key is its name in the result, a hash of the place of its representative.
	Key  string
	Kind string
	// Similarity is the least of those of the places, from 0 to 1.
	Similarity float64
	// Documents is the number of documents that have a place.
	Documents int64
	// Text is the beginning of the representative's text.
	Text string
	// First is the number of the first place, which is the representative. The Size places of a cluster
	// follow each other.
	First, Size int
	// Earliest and Latest are the places with the earliest and the latest date.
	Earliest, Latest Dated

	representative record.ClusterSample
	prose          record.Prose
}

// Dated is a place of a cluster with its date. Its number is Unknown, and the date is empty, if there are no dates.
type Dated struct {
	Place int
	Date  string

	sample record.ClusterSample
}

func datedOf(s *record.ClusterSample) Dated {
	if s == nil {
		return Dated{Place: Unknown}
	}
	return Dated{Unknown, s.Date, *s}
}

// ClusterPlace is a place of a cluster.
type ClusterPlace struct {
	Cluster, Document int
	Range             Range
	// Similarity is from 0 to 1.
	Similarity float64
	// Loc is the place as one cites it, if the result has it.
	Loc string
	// Date is that of its document, if dates were asked for. When is its number in the order of all dates;
	// equal dates have the same one. It is Unknown if there is no date.
	Date string
	When int
	// From is the document that it was most likely copied from (record.ClusterSource), or Unknown.
	From int
}

// orderDates sets When of all places.
func (f *Findings) orderDates() {
	var all []record.Date
	dates := map[string]record.Date{}
	for i := range f.Places {
		text := f.Places[i].Date
		if _, known := dates[text]; known {
			continue
		}
		if d, err := record.ParseDate(text); err == nil {
			dates[text], all = d, append(all, d)
		}
	}
	slices.SortFunc(all, record.Date.Compare)
	all = slices.Compact(all)
	for i := range f.Places {
		p := &f.Places[i]
		p.When = Unknown
		if d, ok := dates[p.Date]; ok {
			p.When, _ = slices.BinarySearchFunc(all, d, record.Date.Compare)
		}
	}
}

// clusters reads the clusters of a result, and their places.
func (r *reader) clusters() error {
	named := map[string]int{}
	err := each(r, "clusters", func(c record.Cluster) {
		own := Cluster{Key: c.Cluster, Kind: c.Kind, Similarity: c.Similarity, Documents: c.Documents, Text: c.Text,
			Earliest: datedOf(c.Earliest), Latest: datedOf(c.Latest), representative: c.Representative,
			prose: c.Prose}
		named[c.Cluster] = len(r.f.Clusters)
		r.f.Clusters = append(r.f.Clusters, own)
	})
	if err != nil {
		return err
	}
	date, _ := r.f.Parameters["date_field"].(string)
	empty := maps.Clone(named)
	err = each(r, "cluster-places", func(p record.ClusterPlace) {
		n, ok := named[p.Cluster]
		if !ok {
			return
		}
		delete(empty, p.Cluster)
		place := ClusterPlace{
			Cluster: n, Document: r.document(sideOf(p.Source), p.ID), Similarity: p.Similarity, Loc: p.Loc,
			Range: Range{p.Start, p.End, p.ByteStart, p.ByteEnd}, From: Unknown,
		}
		if p.From != nil {
			place.From = r.document(sideOf(p.From.Source), p.From.ID)
		}
		if date != "" {
			texts, _ := p.Fields.Texts() // of a line that was read as JSON
			place.Date = texts[date]
		}
		r.f.Places = append(r.f.Places, place)
	})
	if len(empty) > 0 && err == nil {
		key := slices.Min(slices.Collect(maps.Keys(empty)))
		err = fmt.Errorf("the result is damaged: the text %q has no place in cluster-places; run %s again", key,
			r.f.Command)
	}
	return err
}

// orderPlaces brings the places into the order of the clusters, each with the representative first, and
// the others by document and place.
func (f *Findings) orderPlaces() {
	is := func(p *ClusterPlace, s *record.ClusterSample) bool {
		d := &f.Documents[p.Document]
		return d.ID == s.ID && d.Side == sideOf(s.Source) && p.Range.Start == s.Start && p.Range.End == s.End
	}
	slices.SortFunc(f.Places, func(p, q ClusterPlace) int {
		if p.Cluster == q.Cluster {
			c := &f.Clusters[p.Cluster]
			if first, second := is(&p, &c.representative), is(&q, &c.representative); first != second {
				if first {
					return -1
				}
				return 1
			}
		}
		return cmp.Or(cmp.Compare(p.Cluster, q.Cluster), cmp.Compare(p.Document, q.Document),
			cmp.Compare(p.Range.Start, q.Range.Start))
	})
	for i := range f.Places {
		p := &f.Places[i]
		c := &f.Clusters[p.Cluster]
		if c.Size == 0 {
			c.First = i
		}
		c.Size++
		for _, d := range []*Dated{&c.Earliest, &c.Latest} {
			if d.Date != "" && is(p, &d.sample) {
				d.Place = i
			}
		}
	}
}

// Ranges returns the number of ranges: two of each passage, and one of each place of a cluster or of a hot passage.
func (f *Findings) Ranges() int { return 2*len(f.Passages) + len(f.Places) + len(f.HotPlaces) }

// Range returns a range and the number of its document. 2i and 2i+1 are those of A and B of passage i;
// those of the places of clusters come behind all of them, and then those of the places of hot passages.
func (f *Findings) Range(n int) (document int, r Range) {
	switch {
	case n >= 2*len(f.Passages)+len(f.Places):
		p := &f.HotPlaces[n-2*len(f.Passages)-len(f.Places)]
		return p.Document, p.Range
	case n >= 2*len(f.Passages):
		p := &f.Places[n-2*len(f.Passages)]
		return p.Document, p.Range
	case n%2 == 0:
		return f.Passages[n/2].DocumentA, f.Passages[n/2].A
	}
	return f.Passages[n/2].DocumentB, f.Passages[n/2].B
}

// Beside returns the number of the passage that has most of two places, one on each side, and whether the
// first place is on its side A. ok is false if there is none.
func (f *Findings) Beside(p, q *ClusterPlace) (passage int, turned, ok bool) {
	best := int64(0)
	for _, t := range []bool{false, true} {
		a, b := p, q
		if t {
			a, b = q, p
		}
		i, found := slices.BinarySearchFunc(f.Pairs, Pair{A: a.Document, B: b.Document}, func(x, y Pair) int {
			return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
		})
		if !found {
			continue
		}
		for k := f.Pairs[i].First; k < f.Pairs[i].First+f.Pairs[i].Passages; k++ {
			both := min(f.Passages[k].A.common(a.Range), f.Passages[k].B.common(b.Range))
			if both > best {
				best, passage, turned, ok = both, k, t, true
			}
		}
	}
	return passage, turned, ok
}

// common returns how many code points two ranges have in common; 0 or less is none.
func (r Range) common(s Range) int64 { return min(r.End, s.End) - max(r.Start, s.Start) }
