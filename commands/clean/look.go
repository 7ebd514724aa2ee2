package clean

import (
	"context"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/rewrite"
	"example.org/diagonal/transforms/cleaning"
	"example.org/diagonal/transforms/cleaning/removal"
	"example.org/diagonal/transforms/shuffle"
)

// lookFn reads the documents that have orders again, and sends the units in the ranges of the
// orders to where equal ones meet.
type lookFn struct {
	Shuffle shuffle.Params
	// Policy is that of cleaning.Params.
	Policy string
	// Units are those that are looked for.
	Units removal.Params

	units  *cleaning.Sender[cleaning.Unit]
	edits  *cleaning.Sender[cleaning.Edit]
	looker *cleaning.Looker
}

func (fn *lookFn) StartBundle(_, _ func(int, []byte)) {
	fn.looker = cleaning.NewLooker(fn.Policy, fn.Units)
	fn.units = cleaning.NewSender[cleaning.Unit](fn.Shuffle)
	fn.edits = cleaning.NewSender[cleaning.Edit](fn.Shuffle)
}

func (fn *lookFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, units, edits func(int, []byte)) error {
	unit := func(u cleaning.Unit) { fn.units.Send(u, units) }
	take := func(e cleaning.Edit) { fn.edits.Send(e, edits) }
	return cleaning.EachSubject(blocks, func(subject *cleaning.Edit, q *cleaning.Queue) error {
		if len(q.Edits()) == 0 {
			return nil
		}
		part, err := rewrite.DecodePart(subject.Subject)
		if err != nil {
			return err
		}
		err = part.Visit(ctx, q.Touches, func(d record.Document) error {
			if err := fn.looker.Look(&d, q.Edits(), unit, take); err != nil {
				return err
			}
			return q.Next()
		})
		if err != nil {
			return err
		}
		return q.Done()
	}, nil)
}

func (fn *lookFn) FinishBundle(units, edits func(int, []byte)) {
	fn.units.Flush(units)
	fn.edits.Flush(edits)
}
