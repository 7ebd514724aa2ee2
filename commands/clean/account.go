package clean

import (
	"context"
	"os"

	"example.org/diagonal/engine/spool"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/cleaning"
)

// sorterMemory is the bytes of memory in which one of the sorters of an account sorts: lines take a third of them at a
// time.
const sorterMemory = 12 << 20

// The account of a pass is its manifest, its dropped documents and its cuts, in places of the
// text that the pass was given. joinAccounts makes one account of two, in places of the first
// text, and writes it to the folder later. The folder earlier has the account of all passes
// before the last one, later that of the last one. In memory are the cuts of one document, and as
// many lines as a sorter holds: the lines meet the cuts in the order of their ids, and then in that
// of the documents that are kept.
//
// No unit reaches over a place where something was cut, so a range of the later text is one
// range of the first text. What earlier has kept, later does not cut. It may drop the
// document, if another one has become equal to it. Then it cuts nothing from the other one,
// and the same range of the other document is kept.
func joinAccounts(ctx context.Context, earlier, later string) error {
	return joinWithin(ctx, earlier, later, sorterMemory)
}

// joinWithin is joinAccounts with sorters of so many bytes.
func joinWithin(ctx context.Context, earlier, later string, memory int) (err error) {
	a := &account{ctx: ctx}
	if a.earlier, err = result.Open(ctx, earlier); err != nil {
		return err
	}
	if a.later, err = result.Open(ctx, later); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(later, ".tmp-account-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if a.dir, err = os.MkdirTemp(temp, ""); err != nil {
		return err
	}
	lines, err := spool.Make(temp, true)
	if err != nil {
		return err
	}
	defer lines.Close()
	for _, s := range []**shardio.Sorter{&a.moved, &a.kept, &a.heirs, &a.inherited, &a.manifest, &a.dropped} {
		*s = shardio.NewSorter(ctx, lines, memory)
	}
	for _, step := range []func() error{a.lose, a.move, a.translate, a.keep, a.inherit, a.writeManifest, a.writeDropped,
		a.writeCuts} {
		if err := step(); err != nil {
			return err
		}
	}
	return a.replace()
}

// account joins two accounts.
type account struct {
	ctx            context.Context
	earlier, later *result.Folder
	// dir is the folder that the account is written to.
	dir string
	// gone are the documents that the last pass has dropped.
	gone idFilter
	// moved has the lines of the earlier account whose kept document may be gone, by that.
	moved *shardio.Sorter
	// kept has lines whose kept place is one of the later text, by the kept document.
	kept *shardio.Sorter
	// heirs are documents that were dropped because of one of which too little was left then, by that one, and
	// inherited what was removed from it, of each heir.
	heirs, inherited *shardio.Sorter
	// manifest and dropped are the lines of both accounts in places of the first text, but for those of the earlier
	// account that stay as they are.
	manifest, dropped *shardio.Sorter
}

// entry is a line of the manifest, or of the dropped documents, on its way.
type entry struct {
	weighed
	Dropped bool `json:"dropped"`
}

// heir is a document that was dropped because of another one.
type heir struct{ Of, ID string }

// lose finds out which documents the last pass has dropped.
func (a *account) lose() error {
	return result.Each(a.ctx, a.later, droppedStream, func(v record.Removed, _ []byte) error {
		a.gone.add(v.ID)
		return nil
	})
}

// moves reports whether a line of the earlier account is one of moved.
func (a *account) moves(v *record.Removed) bool {
	return v.KeptID != "" && !v.Source && a.gone.has(v.KeptID)
}

// move gives the lines of the earlier account whose kept document is gone the place that is kept now.
func (a *account) move() error {
	if a.gone.empty() {
		return nil
	}
	err := a.eachEarlier(func(e *entry) error {
		if !a.moves(&e.Removed) {
			return nil
		}
		return add(a.moved, wire.AppendOrdered(nil, e.KeptID), e)
	})
	if err != nil {
		return err
	}
	cuts, dropped := cutsByID(a.ctx, a.earlier), byID(a.ctx, a.later, droppedStream, func(v *record.Removed) string {
		return v.ID
	})
	defer cuts.close()
	defer dropped.close()
	return each(a.moved, func(e *entry) error {
		d, err := dropped.of(e.KeptID)
		if err != nil {
			return err
		}
		if len(d) == 0 {
			return a.done(e)
		}
		if d[0].KeptID == "" { // too little was left of it: all of it is elsewhere
			if e.Reason == cleaning.SimilarReason { // which has other places
				e.KeptID, e.KeptEnd = "", 0
				return a.done(e)
			}
			if e.Dropped {
				if err := add(a.heirs, wire.AppendOrdered(nil, e.KeptID), &heir{e.KeptID, e.ID}); err != nil {
					return err
				}
			}
			e.KeptID, e.KeptStart, e.KeptEnd, e.Reason = "", 0, 0, d[0].Reason
			return a.done(e)
		}
		if cleaning.Whole(e.Reason) {
			e.KeptEnd = d[0].KeptEnd
			if d[0].Reason == cleaning.SimilarReason {
				e.Reason = d[0].Reason // it was identical to the one that is gone
			}
		} else { // the documents have become equal
			was, err := cuts.of(e.KeptID)
			if err != nil {
				return err
			}
			e.KeptStart, e.KeptEnd = was.after(e.KeptStart), was.after(e.KeptEnd)
		}
		e.KeptID, e.Source = d[0].KeptID, d[0].Source
		return a.keeps(e)
	})
}

