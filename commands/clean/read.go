package clean

import (
	"context"
	"fmt"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/cleaning"
)

func init() {
	dofn.Plain(&checkFn{})
	dofn.Plain(&readFn{})
	register.Emitter1[record.Passage]()
	register.Emitter1[record.HotOccurrence]()
	register.Emitter1[record.Grouped]()
	register.Emitter1[record.InSet]()
	register.Iter1[int64]()
}

// checkFn compares the counts of the collection with those of the collection that the result
// was found in.
type checkFn struct {
	Result, Collection string
	Want               map[string]int64
}

func newCheck(p Params, r *searchResult) *checkFn {
	fn := &checkFn{Result: r.dir, Collection: strings.Join(p.Job.Docs.Input, ", "), Want: map[string]int64{}}
	if p.Job.Docs.Share > 0 { // the result is of more documents
		return fn
	}
	if r.documents >= 0 {
		fn.Want[analysis.Documents] = r.documents
	}
	if r.bytes >= 0 {
		fn.Want[analysis.Bytes] = r.bytes
	}
	return fn
}

func (fn *checkFn) ProcessElement(name string, counts func(*int64) bool) error {
	want, ok := fn.Want[name]
	var sum, n int64
	for counts(&n) {
		sum += n
	}
	if ok && sum != want {
		return fmt.Errorf("the result %s does not belong to the collection %s: it was made from %d %s, and the collection has %d",
			fn.Result, fn.Collection, want, name, sum)
	}
	return nil
}

// readResult reads what the result and earlier passes say of the documents.
func readResult(s beam.Scope, r *searchResult) (f cleaning.Findings) {
	s = s.Scope("clean.Read")
	if len(r.files) > 0 {
		passages, hot, groups, sets, _, _ := beam.ParDo6(s, &readFn{}, filesOf(s, r.files))
		switch {
		case r.sets:
			f.Sets = sets
		case r.groups:
			f.Groups = groups
		default:
			f.Passages, f.HotOccurrences = passages, hot
		}
	}
	if len(r.earlier) > 0 {
		_, _, _, _, f.EarlierRemoved, f.EarlierCuts = beam.ParDo6(s, &readFn{}, filesOf(s, r.earlier))
	}
	return f
}

// filesOf returns the files as a PCollection<string>: the stream, a line end, the path.
func filesOf(s beam.Scope, files []resultFile) beam.PCollection {
	var named []string
	for _, f := range files {
		named = append(named, f.Stream+"\n"+f.Path)
	}
	return beam.Reshuffle(s, beam.CreateList(s, named))
}

// readFn reads the records of a file of a result.
type readFn struct{}

func (fn *readFn) ProcessElement(ctx context.Context, file string, passages func(record.Passage), hot func(record.HotOccurrence), groups func(record.Grouped), sets func(record.InSet), removed func(record.Removed), cuts func(record.Cut)) error {
	stream, path, _ := strings.Cut(file, "\n")
	return result.EachLine(ctx, []string{path}, func(n int, line []byte) (err error) {
		switch stream {
		case passagesStream, withinStream:
			err = read(line, passages)
		case hotStream:
			err = read(line, hot)
		case groupsStream:
			err = read(line, groups)
		case setsStream:
			err = read(line, sets)
		case manifestStream:
			err = read(line, removed)
		case cutsStream:
			err = read(line, cuts)
		}
		if err != nil {
			return fmt.Errorf("line %d is not a line of a result: %w", n, err)
		}
		return nil
	})
}

// read emits the record of a line.
func read[T any](line []byte, emit func(T)) error {
	var v T
	if err := record.FromJSON(line, &v); err != nil {
		return err
	}
	emit(v)
	return nil
}
