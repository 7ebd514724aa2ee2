package shardio

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/record"
)

func init() {
	register.Function1x2(largestOf)
	register.Function1x2(hotOf)
}

// Streams of the program.
var (
	Passages       = StreamOf[record.Passage]("passages")
	HotOccurrences = StreamOf[record.HotOccurrence]("hot-occurrences")
	Rejected       = StreamOf[record.Rejected]("rejected")
	Pairs          = StreamOf[record.SimilarPair]("pairs")
	Groups         = StreamOf[record.Grouped]("groups")
	Equal          = StreamOf[record.Equal]("equal")

	largestStream = StreamOf[record.Largest]("largest")
	hotStream     = StreamOf[record.HotPassage]("hot")
)

// Largest makes the stream of a PCollection<record.Excerpt> of passages.
func Largest(s beam.Scope, largest beam.PCollection) Stream {
	return largestStream(s, beam.ParDo(s, largestOf, largest))
}

// Hot makes the stream of a PCollection<record.Excerpt> of hot passages.
func Hot(s beam.Scope, hot beam.PCollection) Stream {
	return hotStream(s, beam.ParDo(s, hotOf, hot))
}

func largestOf(e record.Excerpt) (l record.Largest, err error) {
	l.Text = e.Text
	return l, record.FromJSON(e.Value, &l.Passage)
}

func hotOf(e record.Excerpt) (h record.HotPassage, err error) {
	err = record.FromJSON(e.Value, &h)
	h.Text = e.Text
	return h, err
}
