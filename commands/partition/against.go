package partition

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
)

func init() {
	dofn.Plain(&linesFn{})
	register.Emitter1[record.InSet]()
}

// earlierFiles returns the files of the sets of the results of --against. Their paths mean the same to a worker in
// another folder. An error is about a folder that is no whole result of partition, or was made with other flags.
func (p Params) earlierFiles(ctx context.Context) (files []string, err error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for _, dir := range p.Against {
		of, err := p.earlierFilesOf(ctx, dir)
		if err != nil {
			return nil, fmt.Errorf("--against=%s: %w", dir, err)
		}
		for _, file := range of {
			files = append(files, docio.PathIn(here, file))
		}
	}
	return files, nil
}

// ofFiles are the parameters that may differ: how the files of one run are read, and whether it had earlier results.
var ofFiles = []string{"against", "charset", "pre"}

// named is a parameter in an error.
func named(name string, of map[string]any) string {
	if value, ok := of[name]; ok {
		return fmt.Sprintf("%s %v", name, value)
	}
	return "no " + name
}

func (p Params) earlierFilesOf(ctx context.Context, dir string) ([]string, error) {
	folder, err := result.Open(ctx, dir)
	switch {
	case err != nil:
		return nil, err
	case !folder.Whole() || !folder.Has(result.SummaryFile):
		return nil, fmt.Errorf("want the whole result of an earlier run of partition")
	}
	summary, err := folder.Summary(ctx)
	if err != nil {
		return nil, err
	}
	var theirs, mine map[string]any
	if err := json.Unmarshal(summary.Parameters, &theirs); err != nil {
		return nil, err
	}
	var reading struct {
		Fold     []string
		Spelling string
	}
	if err := json.Unmarshal(summary.Parameters, &reading); err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(p.parameters())
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(encoded, &mine); err != nil {
		return nil, err
	}
	theirs["fold"], mine["fold"] = record.FoldNames(reading.Fold), record.FoldNames(p.Job.Docs.Fold)
	theirs["spelling"], mine["spelling"] = reading.Spelling, job.HashOf(p.Job.Docs.Spelling)
	names := maps.Clone(theirs) // those of both: a parameter that has no effect is left out
	maps.Copy(names, mine)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !slices.Contains(ofFiles, name) && !reflect.DeepEqual(mine[name], theirs[name]) {
			was, is := named(name, theirs), named(name, mine)
			return nil, fmt.Errorf("it was made with %s, and this run has %s: give the same flags", was, is)
		}
	}
	lines, err := result.First[record.InSet](ctx, folder, "sets", 1)
	if err == nil && len(lines) > 0 && lines[0].Words == "" {
		err = fmt.Errorf("an earlier version made it, without the fingerprints by which changed documents are found: run partition over all documents once")
	}
	return folder.Files("sets", ".jsonl"), err
}

// earlierLines returns the lines of files, a PCollection<record.InSet>: the zero value without files.
func earlierLines(s beam.Scope, files []string) beam.PCollection {
	if len(files) == 0 {
		return beam.PCollection{}
	}
	s = s.Scope("partition.Against")
	return beam.ParDo(s, &linesFn{}, beam.Reshuffle(s, beam.CreateList(s, files)))
}

// linesFn reads the lines of a file.
type linesFn struct{}

func (*linesFn) ProcessElement(ctx context.Context, file string, emit func(record.InSet)) error {
	return result.EachLine(ctx, []string{file}, func(n int, line []byte) error {
		var v record.InSet
		if err := record.FromJSON(line, &v); err != nil {
			return fmt.Errorf("line %d is not a line of the sets of partition: %w", n, err)
		}
		emit(v)
		return nil
	})
}
