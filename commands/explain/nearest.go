package explain

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
)

func init() {
	dofn.Direct(func(fn *nearestFn, a []any) []any {
		fn.ProcessElement(a[0].(record.Document), a[1].(func(string)))
		return nil
	})
}

const (
	// maxNearest is how many ids are named instead of one that does not exist.
	maxNearest = 3
	// longestID is the length in code points from which on an id is only compared by its parts.
	longestID = 500
)

// nearest returns the ids of a side that are most like id, ready for a terminal. It reads the
// collection once more.
func (x *gathered) nearest(ctx context.Context, id string, side record.Side) ([]string, error) {
	var found func() []string
	if err := x.here(ctx, func(s beam.Scope, _ shuffle.Params) {
		read, _, _, _ := docio.Read(s, x.plan)
		found = job.Keep[string](s, beam.ParDo(s, &nearestFn{ID: id, Side: side}, read))
	}); err != nil {
		return nil, err
	}
	var all closest
	for _, other := range found() {
		all.add(id, other)
	}
	var ids []string
	for _, c := range all {
		ids = append(ids, line.Short(c.id, 100))
	}
	return ids, nil
}

// nearestFn emits the ids of a bundle that are most like an id.
type nearestFn struct {
	ID   string
	Side record.Side

	closest closest
}

func (fn *nearestFn) StartBundle(_ func(string)) { fn.closest = nil }

func (fn *nearestFn) ProcessElement(d record.Document, _ func(string)) {
	if d.Side == fn.Side {
		fn.closest.add(fn.ID, d.ID)
	}
}

func (fn *nearestFn) FinishBundle(emit func(string)) {
	for _, c := range fn.closest {
		emit(c.id)
	}
}

// closest are the ids that are most like another one, the best first.
type closest []struct {
	distance int
	id       string
}

// add adds an id if it is among the best.
func (c *closest) add(id, other string) {
	d := distance(id, other)
	if n := len(*c); n == maxNearest && (*c)[n-1].distance < d {
		return
	}
	*c = append(*c, struct {
		distance int
		id       string
	}{d, other})
	slices.SortFunc(*c, func(x, y struct {
		distance int
		id       string
	}) int {
		return cmp.Or(cmp.Compare(x.distance, y.distance), cmp.Compare(x.id, y.id))
	})
	*c = slices.Compact(*c)
	*c = (*c)[:min(len(*c), maxNearest)]
}

// distance returns how unlike two ids are: 0 if they differ in case only, or are paths of files with
// one name; 1 if one is the beginning or the end of the other; else 1 and the number of edits.
func distance(id, other string) int {
	a, b := strings.ToLower(id), strings.ToLower(other)
	switch {
	case a == b, path.Base(a) == path.Base(b):
		return 0
	case a != "" && b != "" && (strings.HasSuffix(a, b) || strings.HasSuffix(b, a) || strings.HasPrefix(a, b) ||
		strings.HasPrefix(b, a)):
		return 1
	}
	n, m := utf8.RuneCountInString(a), utf8.RuneCountInString(b)
	if max(n, m) > longestID {
		return 1 + max(n, m)
	}
	return 1 + levenshtein.ComputeDistance(a, b)
}
