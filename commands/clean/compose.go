package clean

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"sort"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/cleaning"
)

// Every pass says what it took out in places of the text that it was given. compose
// makes one account of two, in places of the first text: earlier is of all passes up to
// the last one, later of the last one. What later says is held in memory, since it is
// the little that a pass had left; what earlier says goes through line by line.
//
// No unit reaches over a place where something was cut, so a range of the later text is one
// of the first text. What earlier names as kept, later does not cut. It may drop the document, if
// another one has become equal to it, and then it cuts nothing from that one: the same
// range of the other document is then what is kept.
func compose(ctx context.Context, earlier, later string) error {
	c, err := readLater(ctx, earlier, later)
	if err != nil {
		return err
	}
	if err := c.inherit(ctx, earlier); err != nil {
		return err
	}
	if err := c.writeManifest(ctx, earlier, later); err != nil {
		return err
	}
	if err := c.writeDropped(ctx, earlier, later); err != nil {
		return err
	}
	return c.writeCuts(ctx, earlier, later)
}

// composed is what a pass says, in places of the first text.
type composed struct {
	// before and after are the cuts, in order, of the documents that the pass knows of.
	before, after map[string][]record.Cut
	manifest      []record.Removed
	dropped       map[string]record.Removed
}

func readLater(ctx context.Context, earlier, later string) (*composed, error) {
	manifest, err := lines[record.Removed](ctx, later, manifestStream)
	if err != nil {
		return nil, err
	}
	dropped, err := lines[record.Removed](ctx, later, droppedStream)
	if err != nil {
		return nil, err
	}
	cuts, err := lines[record.Cut](ctx, later, cutsStream)
	if err != nil {
		return nil, err
	}
	c := &composed{before: map[string][]record.Cut{}, after: map[string][]record.Cut{}, dropped: map[string]record.Removed{}}
	for _, v := range slices.Concat(manifest, dropped) {
		c.before[v.ID] = nil
		c.before[v.KeptID] = nil
	}
	for _, v := range cuts {
		c.before[v.ID] = nil
	}
	err = eachOf(ctx, earlier, cutsStream, func(v record.Cut, _ []byte) error {
		if all, ok := c.before[v.ID]; ok {
			c.before[v.ID] = append(all, v)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for id, all := range c.before {
		c.after[id] = slices.Clone(all)
	}
	for _, v := range cuts {
		v.Start, v.End = first(c.before[v.ID], v.Start, v.End)
		c.after[v.ID] = append(c.after[v.ID], v)
	}
	for id, all := range c.after {
		c.after[id] = join(all)
	}
	for _, v := range dropped {
		v.End, v.KeptEnd = lengthBefore(c.before[v.ID], v.End), lengthBefore(c.before[v.KeptID], v.KeptEnd)
		c.dropped[v.ID] = v
	}
	for _, v := range manifest {
		v.Start, v.End = first(c.before[v.ID], v.Start, v.End)
		if v.KeptID != "" {
			v.KeptStart, v.KeptEnd = first(c.before[v.KeptID], v.KeptStart, v.KeptEnd)
		}
		c.manifest = append(c.manifest, v)
	}
	return c, nil
}

// inherit drops for the same reason what was dropped earlier for a document that later has
// dropped because too little is left of it: what was taken out of that one is where theirs
// is, too.
func (c *composed) inherit(ctx context.Context, earlier string) error {
	heirs := map[string][]string{}
	err := eachOf(ctx, earlier, droppedStream, func(v record.Removed, _ []byte) error {
		if d, ok := c.dropped[v.KeptID]; ok && v.KeptID != "" && d.KeptID == "" {
			heirs[v.KeptID] = append(heirs[v.KeptID], v.ID)
		}
		return nil
	})
	if err != nil || len(heirs) == 0 {
		return err
	}
	all := slices.Clone(c.manifest)
	err = eachOf(ctx, earlier, manifestStream, func(v record.Removed, _ []byte) error {
		if len(heirs[v.ID]) > 0 {
			all = append(all, v)
		}
		return nil
	})
	for _, v := range all {
		for _, id := range heirs[v.ID] {
			v.ID = id
			c.manifest = append(c.manifest, v)
		}
	}
	c.manifest = inOrder(c.manifest)
	return err
}

// now says where what v names as kept is now.
func (c *composed) now(v record.Removed) record.Removed {
	d, ok := c.dropped[v.KeptID]
	switch {
	case !ok || v.KeptID == "":
	case d.KeptID == "": // it was dropped for what is left of it: all of it is elsewhere
		v.KeptID, v.KeptStart, v.KeptEnd, v.Reason = "", 0, 0, d.Reason
	case v.Reason == cleaning.DocumentReason:
		v.KeptID, v.KeptEnd = d.KeptID, d.KeptEnd
	default: // the documents have become equal
		was := c.before[v.KeptID]
		v.KeptID = d.KeptID
		v.KeptStart, v.KeptEnd = first(c.before[d.KeptID], without(was, v.KeptStart), without(was, v.KeptEnd))
	}
	return v
}

// writeManifest writes the manifest of both.
func (c *composed) writeManifest(ctx context.Context, earlier, later string) error {
	return shardio.WriteStream(ctx, later, manifestStream, func(write func([]byte) error) error {
		next := c.manifest
		err := eachOf(ctx, earlier, manifestStream, func(v record.Removed, _ []byte) error {
			v = c.now(v)
			for len(next) > 0 && bytes.Compare(next[0].SortKey(), v.SortKey()) < 0 {
				if err := writeLine(next[0], write); err != nil {
					return err
				}
				next = next[1:]
			}
			return writeLine(v, write)
		})
		for _, v := range next {
			err = cmp.Or(err, writeLine(v, write))
		}
		return err
	})
}

func (c *composed) writeDropped(ctx context.Context, earlier, later string) error {
	ids := slices.Sorted(maps.Keys(c.dropped))
	return shardio.WriteStream(ctx, later, droppedStream, func(write func([]byte) error) error {
		err := eachOf(ctx, earlier, droppedStream, func(v record.Removed, _ []byte) error {
			for len(ids) > 0 && ids[0] < v.ID {
				if err := writeLine(c.dropped[ids[0]], write); err != nil {
					return err
				}
				ids = ids[1:]
			}
			return writeLine(c.now(v), write)
		})
		for _, id := range ids {
			err = cmp.Or(err, writeLine(c.dropped[id], write))
		}
		return err
	})
}

// writeCuts writes the cuts of both, without those of documents that are gone.
func (c *composed) writeCuts(ctx context.Context, earlier, later string) error {
	var ids []string // of documents that the pass has cut
	for id, all := range c.after {
		if _, gone := c.dropped[id]; len(all) > 0 && !gone {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return shardio.WriteStream(ctx, later, cutsStream, func(write func([]byte) error) error {
		until := func(id string, all bool) error {
			for len(ids) > 0 && (all || ids[0] <= id) {
				for _, v := range c.after[ids[0]] {
					if err := writeLine(v, write); err != nil {
						return err
					}
				}
				ids = ids[1:]
			}
			return nil
		}
		err := eachOf(ctx, earlier, cutsStream, func(v record.Cut, line []byte) error {
			if err := until(v.ID, false); err != nil {
				return err
			}
			if _, ok := c.after[v.ID]; ok {
				return nil
			}
			return write(line)
		})
		return cmp.Or(err, until("", true))
	})
}

// first turns a range of a text that cuts were made in into one of the text before.
func first(cuts []record.Cut, start, end int64) (int64, int64) {
	return place(cuts, start), place(cuts, end-1) + 1
}

// place is where the code point at pos stood before the cuts.
func place(cuts []record.Cut, pos int64) int64 {
	for _, c := range cuts {
		if c.Start > pos {
			break
		}
		pos += c.End - c.Start
	}
	return pos
}

// without is where a place of the text before the cuts, which is in none, is after them.
func without(cuts []record.Cut, pos int64) int64 {
	gone := int64(0)
	for _, c := range cuts {
		if c.Start >= pos {
			break
		}
		gone += min(c.End, pos) - c.Start
	}
	return pos - gone
}

// lengthBefore is the length of a text before the cuts.
func lengthBefore(cuts []record.Cut, length int64) int64 {
	for _, c := range cuts {
		length += c.End - c.Start
	}
	return length
}

// join returns the union of cuts of one document, in order.
func join(cuts []record.Cut) []record.Cut {
	sort.Slice(cuts, func(i, j int) bool { return cuts[i].Start < cuts[j].Start })
	joined := cuts[:0]
	for _, c := range cuts {
		if n := len(joined); n > 0 && c.Start <= joined[n-1].End {
			joined[n-1].End = max(joined[n-1].End, c.End)
		} else {
			joined = append(joined, c)
		}
	}
	return joined
}

// inOrder sorts lines and drops those that are there twice.
func inOrder(all []record.Removed) []record.Removed {
	slices.SortFunc(all, func(x, y record.Removed) int {
		return cmp.Or(bytes.Compare(x.SortKey(), y.SortKey()), cmp.Compare(x.Reason, y.Reason))
	})
	return slices.Compact(all)
}

func writeLine(v any, write func([]byte) error) error {
	line, err := record.JSON(v)
	if err != nil {
		return err
	}
	return write(line)
}

// eachOf calls f for the lines of a stream of a result.
func eachOf[T any](ctx context.Context, dir, stream string, f func(v T, line []byte) error) error {
	names, err := shardio.Files(ctx, dir, stream)
	if err != nil {
		return err
	}
	return job.EachLine(ctx, names, func(line []byte) error {
		var v T
		if err := record.FromJSON(line, &v); err != nil {
			return err
		}
		return f(v, bytes.TrimSuffix(line, []byte("\n")))
	})
}

// lines is all lines of a stream.
func lines[T any](ctx context.Context, dir, stream string) (all []T, err error) {
	err = eachOf(ctx, dir, stream, func(v T, _ []byte) error {
		all = append(all, v)
		return nil
	})
	return all, err
}
