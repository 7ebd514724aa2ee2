package cluster

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/locate"
	"example.org/diagonal/transforms/resemblance"
	"example.org/diagonal/transforms/resemblance/forest"
)

// minLength is the least length of the shorter one of a place of a cluster and the representative, as a
// share of the longer one.
const minLength = 0.5

// tellComponents joins the last forests, and tells each spot its component: the smallest key of a spot in it.
type tellComponents struct {
	Links  engine.In[resemblance.Link]
	Labels engine.Out[label]

	joined *forest.Forest
	keys   map[uint64]bool
}

func (st *tellComponents) StartShard(int) { st.joined, st.keys = forest.New(), map[uint64]bool{} }

func (st *tellComponents) Reduce(_ context.Context, a uint64) error {
	for l := range st.Links.All {
		if st.joined.Union(a, l.B.Key) {
			st.keys[a], st.keys[l.B.Key] = true, true
		}
	}
	return nil
}

func (st *tellComponents) FinishShard() error {
	smallest := make([]uint64, st.joined.Len())
	for key := range st.keys {
		if c := st.joined.Component(key); smallest[c] == 0 || key < smallest[c] {
			smallest[c] = key
		}
	}
	for key := range st.keys {
		st.Labels.Add(key, label{smallest[st.joined.Component(key)]})
	}
	return nil
}

// meet sends each spot and its edges to its component.
type meet struct {
	Labels    engine.In[label]
	Spots     engine.In[member]
	Edges     engine.In[edge]
	Members   engine.Out[member]
	Connected engine.Out[edge]
}

func (st *meet) Reduce(context.Context, uint64) error {
	for l := range st.Labels.All {
		for m := range st.Spots.All {
			st.Members.Add(l.component, *m)
		}
		for e := range st.Edges.All {
			st.Connected.Add(l.component, *e)
		}
	}
	return nil
}

// divideComponents makes the clusters of each component.
type divideComponents struct {
	DateField string

	Members  engine.In[member]
	Edges    engine.In[edge]
	Clusters engine.Elements[record.Excerpt] // of a record.Cluster
	Places   engine.Elements[record.ClusterPlace]
	Ledger   engine.Ledger
}

func (st *divideComponents) Reduce(context.Context, uint64) error {
	members := make([]member, 0, st.Members.Len())
	for m := range st.Members.All {
		members = append(members, *m)
	}
	var edges []edge
	for e := range st.Edges.All {
		edges = append(edges, *e)
	}
	all, left := divide(members)
	st.Ledger.Add(Left, int64(left))
	inside := edgesInside(all, edges)
	for n, own := range all {
		c, err := clusterOf(own, st.DateField)
		if err != nil {
			return err
		}
		sources, err := sourcesOf(own, inside[n], st.DateField)
		if err != nil {
			return err
		}
		value, err := record.JSON(c)
		if err != nil {
			return err
		}
		st.Ledger.Add(Clusters, 1)
		st.Ledger.Add(Places, c.Size)
		switch {
		case c.Prose.Below(record.MinProse):
			st.Ledger.Add(NoProse, 1)
		case c.HasLittleEvidence():
			st.Ledger.Add(LittleEvidence, 1)
		}
		st.Clusters.Emit(record.Excerpt{
			Origin: own[0].Origin, ByteStart: own[0].ByteStart, ByteEnd: own[0].ByteEnd, Value: value,
		})
		for i, m := range own {
			st.Places.Emit(record.ClusterPlace{
				Cluster: c.Cluster, ID: m.ID, Start: m.Start, End: m.End, ByteStart: m.ByteStart, ByteEnd: m.ByteEnd,
				Similarity: m.Similarity, Source: m.Source, From: sources[i], Fields: m.Fields,
			})
		}
	}
	return nil
}

// comparePlaces compares two members by document and place.
func comparePlaces(x, y *member) int {
	return cmp.Or(cmp.Compare(record.SidedID(x.ID, x.Source), record.SidedID(y.ID, y.Source)),
		cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End))
}

// divide divides the members of a component into clusters of two and more places, each with its
// representative first. left is the number of members in none. It sorts members.
func divide(members []member) (clusters [][]member, left int) {
	slices.SortFunc(members, func(x, y member) int {
		return cmp.Or(cmp.Compare(y.Passages, x.Passages), cmp.Compare(y.length(), x.length()), comparePlaces(&x, &y))
	})
	for len(members) > 0 {
		first := members[0].length()
		var own, rest []member
		for _, m := range members {
			if n := m.length(); float64(min(n, first)) >= minLength*float64(max(n, first)) {
				own = append(own, m)
			} else {
				rest = append(rest, m)
			}
		}
		kept := apart(own)
		left += len(own) - len(kept)
		if len(kept) > 1 {
			clusters = append(clusters, kept)
		} else {
			left += len(kept)
		}
		members = rest
	}
	return clusters, left
}

