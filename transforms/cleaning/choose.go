package cleaning

import (
	"fmt"

	"diagonal/io/record"
	"diagonal/transforms/shuffle"
	"diagonal/transforms/shuffle/block"
)

// rankFn gives copies the rank of their documents: longest first.
type rankFn struct {
	Params Params

	packer  *shuffle.Packer
	payload []byte // scratch, never emitted
}

func (fn *rankFn) StartBundle(_ func(int, []byte)) {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
}

func (fn *rankFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	sorted, err := shuffle.Receive("cleaning.Decide", blocks)
	if err != nil {
		return err
	}
	for i := 0; i < sorted.Len(); {
		end := sorted.Group(i)
		if sorted.Payload(end - 1)[0] == record.TagHome {
			i = end // a document that has no copy: most are
			continue
		}
		homes, next, err := homesOf(sorted, i, end, nil)
		if err != nil {
			return err
		}
		for ; next < end; next++ {
			if tag := sorted.Payload(next)[0]; tag != record.TagRanked {
				return fmt.Errorf("cleaning: a copy has the unknown tag %d", tag)
			}
			a, err := record.ReadAtDocument(sorted.Payload(next))
			if err != nil {
				return err
			}
			if a.Copy.Kind != record.DocumentCopy && a.Copy.Kind != record.SourceCopy { // those have their rank
				home, err := fn.Params.settle(&a.Copy, homes)
				if err != nil {
					return err
				}
				a.Copy.Rank = ^uint64(home.Runes)
			}
			fn.payload = record.AppendCopy(fn.payload[:0], &a.Copy)
			fn.packer.Add(a.Group, fn.payload, emit)
		}
		i = end
	}
	return nil
}

func (fn *rankFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }

// homesOf reads the homes at the head of the records of one key: of each id the one that
// is kept. refused is told the others. next is the first record that is no home.
func homesOf(sorted *block.Sorted, from, to int, refused func(loser, winner *record.Home)) (homes map[string]*record.Home, next int, err error) {
	homes = map[string]*record.Home{}
	for next = from; next < to && sorted.Payload(next)[0] == record.TagHome; next++ {
		h, err := record.ReadHome(sorted.Payload(next))
		if err != nil {
			return nil, 0, err
		}
		if b, ok := homes[h.ID]; !ok || h.Less(b) {
			homes[h.ID] = &h
		}
	}
	if len(homes) == next-from || refused == nil {
		return homes, next, nil
	}
	for i := from; i < next; i++ {
		h, err := record.ReadHome(sorted.Payload(i))
		if err != nil {
			return nil, 0, err
		}
		if b := homes[h.ID]; b.File != h.File || b.Record != h.Record {
			refused(&h, b)
		}
	}
	return homes, next, nil
}

// settle finds the document of a copy, and says no to one that is not there or not so
// long. Afterwards the copy has its real end.
func (p Params) settle(c *record.Copy, homes map[string]*record.Home) (*record.Home, error) {
	home := homes[c.ID]
	if home == nil {
		return nil, fmt.Errorf("the result %s does not belong to the collection %s: it names the document %.100q, which is not there", p.Result, p.Collection, c.ID)
	}
	if c.Kind == record.DocumentCopy && c.End == record.WholeEnd {
		c.End = home.Runes
		return home, nil
	}
	if c.Start < 0 || c.Start >= c.End || c.End > home.Runes {
		return nil, fmt.Errorf("the result %s does not belong to the collection %s: it has a passage of %.100q from %d to %d, and that document has %d characters",
			p.Result, p.Collection, c.ID, c.Start, c.End, home.Runes)
	}
	return home, nil
}

// chooseFn keeps the first copy of each group.
type chooseFn struct {
	Params Params

	packer  *shuffle.Packer
	payload []byte // scratch, never emitted
}

func (fn *chooseFn) StartBundle(_ func(int, []byte)) {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
}

func (fn *chooseFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	sorted, err := shuffle.Receive("cleaning.Decide", blocks)
	if err != nil {
		return err
	}
	send := func(a record.AtDocument) {
		fn.payload = record.AppendAtDocument(fn.payload[:0], &a)
		fn.packer.Add(record.IDKey(a.Copy.ID), fn.payload, emit)
	}
	for i := 0; i < sorted.Len(); {
		group, end := sorted.Key(i), sorted.Group(i)
		first, err := record.ReadCopy(sorted.Payload(i))
		if err != nil {
			return err
		}
		if first.Kind != record.SourceCopy {
			send(record.AtDocument{Tag: record.TagKept, Group: group, Copy: first})
		}
		last := first
		for i++; i < end; i++ {
			c, err := record.ReadCopy(sorted.Payload(i))
			if err != nil {
				return err
			}
			if c.ID == last.ID && c.Start == last.Start && c.End == last.End { // two results tell the same
				continue
			}
			last = c
			send(record.AtDocument{Tag: record.TagCandidate, Group: group, Copy: c, HasKept: true, Kept: first})
		}
	}
	return nil
}

func (fn *chooseFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }
