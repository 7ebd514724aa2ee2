package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/evaluate"
	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/result"
)

func TestChoose(t *testing.T) {
	for _, tc := range []struct {
		names []string
		want  string
	}{
		{[]string{"fast", "default"}, "fast default"},
		{[]string{"2-shingles tau=0.9", "2-shingles tau=0.9 gamma=1"},
			"2-shingles tau=0.9 2-shingles tau=0.9 gamma=0 2-shingles tau=0.9 gamma=1"},
		{[]string{"spotsigs A=60 "}, "spotsigs A=60 tau=0.5 spotsigs A=60 tau=0.7 spotsigs A=60 tau=0.9 spotsigs A=60 tau=0.9 gamma=0 spotsigs A=60 tau=0.9 gamma=1"},
	} {
		chosen, err := choose(tc.names)
		if err != nil {
			t.Error(err)
		}
		var got []string
		for _, s := range chosen {
			got = append(got, s.name)
		}
		if diff := cmp.Diff(tc.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tc.names, diff)
		}
	}
	if _, err := choose([]string{"nonsense"}); err == nil {
		t.Error("a setting that there is not is no error")
	}
	names := map[string]bool{}
	for _, s := range settings {
		if names[s.name] {
			t.Errorf("two settings are named %q", s.name)
		}
		names[s.name] = true
	}
}

// TestResultsHaveSettings: whoever makes a stored page again finds the settings it names.
func TestResultsHaveSettings(t *testing.T) {
	pages, err := filepath.Glob("../results/*.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`go run ./bench/quality [^`]*--settings=([^ `]+)")
	found := 0
	for _, page := range pages {
		text := filetest.Read(t, page)
		for _, m := range named.FindAllSubmatch(text, -1) {
			found++
			if _, err := choose(strings.Split(string(m[1]), ",")); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
	if found == 0 {
		t.Error("no page of bench/results names settings")
	}
}

func TestCompared(t *testing.T) {
	all := compared()
	if all[0].name != "fast" || len(all) < 20 {
		t.Errorf("%d settings, the first is %q", len(all), all[0].name)
	}
	for _, s := range all {
		if !strings.Contains(s.name, "=") && s.name != "fast" {
			t.Errorf("%s is none of the paper's", s.name)
		}
	}
}

// columns counts the columns of a line.
func columns(line string) int { return strings.Count(line, "|") }

func TestComparisonRow(t *testing.T) {
	r := &evaluate.Report{
		Kinds: []evaluate.Kind{{Kind: "head", Cases: 1, Recall: .5}, {Kind: "exactdoc", Cases: 3, Recall: 1},
			{Kind: "heavy", Cases: 9}},
		Sentences: &evaluate.Agreement{Precision: .875, Recall: .25, F1: .3889},
	}
	f := outcome{cpu: 3 * time.Second,
		Summary: result.Summary{Ledger: map[string]int64{"sentences_without_signature": 1},
			Counts: map[string]int64{"sentences": 4, "signatures": 10}}}
	// Recall of copies: (.5 + 3) / 4.
	want := "| x | 2.50 | 0.875 | 0.250 | 0.389 | 0.875 | 0.875 | 0.25 | 1.50 |"
	got := comparisonRow("x", r, f, outcome{cpu: 2 * time.Second})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if head, _, _ := strings.Cut(comparisonHeader, "\n"); columns(head) != columns(got) {
		t.Errorf("the header %q has another number of columns than %q", head, got)
	}
	// Of a PAN corpus, copies are the cases without obfuscation.
	pan := &evaluate.Report{
		Categories: []evaluate.Measures{{Name: copiesOfPAN, Cases: 5, Recall: .875},
			{Name: "03-random-obfuscation", Cases: 7, Recall: .125}},
		Sentences: &evaluate.Agreement{Precision: .875, Recall: .25, F1: .3889},
	}
	if got := comparisonRow("x", pan, f, outcome{cpu: 2 * time.Second}); got != want {
		t.Errorf("of PAN: %s, want %s", got, want)
	}
	empty := &evaluate.Report{Sentences: &evaluate.Agreement{}}
	if got := comparisonRow("x", empty, outcome{},
		f); got != "| x | 0.00 | 0.000 | 0.000 | 0.000 | 0.000 | 0.000 | 0.00 | 0.00 |" {
		t.Errorf("of nothing: %s", got)
	}
}

func TestSizesRow(t *testing.T) {
	r := &evaluate.Report{
		Records: 7, Characters: &evaluate.Characters{Precision: .5, Recall: .25},
		Kinds: []evaluate.Kind{{Kind: "heavy", Found: .875}, {Kind: "head", Found: 1}, {Kind: "twice", Found: .5}},
	}
	f := outcome{cpu: 1500 * time.Millisecond, RunInfo: job.RunInfo{Seconds: 1.25, PeakMemory: 3e6},
		Summary: result.Summary{
			Lines: map[string]int64{"hot": 1},
			Counts: map[string]int64{"documents": 4, "bytes": 2e6, "chains": 9, "unit_matches": 40,
				"document_pairs_near": 6, "document_pairs_aligned": 2},
		}}
	want := "| x | 4 | 2 | chains | 10 | 1.5 | 0.5 | 7 | 0.500 | 0.250 | 1 | heavy 0.875 twice 0.500 | 1.5 | 1.2 | 3 |"
	got := sizesRow("x", r, f)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if head, _, _ := strings.Cut(sizesHeader, "\n"); columns(head) != columns(got) {
		t.Errorf("the header %q has another number of columns than %q", head, got)
	}
}

func TestKindsRow(t *testing.T) {
	edge := 2.5
	r := &evaluate.Report{
		Records: 7, Kinds: []evaluate.Kind{{Kind: "heavy", Found: .875}, {Kind: "neardoc5", Found: 1}},
		Characters: &evaluate.Characters{Precision: .5, Recall: .25, Edge: &edge, False: 3},
		Sentences:  &evaluate.Agreement{Precision: .1, Recall: .2, F1: .1333},
	}
	want := "| x | 7 | 3 | 1 | 0.500 | 0.250 | 2.5 | 0.100 | 0.200 | 0.133 | 0.00 | 0.00 | 0.88 |" +
		strings.Repeat(" 0.00 |", 7) + " 1.00 |"
	got := kindsRow("x", r, outcome{Summary: result.Summary{Lines: map[string]int64{"hot": 1}}}, outcome{})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	head, _, _ := strings.Cut(kindsHeader(), "\n")
	if strings.Count(head, "|") != strings.Count(got, "|") {
		t.Errorf("the header %q has another number of columns than %q", head, got)
	}
}
