package partial

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
)

func init() {
	register.Function1x2(largestFn)
	register.Function1x2(hotFn)
}

// The streams of a result.
var (
	passagesOf    = shardio.StreamOf[record.Passage]("passages")
	withinOf      = shardio.StreamOf[record.Passage]("within")
	largestOf     = shardio.StreamOf[record.Largest]("largest")
	hotOf         = shardio.StreamOf[record.HotPassage]("hot")
	documentsOf   = shardio.StreamOf[record.DocumentShare]("documents")
	occurrencesOf = shardio.StreamOf[record.HotOccurrence]("hot-occurrences")
)

// largest returns the stream of a PCollection<record.Excerpt> of passages.
func largest(s beam.Scope, excerpts beam.PCollection) shardio.Stream {
	return largestOf(s, beam.ParDo(s, largestFn, excerpts))
}

// hotStream returns the stream of a PCollection<record.Excerpt> of hot passages.
func hotStream(s beam.Scope, excerpts beam.PCollection) shardio.Stream {
	return hotOf(s, beam.ParDo(s, hotFn, excerpts))
}

func largestFn(e record.Excerpt) (l record.Largest, err error) {
	l.Text = e.Text
	return l, record.FromJSON(e.Value, &l.Passage)
}

func hotFn(e record.Excerpt) (h record.HotPassage, err error) {
	err = record.FromJSON(e.Value, &h)
	h.Text = e.Text
	return h, err
}
