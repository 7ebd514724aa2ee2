package partition

import (
	"fmt"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/transforms/partition/bounded"
)

func init() {
	dofn.Plain(&stepFn{})
	dofn.Plain(&chooseFn{})
}

// rounds is how often links are followed. A star takes one round. In a chain of 200 pages, the worst that
// a set can be, half of the sets are joined in each, so eight are enough.
const rounds = 10

// The steps of a round, each of which gets all records of a set: choose (chooseFn), join, tell, move. Before the
// first round is meet.
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

// stepFn does a step at each set of a shard.
type stepFn struct {
	Params Params
	Step   string
	Round  int

	sender
}

func (fn *stepFn) StartBundle(_ func(int, []byte)) { fn.packer = shuffle.NewPacker(fn.Params.Shuffle) }

func (fn *stepFn) ProcessElement(_ int, blocks func(*[]byte) bool, sent func(int, []byte)) error {
	return fn.Params.Shuffle.EachGroup("partition.Join, "+fn.Step, blocks, func(sorted *block.Sorted, from, to int) error {
		v := &fn.at
		if err := v.read(sorted, from, to); err != nil {
			return err
		}
		key := sorted.Key(from)
		switch fn.Step {
		case meet:
			v.pages, v.links = append(v.pages, key), bounded.Distinct(v.links)
			v.Links = uint32(len(v.links))
			fn.vertex(key, sent)
			fn.tell(sent)
		case join:
			joined, all := bounded.Join(v.State, v.links, v.choices, fn.Round, fn.Params.bound())
			for _, l := range joined {
				fn.payload = appendState(append(fn.payload[:0], tagJoined), all)
				fn.packer.Add(l.Set, fn.payload, sent)
			}
			v.State = all
			fn.vertex(key, sent)
			fn.links(key, sent)
		case tell:
			fn.vertex(key, sent)
			fn.tell(sent)
		case move:
			fn.vertex(v.Set, sent)
			fn.links(v.Set, sent)
		default:
			return fmt.Errorf("partition: no step %q", fn.Step)
		}
		return nil
	})
}

func (fn *stepFn) FinishBundle(sent func(int, []byte)) { fn.packer.Flush(sent) }

// chooseFn chooses a link of each set of a shard. The sets that have no link are those of the result.
type chooseFn struct {
	Params Params
	// Last ends the rounds: no link is chosen.
	Last bool

	sender
	ledger shuffle.Ledger
	sets   *shuffle.Packer
}

func (fn *chooseFn) StartBundle(_, _ func(int, []byte), _ func(string, int64)) {
	fn.packer, fn.sets = shuffle.NewPacker(fn.Params.Shuffle), shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{CutLinks: 0}
}

func (fn *chooseFn) ProcessElement(_ int, blocks func(*[]byte) bool, sent, assigned func(int, []byte), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachGroup("partition.Join, choose", blocks, func(sorted *block.Sorted, from, to int) error {
		v := &fn.at
		if err := v.read(sorted, from, to); err != nil {
			return err
		}
		links, cut := bounded.Prune(v.State, bounded.Distinct(v.links), fn.Params.bound())
		fn.ledger.Add(CutLinks, cut)
		if len(links) == 0 || fn.Last {
			fn.done(links, assigned)
			return nil
		}
		v.links = links
		fn.vertex(v.Set, sent)
		fn.links(v.Set, sent)
		best := bounded.Strongest(v.State, links)
		fn.payload = appendLink(fn.payload[:0], tagChoice, bounded.Link{Pages: best.Pages, State: v.State})
		fn.packer.Add(best.Set, fn.payload, sent)
		return nil
	})
}

func (fn *chooseFn) FinishBundle(sent, assigned func(int, []byte), ledger func(string, int64)) {
	fn.packer.Flush(sent)
	fn.sets.Flush(assigned)
	fn.ledger.Flush(ledger)
}

// done assigns the pages of a set to it. links are those that were not followed in any round.
func (fn *chooseFn) done(links []bounded.Link, assigned func(int, []byte)) {
	v := &fn.at
	for _, l := range links {
		if l.Set > v.Set {
			fn.ledger.Add(LateLinks, 1)
		}
	}
	n := int64(len(v.pages))
	if n == 1 {
		return
	}
	fn.ledger.Add(PerhapsSets, 1)
	fn.ledger.Add(PerhapsPages, n)
	fn.ledger.Add(PerhapsPairs, n*(n-1)/2)
	for _, class := range v.pages {
		fn.sets.Add(class, appendUint64(nil, tagAssigned, v.Set), assigned)
	}
}

// sender sends records about the set at hand.
type sender struct {
	packer *shuffle.Packer
	// scratch, never emitted
	at      vertex
	payload []byte
}

// vertex sends the set itself to a key.
func (s *sender) vertex(to uint64, emit func(int, []byte)) {
	s.payload = appendVertex(s.payload[:0], s.at.State, s.at.pages)
	s.packer.Add(to, s.payload, emit)
}

// links sends the links of the set to a key, but for one with itself.
func (s *sender) links(to uint64, emit func(int, []byte)) {
	for _, l := range s.at.links {
		if l.Set != to {
			s.payload = appendLink(s.payload[:0], tagLink, l)
			s.packer.Add(to, s.payload, emit)
		}
	}
}

// tell sends the state of the set to those that it is linked with.
func (s *sender) tell(emit func(int, []byte)) {
	for _, l := range s.at.links {
		s.payload = appendLink(s.payload[:0], tagLink, bounded.Link{Pages: l.Pages, State: s.at.State})
		s.packer.Add(l.Set, s.payload, emit)
	}
}
