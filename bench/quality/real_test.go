package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/diagonal/bench/program"
	"example.org/diagonal/commands/evaluate"
	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/result"
)

func TestRealRow(t *testing.T) {
	f := outcome{cpu: 1500 * time.Millisecond, RunInfo: job.RunInfo{PeakMemory: 3e6},
		Summary: result.Summary{Lines: map[string]int64{"passages": 7}}}
	got := realRow("x", f, []string{"lost: a\nprecision .5\n", "1/2 | half"})
	if want := "| x | 7 | 1.5 | 3 | precision .5; 1/2 / half |"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if head, _, _ := strings.Cut(realHeader, "\n"); columns(head) != columns(got) {
		t.Errorf("the header %q has another number of columns than %q", head, got)
	}
}

func TestSetsIn(t *testing.T) {
	dir := t.TempDir()
	if _, err := setsIn(dir, ""); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("an empty folder: %v", err)
	}
	for _, name := range []string{"pan", "other"} {
		filetest.Folder(t, filepath.Join(dir, name))
	}
	filetest.Write(t, filepath.Join(dir, "verses.tar.xz"), "")
	for pan, want := range map[string]string{"": "verses", "PAN": "verses pan"} {
		sets, err := setsIn(dir, pan)
		var names []string
		for _, s := range sets {
			names = append(names, s.name)
		}
		if got := strings.Join(names, " "); err != nil || got != want {
			t.Errorf("with --pan=%q: %q, %v, want %q", pan, got, err, want)
		}
	}
}

func TestUnpacked(t *testing.T) {
	if _, err := exec.LookPath("xz"); err != nil {
		t.Skip("there is no xz")
	}
	in, b := t.TempDir(), bench{params: params{Bench: program.Bench{Folder: program.Folder{Keep: t.TempDir()}}}}
	filetest.Write(t, filepath.Join(in, "x.jsonl"), "x")
	archive := filepath.Join(in, "set.tar.xz")
	if out, err := exec.Command("tar", "-cJf", archive, "-C", in, "x.jsonl").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, path := range []string{filepath.Join(in, "set"), archive} {
		got, err := b.unpacked(context.Background(), path)
		if text, _ := os.ReadFile(filepath.Join(got, "x.jsonl")); err != nil || string(text) != "x" {
			t.Errorf("%s: %s, %v", path, got, err)
		}
	}
	for _, path := range []string{"", in, filepath.Join(in, "none")} {
		if got, err := b.unpacked(context.Background(), path); got != path || err != nil {
			t.Errorf("%q: %q, %v", path, got, err)
		}
	}
}

func TestPanScore(t *testing.T) {
	got := panScore(&evaluate.Report{
		Overall:    &evaluate.Measures{Plagdet: .5, Precision: .6, Recall: .7, Granularity: 1.5},
		Categories: []evaluate.Measures{{Name: "01-none", Detections: 3}, {Name: "02-copies", Plagdet: .25, Cases: 4}},
	})
	if want := "plagdet 0.5000 (P 0.6000, R 0.7000, granularity 1.5000): 01 3 detections 02 0.2500"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestScoreWith(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "s.py"),
		"import sys\nprint(*sys.argv[1:])\nsys.exit('bad' in sys.argv[1:] and 'it is bad')\n")
	b := bench{params: params{Real: "nowhere", Scorers: []string{t.TempDir(), dir}}}
	got, err := b.scoreWith(context.Background(), expand([]string{"s.py", "$RESULT", "$SET/gold"}, "set",
		"pan", "result"))
	if got != "result set/gold\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := b.scoreWith(context.Background(), []string{"s.py", "bad"}); err == nil ||
		!strings.Contains(err.Error(), "it is bad") {
		t.Errorf("a scorer that fails: %v", err)
	}
}
