package docio

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sort"

	"github.com/cespare/xxhash/v2"

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

// versions holds the files of a plan and their versions: the xxhash64 of PATH, a zero byte
// and VERSION of each file that has a version, 8 bytes big-endian, ascending. It travels
// with the stage that fetches, so it is small: 8 bytes a file.
type versions []byte

const versionBytes = 8

func versionHash(path, version string) uint64 {
	return xxhash.Sum64String(path + "\x00" + version)
}

// versionsOf returns the versions of the files of a plan.
func versionsOf(plan *Plan) versions {
	var hashes []uint64
	last := ""
	for _, r := range plan.ranges {
		if r.Version != "" && r.Path != last { // the ranges of a file follow each other
			hashes = append(hashes, versionHash(plan.params.place(plan.dir, r.Path), r.Version))
		}
		last = r.Path
	}
	slices.Sort(hashes)
	v := make(versions, 0, versionBytes*len(hashes))
	for _, h := range slices.Compact(hashes) {
		v = binary.BigEndian.AppendUint64(v, h)
	}
	return v
}

// has reports whether the plan has the file at path in this version.
func (v versions) has(path, version string) bool {
	want, n := versionHash(path, version), len(v)/versionBytes
	at := func(i int) uint64 { return binary.BigEndian.Uint64(v[versionBytes*i:]) }
	i := sort.Search(n, func(i int) bool { return at(i) >= want })
	return i < n && at(i) == want
}
