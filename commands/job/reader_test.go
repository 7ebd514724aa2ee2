package job

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"example.org/diagonal/io/docio"
)

func TestReaderFlags(t *testing.T) {
	var p docio.Params
	fs := pflag.NewFlagSet("t", pflag.ContinueOnError)
	ReaderFlags(fs, &p)
	if err := fs.Parse([]string{"--input=a,b", "--input=c*", "--source=s", "--max_record=1MiB"}); err != nil {
		t.Fatal(err)
	}
	want := docio.Params{Input: []string{"a,b", "c*"}, Source: []string{"s"}, Format: "auto", HTML: "main",
		IDField: "id", TextField: "text", Charset: "auto", MaxRecord: 1 << 20, PreTimeout: time.Minute}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Errorf("Params (-want +got):\n%s", diff)
	}
	if err := fs.Parse([]string{"--max_record=3GB"}); err == nil ||
		!strings.Contains(err.Error(), "want a size of 1B to 2GB, as in 100MB") {
		t.Errorf("--max_record=3GB: %v", err)
	}
}

// A --pre_glob belongs to the --pre before it; with one --pre the order does not matter.
func TestPreFlags(t *testing.T) {
	for args, want := range map[string][]docio.Pre{
		"":                                  nil,
		"--pre=a":                           {{Command: "a"}},
		"--pre=a --pre_glob=1 --pre_glob=2": {{Command: "a", Glob: []string{"1", "2"}}},
		"--pre_glob=1 --pre=a --pre_glob=2": {{Command: "a", Glob: []string{"1", "2"}}},
		"--pre=a --pre_glob=1 --pre_glob=2 --pre=b --pre_glob=3": {{Command: "a", Glob: []string{"1", "2"}},
			{Command: "b", Glob: []string{"3"}}},
		// which is refused
		"--pre=a --pre=b --pre_glob=1": {{Command: "a"}, {Command: "b", Glob: []string{"1"}}},
		// which is refused
		"--pre_glob=1": {{Glob: []string{"1"}}},
	} {
		var p docio.Params
		fs := pflag.NewFlagSet("t", pflag.ContinueOnError)
		ReaderFlags(fs, &p)
		if err := fs.Parse(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, p.Pre); diff != "" {
			t.Errorf("%s (-want +got):\n%s", args, diff)
		}
	}
	var p docio.Params
	fs := pflag.NewFlagSet("t", pflag.ContinueOnError)
	ReaderFlags(fs, &p)
	if err := fs.Parse([]string{"--pre_glob=1", "--pre=a", "--pre=b", "--pre_glob=2"}); err == nil ||
		!strings.Contains(err.Error(), "--pre_glob=1 stands before the first of several commands") {
		t.Errorf("a pattern before two commands: %v", err)
	}
}
