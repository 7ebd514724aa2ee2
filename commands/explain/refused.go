package explain

import (
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/io/record"
)

func init() {
	dofn.Direct(func(fn *refusedFn, a []any) []any {
		fn.ProcessElement(a[0].(record.Rejected), a[1].(func(refusal)))
		return nil
	})
	register.Emitter1[refusal]()
}

// refusal is a rejected record that one of the ids may mean.
type refusal struct {
	// ID is the id that it has, "" if its id is not known. Record is then one of N such records.
	ID     string
	Record record.Rejected
	N      int64
}

// refusedFn emits the rejected records that have one of the ids, one of each bundle, and one of those
// whose ids are not known.
type refusedFn struct {
	IDs []string

	found map[string]*refusal
}

func (fn *refusedFn) StartBundle(_ func(refusal)) { fn.found = map[string]*refusal{} }

func (fn *refusedFn) ProcessElement(r record.Rejected, _ func(refusal)) {
	id := ""
	for _, want := range fn.IDs {
		if isOf(r, want) {
			id = want
		}
	}
	if id == "" && r.ID != "" {
		return // another document
	}
	if fn.found[id] == nil {
		fn.found[id] = &refusal{ID: id, Record: r}
	}
	fn.found[id].N++
}

func (fn *refusedFn) FinishBundle(emit func(refusal)) {
	for _, r := range fn.found {
		emit(*r)
	}
}

// isOf reports whether a rejected record has an id. If its id is not known, the name of its file decides,
// or the file and the line.
func isOf(r record.Rejected, id string) bool {
	if r.ID != "" {
		return r.ID == id
	}
	named := func(file string) bool { return r.File == file || strings.HasSuffix(r.File, "/"+file) }
	if named(id) {
		return true
	}
	colon := strings.LastIndexByte(id, ':')
	if colon < 0 {
		return false
	}
	line, err := strconv.ParseInt(id[colon+1:], 10, 64)
	return err == nil && line == r.Record+1 && named(id[:colon])
}

// less orders refusals, so that the first one does not depend on the order of reading.
func (r refusal) less(other refusal) bool {
	if r.Record.File != other.Record.File {
		return r.Record.File < other.Record.File
	}
	return r.Record.Record < other.Record.Record
}

// joined joins the refusals of all bundles by id.
func joined(all []refusal) map[string]refusal {
	byID := map[string]refusal{}
	for _, r := range all {
		old, ok := byID[r.ID]
		n := r.N + old.N
		if ok && old.less(r) {
			r = old
		}
		r.N = n
		byID[r.ID] = r
	}
	return byID
}