// translate turns the ranges of the lines of the last pass into those of the first text.
func (a *account) translate() error {
	for _, stream := range []string{manifestStream, droppedStream} {
		cuts := cutsByID(a.ctx, a.earlier)
		defer cuts.close()
		err := result.Each(a.ctx, a.later, stream, func(v weighed, _ []byte) error {
			e := entry{v, stream == droppedStream}
			at, err := cuts.of(e.ID)
			if err != nil {
				return err
			}
			if e.Dropped {
				e.End = at.lengthBefore(e.End)
			} else {
				e.Start, e.End = at.rangeBefore(e.Start, e.End)
			}
			return a.keeps(&e)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// keep turns the kept places of kept into those of the first text.
func (a *account) keep() error {
	cuts := cutsByID(a.ctx, a.earlier)
	defer cuts.close()
	return each(a.kept, func(e *entry) error {
		at, err := cuts.of(e.KeptID)
		if err != nil {
			return err
		}
		if cleaning.Whole(e.Reason) {
			e.KeptEnd = at.lengthBefore(e.KeptEnd)
		} else {
			e.KeptStart, e.KeptEnd = at.rangeBefore(e.KeptStart, e.KeptEnd)
		}
		return a.done(e)
	})
}

// inherit adds lines for documents that earlier has dropped because of a document that later
// has dropped, as too little was left of it. They are dropped for the same reason, and what was
// removed from the other one was removed from them, if they were identical.
func (a *account) inherit() error {
	if a.gone.empty() {
		return nil
	}
	heirs := linesOf[heir](a.ctx, a.heirs.Each)
	defer heirs.close()
	var lines []record.Removed // of one document; it may have any number of heirs
	give := func() error {
		for ; len(lines) > 0 && heirs.more() && heirs.head.Of == lines[0].ID; heirs.skip() {
			for _, v := range lines {
				v.ID = heirs.head.ID
				// those it is of count it
				if err := add(a.inherited, v.SortKey(), &entry{weighed: weighed{Removed: v}}); err != nil {
					return err
				}
			}
		}
		lines = lines[:0]
		return heirs.err
	}
	err := a.eachOfManifest(func(v *record.Removed, _ []byte) error {
		if len(lines) > 0 && lines[0].ID != v.ID {
			if err := give(); err != nil {
				return err
			}
		}
		for heirs.more() && heirs.head.Of < v.ID { // nothing was removed from it
			heirs.skip()
		}
		if heirs.more() && heirs.head.Of == v.ID {
			lines = append(lines, *v)
		}
		return heirs.err
	})
	if err != nil {
		return err
	}
	if err := give(); err != nil {
		return err
	}
	return each(a.inherited, a.done)
}

// keeps adds a line whose kept place, if there is one, is one of the later text, or of the source, which is not cut.
func (a *account) keeps(e *entry) error {
	if e.KeptID == "" || e.Source {
		return a.done(e)
	}
	return add(a.kept, wire.AppendOrdered(nil, e.KeptID), e)
}

// done adds a line with places of the first text.
func (a *account) done(e *entry) error {
	line, err := record.JSON(e.weighed)
	if err != nil {
		return err
	}
	if e.Dropped {
		return a.dropped.Add(e.SortKey(), line)
	}
	return a.manifest.Add(e.SortKey(), line)
}

// eachEarlier calls f with the lines of the earlier account.
func (a *account) eachEarlier(f func(e *entry) error) error {
	for _, stream := range []string{manifestStream, droppedStream} {
		err := result.Each(a.ctx, a.earlier, stream, func(v weighed, _ []byte) error {
			return f(&entry{v, stream == droppedStream})
		})
		if err != nil {
			return err
		}
	}
	return nil
}
