package main

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/result"
)

// resultOf makes a result: x and y share a text that z has, too, and a passage that is in no cluster.
// The first cluster is a text of y and z, whose passage is the last.
func resultOf(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{
		result.Name("passages", 0, 1, ".jsonl"): `{"a":"x","a_start":0,"a_end":100,"b":"y","b_start":0,"b_end":100,"kind":"verbatim","similarity":1,"evidence":18,"prose":0.3}
{"a":"x","a_start":0,"a_end":100,"b":"z","b_start":0,"b_end":100,"kind":"verbatim","similarity":1,"evidence":18,"prose":0.3}
{"a":"x","a_start":200,"a_end":300,"b":"y","b_start":200,"b_end":300,"kind":"reworded","similarity":0.5,"evidence":2,"prose":0.1}
{"a":"y","a_start":0,"a_end":100,"b":"z","b_start":0,"b_end":100,"kind":"verbatim","similarity":1,"evidence":18,"prose":0.3}
{"a":"y","a_start":400,"a_end":500,"b":"z","b_start":400,"b_end":500,"kind":"verbatim","similarity":1,"evidence":1,"prose":1}
`,
		result.Name("clusters", 0, 1, ".jsonl"): `{"cluster":"b","size":2,"documents":2}
{"cluster":"c","size":3,"documents":3}
`,
		result.Name("cluster-places", 0, 1, ".jsonl"): `{"cluster":"b","id":"y","start":400,"end":500}
{"cluster":"b","id":"z","start":400,"end":500}
{"cluster":"c","id":"x","start":0,"end":100}
{"cluster":"c","id":"y","start":0,"end":98}
{"cluster":"c","id":"z","start":4,"end":100}
`,
		result.SuccessFile: "",
	})
	return dir
}

func TestTexts(t *testing.T) {
	f, err := read(t.Context(), resultOf(t))
	if err != nil {
		t.Fatal(err)
	}
	if want := [][]int{{0, 1, 3}, {2}, {4}}; !reflect.DeepEqual(f.texts, want) {
		t.Errorf("texts %v, want %v", f.texts, want)
	}
	if want := []int64{3, 2, 2}; !reflect.DeepEqual(f.documents, want) {
		t.Errorf("documents %v, want %v", f.documents, want)
	}
	if _, err := read(t.Context(), t.TempDir()); err == nil {
		t.Error("an empty folder is no result")
	}
}

func TestDraw(t *testing.T) {
	f, err := read(t.Context(), resultOf(t))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		texts := map[int64]bool{}
		for _, l := range f.draw(3, byText, seed) {
			texts[l.AStart] = true
			if want := map[int64]int{0: 3, 200: 1, 400: 1}[l.AStart]; l.Records != want {
				t.Errorf("%d records, want %d: %+v", l.Records, want, l)
			}
		}
		if len(texts) != 3 {
			t.Errorf("seed %d: a text was drawn twice", seed)
		}
		if got := f.draw(9, byRecord, seed); len(got) != 5 {
			t.Errorf("seed %d: %d passages drawn of 5", seed, len(got))
		}
		if !reflect.DeepEqual(f.draw(3, byRecord, seed), f.draw(3, byRecord, seed)) {
			t.Errorf("seed %d: two samples differ", seed)
		}
		// The order is that of the clusters. The text that is no cluster is in no table.
		var starts []int64
		for _, l := range f.draw(3, byRank, seed) {
			starts = append(starts, l.AStart)
		}
		if want := []int64{400, 0}; !reflect.DeepEqual(starts, want) {
			t.Errorf("seed %d: by rank the texts at %v, want %v", seed, starts, want)
		}
	}
}

func TestTables(t *testing.T) {
	f, err := read(t.Context(), resultOf(t))
	if err != nil {
		t.Fatal(err)
	}
	labels := filepath.Join(t.TempDir(), "labels.jsonl")
	lines := `{"drawn":"text","a":"x","a_start":0,"a_end":120,"b":"y","b_start":0,"b_end":120,"label":"quotation"}
{"drawn":"text","a":"x","a_start":190,"a_end":300,"b":"y","b_start":190,"b_end":300,"label":"formula"}
{"drawn":"text","a":"x","a_start":0,"a_end":300,"b":"y","b_start":0,"b_end":300,"label":"list"}
{"drawn":"record","a":"y","a_start":0,"a_end":100,"b":"z","b_start":0,"b_end":100,"label":"reuse"}
{"drawn":"rank","a":"y","a_start":400,"a_end":500,"b":"z","b_start":400,"b_end":500,"label":"chance"}
`
	filetest.Write(t, labels, lines)
	judged, err := readLabels(t.Context(), labels)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	tables(&b, []outcome{{"made-up", f, f.judge(judged)}})
	for _, want := range []string{
		"| made-up | 5 | 3 | text | 3 | 2 | 0.50 |\n| made-up | 5 | 3 | record | 1 | 1 | 1.00 |\n| made-up | 5 | 3 | rank | 1 | 1 | 0.00 |\n",
		"| made-up | 1 of 1 | 1 of 1 | 0 of 0 | 1 of 1 | 0 of 0 | 0 of 1 | 1 of 1 |\n",
		"| made-up | 1.00 | 0.50 | 0.75 | 0.50 | 0.00 |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	filetest.Write(t, labels, strings.Replace(lines, "formula", "formulas", 1))
	if _, err := readLabels(t.Context(), labels); err == nil || !strings.Contains(err.Error(), `"formulas"`) {
		t.Errorf("error %v, want one that names the label", err)
	}
}
