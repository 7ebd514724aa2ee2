package main

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
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
