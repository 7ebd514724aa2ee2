package resemblance

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
)

func init() {
	dofn.Plain(&listFn{})
	register.Emitter1[record.Equal]()
}

// List lists the documents of classes of two or more. members is the result of Classify,
// classes of Deliver, and groups of Measure, which may be the zero value. equal is a
// PCollection<record.Equal>, without the representatives of classes. grouped is a
// PCollection<record.Grouped>, with them; it is empty if p.Directed. List panics if p is not
// valid.
func List(s beam.Scope, p Params, members shuffle.Blocks[Member], classes shuffle.Blocks[Class], groups shuffle.Blocks[Group]) (equal, grouped beam.PCollection) {
	s = start(s, "List", p)
	return beam.ParDo2(s, &listFn{Params: p}, shuffle.Group(s, p.Shuffle, members, classes, groups))
}

// listFn lists the documents in a shard.
type listFn struct {
	Params Params
}

func (fn *listFn) ProcessElement(_ int, blocks func(*[]byte) bool, equal func(record.Equal), grouped func(record.Grouped)) error {
	return fn.Params.Shuffle.EachGroup("resemblance.List", blocks, func(sorted *block.Sorted, i, end int) error {
		if err := fn.listClass(sorted, i, end, equal, grouped); err != nil {
			return err
		}
		return nil
	})
}

// listClass lists the documents of one class. The records from from to to are a Class, a
// Group if the class is in a group with others, and Members.
func (fn *listFn) listClass(sorted *block.Sorted, from, to int, equal func(record.Equal), grouped func(record.Grouped)) error {
	if sorted.Payload(from)[0] != tagClass {
		return nil // the class has one document, or none that is compared
	}
	check, first, err := readClass(sorted.Payload(from))
	if err != nil {
		return err
	}
	from++
	group, resemblance := first, 1.0
	if from < to && sorted.Payload(from)[0] == tagGroup {
		if resemblance, group, err = readGroup(sorted.Payload(from)); err != nil {
			return err
		}
		from++
	}
	source := record.SideOf(sorted.Key(from-1)) == record.Source
	for i := from; i < to; i++ {
		m, err := engine.Read[Member](sorted.Payload(i))
		if err != nil {
			return err
		}
		if m.Check != check {
			continue // other words with the same key
		}
		if m.ID != first {
			equal(record.Equal{ID: m.ID, Equal: first, Source: source})
		}
		if !fn.Params.Directed {
			grouped(record.Grouped{ID: m.ID, Group: group, Resemblance: resemblance})
		}
	}
	return nil
}
