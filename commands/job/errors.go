package job

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/runners/dataflow"
	"example.org/diagonal/runners/target"
)

// isCancelled reports whether an error only means that a context has ended, here or behind
// a call to a runner, whose errors are not wrapped.
func isCancelled(err error) bool {
	return errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "code = Canceled")
}

// usageOf marks the errors in what the user asked for.
func usageOf(err error) error {
	if errors.As(err, new(*docio.UsageError)) || errors.As(err, new(*shardio.ExistsError)) ||
		errors.As(err, new(*target.UsageError)) {
		return line.Usage(err)
	}
	return err
}

// maxRoot is the largest number of bytes of an error that a user sees.
const maxRoot = 500

// The text that runners and Go workers put before the error of a stage, and behind a panic.
var (
	failedJob  = regexp.MustCompile(`^job \S+ failed:\s*`)
	javaClass  = regexp.MustCompile(`^(?:(?:[a-z][a-z0-9]*\.)+[A-Za-z$]*(?:Exception|Error): )+`)
	workerSaid = regexp.MustCompile(`^` + dataflow.FromWorker + `(?:generic::[a-z_]+: )?`)
	failedFn   = regexp.MustCompile(`^DoFn\[[^\n]*\] failed:\s*`)
	stack      = regexp.MustCompile(` goroutine \d+ \[.*$`)
)

// rootOf returns the error of a stage in one line, without what runners and workers put
// around it: bundles, plans and stacks, which do not help a user.
func rootOf(err error) error {
	var failure *target.Failure
	if errors.As(err, &failure) {
		if err = failure.Err; failure.FromWorker {
			err = rootOf(err)
		}
		if failure.See != "" {
			err = visible.Lines(err, "see "+visible.Text(failure.See))
		}
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

// advice tells the user what to do about errors of runners that do not explain it themselves.
var advice = []struct{ about, text string }{
	{"maximum size of a sort buffer", "Flink sorts the records of a shard in one piece: give it more managed memory (taskmanager.memory.managed.size; FLINK_MANAGED of run.sh) or fewer tasks at a time (--parallelism)"},
	{"StackOverflowError", "the graph of the job is too deep for the threads of the runner: start its Java with a larger stack (-Xss4m; for Flink env.java.opts.all in its configuration)"},
	{"Only one SparkContext",
		"this job server runs one job at a time, and another one has not ended yet: wait for it, and try again"},
	{"CANCELLED: client cancelled",
		"a worker of the job was lost: its process ended, or was killed; there may have been too little memory for it"},
}
