package job

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/transforms/shuffle"
)

// codeError is an error with an exit code.
type codeError struct {
	error
	code int
}

func (e *codeError) ExitCode() int { return e.code }
func (e *codeError) Unwrap() error { return e.error }

// Usage marks an error as the user's: exit code 2.
func Usage(err error) error { return &codeError{err, 2} }

// Interrupted says that the run was cancelled: exit code 130.
var Interrupted error = &codeError{errors.New("interrupted; no result was written"), 130}

// isCancelled says whether an error is only that a context has ended, here or behind a
// call to a runner, whose errors are not wrapped.
func isCancelled(err error) bool {
	return errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "code = Canceled")
}

// usageOf marks the errors about what the user asked for.
func usageOf(err error) error {
	var u *docio.UsageError
	var e *shardio.ExistsError
	if errors.As(err, &u) || errors.As(err, &e) {
		return Usage(err)
	}
	return err
}

// ExitCode is the exit code of an error: 0 for nil, else 1 unless the error says otherwise.
func ExitCode(err error) int {
	var c interface{ ExitCode() int }
	switch {
	case err == nil:
		return 0
	case errors.As(err, &c):
		return c.ExitCode()
	}
	return 1
}

// maxRoot is the most bytes of an error that a user is shown.
const maxRoot = 500

// The text that engines and Go workers put before the error of a stage, and behind a panic.
var (
	failedJob  = regexp.MustCompile(`^job \S+ failed:\s*`)
	javaClass  = regexp.MustCompile(`^(?:(?:[a-z][a-z0-9]*\.)+[A-Za-z$]*(?:Exception|Error): )+`)
	workerSaid = regexp.MustCompile(`^` + fromWorker + `(?:generic::[a-z_]+: )?`)
	failedFn   = regexp.MustCompile(`^DoFn\[[^\n]*\] failed:\s*`)
	stack      = regexp.MustCompile(` goroutine \d+ \[.*$`)
)

// toldError is an error in the words in which a user is shown it.
type toldError struct{ error }

func (e toldError) Unwrap() error { return e.error }

func told(err error) error { return toldError{err} }

// rootOf is the error of a stage in one line, without what runners and workers put
// around it: bundles, plans and stacks, which say nothing to a user.
func rootOf(err error) error {
	if errors.As(err, new(toldError)) {
		return err
	}
	text := err.Error()
	const mark = "caused by:\n"
	if i := strings.LastIndex(text, mark); i >= 0 {
		text = text[i+len(mark):]
	}
	text = workerSaid.ReplaceAllString(text, "")
	text = javaClass.ReplaceAllString(failedJob.ReplaceAllString(text, ""), "")
	text = failedFn.ReplaceAllString(strings.TrimSpace(text), "")
	text, _, _ = strings.Cut(text, "\n")
	text = strings.TrimSpace(stack.ReplaceAllString(text, ""))
	if _, why, ok := strings.Cut(text, "panic: "+shuffle.Failed); ok {
		text = why
	}
	if len(text) > maxRoot {
		text = strings.ToValidUTF8(text[:maxRoot], "") + " …"
	}
	short := errors.New(text)
	for _, a := range advice {
		if strings.Contains(text, a.about) {
			short = visible.Lines(short, a.text)
		}
	}
	return short
}

// advice is what to do about errors of engines that do not say it themselves.
var advice = []struct{ about, text string }{
	{"maximum size of a sort buffer", "Flink sorts the records of a shard in one piece: give it more managed memory (taskmanager.memory.managed.size; FLINK_MANAGED of run.sh) or fewer tasks at a time (--parallelism)"},
	{"Only one SparkContext", "this job server runs one job at a time, and another one has not ended yet: wait for it, and try again"},
	{"CANCELLED: client cancelled", "a worker of the job was lost: its process ended, or was killed; there may have been too little memory for it"},
}
