package partial

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// With --compare=all new documents are compared with new and with old ones, but not old ones with
// each other. What is of the source says so, also where ids are equal.
func TestCompareAll(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(12, 11)), false}
	ofBoth, ofNew, ofOld, twice := w.sentences(8), w.sentences(8), w.sentences(8), w.sentences(8)
	dir := t.TempDir()
	in := "--input=" + filetest.Write(t, filepath.Join(dir, "i.jsonl"), jobtest.Lines([]testDocument{
		{"x", w.text(w.sentences(5), ofBoth, w.sentences(5), ofNew)},
		{"y", w.text(ofNew, w.sentences(5), twice, w.sentences(9), twice)},
	}))
	source := "--source=" + filetest.Write(t, filepath.Join(dir, "s.jsonl"), jobtest.Lines([]testDocument{
		{"x", w.text(ofBoth, w.sentences(5), ofOld)}, {"old", w.text(w.sentences(5), ofOld, w.sentences(9), ofOld)},
	}))
	for _, tc := range []struct{ compare, passages, within, tops string }{
		{"source", "x+x/source", "", "x: x/source"},
		{"all", "x+x/source x+y", "y+y", "x: x/source y, y: x"},
	} {
		for _, matching := range []string{"refine", "diagonal --signature=shingle"} {
			r := runWith(t, one, append([]string{in, source, "--compare=" + tc.compare},
				strings.Fields("--matching="+matching)...)...)
			name := func(id string, source bool) string {
				if source {
					return id + "/source"
				}
				return id
			}
			ids := func(stream string) string {
				var all []string
				for _, p := range jobtest.Decode[record.Passage](t, r.stream(stream)) {
					all = append(all, p.A+"+"+name(p.B, p.Source))
				}
				return strings.Join(all, " ")
			}
			var tops []string
			for _, d := range jobtest.Decode[record.DocumentShare](t, r.stream("documents")) {
				var top []string
				for _, o := range d.Top {
					top = append(top, name(o.ID, o.Source))
				}
				tops = append(tops, d.ID+": "+strings.Join(top, " "))
			}
			got := [...]string{ids("passages"), ids("within"), strings.Join(tops, ", ")}
			if diff := cmp.Diff([...]string{tc.passages, tc.within, tc.tops}, got); diff != "" {
				t.Errorf("--compare=%s, %s: passages, within, documents (-want +got):\n%s", tc.compare, matching, diff)
			}
			if compared := strings.Contains(string(r.summary(t).Parameters),
				`"compare": "all"`); compared != (tc.compare == "all") {
				t.Errorf("--compare=%s: parameters %s", tc.compare, r.summary(t).Parameters)
			}
		}
	}
}

// A hot passage in two documents of one id, one on each side, is in two documents.
func TestHotOnBothSides(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(12, 12)), false}
	notice := w.sentences(6)
	var sides [2][]testDocument
	for n := range 3 {
		for side := range sides {
			sides[side] = append(sides[side],
				testDocument{fmt.Sprint(n), w.text(w.sentences(5), notice, w.sentences(5))})
		}
	}
	dir := t.TempDir()
	r := runWith(t, one, "--max_documents=4", "--input="+filetest.Write(t, dir+"/i.jsonl", jobtest.Lines(sides[0])),
		"--source="+filetest.Write(t, dir+"/s.jsonl", jobtest.Lines(sides[1])))
	hot := jobtest.Decode[record.HotPassage](t, r.stream("hot"))
	if len(hot) != 1 || hot[0].Documents != 6 || len(hot[0].Samples) != 6 {
		t.Fatalf("hot passages %+v, want one in 6 documents", hot)
	}
	got := ""
	for _, o := range jobtest.Decode[record.HotOccurrence](t, r.stream("hot-occurrences")) {
		got += fmt.Sprint(o.ID, o.Source, " ")
	}
	if want := "0 false 0 true 1 false 1 true 2 false 2 true "; strings.ReplaceAll(got, " ",
		"") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("places %s, want %s", got, want)
	}
}
