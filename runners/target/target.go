// Package target defines what a job asks of a place outside the embedded runner: a
// runner with a Beam job service (package jobservice) or Google Cloud Dataflow (package
// dataflow).
package target

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// Target is a place that a job is submitted to.
type Target interface {
	// Fits returns an error if an input of so many bytes of text is too large for the
	// target. memoryPerByte is the bytes that the embedded runner would hold for each of
	// them.
	Fits(textBytes int64, memoryPerByte float64) error
	// Shards returns the least number of shards, if the target carries the blocks of the shuffle.
	Shards(textBytes int64, memoryPerByte float64) int
	// Workers returns how many shards are received at the same time, or 0 if that is not known.
	Workers() int
	// InProcess reports whether the workers are in this process.
	InProcess() bool
	// OnThisMachine reports whether all workers are processes of this machine, so that they see
	// its folders.
	OnThisMachine() bool
	// Progress returns what the place has told of the job so far. It may be called while Run is at work.
	Progress() Progress
	// Run submits the pipeline and waits for its end. If the context ends first, Run
	// cancels the job. A nil error means that the target reports the job as done.
	Run(ctx context.Context, p *beam.Pipeline) error
	// Close ends the connection and removes the files of the submission.
	Close()
}

// UsageError is an error in what the user asked for: a flag of Beam, an address, a
// missing right.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// Failure is the end of a job, as a target reports it.
type Failure struct {
	// Err is the failure.
	Err error
	// FromWorker means that the text of Err comes from a worker, with bundles, plans and
	// stacks around the cause.
	FromWorker bool
	// See is where the user finds more; it may be empty.
	See string
}

func (e *Failure) Error() string { return e.Err.Error() }
func (e *Failure) Unwrap() error { return e.Err }

// JobName returns a name that no other job has. It consists of name and a number, in
// the small letters and digits that runners keep of a name.
func JobName(name string) string {
	name = strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
	return fmt.Sprintf("%sx%sx%d", name, strconv.FormatInt(time.Now().UnixNano(), 36), os.Getpid())
}

// BeamFlag returns the value of a flag of Beam, or "" if there is no such flag.
func BeamFlag(name string) string {
	if f := flag.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}
