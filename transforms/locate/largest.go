package locate

import (
	"bytes"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/io/record"
)

func init() {
	register.Function1x2(oneKeyFn)
	dofn.Plain(&topFn{})
	register.Iter1[[]byte]()
}

// shown is how many of the largest passages a result shows with their text.
const shown = 10

// top is a passage and where it was read.
type top struct {
	key     []byte
	passage record.Passage
	origin  record.Origin
}

// largest keeps the largest passages, ties in the order of the result.
type largest []top

func (l *largest) add(p record.Passage, origin record.Origin) {
	if n := len(*l); n == shown && (*l)[n-1].passage.Length() > p.Length() {
		return
	}
	t := top{record.Largest{Passage: p}.SortKey(), p, origin}
	i, _ := slices.BinarySearchFunc(*l, t, func(a, b top) int { return bytes.Compare(a.key, b.key) })
	*l = slices.Insert(*l, i, t)
	*l = (*l)[:min(len(*l), shown)]
}

// flush emits the passages, without their texts.
func (l largest) flush(emit func(record.Excerpt)) error {
	for _, t := range l {
		value, err := record.JSON(t.passage)
		if err != nil {
			return err
		}
		emit(record.Excerpt{Origin: t.origin, ByteStart: t.passage.AByteStart, ByteEnd: t.passage.AByteEnd, Value: value})
	}
	return nil
}

// largestOf keeps the largest of those that each bundle kept.
func largestOf(s beam.Scope, kept beam.PCollection) beam.PCollection {
	return beam.ParDo(s, &topFn{}, beam.GroupByKey(s, beam.ParDo(s, oneKeyFn, kept)))
}

func oneKeyFn(e record.Excerpt) (int, []byte) {
	b, err := record.JSON(e)
	if err != nil {
		panic(err) // an Excerpt is always JSON
	}
	return 0, b
}

type topFn struct{}

func (fn *topFn) ProcessElement(_ int, kept func(*[]byte) bool, emit func(record.Excerpt)) error {
	var l largest
	var b []byte
	for kept(&b) {
		var e record.Excerpt
		var p record.Passage
		if err := record.FromJSON(b, &e); err != nil {
			return err
		}
		if err := record.FromJSON(e.Value, &p); err != nil {
			return err
		}
		l.add(p, e.Origin)
	}
	return l.flush(emit)
}
