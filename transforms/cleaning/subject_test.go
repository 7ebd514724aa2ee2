package cleaning

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/shuffletest"
)

// subjects is a stage that calls EachSubject.
type subjects struct {
	Edits engine.In[Edit]

	f     func(*Edit, *Queue) error
	again func(*Edit) error
}

func (st *subjects) Reduce(context.Context, uint64) error {
	return EachSubject(&st.Edits, st.f, st.again)
}

// Each subject gets the edits of its documents, in the order of their records, whatever the
// order of the blocks.
func TestEachSubject(t *testing.T) {
	part := func(start, number int64) Spot { return Spot{File: "f", Part: start, Record: number} }
	document := func(id string, number int64) Spot { return Spot{ID: id, Part: 9, Record: number} }
	edit := func(at Spot, start int64) Edit { return Edit{Spot: at, Kind: takeEdit, Start: start} }
	for _, tc := range []struct {
		name  string
		edits []Edit
		want  []string
		err   string
	}{
		{"none", nil, nil, ""},
		{"a part", []Edit{edit(part(5, 3), 2), SubjectAt(part(5, -1), nil), edit(part(5, 0), 1), edit(part(5, 3), 0)},
			[]string{"f 5: 0[1] 3[0 2]"}, ""},
		{"two parts", []Edit{SubjectAt(part(5, -1), nil), SubjectAt(part(0, -1), nil), edit(part(5, 7), 1)},
			[]string{"f 0:", "f 5: 7[1]"}, ""},
		{"documents", []Edit{SubjectAt(document("a", 1), nil), SubjectAt(document("a", 2), nil),
			edit(document("a", 2), 4)}, []string{"a 9:", "a 9: 2[4]"}, ""},
		{"a document twice", []Edit{SubjectAt(document("a", 1), nil), SubjectAt(document("a", 1), nil),
			edit(document("a", 1), 4)}, []string{"a again", "a 9: 1[4]"}, ""},
		{"no subject", []Edit{edit(part(5, 3), 2)}, nil, "which nobody reads"},
		{"a subject of another part", []Edit{SubjectAt(part(0, -1), nil), edit(part(5, 3), 2)}, nil,
			"which nobody reads"},
	} {
		var got []string
		var b []byte
		for _, e := range tc.edits {
			b = shuffle.Append(b, e.Key(), e.Append(nil))
		}
		st := &subjects{f: func(subject *Edit, q *Queue) error {
			line := fmt.Sprintf("%s %d:", subject.ID+subject.File, subject.Part)
			for len(q.Edits()) > 0 {
				number := q.Edits()[0].Record
				var starts []int64
				for _, e := range q.Edits() {
					starts = append(starts, e.Start)
				}
				if !q.Touches(number) || q.Touches(number+1) || q.Done() == nil {
					t.Errorf("%s: the queue is at record %d, and does not say so", tc.name, number)
				}
				line += fmt.Sprintf(" %d%v", number, starts)
				if err := q.Next(); err != nil {
					return err
				}
			}
			got = append(got, line)
			return q.Done()
		}, again: func(subject *Edit) error {
			got = append(got, subject.ID+" again")
			return nil
		}}
		err := engine.RunReduce(t.Context(), engine.Params{Shards: 1}, st, 0, shuffletest.Iterate(b))
		// Subjects of different keys come in the order of their keys.
		slices.Sort(got)
		slices.Sort(tc.want)
		if diff := gocmp.Diff(tc.want, got); tc.err == "" && diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
		if (err != nil) != (tc.err != "") || err != nil && !strings.Contains(err.Error(), tc.err) {
			t.Errorf("%s: error %v, want %q", tc.name, err, tc.err)
		}
	}
}
