package job

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/line"
)

func TestCheckRunner(t *testing.T) {
	for name, want := range map[string]string{ // what the error says; empty: none
		"local": "", "direct": "", "prism": "",
		"flnk":  "--runner=flnk is unknown; use one of dataflow, direct, flink, local, prism, spark, universal",
		"spark": "needs --endpoint=HOST:PORT",
	} {
		err := checkRunner(name, "")
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("checkRunner(%q) = %v, want %q", name, err, want)
		}
		if err != nil && line.ExitCode(err) != 2 {
			t.Errorf("checkRunner(%q): exit code %d, want 2", name, line.ExitCode(err))
		}
	}
}

// A flag of another runner than the one of the run is an error.
func TestCheckRunnerFlags(t *testing.T) {
	for _, tc := range []struct {
		args []string
		want string
	}{
		{nil, ""},
		{[]string{"--runner=flink", "--endpoint=localhost:1", "--parallelism=2", "--environment_type=PROCESS",
			"--worker_binary=x"}, ""},
		{[]string{"--runner=SparkRunner", "--endpoint=localhost:1"}, ""},
		{[]string{"--runner=dataflow", "--project=p", "--worker_binary=x"}, ""},
		{[]string{"--runner=flnk", "--endpoint=localhost:1"}, ""}, // Run says what is wrong
		{[]string{"--endpoint=localhost:1"},
			"--endpoint has no effect without --runner=flink, spark or universal: add that, or leave out --endpoint"},
		{[]string{"--parallelism=4"}, "--parallelism has no effect without --runner=flink, spark or universal: add that, or leave out --parallelism"},
		{[]string{"--runner=prism", "--parallelism=4"}, "--parallelism has no effect with --runner=prism, only with --runner=flink, spark or universal: leave out one of the two"},
		{[]string{"--runner=dataflow", "--parallelism=4"}, "--parallelism has no effect with --runner=dataflow, only with --runner=flink, spark or universal: leave out one of the two"},
		{[]string{"--worker_binary=x"}, "--worker_binary has no effect without --runner=flink, spark, universal or dataflow: add that, or leave out --worker_binary"},
		{[]string{"--runner=flink", "--endpoint=localhost:1", "--region=r"},
			"--region has no effect with --runner=flink, only with --runner=dataflow: leave out one of the two"},
	} {
		fs := pflag.NewFlagSet("test", pflag.ContinueOnError)
		for _, f := range runnerFlags {
			fs.String(f.name, "", "")
		}
		if err := fs.Parse(tc.args); err != nil {
			t.Fatal(err)
		}
		err, got := CheckRunnerFlags(fs), ""
		if err != nil {
			got = err.Error()
		}
		if got != tc.want || err != nil && line.ExitCode(err) != 2 {
			t.Errorf("%v: %q (exit %d), want %q (exit 2)", tc.args, got, line.ExitCode(err), tc.want)
		}
	}
	if err := CheckRunnerFlags(pflag.NewFlagSet("plain", pflag.ContinueOnError)); err != nil {
		t.Errorf("a command without a runner: %v", err)
	}
}

// TestRunnersInHelp: every runner that an error offers is described.
func TestRunnersInHelp(t *testing.T) {
	for _, name := range allRunners {
		if !strings.Contains(runnerFlags[0].usage, name) {
			t.Errorf("the help of --runner does not say what %s is", name)
		}
	}
}
