// Package job runs a pipeline for a command. It makes the plan of what is read, the folder of
// the result and the graph, runs the graph and shows progress. Every command that is a Beam
// pipeline runs through Run.
package job

import (
	"context"
	"errors"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/visible"
)

// Graph contains what a command needs to build its graph.
type Graph struct {
	Plan    *docio.Plan
	Shuffle shuffle.Params
	// Dir is the folder with the temporary name in which the result is made. Every worker
	// must see it.
	Dir string
	// Write ends the graph: it takes the streams of the result and its counts.
	Write func(s beam.Scope, streams []shardio.Stream, counts ...beam.PCollection)

	converted *[]beam.PCollection // what Read has read
}

// Job is one command's run.
type Job struct {
	// Name is that of the command.
	Name string
	// Parameters go into summary.json.
	Parameters any
	// Size returns what a job needs for each byte of an input of so many bytes of text.
	Size func(textBytes int64) Size
	// Reads is how often the graph reads the input, for the line that shows progress; 0 is once.
	Reads int
	// Plan makes the plan of what is read; nil: that of the input (docio.NewPlan).
	Plan func(ctx context.Context, p docio.Params) (*docio.Plan, error)
	// Check rejects a plan before the job starts; nil accepts every plan. Its error is shown
	// to the user.
	Check func(*docio.Plan) error
	// Accept rejects a job that has ended, before its result appears; nil accepts every one.
	Accept func(*result.Summary) error
	// Here is true if the result can only be made on a disk of this machine. One that belongs in a bucket is sent there
	// when it is whole.
	Here bool
	// Build makes the graph.
	Build func(s beam.Scope, g Graph)
}

// Size is what a job needs for each byte of text.
type Size struct {
	// Memory is the bytes that a runner holds at most that keeps all blocks of all shuffles,
	// and copies them. The number of shards for a runner depends on it.
	Memory float64
	// Shuffled is the bytes of all blocks of all shuffles.
	Shuffled float64
	// Waiting is the most bytes of blocks that wait at a time to be read: what the spool takes
	// on disk, if blocks give their room back.
	Waiting float64
}

// SizeOf is a Job's Size that is the same for every input.
func SizeOf(memory, shuffled, waiting float64) func(int64) Size {
	return func(int64) Size { return Size{memory, shuffled, waiting} }
}

// verdict reports whether a finished job counts as a success.
func verdict(p Params, s *result.Summary, dir string) error {
	rejected := s.Lines[Rejected]
	switch {
	case rejected == 0:
		return nil
	case p.Strict:
		return visible.Lines(fmt.Errorf("%s rejected and --strict is set; no result was written", records(rejected)),
			rejections(dir, ""))
	case s.Counts["documents"] == 0:
		return visible.Lines(errors.New("every record was rejected; no result was written"), rejections(dir, ""))
	}
	return nil
}

func records(n int64) string {
	if n == 1 {
		return "1 record was"
	}
	return fmt.Sprintf("%d records were", n)
}

// Converted is the name of the stream of files that are not in UTF-8. It is there if there are any.
const Converted = "charsets"

var converted = shardio.StreamOf[record.Converted](Converted)

func convertedOf(s beam.Scope, collections ...beam.PCollection) shardio.Stream {
	st := converted(s, collections...)
	st.Optional = true
	return st
}

// Rejected is the name of the stream of rejected records.
const Rejected = "rejected"

// RejectedOf returns the stream of one or more PCollection<record.Rejected>.
var RejectedOf = shardio.StreamOf[record.Rejected](Rejected)
