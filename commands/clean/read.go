package clean

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/io/passageio"
	"example.org/diagonal/io/record"
	pipeline "example.org/diagonal/pipelines/clean"
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
	register.Emitter1[record.SimilarPair]()
	register.Emitter1[record.Equal]()
	register.Iter1[int64]()
}

// checkFn compares the counts of the collection with those of the collection that the result
// was found in.
type checkFn struct {
	Result, Collection string
	Want               map[string]int64
	// Keep are the fields that choose the documents that stay, one of which every collection has, if it has documents.
	Keep []string
}

func newCheck(p Params, r *searchResult) *checkFn {
	fn := &checkFn{Result: r.dir, Collection: strings.Join(p.Job.Docs.Input, ", "), Want: map[string]int64{}}
	if p.Job.Docs.Share > 0 { // the result is of more documents
		return fn
	}
	if len(r.earlier) == 0 {
		fn.Keep = p.keep.Fields()
	}
	if r.documents >= 0 {
		fn.Want[analysis.Documents] = r.documents + r.against
	}
	if r.against > 0 {
		fn.Want[analysis.SourceDocuments] = r.against
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
		return fmt.Errorf(
			"the result %s does not belong to the collection %s: it was made from %d %s, and the collection has %d",
			fn.Result, fn.Collection, want, name, sum)
	}
	if field, of := strings.CutPrefix(name, cleaning.WithValue); of && sum == 0 && slices.Contains(fn.Keep, field) {
		return fmt.Errorf("--keep: no document of the input has the field %s: write its name as the records have it; a.b is the field b of the object a", field)
	}
	return nil
}

// readResult reads what the result and earlier passes say of the documents.
func readResult(s beam.Scope, r *searchResult) (f pipeline.Input) {
	s = s.Scope("clean.Read")
	if len(r.files) > 0 {
		all := findings(beam.ParDoN(s, &readFn{Field: r.field}, filesOf(s, r.files)))
		switch {
		case r.spans:
			f.Spans = all.EarlierRemoved
		case r.matches:
			f.Matches, f.Equals = all.Matches, all.Equals
		case r.sets:
			f.Sets = all.Sets
		case r.groups:
			f.Groups = all.Groups
		default:
			f.Passages, f.HotOccurrences = all.Passages, all.HotOccurrences
		}
	}
	if len(r.earlier) > 0 {
		all := findings(beam.ParDoN(s, &readFn{}, filesOf(s, r.earlier)))
		f.EarlierRemoved, f.EarlierCuts = all.EarlierRemoved, all.EarlierCuts
	}
	return f
}

// findings returns what readFn returns.
func findings(all []beam.PCollection) cleaning.Findings {
	return cleaning.Findings{
		Passages: all[0], HotOccurrences: all[1], Groups: all[2], Sets: all[3], EarlierRemoved: all[4],
		EarlierCuts: all[5],
		Matches:     all[6], Equals: all[7],
	}
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
type readFn struct {
	// Field is the name of the attribute with ranges.
	Field string
}

func (fn *readFn) ProcessElement(
	ctx context.Context, file string, passages func(record.Passage), hot func(record.HotOccurrence),
	groups func(record.Grouped), sets func(record.InSet), removed func(record.Removed), cuts func(record.Cut),
	matches func(record.SimilarPair), equals func(record.Equal),
) error {
	stream, path, _ := strings.Cut(file, "\n")
	return passageio.EachLine(ctx, path, func(n int, line []byte) (err error) {
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
		case spansStream:
			err = readSpans(line, fn.Field, removed)
		case pairsStream:
			err = read(line, matches)
		case equalStream:
			err = read(line, equals)
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
