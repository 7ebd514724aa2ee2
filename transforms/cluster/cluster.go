// Package cluster joins passages into clusters: all places, in any documents, where the same text
// stands.
//
// Passages are pairs of places. In each document, places that nearly coincide are one spot (package
// spot): they have at least 80 % of what they cover together in common with the longest of them. Spots
// are the vertices of a graph, and passages its edges. Its connected components are found by forests
// (package group), so no worker receives all edges. A component becomes clusters: its representative is
// the spot with the most passages; of equal ones the longest, then that with the smallest id, then the
// first. Spots that are at least half as long as it, and at most twice, are its cluster. The rest of the component is
// divided in the same way. Of spots of one document that overlap by half of the shorter one, a cluster has one.
//
// A text AB of two texts that other documents contain alone, A and B, therefore joins nothing: in its
// document A, B and AB are three spots, and each is in a cluster of its own.
//
// The clusters depend on the passages alone, not on their order, on shards or on the runner. Hot
// passages make no pairs, so they are in no cluster: they are clusters of their own.
package cluster

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/transforms/group"
	"example.org/diagonal/transforms/locate"
	"example.org/diagonal/transforms/parameter"
)

func init() {
	engine.RegisterReduce[*findSpots]()
	engine.RegisterReduce[*link]()
	engine.RegisterReduce[*tellComponents]()
	engine.RegisterReduce[*meet]()
	engine.RegisterReduce[*divideComponents]()
}

// Names of counts.
const (
	// Clusters counts clusters.
	Clusters = "clusters"
	// Places counts places in clusters.
	Places = "places_in_clusters"
	// Left counts places in no cluster: those that overlap another one of it, or have a length of their
	// own.
	Left = "places_in_no_cluster"
	// NoProse counts clusters of text that is no prose (record.MinProse). They come after all others.
	NoProse = "clusters_of_no_prose"
	// LittleEvidence counts clusters of prose with evidence below record.LittleEvidence.
	LittleEvidence = "clusters_of_little_evidence"
)

// Params configures Join.
type Params struct {
	// DateField is the name of the field with the date of a document, for record.Cluster.Earliest and
	// record.ClusterPlace.From; "" is none. Dates are compared by value (record.ParseDate). A text that is no date is
	// an error.
	DateField string
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle engine.Params
}

// Result is the result of Join.
type Result struct {
	// Clusters is a PCollection<record.Excerpt> of record.Cluster, whose text has still to be read.
	Clusters beam.PCollection
	// Places is a PCollection<record.ClusterPlace>.
	Places beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Join makes clusters of passages, by both sides of each. It panics if p is not valid.
func Join(s beam.Scope, p Params, sides engine.Blocks[locate.Side]) Result {
	s = s.Scope("cluster.Join")
	parameter.Must(p.Shuffle.Validate())
	sh := p.Shuffle
	found := engine.Reduce(s, sh, "cluster.Join", &findSpots{Sides: engine.From(sides)})
	linked := engine.Reduce(s, sh, "cluster.Join, edges", &link{
		Dated: p.DateField != "", Ends: engine.From(found.Ends.Blocks()),
	})
	last := group.Forests(s, sh, linked.Links.Blocks())
	labels := engine.Reduce(s, last.Params(), "cluster.Join, forests",
		&tellComponents{Links: engine.From(last), Labels: engine.To[label](sh)}).Labels.Blocks()
	met := engine.Reduce(s, sh, "cluster.Join, spots", &meet{
		Labels: engine.From(labels), Spots: engine.From(found.Spots.Blocks()),
		Edges: engine.From(linked.Edges.Blocks()),
	})
	made := engine.Reduce(s, sh, "cluster.Join, clusters", &divideComponents{
		DateField: p.DateField, Members: engine.From(met.Members.Blocks()), Edges: engine.From(met.Connected.Blocks()),
		Ledger: engine.Counting(Clusters),
	})
	return Result{made.Clusters.Collection(), made.Places.Collection(), made.Ledger.Collection()}
}
