package job

import (
	"context"
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
)

func init() { register.Function1x2(clusterFn) }

// ClustersFlag defines --clusters, of a command that finds passages, in fs. Its default is the value of clusters, and
// its help begins with prefix.
func ClustersFlag(fs *pflag.FlagSet, clusters *bool, prefix string) {
	fs.BoolVar(clusters, "clusters", *clusters,
		prefix+
			"join the passages into clusters, in clusters-*.jsonl: all places where the same text stands;\n"+
			"cluster-places-*.jsonl lists them")
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

// shownTexts is how many clusters the table shows.
const shownTexts = 10

// TableOfTexts returns a table of the first clusters of a result, each as the text that its places have in common.
func TableOfTexts(ctx context.Context, dir string) (*line.Table, error) {
	clusters, err := First[record.Cluster](ctx, dir, "clusters", shownTexts)
	if err != nil {
		return nil, err
	}
	dated := false
	for _, c := range clusters {
		dated = dated || c.Earliest != nil
	}
	t := line.NewTable("The most reprinted and the longest texts")
	header := table.Row{"cluster", "documents", "places", "characters"}
	if dated {
		header = append(header, "first", "last")
	}
	t.AppendHeader(append(header, "text"))
	t.AlignRight("documents", "places", "characters")
	for _, c := range clusters {
		r := c.Representative
		row := table.Row{c.Cluster, humanize.Comma(c.Documents), humanize.Comma(c.Size),
			humanize.Comma(r.End - r.Start)}
		if dated {
			row = append(row, dateOf(c.Earliest), dateOf(c.Latest))
		}
		t.AppendRow(append(row, line.Text(c.Text)))
	}
	return t, nil
}

func dateOf(s *record.ClusterSample) string {
	if s == nil {
		return ""
	}
	return s.Date
}

// littleShare: texts of little evidence are worth a line if they are more than this share of all texts.
const littleShare = 0.1

// ReportClusters prints how many clusters a result has, how many of them are no prose, and how many have little
// evidence, 0 if that is not known. lines are the numbers of lines of its streams.
func ReportClusters(w io.Writer, lines map[string]int64, noProse, little int64) {
	n := lines["clusters"]
	if n == 0 {
		return
	}
	fmt.Fprintf(w, "%s in %s: cluster-places-*.jsonl has the places of each cluster\n",
		line.Subject(n, "text", "stands", "stand"), line.Many(lines["cluster-places"], "place"))
	if noProse > 0 {
		fmt.Fprintf(w, "%s hardly any function words, as in lists, heads of mails and signatures: they come last\n",
			have(noProse))
	}
	if float64(little) > littleShare*float64(n) {
		fmt.Fprintf(w,
			"%s little evidence, as set phrases, texts on one topic and retold texts do: --min_evidence=%v leaves them out\n",
			have(little), record.LittleEvidence)
	}
}

// have returns "1 of them has" or "n of them have".
func have(n int64) string {
	if n == 1 {
		return "1 of them has"
	}
	return humanize.Comma(n) + " of them have"
}
