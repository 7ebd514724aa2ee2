package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/forecast"
	"example.org/diagonal/io/filetest"
)

func TestScore(t *testing.T) {
	documents := []planted{
		{"http://a/1", "http://a/1", "sites"}, {"http://b/1", "http://a/1", "sites"},
		{"http://c/1", "http://a/1", "sites"},
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
		{ID: "x", Set: "b"}, {ID: "1", Set: "a"}, {ID: "2", Set: "a"}, {ID: "3", Set: "a"}, {ID: "4", Set: "a"},
		{ID: "5", Set: "a"}, {ID: "6", Set: "a"},
		{ID: "y", Set: "c"}, {ID: "z", Set: "c"},
	}
	found := map[string]string{"x": "x", "1": "x", "2": "x", "3": "x", "4": "4", "5": "5", "6": "6", "y": "y", "z": "y"}
	other := map[string]string{"x": "x", "1": "1", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "y": "y", "z": "y"}
	if got, want := setsOf(documents, found, other),
		(ofSets{2, (.75 + 1) / 2, (.5 + 1) / 2, (3 + 1) / 2.}); got != want {
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

// Of five judged pairs of which three are near, a setting has three together, two of them near: 2/3 and 2/3. Of the
// site b it has the one pair together, which is near.
func TestJudgedRow(t *testing.T) {
	truth := []label{
		{Site: "a", A: "1", B: "2", Label: "near"}, {Site: "a", A: "1", B: "3", Label: "frame"},
		{Site: "a", A: "1", B: "4", Label: "near"},
		{Site: "a", A: "1", B: "5", Label: "part"}, {Site: "b", A: "6", B: "7", Label: "near"},
	}
	found := map[string]string{"1": "1", "2": "1", "3": "1", "4": "4", "5": "5", "6": "6", "7": "6"}
	for site, want := range map[string]string{
		"":  "| x | 5 | 3 | 3 | 0.667 | 0.208 to 0.939 | 0.667 | 0.208 to 0.939 | 0.667 |",
		"b": "| x | 1 | 1 | 1 | 1.000 | 0.207 to 1.000 | 1.000 | 0.207 to 1.000 | 1.000 |",
	} {
		if got := judgedRow("x", truth, found, site); got != want {
			t.Errorf("site %q: %s, want %s", site, got, want)
		}
	}
	if got := siteNames(truth); !slices.Equal(got, []string{"", "a", "b"}) {
		t.Errorf("sites %q", got)
	}
}

// The labels of bench/labels and the columns of pairs.tsv are read, and what is none is an error.
func TestReadLabels(t *testing.T) {
	labels, err := readLabels("../labels/crawl/labels.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(filetest.Read(t, "../labels/crawl/README.md"))
	for _, l := range labels {
		if !strings.Contains(readme, "| `"+l.Label+"` |") {
			t.Errorf("README.md does not explain the label %q", l.Label)
		}
	}
	dir := t.TempDir()
	filetest.Write(t, dir+"/pairs.tsv", "x\ty\t2\nx\tz\t0\n")
	pairs, err := readPairs(dir + "/pairs.tsv")
	if want := []label{{A: "x", B: "y", Label: "near"}, {A: "x", B: "z"}}; err != nil || !slices.Equal(pairs, want) {
		t.Errorf("%v, %v, want %v", pairs, err, want)
	}
	filetest.Write(t, dir+"/to-read.jsonl", `{"a":"x","b":"y","label":""}`)
	if _, err := readLabels(dir + "/to-read.jsonl"); err == nil {
		t.Error("a pair without a label is no error")
	}
}

// A pair is drawn from each set of two and more, whatever the order of the documents: two of its members. A site of
// few documents has no name.
func TestInSets(t *testing.T) {
	found := map[string]string{"http://b/1": "http://b/1", "x": "x", "y": "x"}
	for i := range 300 {
		found[fmt.Sprint("http://a/", i)] = fmt.Sprint("http://a/", i%2+i/290*10)
	}
	strata := inSets(found, siteOf(found), 1)
	if got, want := sizes(strata),
		"  a, a set of 10 and more: 2\n  a, a set of 3 to 9: 2\n  others, a set of 2: 1\n"; got != want {
		t.Errorf("strata:\n%swant:\n%s", got, want)
	}
	for range 3 { // the order of a map differs
		again := inSets(found, siteOf(found), 1)
		if diff := gocmp.Diff(take(strata, 9), take(again, 9)); diff != "" {
			t.Errorf("drawn again (-want +got):\n%s", diff)
		}
	}
	for _, l := range take(strata, 1) {
		if l.A >= l.B || found[l.A] != found[l.B] {
			t.Errorf("drawn: %v", l)
		}
	}
	if n := len(take(strata, 1)); n != 3 {
		t.Errorf("%d pairs of three strata", n)
	}
}