// apart returns the members without those that overlap an earlier one of their document by half of the
// shorter one or more.
func apart(members []member) []member {
	type document struct {
		id     string
		source bool
	}
	kept := members[:0]
	byDocument := map[document][]member{}
	for _, m := range members {
		d := document{m.ID, m.Source}
		if slices.ContainsFunc(byDocument[d], func(o member) bool {
			return 2*(min(m.End, o.End)-max(m.Start, o.Start)) >= min(m.length(), o.length())
		}) {
			continue
		}
		byDocument[d] = append(byDocument[d], m)
		kept = append(kept, m)
	}
	return kept
}

// clusterOf returns the line of a cluster, whose representative is the first of its members. dateField is
// Params.DateField. The error is about a date.
func clusterOf(members []member, dateField string) (record.Cluster, error) {
	first := &members[0]
	name := fmt.Appendf(nil, "%s\x00%d %d", record.SidedID(first.ID, first.Source), first.Start, first.End)
	c := record.Cluster{
		Cluster: fmt.Sprintf("%016x", xxhash.Sum64(name)), Size: int64(len(members)), Representative: first.sample(),
		Kind: record.Verbatim, Similarity: 1, Prose: first.Prose,
	}
	documents := map[string]bool{}
	for i := range members {
		m := &members[i]
		documents[record.SidedID(m.ID, m.Source)] = true
		c.Similarity = min(c.Similarity, m.Similarity)
		if !m.Verbatim {
			c.Kind = record.Reworded
		}
	}
	c.Documents = int64(len(documents))
	c.Evidence = record.Round(locate.EvidenceOf(first.Evidence.Float()/float64(first.Passages), c.Documents))
	var err error
	if dateField != "" {
		c.Earliest, c.Latest, err = dated(members, dateField)
	}
	return c, err
}

// dating is a member with the date of its document.
type dating struct {
	*member
	date record.Date
	text string
	at   int // of all members
}

// datings returns the members that have a date.
func datings(members []member, field string) (all []dating, err error) {
	for i := range members {
		m := &members[i]
		date, text, ok, err := m.Fields.Date(field)
		if err != nil {
			return nil, fmt.Errorf("document %s, field %s: %w", m.ID, field, err)
		}
		if ok {
			all = append(all, dating{m, date, text, i})
		}
	}
	return all, nil
}

// compareDates puts the earlier date first, then the place that comparePlaces puts first.
func compareDates(x, y *dating) int {
	return cmp.Or(x.date.Compare(y.date), comparePlaces(x.member, y.member))
}

// dated returns the members with the earliest and the latest date; nil if none has one.
func dated(members []member, field string) (earliest, latest *record.ClusterSample, err error) {
	all, err := datings(members, field)
	if err != nil || len(all) == 0 {
		return nil, nil, err
	}
	sample := func(d dating) *record.ClusterSample {
		s := d.sample()
		s.Date = d.text
		return &s
	}
	first := slices.MinFunc(all, func(x, y dating) int { return compareDates(&x, &y) })
	last := slices.MinFunc(all, func(x, y dating) int {
		return cmp.Or(y.date.Compare(x.date), comparePlaces(x.member, y.member))
	})
	return sample(first), sample(last), nil
}

// edgesInside returns the edges inside each of the clusters. Those between two of them are left out.
func edgesInside(clusters [][]member, edges []edge) [][]edge {
	inside := make([][]edge, len(clusters))
	if len(edges) == 0 {
		return inside
	}
	numberOf := map[uint64]int{}
	for n, own := range clusters {
		for i := range own {
			numberOf[own[i].spot] = n
		}
	}
	for _, e := range edges {
		a, left := numberOf[e.a]
		b, right := numberOf[e.b]
		if left && right && a == b {
			inside[a] = append(inside[a], e)
		}
	}
	return inside
}

// sourcesOf returns the likely source of each member (record.ClusterSource), nil where none is known. edges are those
// of the cluster; those of other members are left out.
func sourcesOf(members []member, edges []edge, field string) ([]*record.ClusterSource, error) {
	sources := make([]*record.ClusterSource, len(members))
	if field == "" {
		return sources, nil
	}
	all, err := datings(members, field)
	if err != nil {
		return nil, err
	}
	bySpot := map[uint64]*dating{}
	for i := range all {
		bySpot[all[i].spot] = &all[i]
	}
	best := map[*dating]*dating{}
	for _, e := range edges {
		early, late := bySpot[e.a], bySpot[e.b]
		if early == nil || late == nil || early.date.Compare(late.date) == 0 {
			continue
		}
		if early.date.Compare(late.date) > 0 {
			early, late = late, early
		}
		if old := sources[late.at]; old == nil || e.similarity > old.Similarity ||
			e.similarity == old.Similarity && compareDates(early, best[late]) < 0 {
			best[late] = early
			sources[late.at] = &record.ClusterSource{
				ID: early.ID, Start: early.Start, End: early.End, Source: early.Source, Similarity: e.similarity,
			}
		}
	}
	return sources, nil
}
