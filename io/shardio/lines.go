package shardio

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/record"
)

func init() {
	register.Function2x1(passageLineFn)
	register.Function2x1(largestLineFn)
	register.Function2x1(hotLineFn)
	register.Function2x1(hotOccurrenceLineFn)
	register.Function2x1(rejectedLineFn)
	register.Function2x1(similarPairLineFn)
	register.Function2x1(groupedLineFn)
	register.Function2x1(equalLineFn)
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

// Pairs makes the lines of one or more PCollection<record.SimilarPair>.
func Pairs(s beam.Scope, pairs ...beam.PCollection) Stream {
	return stream(s, "pairs", similarPairLineFn, pairs)
}

// Groups makes the lines of one or more PCollection<record.Grouped>.
func Groups(s beam.Scope, grouped ...beam.PCollection) Stream {
	return stream(s, "groups", groupedLineFn, grouped)
}

// Equal makes the lines of one or more PCollection<record.Equal>.
func Equal(s beam.Scope, equal ...beam.PCollection) Stream {
	return stream(s, "equal", equalLineFn, equal)
}

// stream makes lines of collections of one type.
func stream(s beam.Scope, name string, lineFn any, cols []beam.PCollection) Stream {
	lines := make([]beam.PCollection, len(cols))
	for i, col := range cols {
		lines[i] = beam.ParDo(s, lineFn, col)
	}
	return Stream{Name: name, Lines: lines[0], More: lines[1:]}
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
func equalLineFn(e record.Equal, emit func(key, line []byte)) error {
	return emitLine(e.SortKey(), e, emit)
}

func emitLine(key []byte, v any, emit func(key, line []byte)) error {
	line, err := record.JSON(v)
	if err != nil {
		return err
	}
	emit(key, line)
	return nil
}
