package record

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// Clusters are in the order of what other documents have of them: length times documents but one. Those of one
// document come last, by places.
func TestClusterOrder(t *testing.T) {
	cluster := func(name string, length, documents, size int64) Cluster {
		return Cluster{Cluster: name, Size: size, Documents: documents, Representative: ClusterSample{Start: 7, End: 7 + length}}
	}
	all := []Cluster{
		cluster("long", 40_000, 2, 2), cluster("often", 400, 100, 100), cluster("often and twice", 400, 100, 101),
		cluster("short", 100, 2, 2), cluster("one document, four places", 900, 1, 4), cluster("one document", 2_000, 1, 2),
	}
	slices.SortFunc(all, func(x, y Cluster) int { return bytes.Compare(x.SortKey(), y.SortKey()) })
	var names []string
	for _, c := range all {
		names = append(names, c.Cluster)
	}
	if got, want := strings.Join(names, "; "), "long; often and twice; often; short; one document, four places; one document"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
