package partition

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
)

func init() {
	engine.RegisterReduce[*link]()
	engine.RegisterReduce[*step]()
	engine.RegisterReduce[*choose]()
}

// link links the pages of each fingerprint. Pages with the same order are a star around the first of them, of
// at most as many pages as a set may have, and the centres of the stars are a chain. So n pages make
// n-1 links, and similar pages, which often have the same order, are one or two links apart.
type link struct {
	Params Params

	Postings engine.In[Posting]
	Links    engine.Out[Vertex]

	payload []byte // scratch
}

func (st *link) Reduce(context.Context, uint64) error {
	var centre Posting
	star := 0 // pages in the star of centre, with it
	first := true
	for p := range st.Postings.All {
		if !first {
			st.send(p, &centre)
			st.send(&centre, p)
		}
		if star++; first || p.Order != centre.Order || star > st.Params.MaxPages {
			centre, star = *p, 1
		}
		first = false
	}
	return nil
}

// send sends the link of a page with another one of the fingerprint.
func (st *link) send(page, other *Posting) {
	st.payload = appendMet(st.payload[:0], uint32(st.Postings.Len()), other.Class, page.Words)
	st.Links.Add(page.Class, st.payload)
}

// Join links the pages that have a fingerprint in common, and joins them into perhaps-similar sets
// (package bounded). postings is the result of Strip. assigned is by class; pages that have no fingerprint in
// common with others have none. ledger is a PCollection<KV<string,int64>>. Join panics if p is not
// valid.
func Join(
	s beam.Scope, p Params, postings engine.Blocks[Posting],
) (assigned engine.Blocks[Assigned], ledger beam.PCollection) {
	s = start(s, "Join", p)
	sent := engine.Reduce(s, p.Shuffle, "partition.Link",
		&link{Params: p, Postings: engine.From(postings)}).Links.Blocks()
	next := func(name string, round int) {
		st := &step{Params: p, Step: name, Round: round, sender: sender{Records: engine.From(sent)}}
		sent = engine.Reduce(s, p.Shuffle, "partition.Join, "+name, st).Sent.Blocks()
	}
	var sets []engine.Blocks[Assigned]
	var counts []beam.PCollection
	choice := func(round int) {
		st := engine.Reduce(s, p.Shuffle, "partition.Join, choose", &choose{
			Params: p, Last: round == rounds, sender: sender{Records: engine.From(sent)},
			Ledger: engine.Counting(CutLinks),
		})
		sent, sets, counts = st.Sent.Blocks(), append(sets, st.Sets.Blocks()), append(counts, st.Ledger.Collection())
	}
	next(meet, 0)
	for round := range rounds {
		choice(round)
		next(join, round)
		next(tell, 0)
		next(move, 0)
	}
	choice(rounds)
	return shuffle.Flatten(s, sets...), beam.Flatten(s, counts...)
}
