package evaluate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/passageio"
	"example.org/diagonal/io/result"
	"example.org/diagonal/transforms/evaluation/passage"
)

// row is a line of a result or of gold. Fields that are not read are no error.
type row struct {
	A      *string `json:"a"`
	AStart *int    `json:"a_start"`
	AEnd   *int    `json:"a_end"`
	B      *string `json:"b"`
	BStart *int    `json:"b_start"`
	BEnd   *int    `json:"b_end"`
	Kind   string  `json:"kind"`
	// Source is true if B is a document of the source.
	Source bool `json:"source"`
}

// passages holds what was read of one side of the comparison.
type passages struct {
	all []passage.Passage
	// where is the file and line of each, to say what is wrong with it.
	where []string
	// source says of each whether its line says that b is of the source.
	source []bool
	// bare is true if there are document pairs only, without ranges.
	bare bool
}

func (ps *passages) add(p passage.Passage, where string, source bool) {
	ps.all = append(ps.all, p)
	ps.where = append(ps.where, where)
	ps.source = append(ps.source, source)
}

// eachRow calls f with each row of a file of JSON Lines or of a table, and its number from 1.
func eachRow(ctx context.Context, path string, f func(n int, r row) error) error {
	return usage(passageio.EachLine(ctx, path, func(n int, line []byte) error {
		var r row
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("not a passage: %w", err)
		}
		return f(n, r)
	}))
}

// readRows appends the passages of a file.
func (ps *passages) readRows(ctx context.Context, path string) error {
	bare := 0
	before := len(ps.all)
	err := eachRow(ctx, path, func(n int, r row) error {
		if r.A == nil || r.B == nil {
			return errors.New("a passage needs the documents a and b")
		}
		p := passage.Passage{A: *r.A, B: *r.B, Kind: r.Kind}
		if r.AStart == nil && r.AEnd == nil && r.BStart == nil && r.BEnd == nil {
			bare++
		} else {
			if r.AStart == nil || r.AEnd == nil || r.BStart == nil || r.BEnd == nil {
				return errors.New("a passage needs a_start, a_end, b_start and b_end")
			}
			p.AStart, p.AEnd, p.BStart, p.BEnd = *r.AStart, *r.AEnd, *r.BStart, *r.BEnd
			if p.AStart < 0 || p.AEnd < p.AStart || p.BStart < 0 || p.BEnd < p.BStart {
				return fmt.Errorf("%d to %d and %d to %d are not ranges", p.AStart, p.AEnd, p.BStart, p.BEnd)
			}
		}
		ps.add(p, fmt.Sprintf("%s:%d", path, n), r.Source)
		return nil
	})
	if err != nil {
		return err
	}
	if bare > 0 && (bare < len(ps.all)-before || before > 0 && !ps.bare) {
		return fmt.Errorf("%s: some lines have ranges and some are document pairs only", path)
	}
	ps.bare = ps.bare || bare > 0
	return nil
}

// eachLine calls f with each line of a file that is not blank, and its number from 1.
// The file may be compressed.
func eachLine(ctx context.Context, path string, f func(n int, line []byte) error) error {
	return usage(result.EachLine(ctx, []string{path}, f))
}

// usage marks the error of a file that cannot be opened as one in the command line.
func usage(err error) error {
	var no *result.OpenError
	if errors.As(err, &no) {
		return line.Usage(no)
	}
	return err
}
