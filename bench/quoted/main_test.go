package main

import (
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// Runs are the longest at each place, but for those that most texts have; one is found if a passage has half of it on
// both sides.
func TestRuns(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{
		"a1": "The library of all books. He said: ‘Arma uirumque cano, Troiae qui primus ab oris’ he said.",
		"a2": "The library of all books. Nothing more is in it.",
		"a3": "The library of all books. Indeed: Arma virumque cano Troiae QVI.",
		"b1": "The library of all books.\nArma virumque cano, Troiae qui primus ab oris\nItaliam.",
	})
	texts, err := read(dir + "/a*")
	if err != nil {
		t.Fatal(err)
	}
	sources, err := read(dir + "/b*")
	if err != nil {
		t.Fatal(err)
	}
	runs := runsOf(texts, sources)
	want := []shared{{"a1", "b1", 36, 81, 26, 71}, {"a3", "b1", 34, 63, 26, 56}}
	if len(runs) != 2 || runs[0] != want[0] || runs[1] != want[1] {
		t.Fatalf("runs %v, want %v", runs, want)
	}
	passages := []record.Passage{
		{A: "a1", B: "b1", AStart: 36, AEnd: 59, BStart: 26, BEnd: 71}, // half of the first one
		{A: "a3", B: "b1", AStart: 34, AEnd: 48, BStart: 26, BEnd: 56}, // less
	}
	if found, others := score(runs, passages); found != 1 || others != 1 {
		t.Errorf("%d found, %d others; want 1 and 1", found, others)
	}
}
