package docio

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// changedError records that a file is not the one that the plan was made for. The places of its
// records are others now, so it is not read.
type changedError struct{ was, is string }

func (e *changedError) Error() string {
	if e.was == "" {
		return fmt.Sprintf("the file changed during the run: now it has %s; run again when nothing writes to it", e.is)
	}
	return fmt.Sprintf("the file changed during the run: it had %s, now it has %s; run again when nothing writes to it",
		e.was, e.is)
}

// unchanged compares an open file with the plan, and keeps the first difference. Without a
// version in the plan there is nothing to compare.
func (in *Input) unchanged(f any) error {
	v, ok := f.(store.Versioned)
	if in.Version == "" && len(in.versions) == 0 || !ok {
		return nil
	}
	is, err := v.Version()
	if err != nil {
		is = err.Error()
	}
	if is == in.Version || in.Version == "" && in.versions.has(in.path, is) {
		return nil
	}
	e := &changedError{in.Version, is}
	in.changed.CompareAndSwap(nil, e)
	return e
}

// Read reads the documents of the range in their order. It rejects what it cannot read, and a
// file that changed while it was read once more, behind what was read of it. The error is that
// of ctx or of emit, or reports that the run has no room for so much text.
func (in *Input) Read(ctx context.Context, emit func(record.Document) error, reject func(record.Rejected)) error {
	last, reported, text := in.Lines, false, int64(0)
	at := place{in.Side, in.Path, in.Start}
	err := lookup(in.Format).read(ctx, in, func(d record.Document) error {
		last, d.Reading = d.Record, in.params.reading()
		if err := cmp.Or(in.describe(&d), in.params.checkDate(&d)); err != nil {
			reject(record.Rejected{File: in.Path, Record: d.Record, ID: d.ID, Reason: err.Error()})
			return nil
		}
		if in.Max > 0 && text >= in.Max {
			return errEnough
		}
		in.countUndecoded(&d)
		in.countEncoded(&d)
		if err := in.countFields(&d); err != nil {
			return err
		}
		text += int64(len(d.Text))
		if in.budget == nil {
			return emit(d)
		}
		if err := in.budget.grow(at, text); err != nil {
			return err
		}
		return in.budget.during(ctx, in.Path, int64(len(d.Text)), func() error { return emit(d) })
	}, func(r record.Rejected) {
		reported = reported || in.changed.Load() != nil
		reject(r)
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	if changed := in.changed.Load(); err == nil && changed != nil && !reported {
		reject(record.Rejected{File: in.Path, Record: last,
			Reason: changed.Error() + "; records behind this one may be missing"})
	}
	return err
}
