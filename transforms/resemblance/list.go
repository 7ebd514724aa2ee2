package resemblance

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
)

func init() { engine.RegisterReduce[*list]() }

// List lists the documents of classes of two or more. members is the result of Classify,
// classes of Deliver, and groups of Measure, which may be the zero value. equal is a
// PCollection<record.Equal>, without the representatives of classes. grouped is a
// PCollection<record.Grouped>, with them; it is empty if p.Directed. List panics if p is not
// valid.
func List(
	s beam.Scope, p Params, members engine.Blocks[Member], classes engine.Blocks[Class], groups engine.Blocks[Group],
) (equal, grouped beam.PCollection) {
	s = start(s, "List", p)
	st := engine.Reduce(s, p.Shuffle, "resemblance.List",
		&list{Params: p, Classes: engine.From(classes), Groups: engine.From(groups), Members: engine.From(members)})
	return st.Equal.Collection(), st.Grouped.Collection()
}

// list lists the documents of each class in a shard.
type list struct {
	Params Params

	Classes engine.In[Class]
	Groups  engine.In[Group] // of classes in a group with others
	Members engine.In[Member]
	Equal   engine.Elements[record.Equal]
	Grouped engine.Elements[record.Grouped]
}

func (st *list) Reduce(_ context.Context, key uint64) error {
	if st.Classes.Len() == 0 {
		return nil // the class has one document, or none that is compared
	}
	var class Class
	if err := st.Classes.Read(0, &class); err != nil {
		return err
	}
	group := Group{1, class.ID}
	if st.Groups.Len() > 0 {
		if err := st.Groups.Read(0, &group); err != nil {
			return err
		}
	}
	source := record.SideOf(key) == record.Source
	for m := range st.Members.All {
		if m.Check != class.Check {
			continue // other words with the same key
		}
		if m.ID != class.ID {
			st.Equal.Emit(record.Equal{ID: m.ID, Equal: class.ID, Source: source})
		}
		if !st.Params.Directed {
			st.Grouped.Emit(record.Grouped{ID: m.ID, Group: group.ID, Resemblance: group.Resemblance})
		}
	}
	return nil
}
