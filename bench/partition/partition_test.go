package main

import (
	"math"
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

// A set of four pages, three of which are of one article of six: its precision is 3/4, its recall 3/6, and it has three
// times what the other setting has, which has the representative alone. A set of two is right, as in the other setting.
// What is in no set of two does not count.
func TestSetsOf(t *testing.T) {
	documents := []planted{
		{ID: "x", Set: "b"}, {ID: "1", Set: "a"}, {ID: "2", Set: "a"}, {ID: "3", Set: "a"}, {ID: "4", Set: "a"}, {ID: "5", Set: "a"}, {ID: "6", Set: "a"},
		{ID: "y", Set: "c"}, {ID: "z", Set: "c"},
	}
	found := map[string]string{"x": "x", "1": "x", "2": "x", "3": "x", "4": "4", "5": "5", "6": "6", "y": "y", "z": "y"}
	other := map[string]string{"x": "x", "1": "1", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "y": "y", "z": "y"}
	if got, want := setsOf(documents, found, other), (ofSets{2, (.75 + 1) / 2, (.5 + 1) / 2, (3 + 1) / 2.}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// The interval of 8 of 10 that textbooks print, and of nothing.
func TestInterval(t *testing.T) {
	for _, tc := range []struct {
		n, all    int64
		low, high float64
	}{{8, 10, .4902, .9433}, {0, 0, 0, 1}} {
		if low, high := interval(tc.n, tc.all); math.Abs(low-tc.low) > 1e-3 || math.Abs(high-tc.high) > 1e-3 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", tc.n, tc.all, low, high, tc.low, tc.high)
		}
	}
}
