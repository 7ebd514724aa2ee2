package findings

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/io/record"
)

// Hide gives every document another name, and takes out what says which document it is:
//
//   - fields, dates, places as one cites them, texts of parameters, the run, and streams that are shown line by line
//
// - the order of ids. Documents are in the order of their new names, and so are the sides of pairs of one side, lists
// with
//
//	  equal numbers, the samples of hot passages, and the places of clusters
//	- choices that were made by id. The representative of a cluster is its longest place, and of several the first one
//	- hashes that were made of ids: those of clusters
//
// The texts of clusters and hot passages are of documents that were chosen by id, and are taken out, too: who has the
// texts takes them from the first place (HeadOf). Find still finds a document by its id.
func (f *Findings) Hide(name func(id string, side record.Side) string) {
	f.Hidden, f.Located = true, false
	f.named = make(map[string]string, len(f.Documents))
	for i := range f.Documents {
		d := &f.Documents[i]
		own := name(d.ID, d.Side)
		f.named[record.SidedID(d.ID, d.Side == record.Source)] = own
		*d = Document{ID: own, Side: d.Side}
	}
	for i := range f.Passages {
		p := &f.Passages[i]
		p.LocA, p.LocB = "", ""
		if a, b := &f.Documents[p.DocumentA], &f.Documents[p.DocumentB]; p.DocumentA != p.DocumentB &&
			a.Side == b.Side && a.ID > b.ID {
			p.DocumentA, p.DocumentB, p.A, p.B, p.ShareA, p.ShareB = p.DocumentB, p.DocumentA, p.B, p.A,
				p.ShareB, p.ShareA
		}
	}
	f.hideClusters()
	f.Others = nil
	f.again()
	slices.SortFunc(f.Shares, func(s, t Share) int {
		return cmp.Or(cmp.Compare(t.Share, s.Share), cmp.Compare(t.WeightedShare, s.WeightedShare),
			cmp.Compare(s.Document, t.Document))
	})
	f.hideHot()
	maps.DeleteFunc(f.Parameters, func(name string, v any) bool {
		switch v.(type) {
		case float64, bool:
			return false
		}
		return name != "command"
	})
	f.Run = map[string]any{"version": f.Run["version"]}
}

// hideClusters chooses the representatives anew, and orders the clusters as the result does, but for their evidence:
// it is that of the representative that ids chose.
func (f *Findings) hideClusters() {
	places := make([][]*ClusterPlace, len(f.Clusters))
	for i := range f.Places {
		p := &f.Places[i]
		p.Date, p.Loc, p.From = "", "", Unknown
		places[p.Cluster] = append(places[p.Cluster], p)
	}
	for i := range f.Clusters {
		c := &f.Clusters[i]
		first := slices.MinFunc(places[i], func(p, q *ClusterPlace) int {
			d, e := &f.Documents[p.Document], &f.Documents[q.Document]
			return cmp.Or(cmp.Compare(q.Range.End-q.Range.Start, p.Range.End-p.Range.Start),
				cmp.Compare(d.Side, e.Side), cmp.Compare(d.ID, e.ID), cmp.Compare(p.Range.Start, q.Range.Start))
		})
		d := &f.Documents[first.Document]
		c.representative = record.ClusterSample{ID: d.ID, Start: first.Range.Start, End: first.Range.End,
			Source: d.Side == record.Source}
		c.Key = fmt.Sprintf("%016x",
			xxhash.Sum64String(fmt.Sprintf("%s %d-%d", record.SidedID(d.ID, d.Side == record.Source), first.Range.Start,
				first.Range.End)))
		c.Text, c.Earliest, c.Latest = "", datedOf(nil), datedOf(nil)
	}
	order := make([]int, len(f.Clusters))
	for i := range order {
		order[i] = i
	}
	keys := make([][]byte, len(order))
	for i := range keys {
		c := &f.Clusters[i]
		keys[i] = record.Cluster{
			Cluster: c.Key, Size: int64(len(places[i])), Documents: c.Documents, Representative: c.representative,
			Prose: c.prose,
		}.SortKey()
	}
	slices.SortFunc(order, func(i, j int) int { return bytes.Compare(keys[i], keys[j]) })
	sorted := make([]Cluster, len(order))
	for n, i := range order {
		sorted[n] = f.Clusters[i]
		for _, p := range places[i] {
			p.Cluster = n
		}
	}
	f.Clusters = sorted
}

// maxSamples is how many documents of a hot passage are named with it, as in the result.
const maxSamples = 10

// hideHot orders the places of hot passages by document, and makes the first ones the samples.
func (f *Findings) hideHot() {
	slices.SortFunc(f.HotPlaces, func(p, q HotPlace) int {
		return cmp.Or(cmp.Compare(p.Hot, q.Hot), cmp.Compare(p.Document, q.Document),
			cmp.Compare(p.Range.Start, q.Range.Start))
	})
	for i := range f.Hot {
		h := &f.Hot[i]
		h.Text, h.Samples, h.SampleDocuments, h.FirstPlace = "", nil, nil, 0
	}
	for i := len(f.HotPlaces) - 1; i >= 0; i-- {
		if n := f.HotPlaces[i].Hot; n != Unknown {
			f.Hot[n].FirstPlace = i
		}
	}
	for i := range f.Hot {
		h := &f.Hot[i]
		for _, p := range f.HotPlaces[h.FirstPlace : h.FirstPlace+min(h.Places, maxSamples)] {
			h.SampleDocuments = append(h.SampleDocuments, p.Document)
		}
	}
}
