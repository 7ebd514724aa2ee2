package main

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestScore(t *testing.T) {
	texts := []text{
		{"x", "a", 0, 100, 0}, {"x", "b", 0, 100, .1}, {"x", "c", 50, 150, .1},
		{"y", "a", 200, 300, 0}, {"y", "d", 0, 100, .1},
	}
	at := func(cluster, id string, start, end int) place {
		return place{Cluster: json.RawMessage(cluster), ID: id, Start: start, End: end}
	}
	all := []place{
		at("1", "a", 5, 100), at("1", "b", 0, 90), at("1", "c", 40, 160),
		at("2", "a", 200, 310), at("2", "d", 0, 100),
	}
	got := score(texts, all)
	if got.index != 1 || got.ofFound != 1 || got.missed != 0 || got.other != 0 || got.parts != 0 || got.clusters != 2 ||
		got.texts != 2 {
		t.Errorf("all are right: %+v", got)
	}
	// c is in the cluster of y, d was not found, and there are a part of a text and a place of none.
	got = score(texts, []place{
		all[0], all[1], at("2", "c", 40, 160), all[3], at("2", "e", 0, 50), at("1", "a", 30, 60),
	})
	if got.missed != 1 || got.other != 1 || got.parts != 1 || got.index >= .5 {
		t.Errorf("%+v", got)
	}
	if diff := cmp.Diff(map[float64]string{0: "1.000", .1: "0.333"},
		map[float64]string{0: got.byEdit[0].String(), .1: got.byEdit[.1].String()}); diff != "" {
		t.Errorf("by edits (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[int]string{3: "0.667", 2: "0.500", 9: "–"},
		map[int]string{3: got.bySize[3].String(), 2: got.bySize[2].String(), 9: got.bySize[9].String()}); diff != "" {
		t.Errorf("by size (-want +got):\n%s", diff)
	}
}
