package job

import (
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
)

func init() { register.Function1x2(clusterFn) }

// ClustersFlag defines --clusters, of a command that finds passages, in fs. Its help begins with prefix.
func ClustersFlag(fs *pflag.FlagSet, clusters *bool, prefix string) {
	fs.BoolVar(clusters, "clusters", false, prefix+"join the passages into clusters, in clusters-*.jsonl: all places where the same text stands;\ncluster-places-*.jsonl lists them")
}

// The streams of clusters.
var (
	clustersOf      = shardio.StreamOf[record.Cluster]("clusters")
	clusterPlacesOf = shardio.StreamOf[record.ClusterPlace]("cluster-places")
)

// ClustersOf returns the streams of clusters, a PCollection<record.Excerpt> of record.Cluster with their
// texts, and of their places, a PCollection<record.ClusterPlace>.
func ClustersOf(s beam.Scope, excerpts, places beam.PCollection) []shardio.Stream {
	return []shardio.Stream{clustersOf(s, beam.ParDo(s, clusterFn, excerpts)), clusterPlacesOf(s, places)}
}

func clusterFn(e record.Excerpt) (c record.Cluster, err error) {
	err = record.FromJSON(e.Value, &c)
	c.Text = e.Text
	return c, err
}

// ReportClusters prints how many clusters a result has. lines are the numbers of lines of its streams.
func ReportClusters(w io.Writer, lines map[string]int64) {
	fmt.Fprintf(w, "%s of %s\n", line.Many(lines["clusters"], "cluster"), line.Many(lines["cluster-places"], "place"))
}
