package job

import (
	"strings"
	"testing"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/local"
	"example.org/diagonal/engine/spool"
	"example.org/diagonal/runners/target"
)

// place is a target whose workers are where its fields say.
type place struct {
	target.Target
	inProcess, onThisMachine bool
}

func (p place) InProcess() bool     { return p.inProcess }
func (p place) OnThisMachine() bool { return p.inProcess || p.onThisMachine }
func (p place) Workers() int        { return 6 }

func TestSpools(t *testing.T) {
	loopback, process, elsewhere := place{inProcess: true}, place{onThisMachine: true}, place{}
	for name, tc := range map[string]struct {
		spool, output string
		remote        target.Target
		want          bool
	}{
		"in this process":          {"", "out", nil, true},
		"workers in this process":  {"", "out", loopback, true},
		"result in a bucket":       {"", "gs://b/out", loopback, true},
		"workers of this machine":  {"", "out", process, true},
		"they and a bucket":        {"", "gs://b/out", process, false},
		"a bucket, and a folder":   {"f", "gs://b/out", process, true},
		"other machines":           {"", "out", elsewhere, false},
		"other machines, a folder": {"f", "out", elsewhere, true},
		"none":                     {"none", "out", loopback, false},
	} {
		if got, err := (Params{Spool: tc.spool, Output: tc.output}).spools(tc.remote); got != tc.want || err != nil {
			t.Errorf("%s: spools = %v, %v; want %v", name, got, err, tc.want)
		}
	}
	if _, err := (Params{Spool: "none"}).spools(nil); line.ExitCode(err) != 2 {
		t.Errorf("--spool=none in this process: %v, want a usage error", err)
	}
}

// Blocks give their room back early only on the embedded runner, which releases them.
func TestSpoolOfRunner(t *testing.T) {
	size := Size{Shuffled: 5, Waiting: 4}
	for _, private := range []bool{true, false} {
		blocks, err := spool.Make(t.TempDir(), private)
		if err != nil {
			t.Fatal(err)
		}
		defer blocks.Close()
		inProcess := size.Shuffled
		if blocks.GivesBack() {
			inProcess = size.Waiting
		}
		for runner, want := range map[string]float64{local.Name: inProcess, "prism": 5, "flink": 5, "spark": 5} {
			if got := size.spool(runner, blocks); got != want {
				t.Errorf("%s, private %v: %v bytes on disk for each byte of text, want %v", runner, private, got, want)
			}
		}
	}
}

func TestHasSpace(t *testing.T) {
	if err := hasSpace(t.TempDir(), 0); err != nil {
		t.Errorf("no bytes: %v", err)
	}
	dir := t.TempDir()
	err := hasSpace(dir, 1<<60)
	if err == nil {
		t.Fatal("there is room for an exabyte")
	}
	for _, want := range []string{"no space left on device: " + dir + " has ",
		"free, and temporary files of the shuffle take about 1.2EB; name a folder with more room with --spool=FOLDER"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q, want %q", err, want)
		}
	}
}
