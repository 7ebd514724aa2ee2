package cluster

import (
	"context"

	"example.org/diagonal/engine"
	"example.org/diagonal/transforms/cluster/spot"
	"example.org/diagonal/transforms/locate"
	"example.org/diagonal/transforms/resemblance"
)

// findSpots finds the spots of each document.
type findSpots struct {
	Sides engine.In[locate.Side]
	Ends  engine.Out[end]
	Spots engine.Out[member]
}

func (st *findSpots) Reduce(_ context.Context, document uint64) error {
	var members []member
	var places []spot.Place
	var passages []uint64
	var similarities []float64
	for side := range st.Sides.All {
		members, passages = append(members, member{Side: *side, Passages: 1}), append(passages, side.Passage)
		similarities = append(similarities, side.Similarity)
		places = append(places, spot.Place{Start: side.Start, End: side.End})
	}
	anchors := spot.Of(places)
	for i, anchor := range anchors {
		if i != anchor {
			members[anchor].add(&members[i])
		}
	}
	for i, anchor := range anchors {
		key := spotKey(document, places[anchor].Start, places[anchor].End)
		st.Ends.Add(passages[i], end{key, similarities[i]})
		if i == anchor {
			members[i].spot = key
			st.Spots.Add(key, members[i])
		}
	}
	return nil
}

// add adds the passages of another place of the spot.
func (m *member) add(other *member) {
	m.Passages += other.Passages
	m.Evidence += other.Evidence
	m.Similarity, m.Prose = max(m.Similarity, other.Similarity), max(m.Prose, other.Prose)
	m.Verbatim = m.Verbatim && other.Verbatim
}

// link makes an edge of the two ends of each passage.
type link struct {
	// Dated says that the edges are needed with their similarity.
	Dated bool

	Ends  engine.In[end]
	Links engine.Out[resemblance.Link]
	Edges engine.Out[edge]
}

func (st *link) Reduce(context.Context, uint64) error {
	if st.Ends.Len() < 2 {
		return nil
	}
	var a, b end
	if err := st.Ends.Read(0, &a); err != nil {
		return err
	}
	if err := st.Ends.Read(1, &b); err != nil {
		return err
	}
	if a.spot != b.spot {
		st.Links.Add(a.spot, resemblance.Link{A: resemblance.Vertex{Key: a.spot}, B: resemblance.Vertex{Key: b.spot}})
		if st.Dated {
			st.Edges.Add(a.spot, edge{a.spot, b.spot, a.similarity})
		}
	}
	return nil
}
