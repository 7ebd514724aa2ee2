package findings

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
)

// folder writes a result whose streams are lines.
func folder(t *testing.T, summary string, streams map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{result.SummaryFile: summary, result.SuccessFile: ""}
	for name, lines := range streams {
		files[result.Name(name, 0, 1, result.LinesExtension)] = lines
	}
	filetest.Put(t, dir, files)
	return dir
}

// show writes the passages by pairs, with the sides of the documents.
func show(f *Findings) (lines []string) {
	name := func(n int) string { return fmt.Sprintf("%s/%d", f.Documents[n].ID, f.Documents[n].Side) }
	for _, pair := range f.Pairs {
		line := fmt.Sprintf("%s %s:", name(pair.A), name(pair.B))
		for _, p := range f.Passages[pair.First : pair.First+pair.Passages] {
			if p.DocumentA != pair.A || p.DocumentB != pair.B {
				line += " of another pair:"
			}
			line += fmt.Sprintf(" %d-%d=%d-%d %s %g", p.A.Start, p.A.End, p.B.Start, p.B.End, p.Kind, p.Similarity)
		}
		lines = append(lines, line+fmt.Sprintf(" (%d, %d, %g, %v)", pair.ACharacters, pair.BCharacters, pair.Similarity,
			pair.Scores))
	}
	return lines
}

