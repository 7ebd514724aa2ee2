package record

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// Clusters are in the order of their length, times the root of their documents but one, times the fourth power of the
// evidence where it is known: 99 documents more count as some ten, and half of the evidence a sixteenth. Those of one
// document come last, by places.
func TestClusterOrder(t *testing.T) {
	cluster := func(name string, length, documents, size int64) Cluster {
		return Cluster{Cluster: name, Size: size, Documents: documents,
			Representative: ClusterSample{Start: 7, End: 7 + length}}
	}
	with := func(evidence float64, c Cluster) Cluster {
		c.Evidence = evidence
		return c
	}
	all := []Cluster{
		with(.05, cluster("long formulas", 100_000, 2, 2)), with(.5, cluster("half of its own", 80_000, 2, 2)),
		with(1, cluster("nearly as much", 4_999, 2, 2)),
		with(.001, cluster("nothing of its own", 1_000, 2, 2)),
		cluster("long", 40_000, 2, 2), cluster("often", 600, 100, 100), cluster("often and twice", 600, 100, 101),
		cluster("short", 100, 2, 2), cluster("one document, four places", 900, 1, 4),
		cluster("one document", 2_000, 1, 2),
	}
	slices.SortFunc(all, func(x, y Cluster) int { return bytes.Compare(x.SortKey(), y.SortKey()) })
	var names []string
	for _, c := range all {
		names = append(names, c.Cluster)
	}
	if got, want := strings.Join(names, "; "), "long; often and twice; often; half of its own; nearly as much; short; long formulas; nothing of its own; one document; one document, four places"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
