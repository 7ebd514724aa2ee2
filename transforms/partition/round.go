package partition

import (
	"context"
	"fmt"

	"example.org/diagonal/engine"
	"example.org/diagonal/transforms/partition/bounded"
)

// rounds is how often links are followed. A star takes one round. In a chain of 200 pages, the worst that
// a set can be, half of the sets are joined in each, so eight are enough.
const rounds = 10

// The steps of a round, each of which gets all records of a set: choose (the stage choose), join, tell, move. Before
// the first round is meet.
const (
	// meet makes a set of each page, and tells the others its State.
	meet = "meet"
	// join joins those that chose a set, if it leads.
	join = "join"
	// tell tells the others the State of the set that a set is in now.
	tell = "tell"
	// move sends the pages and links of a set to the one that it is in.
	move = "move"
)

// step does a step at each set.
type step struct {
	Params Params
	Step   string
	Round  int

	sender
}

func (st *step) Reduce(_ context.Context, key uint64) error {
	v := &st.at
	if err := v.read(key, &st.Records); err != nil {
		return err
	}
	switch st.Step {
	case meet:
		v.pages, v.links = append(v.pages, key), bounded.Distinct(v.links)
		v.Links = uint32(len(v.links))
		st.vertex(key)
		st.tell()
	case join:
		joined, all := bounded.Join(v.State, v.links, v.choices, st.Round, st.Params.bound())
		for _, l := range joined {
			st.send(l.Set, appendState(append(st.payload[:0], tagJoined), all))
		}
		v.State = all
		st.vertex(key)
		st.links(key)
	case tell:
		st.vertex(key)
		st.tell()
	case move:
		st.vertex(v.Set)
		st.links(v.Set)
	default:
		return fmt.Errorf("partition: no step %q", st.Step)
	}
	return nil
}

// choose chooses a link of each set. The sets that have no link are those of the result.
type choose struct {
	Params Params
	// Last ends the rounds: no link is chosen.
	Last bool

	sender
	Sets   engine.Out[Assigned]
	Ledger engine.Ledger
}

func (st *choose) Reduce(_ context.Context, key uint64) error {
	v := &st.at
	if err := v.read(key, &st.Records); err != nil {
		return err
	}
	links, cut := bounded.Prune(v.State, bounded.Distinct(v.links), st.Params.bound())
	st.Ledger.Add(CutLinks, cut)
	if len(links) == 0 || st.Last {
		st.done(links)
		return nil
	}
	v.links = links
	st.vertex(v.Set)
	st.links(v.Set)
	best := bounded.Strongest(v.State, links)
	st.send(best.Set, appendLink(st.payload[:0], tagChoice, bounded.Link{Pages: best.Pages, State: v.State}))
	return nil
}

// done assigns the pages of a set to it. links are those that were not followed in any round.
func (st *choose) done(links []bounded.Link) {
	v := &st.at
	for _, l := range links {
		if l.Set > v.Set {
			st.Ledger.Add(LateLinks, 1)
		}
	}
	n := int64(len(v.pages))
	if n == 1 {
		return
	}
	st.Ledger.Add(PerhapsSets, 1)
	st.Ledger.Add(PerhapsPages, n)
	st.Ledger.Add(PerhapsPairs, n*(n-1)/2)
	for _, class := range v.pages {
		st.Sets.Add(class, Assigned{v.Set})
	}
}

// sender sends records about the set at hand.
type sender struct {
	Records engine.In[Vertex]
	Sent    engine.Out[Vertex]

	at      vertex
	payload []byte // scratch
}

// send sends a payload, which was appended to s.payload.
func (s *sender) send(to uint64, payload []byte) {
	s.payload = payload
	s.Sent.Add(to, payload)
}

// vertex sends the set itself to a key.
func (s *sender) vertex(to uint64) {
	s.send(to, appendVertex(s.payload[:0], s.at.State, s.at.pages))
}

// links sends the links of the set to a key, but for one with itself.
func (s *sender) links(to uint64) {
	for _, l := range s.at.links {
		if l.Set != to {
			s.send(to, appendLink(s.payload[:0], tagLink, l))
		}
	}
}

// tell sends the state of the set to those that it is linked with.
func (s *sender) tell() {
	for _, l := range s.at.links {
		s.send(l.Set, appendLink(s.payload[:0], tagLink, bounded.Link{Pages: l.Pages, State: s.at.State}))
	}
}
