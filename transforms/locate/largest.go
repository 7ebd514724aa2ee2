package locate

import (
	"bytes"
	"context"
	"slices"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
)

func init() { engine.RegisterReduce[*longest]() }

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
	t := top{record.Largest{Passage: p}.SortKey(), p, origin}
	i, _ := slices.BinarySearchFunc(*l, t, func(a, b top) int { return bytes.Compare(a.key, b.key) })
	*l = slices.Insert(*l, i, t)
	*l = (*l)[:min(len(*l), shown)]
}

// each calls emit with the passages, without their texts.
func (l largest) each(emit func(record.Excerpt)) error {
	for _, t := range l {
		value, err := record.JSON(t.passage)
		if err != nil {
			return err
		}
		emit(record.Excerpt{
			Origin: t.origin, ByteStart: t.passage.AByteStart, ByteEnd: t.passage.AByteEnd, Value: value,
		})
	}
	return nil
}

// large is one of the largest passages of a bundle. Its key is 0.
//
//	JSON of a record.Excerpt of a passage
type large struct{ record.Excerpt }

// Append appends the payload of l to dst.
func (l *large) Append(dst []byte) []byte {
	b, err := record.JSON(l.Excerpt)
	if err != nil {
		panic(err) // an Excerpt is always JSON
	}
	return append(dst, b...)
}

// Read reads a payload.
func (l *large) Read(payload []byte) error {
	l.Excerpt = record.Excerpt{}
	return record.FromJSON(payload, &l.Excerpt)
}

// longest keeps the largest of those that each bundle kept.
type longest struct {
	Kept    engine.In[large]
	Largest engine.Elements[record.Excerpt]
}

func (st *longest) Reduce(context.Context, uint64) error {
	var l largest
	for e := range st.Kept.All {
		var p record.Passage
		if err := record.FromJSON(e.Value, &p); err != nil {
			return err
		}
		l.add(p, e.Origin)
	}
	return l.each(st.Largest.Emit)
}
