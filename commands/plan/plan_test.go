package plan_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"example.org/diagonal/commands/clean"
	"example.org/diagonal/commands/index"
	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/commands/partial"
	"example.org/diagonal/commands/plan"
	"example.org/diagonal/commands/resemblance"
	"example.org/diagonal/io/filetest"
)

func TestMain(m *testing.M) { jobtest.Main(m) }

// run runs `plan` with args.
func run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	root := &cobra.Command{Use: "diagonal", SilenceUsage: true, SilenceErrors: true}
	root.AddCommand(plan.Command([]string{"partial", "resemblance"}, map[string]plan.Job{
		"clean": {New: func() *cobra.Command {
			return job.WithRunner(clean.Command())
		}, Output: "output", Piece: 64 << 10},
		"index": {New: func() *cobra.Command {
			return job.WithRunner(index.Command())
		}, Output: "index", Result: "segments/*",
			Without: []string{"add", "replace"}, Needs: "input"},
		"partial": {New: func() *cobra.Command {
			return job.WithRunner(partial.Command())
		}, Scale: partial.ScaleFlags, Output: "output"},
		"stuck":       {New: stuck(), Output: "output"},
		"resemblance": {New: func() *cobra.Command { return job.WithRunner(resemblance.Command()) }, Output: "output"},
	}))
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(append([]string{"plan"}, args...))
	err := root.ExecuteContext(context.Background())
	return out.String(), err
}

// stuck is partial whose second run goes on until it is ended.
func stuck() func() *cobra.Command {
	runs := 0
	return func() *cobra.Command {
		c := job.WithRunner(partial.Command())
		run := c.RunE
		c.RunE = func(c *cobra.Command, args []string) error {
			if runs++; runs == 2 {
				<-c.Context().Done()
				return c.Context().Err()
			}
			return run(c, args)
		}
		return c
	}
}

// collection writes documents with a sentence that all of them have.
func collection(t *testing.T, documents int) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(2, 7))
	var b strings.Builder
	for i := range documents {
		b.WriteString(`{"id":"` + fmt.Sprint(i) + `","text":"All rights are reserved by the house. The `)
		for range 40 {
			for range 12 {
				fmt.Fprintf(&b, "w%d ", rng.IntN(30_000))
			}
			b.WriteString("end. The ")
		}
		b.WriteString("\"}\n")
	}
	return filetest.Write(t, filepath.Join(t.TempDir(), "in.jsonl"), b.String())
}

// The forecast has the size of the collection, and names its frequent sentences.
func TestPlan(t *testing.T) {
	input := collection(t, 1500) // 4.5 MB
	for _, args := range [][]string{{"partial", "--preset=fast"}, {"partial"}, {"resemblance"}, {"clean"}, {"index"},
		{"index", "--add", "--index=there"}, {"partial", "--runner=flink", "--parallelism=7", "--endpoint=x:1"}} {
		out, err := run(t, append(args, "--input="+input)...)
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		if m := regexp.MustCompile(`1 file, 1,[3-6]\d0 documents, \d\.?\d* MB of text`).FindString(out); m == "" {
			t.Errorf("%v does not know the size:\n%s", args, out)
		}
		fate := ""
		if args[0] == "partial" {
			fate = "makes no pairs by itself"
		}
		if slices.Contains(args, "--preset=fast") {
			fate = "is hot: makes no pairs"
		}
		if line := "All rights are reserved by the house.  ("; strings.Contains(out, line) != (fate != "") ||
			!strings.Contains(out, line+fate) && fate != "" {
			t.Errorf("%v: the sentence of all documents: want %q:\n%s", args, fate, out)
		}
		if args[len(args)-1] == "--endpoint=x:1" && !strings.Contains(out, "on 7 cores of a runner") {
			t.Errorf("%v:\n%s", args, out)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(input), "*")); len(left) != 1 {
		t.Errorf("left behind: %q", left)
	}
}

// A small input is read whole.
func TestSmall(t *testing.T) {
	out, err := run(t, "partial", "--input="+collection(t, 30))
	if err != nil || !strings.Contains(out, "the whole input was read") ||
		!strings.Contains(out, "1 file, 30 documents") {
		t.Errorf("%v\n%s", err, out)
	}
}

// A forecast ends when its time is over, and says what it could not learn.
func TestTime(t *testing.T) {
	input := "--input=" + collection(t, 1500)
	if out, err := run(t, "--seconds=0.000001", "partial", input); err == nil || line.ExitCode(err) != 1 ||
		!strings.Contains(err.Error(), "give it more time with `diagonal plan --seconds=N") {
		t.Errorf("no time: %v\n%s", err, out)
	}
	if out, err := run(t, "--seconds=5", "stuck", input); err != nil ||
		!strings.Contains(out, "from 1 sample of up to") ||
		!strings.Contains(out, "there was no time for a larger one") {
		t.Errorf("time for the first sample: %v\n%s", err, out)
	}
	if out, err := run(t, "--seconds=1000", "partial", input); err != nil ||
		!strings.Contains(out, "the whole input was read") {
		t.Errorf("much time: %v\n%s", err, out)
	}
}

func TestUsage(t *testing.T) {
	input := "--input=" + collection(t, 3)
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"nonsense"}, "plan nonsense: the commands that can be planned are partial, resemblance"},
		{[]string{"--seconds=x", "partial", input}, "flags of the command come after its name"},
		{[]string{"--seconds=0", "partial", input}, "--seconds=0: want a number above 0"},
		{[]string{"--seconds=9"}, "which command?"},
		{[]string{"partial"}, "--input is missing"},
		{[]string{"partial", input, "--tau=7"}, "--tau"},
		{[]string{"partial", "--nonsense"}, "unknown flag: --nonsense"},
		{[]string{"partial", "--input=" + filepath.Join(t.TempDir(), "missing")}, "missing"},
		{[]string{"index", "--index=x", "--info"},
			"--input is missing: without it, index reads no documents, and is not planned"},
		{[]string{"partial", input, "--input_share=.5"}, "plan chooses the sample"},
	} {
		out, err := run(t, tc.args...)
		if err == nil || !strings.Contains(err.Error(), tc.want) || line.ExitCode(err) != 2 {
			t.Errorf("%v: %v (exit code %d), want %s\n%s", tc.args, err, line.ExitCode(err), tc.want, out)
		}
	}
}

// A sample is cleaned by a result that names documents that are not in the sample.
func TestCleanSample(t *testing.T) {
	input := collection(t, 150)
	found := filepath.Join(t.TempDir(), "found")
	run := func(c *cobra.Command, args ...string) {
		c.SetArgs(append(args, "--input="+input, "--quiet"))
		if err := c.Execute(); err != nil {
			t.Fatal(err)
		}
	}
	run(partial.Command(), "--output="+found, "--max_documents=0", "--matching=diagonal", "--gamma=0", "--within=false")
	run(clean.Command(), "--output="+filepath.Join(t.TempDir(), "cleaned"), "--result="+found, "--passes=1",
		"--input_share=.3")
}
