package clean

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/cleaning"
)

// joinInMemory is joinAccounts as one reads it: the account of the last pass is in memory, and the lines of the other
// one are read.
func joinInMemory(ctx context.Context, earlier, later string) error {
	before, err := result.Open(ctx, earlier)
	if err != nil {
		return err
	}
	last, err := result.Open(ctx, later)
	if err != nil {
		return err
	}
	a, err := readAccount(ctx, before, last)
	if err != nil {
		return err
	}
	if err := a.inherit(ctx, before); err != nil {
		return err
	}
	if err := a.writeManifest(ctx, before, later); err != nil {
		return err
	}
	if err := a.writeDropped(ctx, before, later); err != nil {
		return err
	}
	return a.writeCuts(ctx, before, later)
}

// wholeAccount is the account of the last pass, in places of the first text.
type wholeAccount struct {
	// before are the cuts of earlier passes, and after those of all passes, of the documents
	// that the last pass names.
	before, after map[string][]record.Cut
	manifest      []weighed
	dropped       map[string]weighed // by id
}

// readAccount reads the account of the last pass.
func readAccount(ctx context.Context, earlier, last *result.Folder) (*wholeAccount, error) {
	manifest, err := allOf[weighed](ctx, last, manifestStream)
	if err != nil {
		return nil, err
	}
	dropped, err := allOf[weighed](ctx, last, droppedStream)
	if err != nil {
		return nil, err
	}
	cuts, err := allOf[record.Cut](ctx, last, cutsStream)
	if err != nil {
		return nil, err
	}
	a := &wholeAccount{before: map[string][]record.Cut{}, after: map[string][]record.Cut{},
		dropped: map[string]weighed{}}
	for _, v := range slices.Concat(manifest, dropped) {
		a.before[v.ID] = nil
		a.before[v.KeptID] = nil
	}
	for _, v := range cuts {
		a.before[v.ID] = nil
	}
	err = result.Each(ctx, earlier, cutsStream, func(v record.Cut, _ []byte) error {
		if all, ok := a.before[v.ID]; ok {
			a.before[v.ID] = append(all, v)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	a.translate(manifest, dropped, cuts)
	return a, nil
}

// translate sets the account to lines with places of the later text.
func (a *wholeAccount) translate(manifest, dropped []weighed, cuts []record.Cut) {
	for id, all := range a.before {
		a.after[id] = slices.Clone(all)
	}
	for _, v := range cuts {
		v.Start, v.End = rangeBefore(a.before[v.ID], v.Start, v.End)
		a.after[v.ID] = append(a.after[v.ID], v)
	}
	for id, all := range a.after {
		a.after[id] = union(all)
	}
	for _, v := range dropped {
		v.End, v.KeptEnd = lengthBefore(a.before[v.ID], v.End), lengthBefore(a.before[v.KeptID], v.KeptEnd)
		a.dropped[v.ID] = v
	}
	for _, v := range manifest {
		v.Start, v.End = rangeBefore(a.before[v.ID], v.Start, v.End)
		if v.KeptID != "" {
			v.KeptStart, v.KeptEnd = rangeBefore(a.before[v.KeptID], v.KeptStart, v.KeptEnd)
		}
		a.manifest = append(a.manifest, v)
	}
}

// inherit adds lines for documents that earlier has dropped because of a document that later
// has dropped, as too little was left of it. They are dropped for the same reason, and what was
// removed from the other one was removed from them, if they were identical.
func (a *wholeAccount) inherit(ctx context.Context, earlier *result.Folder) error {
	heirs := map[string][]string{}
	err := result.Each(ctx, earlier, droppedStream, func(v weighed, _ []byte) error {
		if d, ok := a.dropped[v.KeptID]; ok && v.KeptID != "" && d.KeptID == "" && v.Reason == cleaning.DocumentReason {
			heirs[v.KeptID] = append(heirs[v.KeptID], v.ID)
		}
		return nil
	})
	if err != nil || len(heirs) == 0 {
		return err
	}
	all := slices.Clone(a.manifest)
	err = result.Each(ctx, earlier, manifestStream, func(v weighed, _ []byte) error {
		if len(heirs[v.ID]) > 0 {
			all = append(all, a.updated(v))
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, v := range all {
		for _, id := range heirs[v.ID] {
			v.ID, v.Weight = id, 0 // the line that it is of counts it
			a.manifest = append(a.manifest, v)
		}
	}
	a.manifest = inOrder(a.manifest)
	return nil
}

// updated returns a line of an earlier account with the place that is kept now.
func (a *wholeAccount) updated(v weighed) weighed {
	d, ok := a.dropped[v.KeptID]
	switch {
	case !ok || v.KeptID == "":
	case d.KeptID == "" && v.Reason == cleaning.SimilarReason:
		v.KeptID, v.KeptStart, v.KeptEnd = "", 0, 0
	case d.KeptID == "": // too little was left of it: all of it is elsewhere
		v.KeptID, v.KeptStart, v.KeptEnd, v.Reason = "", 0, 0, d.Reason
	case cleaning.Whole(v.Reason):
		v.KeptID, v.KeptEnd = d.KeptID, d.KeptEnd
		if d.Reason == cleaning.SimilarReason {
			v.Reason = d.Reason
		}
	default: // the documents have become equal
		was := a.before[v.KeptID]
		v.KeptID = d.KeptID
		v.KeptStart, v.KeptEnd = rangeBefore(a.before[d.KeptID], placeAfter(was, v.KeptStart),
			placeAfter(was, v.KeptEnd))
	}
	return v
}

// writeManifest writes the manifest of both.
func (a *wholeAccount) writeManifest(ctx context.Context, earlier *result.Folder, later string) error {
	return shardio.WriteStream(ctx, later, manifestStream, func(write func([]byte) error) error {
		next := a.manifest
		err := result.Each(ctx, earlier, manifestStream, func(v weighed, _ []byte) error {
			v = a.updated(v)
			for len(next) > 0 && bytes.Compare(next[0].SortKey(), v.SortKey()) < 0 {
				if err := writeLine(next[0], write); err != nil {
					return err
				}
				next = next[1:]
			}
			return writeLine(v, write)
		})
		if err != nil {
			return err
		}
		return writeLines(next, write)
	})
}

// writeDropped writes the dropped documents of both.
func (a *wholeAccount) writeDropped(ctx context.Context, earlier *result.Folder, later string) error {
	ids := slices.Sorted(maps.Keys(a.dropped))
	return shardio.WriteStream(ctx, later, droppedStream, func(write func([]byte) error) error {
		err := result.Each(ctx, earlier, droppedStream, func(v weighed, _ []byte) error {
			for len(ids) > 0 && ids[0] < v.ID {
				if err := writeLine(a.dropped[ids[0]], write); err != nil {
					return err
				}
				ids = ids[1:]
			}
			return writeLine(a.updated(v), write)
		})
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := writeLine(a.dropped[id], write); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeCuts writes the cuts of both, without those of documents that are dropped.
func (a *wholeAccount) writeCuts(ctx context.Context, earlier *result.Folder, later string) error {
	var ids []string // of documents that the last pass has cut
	for id, all := range a.after {
		if _, gone := a.dropped[id]; len(all) > 0 && !gone {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return shardio.WriteStream(ctx, later, cutsStream, func(write func([]byte) error) error {
		err := result.Each(ctx, earlier, cutsStream, func(v record.Cut, line []byte) error {
			for len(ids) > 0 && ids[0] <= v.ID {
				if err := writeLines(a.after[ids[0]], write); err != nil {
					return err
				}
				ids = ids[1:]
			}
			if _, ok := a.after[v.ID]; ok {
				return nil
			}
			return write(line)
		})
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := writeLines(a.after[id], write); err != nil {
				return err
			}
		}
		return nil
	})
}

// inOrder sorts lines and drops repeated ones.
func inOrder(all []weighed) []weighed {
	slices.SortFunc(all, func(x, y weighed) int {
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

func writeLines[T any](all []T, write func([]byte) error) error {
	for _, v := range all {
		if err := writeLine(v, write); err != nil {
			return err
		}
	}
	return nil
}

// allOf returns all records of a stream.
func allOf[T any](ctx context.Context, folder *result.Folder, stream string) (all []T, err error) {
	err = result.Each(ctx, folder, stream, func(v T, _ []byte) error {
		all = append(all, v)
		return nil
	})
	return all, err
}

// rangeBefore returns the range before the cuts of a range after them.
func rangeBefore(cuts []record.Cut, start, end int64) (int64, int64) {
	return placeBefore(cuts, start), placeBefore(cuts, end-1) + 1
}

// placeBefore returns the place before the cuts of the code point at pos after them.
func placeBefore(cuts []record.Cut, pos int64) int64 {
	for _, c := range cuts {
		if c.Start > pos {
			break
		}
		pos += c.End - c.Start
	}
	return pos
}

// placeAfter returns the place after the cuts of a place before them, which no cut contains.
func placeAfter(cuts []record.Cut, pos int64) int64 {
	gone := int64(0)
	for _, c := range cuts {
		if c.Start >= pos {
			break
		}
		gone += min(c.End, pos) - c.Start
	}
	return pos - gone
}

// lengthBefore returns the length before the cuts of a text that has a length after them.
func lengthBefore(cuts []record.Cut, length int64) int64 {
	for _, c := range cuts {
		length += c.End - c.Start
	}
	return length
}
