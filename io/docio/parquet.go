package docio

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"example.org/diagonal/io/parquetio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// Table is an open Parquet file.
type Table struct {
	*parquetio.File
	stored store.ReaderAtCloser
}

// Close closes the file.
func (t *Table) Close() error { return t.stored.Close() }

// OpenTable opens a Parquet file for reading ids and texts. The error does not name the file.
func (in *Input) OpenTable(ctx context.Context) (*Table, error) {
	return in.openTable(ctx, in.fields())
}

func (in *Input) openTable(ctx context.Context, fields parquetio.Fields) (*Table, error) {
	stored, err := in.openAt(ctx)
	if err != nil {
		return nil, err
	}
	f, err := parquetio.Open(in.id(), stored, stored.Size(), fields)
	if err != nil {
		stored.Close()
		return nil, cause(err)
	}
	return &Table{f, stored}, nil
}

// fields are the columns of a document. A name that the user has given must be there.
func (in *Input) fields() parquetio.Fields {
	p := in.params
	return parquetio.Fields{Limit: in.limit(), ID: p.IDField, IDOptional: p.IDField == defaultIDField,
		Text: p.TextField, Keep: p.Keep, All: p.All}
}

// splitParquet cuts a file between row groups.
func splitParquet(ctx context.Context, p Params, whole Range, target int64) ([]Range, error) {
	in := &Input{Range: whole, params: p, path: p.place("", whole.Path)}
	f, err := in.OpenTable(ctx)
	if err != nil {
		var column *parquetio.ColumnError
		if errors.As(err, &column) {
			return nil, usagef("%s: %w", whole.Path, column)
		}
		return []Range{whole}, ctx.Err() // its reader meets the error, and rejects the file
	}
	defer f.Close()
	if store.Sequential(f.stored) { // each range would read all of it
		target = math.MaxInt64 / 2
	}
	return cutGroups(whole, f.Decoded(), target), nil
}

// cutGroups returns ranges of whole row groups of about target bytes of the columns to
// read, decompressed: that is what reading costs.
func cutGroups(whole Range, groups []parquetio.Group, target int64) []Range {
	sizes := make([]int64, len(groups))
	total := int64(0)
	for i, g := range groups {
		sizes[i] = min(max(g.Bytes, 0), 1<<40) // footers may lie
		total += sizes[i]
	}
	n := min((total+target-1)/target, int64(len(groups)))
	whole.TextBytes = total
	if n <= 1 {
		return []Range{whole}
	}
	var parts []Range
	part := whole
	part.TextBytes = 0
	done, given := int64(0), int64(0) // bytes of groups, and of the stored file
	for i, size := range sizes {
		part.TextBytes += size
		done += size
		if i < len(groups)-1 && float64(done)*float64(n) < float64(total)*float64(len(parts)+1) {
			continue
		}
		part.End = int64(i + 1)
		part.Bytes = int64(float64(whole.Bytes)*(float64(done)/float64(total))) - given
		given += part.Bytes
		parts = append(parts, part)
		part.Start, part.TextBytes = part.End, 0
	}
	last := &parts[len(parts)-1]
	last.End = -1
	last.Bytes += whole.Bytes - given
	return parts
}

// readParquet reads the row groups of a range. A row has no place in the file: the
// offset of its document is its number.
func readParquet(ctx context.Context, in *Input, emit func(record.Document) error, reject func(record.Rejected)) error {
	f, err := in.OpenTable(ctx)
	if err != nil {
		reject(record.Rejected{File: in.Path, Reason: err.Error()})
		return ctx.Err()
	}
	defer f.Close()
	var groups []int
	for g := int(in.Start); g < len(f.Groups()) && (in.End < 0 || g < int(in.End)); g++ {
		groups = append(groups, g)
	}
	to := in.rows(emit, reject)
	counts, err := f.Read(ctx, in.Side, groups, to.emit, to.reject)
	if err := cmp.Or(to.stop, ctx.Err()); err != nil {
		return err
	}
	if err != nil { // of the file
		row := f.Groups()[groups[0]].First + counts.Records
		reject(record.Rejected{File: in.Path, Record: row, Reason: cause(err).Error()})
	}
	return nil
}

// fetchParquet reads the row groups that hold the rows, each up to the last of them.
func fetchParquet(ctx context.Context, in *Input, rows []int64, emit func(k int, d *record.Document)) error {
	f, err := in.openTable(ctx, parquetio.Fields{Text: in.params.TextField})
	if err != nil {
		return err
	}
	defer f.Close()
	var problem error // the first
	for g, group := range f.Groups() {
		from := 0
		for from < len(rows) && rows[from] < group.First {
			from++
		}
		to := from
		for to < len(rows) && rows[to] < group.First+group.Rows {
			to++
		}
		if from == to {
			continue
		}
		p := picker{offsets: rows[from:to], emit: func(k int, d *record.Document) { emit(from+k, d) }}
		_, err := f.Read(ctx, in.Side, []int{g}, func(d record.Document) error {
			d.Offset = d.Record
			return p.take(d)
		}, func(record.Rejected) {})
		if err := p.end(err); err != nil {
			if ctx.Err() != nil {
				return err
			}
			if problem == nil {
				problem = err
			}
		}
	}
	if groups := f.Groups(); len(rows) > 0 {
		end := int64(0)
		if n := len(groups); n > 0 {
			end = groups[n-1].First + groups[n-1].Rows
		}
		if last := rows[len(rows)-1]; last >= end && problem == nil {
			problem = fmt.Errorf("at %d: the file has %d rows", last, end)
		}
	}
	return problem
}

// rowsOf emits and rejects the rows of a file of columns as the records of an Input.
type rowsOf struct {
	in     *Input
	to     func(record.Document) error
	refuse func(record.Rejected)
	// stop is the error of to.
	stop error
}

func (in *Input) rows(emit func(record.Document) error, reject func(record.Rejected)) *rowsOf {
	return &rowsOf{in: in, to: emit, refuse: reject}
}

func (r *rowsOf) emit(d record.Document) error {
	d.File, d.Offset = r.in.Path, d.Record
	r.stop = r.to(d)
	return r.stop
}

func (r *rowsOf) reject(v record.Rejected) {
	v.File = r.in.Path
	r.refuse(v)
}
