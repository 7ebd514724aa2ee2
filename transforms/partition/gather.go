package partition

import (
	"context"
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/partition/site"
	"example.org/diagonal/transforms/resemblance"
)

func init() { engine.RegisterReduce[*gather]() }

// Gathered is the result of Gather.
type Gathered struct {
	// Pages is by class.
	Pages engine.Blocks[Page]
	// Counts is how many pages of a site have each sentence, as far as a bundle has counted.
	Counts engine.Blocks[SiteCount]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Gather makes a page of each class. classes is the result of resemblance.Classes, contents of Emit.
// Gather panics if p is not valid.
func Gather(s beam.Scope, p Params, classes resemblance.Classified, contents engine.Blocks[Content]) Gathered {
	s = start(s, "Gather", p)
	st := engine.Reduce(s, p.Shuffle, "partition.Gather", &gather{
		Params: p, Members: engine.From(classes.Members), Earlier: engine.From(classes.Earlier),
		Contents: engine.From(contents), Ledger: engine.Counting(Pages, Taken),
	})
	return Gathered{st.Pages.Blocks(), st.Counts.Blocks(), st.Ledger.Collection()}
}

// gather makes the pages of classes.
type gather struct {
	Params Params

	Members  engine.In[resemblance.Members]
	Earlier  engine.In[resemblance.Earlier]
	Contents engine.In[Content]
	Pages    engine.Out[Page]
	Counts   engine.Out[SiteCount]
	Ledger   engine.Ledger

	counter *SiteCounter
	page    Page // scratch
}

func (st *gather) StartBundle() { st.counter = NewSiteCounter(&st.Counts) }

func (st *gather) FinishBundle() error {
	st.counter.Send()
	return nil
}

func (st *gather) Reduce(_ context.Context, class uint64) error {
	ok, err := st.gather(class)
	if !ok || err != nil {
		return err
	}
	st.Ledger.Add(Pages, 1)
	if id := site.Of(st.page.ID); st.Params.Templates && id != 0 {
		st.counter.Page(id, st.page.words, st.page.ends, st.page.skeletons)
	}
	st.Pages.Add(class, st.page)
	return nil
}

// gather makes st.page of the records of a class. It reports false
// if all documents were rejected. If two classes have one key, the one with the smaller check has the
// page, and List makes sets of their own of the documents of the other.
func (st *gather) gather(class uint64) (bool, error) {
	page := &st.page
	page.Class, page.Copies, page.Shards, page.Earlier, page.Changed = class, 0, page.Shards[:0], nil, false
	taken := false
	for m := range st.Members.All {
		if !slices.Contains(page.Shards, m.Shard) {
			page.Shards = append(page.Shards, m.Shard)
		}
		switch {
		case page.Copies == 0:
			page.Check, page.ID, page.Changed, page.Copies = m.Check, m.First.ID, m.Changed, m.First.Copies
		case m.Check != page.Check:
			taken = true
			st.Ledger.Add(Taken, m.First.Copies)
		default:
			if m.First.ID < page.ID {
				page.ID, page.Changed = m.First.ID, m.Changed
			}
			page.Copies += m.First.Copies
		}
	}
	for e := range st.Earlier.All {
		if page.Copies == 0 && page.Earlier == nil {
			page.Check, page.ID = e.Check, e.ID
		}
		if first := page.Earlier; e.Check == page.Check &&
			(first == nil || !page.represents() && e.ID == e.Representative) {
			line := e.InSet
			page.Earlier, page.ID = &line, min(page.ID, e.ID)
		}
	}
	if page.Copies == 0 && page.Earlier == nil {
		return false, nil
	}
	if page.Copies == 1 && page.Earlier == nil && !taken {
		page.Shards = page.Shards[:0] // the page is its only document
	}
	for content := range st.Contents.All {
		r := wire.NewReader(*content)
		r.Byte()
		if r.Uint64() != page.Check {
			continue
		}
		page.text.read(&r)
		return true, r.Err()
	}
	return false, fmt.Errorf("partition: class %x has no words", page.Class)
}
