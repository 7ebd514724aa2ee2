package cleaning

import (
	"fmt"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
)

// EachSubject calls f for every subject of a key, a part of a file or a document, with the
// edits of its documents. It calls again, if it is not
// nil, for a subject that arrives a second time, instead of f: the two cannot be distinguished,
// and the last one gets the edits. Edits without a subject are an error, as are errors of f and
// again.
func EachSubject(edits *engine.In[Edit], f func(subject *Edit, q *Queue) error, again func(subject *Edit) error) error {
	for i := 0; i < edits.Len(); {
		subject, err := engine.Read[Edit](edits.Payload(i))
		if err != nil {
			return err
		}
		if subject.Kind != subjectEdit {
			return fmt.Errorf("cleaning: edits of %s, part %d, which nobody reads", subject.File, subject.Part)
		}
		q := &Queue{all: edits, next: i + 1, of: subject.Spot}
		if err := q.Next(); err != nil {
			return err
		}
		if again != nil && q.subject != nil && q.subject.Spot == subject.Spot {
			err = again(&subject)
		} else {
			err = f(&subject, q)
		}
		if err != nil {
			return err
		}
		if i, err = q.skip(); err != nil {
			return err
		}
	}
	return nil
}

// Queue is the edits of the documents of one subject, in the order of their records.
type Queue struct {
	all     *engine.In[Edit]
	next    int
	of      Spot
	edits   []Edit // of the next document that has some
	subject *Edit  // the one behind this one; nil if it is not read yet, or there is none
}

// Edits returns the edits of the next document that has some. They are valid until Next.
func (q *Queue) Edits() []Edit { return q.edits }

// Touches reports whether the document with that number of a record is the next one that
// has edits.
func (q *Queue) Touches(number int64) bool {
	return len(q.edits) > 0 && q.edits[0].Record == number
}

// Next goes on to the next document that has edits.
func (q *Queue) Next() error {
	q.edits = q.edits[:0]
	for ; q.next < q.all.Len() && q.subject == nil; q.next++ {
		edit, err := engine.Read[Edit](q.all.Payload(q.next))
		if err != nil {
			return err
		}
		if edit.Kind == subjectEdit {
			q.subject = &edit
			break
		}
		if !edit.same(q.of) {
			return fmt.Errorf("cleaning: edits of %s, part %d, which nobody reads", edit.File, edit.Part)
		}
		if len(q.edits) > 0 && edit.Record != q.edits[0].Record {
			break
		}
		q.edits = append(q.edits, edit)
	}
	return nil
}

// Done returns an error if a document that has edits was not there: the input was changed.
func (q *Queue) Done() error {
	if len(q.edits) > 0 {
		return fmt.Errorf("%s is missing: the input was changed while it was cleaned",
			record.Where(q.edits[0].File, q.edits[0].Record))
	}
	return nil
}

// skip goes to the end of the edits, and returns the index of what follows them.
func (q *Queue) skip() (int, error) {
	for len(q.edits) > 0 {
		if err := q.Next(); err != nil {
			return 0, err
		}
	}
	return q.next, nil
}
