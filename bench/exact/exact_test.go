package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// prose returns about n characters of words.
func prose(seed uint64, n int) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var s strings.Builder
	for s.Len() < n {
		for range 2 + r.IntN(8) {
			s.WriteByte('a' + byte(r.IntN(26)))
		}
		s.WriteByte(' ')
	}
	return s.String()
}

func readAll(t *testing.T, p params, texts ...string) []*text {
	t.Helper()
	dir := t.TempDir()
	for x, s := range texts {
		filetest.Write(t, filepath.Join(dir, fmt.Sprint(x)), s)
	}
	p.Inputs = []string{dir}
	all, err := read(p)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestFind(t *testing.T) {
	run, other := strings.TrimSpace(prose(1, 300)), prose(2, 300)
	p := params{Min: 150, MaxDocuments: 2, Places: 4}
	for _, tc := range []struct {
		name  string
		texts []string
		want  []string // the runs, as the documents have them
	}{
		{"a run", []string{"One. " + run + " End.", other + strings.ToUpper(run) + " and more"}, []string{"0 " + run}},
		{"in three documents", []string{run, run, run}, nil},
		{"too short", []string{run[:140] + " End", run[:140] + " More"}, nil},
		{"parts of words at its ends", []string{"a-" + run + "-b", "x-" + run + "-y"},
			[]string{"0 " + run[strings.Index(run, " ")+1:strings.LastIndex(run, " ")]}},
		{"Han characters", []string{strings.Repeat("天地玄黃宇宙洪荒日月", 5) + "盈", "昃" + strings.Repeat("天地玄黃宇宙洪荒日月", 5)},
			[]string{"0 " + strings.Repeat("天地玄黃宇宙洪荒日月", 5)}},
	} {
		texts := readAll(t, p, tc.texts...)
		var got []string
		for _, r := range find(texts, p) {
			got = append(got, fmt.Sprint(r.a, " ", texts[r.a].cut(r.aStart, r.aEnd)))
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

// In pages, a run is inside of one paragraph.
func TestParagraphs(t *testing.T) {
	run := strings.TrimSpace(prose(3, 300))
	p := params{Min: 150, MaxDocuments: 3, Places: 4, Paragraphs: true}
	page := func(before, inside string) string {
		return "<title>天</title><script>" + run + "</script>" + before + "<p class=x>" + inside + "</p><div>" +
			run + "</div>"
	}
	texts := readAll(t, p, page("One", run), page("Two more", run), page("", run[:100]+"<br>"+run[100:]))
	runs := find(texts, p)
	if len(runs) == 0 {
		t.Fatal("no runs")
	}
	// A run may end a word early, where no window ends.
	if got := texts[0].cut(runs[0].aStart, runs[0].aEnd); !strings.HasPrefix(run, got) || len(got) < len(run)-10 ||
		texts[1].cut(runs[0].bStart, runs[0].bEnd) != got {
		t.Fatalf("%q, want %q", got, run)
	}
	for _, r := range runs[1:] {
		if r.size >= 250 {
			t.Errorf("%+v goes over a tag", r)
		}
	}
}

func TestCover(t *testing.T) {
	f := &found{
		passages: map[[2]string][]record.Passage{{"a", "b"}: {{AStart: 0, AEnd: 60, BStart: 100, BEnd: 160},
			{AStart: 500, AEnd: 600, BStart: 700, BEnd: 800}}},
		hot: map[string][]span{"a": {{60, 95}}, "b": {{150, 200}}},
	}
	texts := []*text{{id: "a"}, {id: "b"}}
	got := f.cover(texts, []shared{
		{b: 1, aStart: 0, aEnd: 100, bStart: 100, bEnd: 200},    // by a passage and a hot one
		{b: 1, aStart: 0, aEnd: 120, bStart: 100, bEnd: 220},    // too little
		{b: 1, aStart: 500, aEnd: 600, bStart: 700, bEnd: 800},  // by a passage
		{b: 1, aStart: 500, aEnd: 600, bStart: 900, bEnd: 1000}, // the same place of a
	})
	var covered []bool
	for _, r := range got {
		covered = append(covered, r.covered)
	}
	if diff := cmp.Diff([]bool{true, false, true, true}, covered); diff != "" {
		t.Errorf("covered (-want +got):\n%s", diff)
	}
}