// The result of each command is documents, passages and pairs.
func TestRead(t *testing.T) {
	passage := func(a string, aStart int, b string, bStart int, more string) string {
		return fmt.Sprintf(`{"a":%q,"a_start":%d,"a_end":%d,"b":%q,"b_start":%d,"b_end":%d,"kind":"reworded","similarity":0.5%s}`+"\n", a, aStart, aStart+10, b, bStart, bStart+10, more)
	}
	for _, tc := range []struct {
		name, parameters string
		streams          map[string]string
		want             []string
		others           int
	}{
		{"partial", `"command":"partial"`, map[string]string{
			"passages": passage("b", 5, "c", 0, "") + passage("a", 0, "c", 7, "") + passage("b", 0, "c", 3, ""),
			"within":   passage("a", 0, "a", 20, ""), "largest": passage("b", 5, "c", 0, ""), "extras": `{"extra":1}`},
			[]string{"a/0 a/0: 0-10=20-30 reworded 0.5 (10, 10, 0.5, [])",
				"a/0 c/0: 0-10=7-17 reworded 0.5 (10, 10, 0.5, [])",
				"b/0 c/0: 0-10=3-13 reworded 0.5 5-15=0-10 reworded 0.5 (15, 13, 0.5, [])"}, 1},
		{"a source with the same ids", `"command":"partial","source":true`,
			map[string]string{"passages": passage("a", 0, "a", 1, `,"source":true`)},
			[]string{"a/0 a/1: 0-10=1-11 reworded 0.5 (10, 10, 0.5, [])"}, 0},
		{"both", `"command":"partial","source":true,"compare":"all"`,
			map[string]string{"passages": passage("a", 0, "b", 1, `,"source":true`) + passage("a", 0, "b", 2, "")},
			[]string{"a/0 b/0: 0-10=2-12 reworded 0.5 (10, 10, 0.5, [])",
				"a/0 b/1: 0-10=1-11 reworded 0.5 (10, 10, 0.5, [])"}, 0},
		{"lookup", `"command":"lookup"`,
			map[string]string{"texts": `{"query":"q","rank":1,"id":"x","start":3,"end":9,"similarity":0.25}`},
			[]string{"q/0 x/1: 0--1=3-9 text 0.25 (-1, 6, 0.25, [])"}, 0},
		{"resemblance", `"command":"resemblance"`, map[string]string{"pairs": `{"a":"a","b":"b","resemblance":0.75,"containment":1,"shared":3,"a_size":4,"b_size":3}`, "groups": `{"id":"a","group":"a"}`},
			[]string{"a/0 b/0: 0--1=0--1 whole documents 0.75 (-1, -1, 0.75, [1 3 4 3])"}, 1},
		{"partition", `"command":"partition"`,
			map[string]string{"sets": `{"id":"a","set":"a","representative":"b","r":0.5}` + "\n" +
				`{"id":"b","set":"a","representative":"b","r":1}`},
			[]string{"a/0 b/0: 0--1=0--1 whole documents 0.5 (-1, -1, 0.5, [])"}, 1},
		{"clean", `"command":"clean"`, map[string]string{"manifest": `{"id":"b","start":2,"end":5,"kept_id":"a","kept_start":0,"kept_end":3,"reason":"passage"}` + "\n" + `{"id":"c","start":2,"end":5,"kept_id":"","reason":"hot"}`, "cuts": "{}", "dropped": ""},
			[]string{"b/0 a/0: 2-5=0-3 passage -1 (3, 3, -1, [])"}, 1},
		{"reuse", `"command":"reuse"`,
			map[string]string{"pairs": `{"a":"a","b":"b","score":0.5,"sentences":1,"a_share":0.1,"b_share":0.2}` + "\n" + `{"a":"a","b":"c","score":0.25}`, "sentences": `{"a":"a","a_start":0,"a_end":4,"b":"b","b_start":1,"b_end":5,"similarity":0.9}`},
			[]string{"a/0 b/0: 0-4=1-5 sentence 0.9 (4, 4, 0.9, [0.5 0.1 0.2])",
				"a/0 c/0: 0--1=0--1 whole documents -1 (-1, -1, -1, [0.25 0 0])"}, 0},
		{"nothing", `"command":"partial"`, map[string]string{"passages": ""}, nil, 0},
	} {
		f, err := Read(t.Context(), folder(t, `{"parameters":{`+tc.parameters+`},"lines":{}}`, tc.streams))
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if diff := cmp.Diff(tc.want, show(f)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
		if len(f.Others) != tc.others {
			t.Errorf("%s: other streams %v, want %d", tc.name, f.Others, tc.others)
		}
	}
}

// The order of the lines does not matter.
func TestOrder(t *testing.T) {
	lines := []string{`{"a":"x","a_start":3,"a_end":4,"b":"y","b_start":1,"b_end":2}` + "\n",
		`{"a":"x","a_start":0,"a_end":4,"b":"z","b_start":1,"b_end":2}` + "\n",
		`{"a":"x","a_start":1,"a_end":4,"b":"y","b_start":1,"b_end":2}` + "\n"}
	read := func(order ...int) []string {
		text := ""
		for _, i := range order {
			text += lines[i]
		}
		f, err := Read(t.Context(),
			folder(t, `{"parameters":{"command":"partial"}}`, map[string]string{"passages": text}))
		if err != nil {
			t.Fatal(err)
		}
		return show(f)
	}
	if diff := cmp.Diff(read(0, 1, 2), read(2, 1, 0)); diff != "" {
		t.Error(diff)
	}
}

func TestHotPlaces(t *testing.T) {
	dir := folder(t, `{"parameters":{"command":"partial","source":true}}`, map[string]string{
		"hot": `{"text":"x","documents":3,"hash":"h","samples":[{"id":"a","start":1,"end":2,"source":true}]}`,
		"hot-occurrences": `{"hash":"g","id":"a","start":1,"end":2}` + "\n" +
			`{"hash":"h","id":"a","start":1,"end":2}` + "\n" + `{"hash":"h","id":"a","start":5,"end":6,"source":true}`,
	})
	f, err := Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if h := f.Hot[0]; h.FirstPlace != 1 || h.Places != 2 ||
		f.Documents[h.SampleDocuments[0]] != (Document{ID: "a", Side: record.Source}) {
		t.Errorf("%+v", h)
	}
	var got []string
	for _, p := range f.HotPlaces {
		got = append(got, fmt.Sprint(p.Hot, f.Documents[p.Document].Side, p.Range.Start, p.Range.End))
	}
	if diff := cmp.Diff([]string{"-1 0 1 2", "0 0 1 2", "0 1 5 6"}, got); diff != "" {
		t.Error(diff)
	}
}

// The lines of a stream that is not known are values by columns.
func TestEachLine(t *testing.T) {
	dir := folder(t, `{"parameters":{"command":"partial"}}`, map[string]string{
		"strange": `{"n":12345678901234567890,"s":"x","l":[1,{"a":"<"}]}` + "\n" +
			`{"s":null,"late":0.5,"n":null}` + "\n"})
	f, err := Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	columns, err := EachLine(t.Context(), f.Others[0], func(values []any) error {
		got = append(got, fmt.Sprint(values))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{`[12345678901234567890 x [1,{"a":"<"}]]`, `[<nil> <nil> <nil> 0.5]`},
		got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Column{{"n", true}, {"s", false}, {"l", false}, {"late", true}}, columns); diff != "" {
		t.Error(diff)
	}
	bad := Stream{Files: []string{filepath.Join(dir, result.SuccessFile)}}
	for _, line := range []string{"[1]", "1", `{"a":`, "x"} {
		filetest.Write(t, bad.Files[0], line)
		if _, err := EachLine(t.Context(), bad, func([]any) error { return nil }); err == nil {
			t.Errorf("%s is a line", line)
		}
	}
}

func TestNoResult(t *testing.T) {
	for _, summary := range []string{"{", "{}", `{"parameters":7}`, `{"parameters":{"command":7}}`} {
		_, err := Read(t.Context(), folder(t, summary, nil))
		if none := new(NotResultError); !errors.As(err, &none) {
			t.Errorf("%s: %v", summary, err)
		}
	}
}

// A text without a place is an error, and no panic.
func TestClustersWithoutPlaces(t *testing.T) {
	for _, places := range []string{"", "{}", `{"cluster":"y","id":"a","start":0,"end":1}`} {
		_, err := Read(t.Context(),
			folder(t, `{"parameters":{"command":"partial"}}`,
				map[string]string{"clusters": `{"cluster":"x","documents":2}`, "cluster-places": places}))
		if err == nil || !strings.Contains(err.Error(),
			`the result is damaged: the text "x" has no place in cluster-places; run partial again`) {
			t.Errorf("%s: %v", places, err)
		}
	}
}

// A result of resemblance with groups alone is not shown as one that found nothing.
func TestOnlyGroups(t *testing.T) {
	files := map[string]string{"groups": `{"id":"a","group":"a","resemblance":1}`}
	_, err := Read(t.Context(), folder(t, `{"parameters":{"command":"resemblance"}}`, files))
	if none := new(NotResultError); !errors.As(err, &none) || !strings.Contains(none.Why, "without --only_groups") {
		t.Error(err)
	}
}

func TestCovered(t *testing.T) {
	for _, tc := range []struct {
		ranges []Range
		want   int64
	}{
		{nil, 0},
		{[]Range{{Start: 5, End: 9}, {Start: 0, End: 3}}, 7},
		{[]Range{{Start: 0, End: 9}, {Start: 2, End: 3}, {Start: 8, End: 12}}, 12},
		{[]Range{{Start: 2, End: ToEnd}}, Unknown},
	} {
		if got := Covered(tc.ranges); got != tc.want {
			t.Errorf("%v: %d, want %d", tc.ranges, got, tc.want)
		}
	}
}

// What is in several passages counts once in the share of a pair; where the result has no shares, there is none.
func TestOnce(t *testing.T) {
	ranges := func(all ...int64) (r []Range) {
		for i := 0; i < len(all); i += 2 {
			r = append(r, Range{Start: all[i], End: all[i+1]})
		}
		return r
	}
	for _, tc := range []struct {
		sum     float64
		ranges  []Range
		covered int64
		want    float64
	}{
		{.7073, ranges(477, 4301), 3824, .7073},
		{.4, ranges(0, 20, 30, 50), 40, .4},
		{.4, ranges(0, 20, 10, 30), 30, .3},
		{1.2, ranges(0, 60, 60, 120), 120, 1},
		{0, ranges(0, 20), 20, Unknown},
		{.5, ranges(0, ToEnd), Unknown, Unknown},
	} {
		if got := once(tc.sum, tc.ranges, tc.covered); got != tc.want {
			t.Errorf("%+v: %v", tc, got)
		}
	}
}
