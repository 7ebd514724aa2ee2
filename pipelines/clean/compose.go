package clean

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"sort"

	"diagonal/io/record"
	"diagonal/io/shardio"
	"diagonal/pipelines/job"
)

// Every pass tells what it took out in places of the text that it was given. compose
// makes of two tellings one, in places of the first text: earlier is of all passes up to
// the last one, later of the last one. What later says is held in memory, since it is
// the little that a pass had left; what earlier says goes through line by line.
//
// A copy that earlier names as kept may be taken out by later: because another one comes
// before it, when cuts have brought the sentences together that make them longer
// passages. Then the copy that later names is the one that is kept. That is a kept one
// by what later says, so by induction every line names what is in the collection.
func compose(ctx context.Context, earlier, later string) error {
	c, err := readLater(ctx, earlier, later)
	if err != nil {
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
	byID          map[string][]record.Removed // the manifest
	dropped       []record.Removed
	isDropped     map[string]bool
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
	c := &composed{before: map[string][]record.Cut{}, after: map[string][]record.Cut{}, byID: map[string][]record.Removed{}, isDropped: map[string]bool{}}
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
		v.End = lengthBefore(c.before[v.ID], v.End)
		c.dropped = append(c.dropped, v)
		c.isDropped[v.ID] = true
	}
	for _, v := range manifest {
		v.Start, v.End = first(c.before[v.ID], v.Start, v.End)
		if v.KeptID == "" {
			c.manifest = append(c.manifest, v)
		} else {
			start, end := first(c.before[v.KeptID], v.KeptStart, v.KeptEnd)
			c.manifest = appendKept(c.manifest, v, start, end, c.after[v.KeptID])
		}
	}
	for _, v := range c.manifest {
		c.byID[v.ID] = append(c.byID[v.ID], v)
	}
	c.manifest = inOrder(c.manifest)
	return c, nil
}

// appendKept appends v for what is left of the range from start to end without the cuts.
func appendKept(dst []record.Removed, v record.Removed, start, end int64, cuts []record.Cut) []record.Removed {
	for _, c := range cuts {
		if c.End <= start || c.Start >= end {
			continue
		}
		if c.Start > start {
			v.KeptStart, v.KeptEnd = start, c.Start
			dst = append(dst, v)
		}
		start = c.End
	}
	if start < end {
		v.KeptStart, v.KeptEnd = start, end
		dst = append(dst, v)
	}
	return dst
}

// writeManifest writes the manifest of both: where a copy that was kept is gone, the one
// that is kept for it takes its place.
func (c *composed) writeManifest(ctx context.Context, earlier, later string) error {
	return shardio.WriteStream(ctx, later, manifestStream, func(write func([]byte) error) error {
		next := c.manifest
		var same []record.Removed // lines of one passage
		flush := func() error {
			for _, v := range inOrder(same) {
				for len(next) > 0 && bytes.Compare(next[0].SortKey(), v.SortKey()) < 0 {
					if err := writeLine(next[0], write); err != nil {
						return err
					}
					next = next[1:]
				}
				if err := writeLine(v, write); err != nil {
					return err
				}
			}
			same = same[:0]
			return nil
		}
		err := eachOf(ctx, earlier, manifestStream, func(v record.Removed, _ []byte) error {
			if len(same) > 0 && (v.ID != same[0].ID || v.Start != same[0].Start || v.End != same[0].End) {
				if err := flush(); err != nil {
					return err
				}
			}
			same = c.follow(same, v)
			return nil
		})
		if err := cmp.Or(err, flush()); err != nil {
			return err
		}
		for _, v := range next {
			if err := writeLine(v, write); err != nil {
				return err
			}
		}
		return nil
	})
}

// follow appends v with the copies that are kept now.
func (c *composed) follow(dst []record.Removed, v record.Removed) []record.Removed {
	lines := c.byID[v.KeptID]
	if len(lines) == 0 {
		return append(dst, v)
	}
	dst = appendKept(dst, v, v.KeptStart, v.KeptEnd, c.after[v.KeptID])
	for _, l := range lines {
		if l.Start < v.KeptEnd && v.KeptStart < l.End {
			moved := v
			moved.KeptID, moved.KeptStart, moved.KeptEnd = l.KeptID, l.KeptStart, l.KeptEnd
			dst = append(dst, moved)
		}
	}
	return dst
}

func (c *composed) writeDropped(ctx context.Context, earlier, later string) error {
	all := c.dropped
	return shardio.WriteStream(ctx, later, droppedStream, func(write func([]byte) error) error {
		err := eachOf(ctx, earlier, droppedStream, func(v record.Removed, line []byte) error {
			for len(all) > 0 && all[0].ID < v.ID {
				if err := writeLine(all[0], write); err != nil {
					return err
				}
				all = all[1:]
			}
			return write(line)
		})
		for _, v := range all {
			err = cmp.Or(err, writeLine(v, write))
		}
		return err
	})
}

// writeCuts writes the cuts of both, without those of documents that are gone.
func (c *composed) writeCuts(ctx context.Context, earlier, later string) error {
	var ids []string // of documents that the pass has cut
	for id, all := range c.after {
		if len(all) > 0 && !c.isDropped[id] {
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
