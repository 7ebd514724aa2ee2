package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"diagonal/pipelines/evaluate"
)

func TestChoose(t *testing.T) {
	for _, tc := range []struct {
		names []string
		want  string
	}{
		{[]string{"paper", "default"}, "paper default"},
		{[]string{"2-shingles tau=0.9", "2-shingles tau=0.9 gamma=1"}, "2-shingles tau=0.9 2-shingles tau=0.9 gamma=1"},
		{[]string{"spotsigs A=60 "}, "spotsigs A=60 tau=0.5 spotsigs A=60 tau=0.9 spotsigs A=60 tau=0.9 gamma=1"},
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

func TestKindsRow(t *testing.T) {
	edge := 2.5
	r := &evaluate.Report{
		Records: 7, Kinds: []evaluate.Kind{{Kind: "heavy", Found: .875}, {Kind: "neardoc5", Found: 1}},
		Characters: &evaluate.Characters{Precision: .5, Recall: .25, Edge: &edge, False: 3},
		Sentences:  &evaluate.Agreement{Precision: .1, Recall: .2, F1: .1333},
	}
	want := "| x | 7 | 3 | 1 | 0.500 | 0.250 | 2.5 | 0.100 | 0.200 | 0.133 | 0.00 | 0.00 | 0.88 |" + strings.Repeat(" 0.00 |", 7) + " 1.00 |"
	got := kindsRow("x", r, 1)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	head, _, _ := strings.Cut(kindsHeader(), "\n")
	if strings.Count(head, "|") != strings.Count(got, "|") {
		t.Errorf("the header %q has another number of columns than %q", head, got)
	}
}
