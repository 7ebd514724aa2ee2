package explain

import (
	"context"
	"errors"
	"slices"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/names"
	"example.org/diagonal/io/record"
)

// hide gives the documents of an explanation the names of a key, and takes out what else says which they are: files,
// places, fields, and conditions, which may have names. a and b are the documents.
func (e *Explanation) hide(key *names.Key, a, b *record.Document) {
	for i := range e.Passages {
		p := &e.Passages[i].Passage
		if !p.Source && p.A != a.ID { // the sides are in the order of ids
			*p = p.Turned()
		}
		key.HideA(p, a.Side)
		key.HideB(p, b.Side)
	}
	slices.SortFunc(e.Passages, func(p, q Passage) int { return byPlace(p.Passage, q.Passage) })
	for d, of := range map[*Document]*record.Document{&e.A: a, &e.B: b} {
		d.ID, d.File, d.Record = key.Name(of.ID, of.Side), "", 0
	}
	e.Parameters.PairsWhere, e.Parameters.DateField = "", ""
}

// hidden returns an error that names no document. Errors of flags come before.
func hidden(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	short := errors.New(
		"the two cannot be explained; the reason may name documents: run it without --anonymous to see it")
	if line.ExitCode(err) == line.ExitCode(line.Usage(err)) {
		return line.Usage(short)
	}
	return short
}
