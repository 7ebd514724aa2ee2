package job

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/runners/dataflow"
	"example.org/diagonal/runners/target"
)

func TestMain(m *testing.M) {
	beamlog.SetupLogging("error", "text")
	beam.Init()
	os.Exit(m.Run())
}

func init() {
	register.Function1x2(failFn)
	register.Function1x2(panicFn)
	register.Function1x2(longFn)
}

func failFn(_ []byte) (string, error) {
	return "", fmt.Errorf("reading 中文.txt, record 3: %w", errors.New("the disk is full"))
}
func panicFn(_ []byte) (string, error) { panic("diagonal: gamma is -1") }
func longFn(_ []byte) (string, error)  { return "", errors.New("x" + strings.Repeat("中", 1000)) }

// What the user sees of a stage that fails: one short line, and nothing of the runner.
func TestRunSaysInOneLineWhatFailed(t *testing.T) {
	input := filetest.Write(t, t.TempDir()+"/in.jsonl", `{"id":"a","text":"x"}`)
	stderr, err := os.Create(t.TempDir() + "/stderr")
	if err != nil {
		t.Fatal(err)
	}
	saved := os.Stderr
	os.Stderr = stderr
	defer func() { os.Stderr = saved; stderr.Close() }()
	beamlog.SetupLogging("error", "text") // as main does

	for _, tc := range []struct {
		fn   any
		want string
	}{
		{failFn, "test failed on local: reading 中文.txt, record 3: the disk is full"},
		{panicFn, "test failed on local: panic: diagonal: gamma is -1"},
		{longFn, "test failed on local: x" + strings.Repeat("中", (maxRoot-1)/3) + " …"},
	} {
		output := t.TempDir() + "/out"
		_, err := Run(context.Background(), Params{
			Docs: docio.Params{Input: []string{input}, HTML: docio.HTMLMain, IDField: "id", TextField: "text",
				Format: "auto", MaxRecord: 1 << 20},
			Output: output, Quiet: true,
		}, Job{
			Name: "test", Size: SizeOf(1, 1, 1),
			Build: func(s beam.Scope, g Graph) { beam.ParDo(s, tc.fn, beam.Impulse(s)) },
		}, io.Discard)
		if err == nil || err.Error() != tc.want {
			t.Errorf("Run: %v\nwant %s", err, tc.want)
		}
		if code := line.ExitCode(err); code != 1 {
			t.Errorf("exit code %d, want 1", code)
		}
		if left, _ := os.ReadDir(filepath.Dir(output)); len(left) != 0 {
			t.Errorf("the failed run left %v", left)
		}
	}
	said, err := os.ReadFile(stderr.Name())
	if err != nil || len(said) > 0 {
		t.Errorf("stderr contains %d bytes of the runner's logs (%v):\n%.500s", len(said), err, said)
	}
}

func TestRootOf(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"nothing around it", "connection refused", "connection refused"},
		{"a cause of our own", "a.txt: caused by: b", "a.txt: caused by: b"},
		{
			"nested",
			"job job-001 failed:\nbundle inst001 failed:\n2: Discard\n\tcaused by:\nsource failed\n\tcaused by:\n" +
				"DoFn[UID:4, PID:e2, Name: a.b] failed:\nthe reason\n",
			"the reason",
		},
		{"a Java stack behind it",
			"java.lang.X: e\n\tcaused by:\nDoFn[UID:4, Name: a] failed:\nthe reason\n\tat org.apache.X.run(X.java:1)\n",
			"the reason"},
		{"a Go stack behind it",
			"Full error:\n\tcaused by:\npanic: p goroutine 12 [running]:\nruntime/debug.Stack()\n\t/go/x.go:1\n",
			"panic: p"},
		{"a runner's own",
			"job diagonalx1_5 failed:\njava.lang.RuntimeException: the network is gone\n" +
				"\tat org.apache.X.run(X.java:1)", "the network is gone"},
		{"with advice",
			"job x failed:\njava.io.IOException: The record exceeds the maximum size of a sort buffer (8 bytes).",
			"The record exceeds the maximum size of a sort buffer (8 bytes).\n" + advice[0].text},
		{"a graph that is too deep",
			"java.lang.StackOverflowError\n\tat java.io.ObjectOutputStream.writeObject0(X.java:1)",
			"java.lang.StackOverflowError\n" + advice[1].text},
		{"empty", "", ""},
	} {
		if got := rootOf(errors.New(tc.text)).Error(); got != tc.want {
			t.Errorf("%s: rootOf = %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestIsCancelled(t *testing.T) {
	for text, want := range map[string]bool{
		"failed to get metrics\n\tcaused by:\nrpc error: code = Canceled desc = context canceled": true,
		"the job x is still running on flink: it could not be cancelled":                          false,
	} {
		if got := isCancelled(errors.New(text)); got != want {
			t.Errorf("isCancelled(%q) = %v", text, got)
		}
	}
	if !isCancelled(fmt.Errorf("around: %w", context.Canceled)) {
		t.Error("the end of a context is taken for another error")
	}
}

func TestUsageOf(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want int
	}{
		{&docio.UsageError{Err: errors.New("x")}, 2},
		{fmt.Errorf("around: %w", &shardio.ExistsError{Name: "out", Why: "exists"}), 2},
		{&target.UsageError{Err: errors.New("x")}, 2},
		{&fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}, 1},
	} {
		if got := line.ExitCode(usageOf(tc.err)); got != tc.want {
			t.Errorf("the exit code of %v is %d, want %d", tc.err, got, tc.want)
		}
	}
}

// An error that is worded for the user stays as it is.
func TestRootOfFailure(t *testing.T) {
	text := dataflow.FromWorker + "generic::unknown: DoFn[UID:4, Name: a] failed:\nthe reason\n"
	for _, tc := range []struct {
		failure target.Failure
		want    string
	}{
		{target.Failure{Err: errors.New(text), FromWorker: true, See: "https://x"}, "the reason\nsee https://x"},
		{target.Failure{Err: errors.New("job x failed: y")}, "job x failed: y"},
	} {
		if got := rootOf(fmt.Errorf("around: %w", &tc.failure)).Error(); got != tc.want {
			t.Errorf("rootOf(%+v) = %q, want %q", tc.failure, got, tc.want)
		}
	}
}
