package shardio

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"diagonal/io/record"
)

func init() {
	register.Function2x1(passageLineFn)
	register.Function2x1(largestLineFn)
	register.Function2x1(hotLineFn)
	register.Function2x1(hotOccurrenceLineFn)
	register.Function2x1(rejectedLineFn)
	register.Function2x1(similarPairLineFn)
	register.Function2x1(groupedLineFn)
	register.Emitter2[[]byte, []byte]()
}

// Passages makes the lines of a PCollection<record.Passage>.
func Passages(s beam.Scope, passages beam.PCollection) Stream {
	return Stream{Name: "passages", Lines: beam.ParDo(s, passageLineFn, passages)}
}

// Largest makes the lines of a PCollection<record.Excerpt> of passages.
func Largest(s beam.Scope, largest beam.PCollection) Stream {
	return Stream{Name: "largest", Lines: beam.ParDo(s, largestLineFn, largest)}
}

// Hot makes the lines of a PCollection<record.Excerpt> of hot passages.
func Hot(s beam.Scope, hot beam.PCollection) Stream {
	return Stream{Name: "hot", Lines: beam.ParDo(s, hotLineFn, hot)}
}

// HotOccurrences makes the lines of a PCollection<record.HotOccurrence>.
func HotOccurrences(s beam.Scope, occurrences beam.PCollection) Stream {
	return Stream{Name: "hot-occurrences", Lines: beam.ParDo(s, hotOccurrenceLineFn, occurrences)}
}

// Rejected makes the lines of a PCollection<record.Rejected>.
func Rejected(s beam.Scope, rejected beam.PCollection) Stream {
	return Stream{Name: "rejected", Lines: beam.ParDo(s, rejectedLineFn, rejected)}
}

// Pairs makes the lines of a PCollection<record.SimilarPair>.
func Pairs(s beam.Scope, pairs beam.PCollection) Stream {
	return Stream{Name: "pairs", Lines: beam.ParDo(s, similarPairLineFn, pairs)}
}

// Groups makes the lines of a PCollection<record.Grouped>.
func Groups(s beam.Scope, grouped beam.PCollection) Stream {
	return Stream{Name: "groups", Lines: beam.ParDo(s, groupedLineFn, grouped)}
}

func passageLineFn(p record.Passage, emit func(key, line []byte)) error {
	return emitLine(p.SortKey(), p, emit)
}
func largestLineFn(e record.Excerpt, emit func(key, line []byte)) error {
	l := record.Largest{Text: e.Text}
	if err := record.FromJSON(e.Value, &l.Passage); err != nil {
		return err
	}
	return emitLine(l.SortKey(), l, emit)
}
func hotLineFn(e record.Excerpt, emit func(key, line []byte)) error {
	var h record.HotPassage
	if err := record.FromJSON(e.Value, &h); err != nil {
		return err
	}
	h.Text = e.Text
	return emitLine(h.SortKey(), h, emit)
}
func hotOccurrenceLineFn(h record.HotOccurrence, emit func(key, line []byte)) error {
	return emitLine(h.SortKey(), h, emit)
}
func rejectedLineFn(r record.Rejected, emit func(key, line []byte)) error {
	return emitLine(r.SortKey(), r, emit)
}
func similarPairLineFn(p record.SimilarPair, emit func(key, line []byte)) error {
	return emitLine(p.SortKey(), p, emit)
}
func groupedLineFn(g record.Grouped, emit func(key, line []byte)) error {
	return emitLine(g.SortKey(), g, emit)
}

func emitLine(key []byte, v any, emit func(key, line []byte)) error {
	line, err := record.JSON(v)
	if err != nil {
		return err
	}
	emit(key, line)
	return nil
}
