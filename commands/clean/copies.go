package clean

import (
	"container/heap"
	"context"
	"encoding/binary"
	"os"

	"example.org/diagonal/engine/spool"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/cleaning"
)

// copiesStream is the stream of how many copies of a text were removed.
const copiesStream = "copies"

// copied says how many copies were removed of a range of a document that stays.
type copied struct {
	ID     string `json:"id"`
	Start  int64  `json:"start"`
	End    int64  `json:"end"`
	Copies int64  `json:"copies"`
	// Reason is cleaning.DocumentReason if the copies are documents that this one represents, and
	// cleaning.PassageReason if they are ranges of others.
	Reason string `json:"reason"`
	Source bool   `json:"source,omitempty"`
}

// sortKey orders by document, whole documents first, and then by place.
func (c *copied) sortKey() []byte {
	k := wire.AppendBool(wire.AppendBool(wire.AppendOrdered(nil, c.ID), c.Source), c.Reason != cleaning.DocumentReason)
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(k, uint64(c.Start)), uint64(c.End))
}

// same reports whether both are of the same document, and of whole documents or not.
func (c *copied) same(o *copied) bool {
	return c.ID == o.ID && c.Source == o.Source && c.Reason == o.Reason
}

// writeCopies counts the copies that the account in the folder dir says of, of which weigh has weighed each pass, and
// writes them there. It takes the weights out of the manifest. In memory are the ends of the ranges of one place, and
// as many lines as a sorter holds. It returns the number of lines.
func writeCopies(ctx context.Context, dir string, memory int) (lines int64, err error) {
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return 0, err
	}
	temp, err := os.MkdirTemp(dir, ".tmp-copies-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(temp)
	waiting, err := spool.Make(temp, true)
	if err != nil {
		return 0, err
	}
	defer waiting.Close()
	places := shardio.NewSorter(ctx, waiting, memory)
	if err := eachTwin(ctx, folder, func(v *record.Removed) error {
		c := copied{ID: v.KeptID, End: v.KeptEnd, Copies: 1, Reason: cleaning.DocumentReason, Source: v.Source}
		return add(places, c.sortKey(), &c)
	}); err != nil {
		return 0, err
	}
	if err := rewriteManifest(ctx, folder, temp, func(v *weighed) error {
		n := v.Weight
		v.Weight = 0
		if n == 0 || cleaning.Whole(v.Reason) || v.KeptID == "" {
			return nil
		}
		c := copied{ID: v.KeptID, Start: v.KeptStart, End: v.KeptEnd, Copies: n, Reason: cleaning.PassageReason,
			Source: v.Source}
		return add(places, c.sortKey(), &c)
	}); err != nil {
		return 0, err
	}
	err = shardio.WriteStream(ctx, dir, copiesStream, func(write func([]byte) error) error {
		s := sweep{emit: func(c *copied) error {
			lines++
			line, err := record.JSON(c)
			if err != nil {
				return err
			}
			return write(line)
		}}
		if err := each(places, s.add); err != nil {
			return err
		}
		return s.close()
	})
	return lines, err
}

// sweep makes of ranges in order, which may overlap, ranges that do not, with the sum of their copies. Whole documents
// are one range.
type sweep struct {
	emit func(c *copied) error

	at   copied // the document at hand, and the place up to which ranges were emitted: Start
	sum  int64  // of the ranges that are open
	ends ends
	last copied // waits for one that continues it
}

// add adds a range.
func (s *sweep) add(c *copied) error {
	if !s.at.same(c) {
		if err := s.close(); err != nil {
			return err
		}
		s.at = *c
	}
	if c.Reason == cleaning.DocumentReason {
		s.last = copied{c.ID, 0, max(s.last.End, c.End), s.last.Copies + c.Copies, c.Reason, c.Source}
		return nil
	}
	if err := s.until(c.Start); err != nil {
		return err
	}
	s.at.Start = c.Start
	s.sum += c.Copies
	s.ends.add(c.End, c.Copies)
	return nil
}

// until emits what is before a place.
func (s *sweep) until(place int64) error {
	for s.ends.Len() > 0 {
		next := s.ends.places[0]
		if err := s.reach(min(next, place)); err != nil || next > place {
			return err
		}
		s.sum -= s.ends.next()
	}
	return nil
}

// reach emits the range from the last place to this one.
func (s *sweep) reach(end int64) error {
	start := s.at.Start
	if start >= end || s.sum == 0 {
		return nil
	}
	s.at.Start = end
	if s.last.Copies == s.sum && s.last.End == start {
		s.last.End = end
		return nil
	}
	err := s.flush()
	s.last = copied{s.at.ID, start, end, s.sum, s.at.Reason, s.at.Source}
	return err
}

// flush emits the range that waits.
func (s *sweep) flush() error {
	if s.last.Copies == 0 {
		return nil
	}
	c := s.last
	s.last = copied{}
	return s.emit(&c)
}

// close emits what is left of a document.
func (s *sweep) close() error {
	if err := s.until(1<<63 - 1); err != nil {
		return err
	}
	return s.flush()
}

// ends are the ends of open ranges, with the sum of the copies that end at each: a heap of places.
type ends struct {
	places []int64
	copies map[int64]int64
}

func (e *ends) Len() int           { return len(e.places) }
func (e *ends) Less(i, j int) bool { return e.places[i] < e.places[j] }
func (e *ends) Swap(i, j int)      { e.places[i], e.places[j] = e.places[j], e.places[i] }
func (e *ends) Push(x any)         { e.places = append(e.places, x.(int64)) }
func (e *ends) Pop() any {
	last := e.places[len(e.places)-1]
	e.places = e.places[:len(e.places)-1]
	return last
}

// add adds copies that end at a place.
func (e *ends) add(place, copies int64) {
	if e.copies == nil {
		e.copies = map[int64]int64{}
	}
	if _, ok := e.copies[place]; !ok {
		heap.Push(e, place)
	}
	e.copies[place] += copies
}

// next removes the first place, and returns how many copies end there.
func (e *ends) next() (copies int64) {
	place := heap.Pop(e).(int64)
	copies = e.copies[place]
	delete(e.copies, place)
	return copies
}
