package main

import (
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/forecast"
)

func TestScore(t *testing.T) {
	documents := []planted{
		{"http://a/1", "http://a/1", "sites"}, {"http://b/1", "http://a/1", "sites"}, {"http://c/1", "http://a/1", "sites"},
		{"http://a/2", "http://a/2", "onesite"}, {"http://a/3", "http://a/2", "onesite"},
		{"x", "x", "single"},
	}
	found := map[string]string{
		"http://a/1": "1", "http://b/1": "1", "http://c/1": "2",
		"http://a/2": "1", "http://a/3": "3", "x": "2",
	}
	got := scoreOf(documents, found)
	want := score{
		all:     pairs{planted: 4, found: 4, both: 1},
		onSites: pairs{planted: 4, found: 3, both: 1},
		oneSite: pairs{planted: 1, found: 1, both: 0},
		kinds: map[string]pairs{
			"sites": {planted: 3, found: 1, both: 1}, "onesite": {planted: 1}, "single": {},
		},
	}
	if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(score{}, pairs{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if p, r := want.all.precision(), want.all.recall(); p != .25 || r != .25 {
		t.Errorf("precision %g, recall %g", p, r)
	}
}

// What is worked out goes on as the points do: 2 s and 50 s for a million pages.
func TestWorkedOut(t *testing.T) {
	var out strings.Builder
	points := []forecast.Point{
		{GB: .02, Takes: map[string]float64{"pages": 1e5, "CPU": 7, "shuffled": .1}},
		{GB: .06, Takes: map[string]float64{"pages": 3e5, "CPU": 17, "shuffled": .3}},
	}
	if err := workedOut(&out, points, []int{430e6}, 192e6); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"more than 192 MB", "| 430 | 86.0 | 6.0 | 50.0 | 430 |"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if workedOut(&out, points[:1], []int{1}, 0) == nil {
		t.Error("one point makes no line")
	}
}
