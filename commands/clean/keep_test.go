package clean_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/commands/line"
)

// Two long sentences, of more words than a short cut.
const (
	floodText = "In the spring of that year the river rose higher than anybody in the village could remember, and the mill at the bridge was lost. "
	sheepText = "Nobody knew then that the sheep on the northern meadows would be found alive, three days later, on the roof of the old chapel. "
)

// keptCollection has five pairs of equal documents, of which fields say which is better, and three documents with a
// passage in common.
func keptCollection() string {
	var b strings.Builder
	add := func(id, text, fields string) {
		fmt.Fprintf(&b, `{"id":%q,"text":%q%s}`+"\n", id, text, fields)
	}
	own := func(i int) string {
		return fmt.Sprintf("Page number %d tells of house %d at corner %d, whose owner sold %d chairs and %d tables to the inn.", i, i*7, i*11, i*13, i*17)
	}
	add("a1", own(1), `,"quality":0.5,"date":"2001"`)
	add("a2", own(1), `,"quality":10,"date":"2003"`) // 10 is more than 9
	add("a3", own(1), `,"quality":9,"date":"1999"`)
	add("b1", own(2), `,"quality":7,"date":"2003-01-02"`)
	add("b2", own(2), `,"quality":7.0,"date":"2003"`) // the same quality, and earlier
	add("c1", own(3), ``)
	add("c2", own(3), `,"quality":-1`)
	add("d1", own(4), `,"quality":"n/a"`)
	add("d2", own(4), `,"quality":"0.1"`)
	add("e1", own(5), `,"quality":[1]`)
	add("e2", own(5), `,"quality":null`)
	add("p1", floodText+sheepText+own(6), `,"quality":1`)
	add("p2", floodText+sheepText+own(7), `,"quality":3,"date":"2005"`)
	add("p3", floodText+sheepText+own(8)+" "+own(9), `,"quality":3,"date":"2004"`)
	return b.String()
}

// left returns the texts of the cleaned collection by id.
func left(t *testing.T, path string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, l := range strings.Split(strings.TrimSpace(string(read(t, path))), "\n") {
		var v struct{ ID, Text string }
		if err := json.Unmarshal([]byte(l), &v); err != nil {
			t.Fatal(err)
		}
		texts[v.ID] = v.Text
	}
	return texts
}

// --keep chooses the documents and the passages that stay, with a search and without, and says what has no value.
func TestKeep(t *testing.T) {
	input := write(t, t.TempDir()+"/in.jsonl", []byte(keptCollection()))
	for _, tc := range []struct {
		args    []string
		ids     string
		passage string // the document that keeps it
	}{
		{[]string{"--keep=quality desc, date asc"}, "a2 b2 c2 d2 e1 p1 p2 p3", "p3"},
		{[]string{"--keep=quality desc, date asc", "--exact=20"}, "a2 b2 c2 d2 e1 p1 p2 p3", "p3"},
		{[]string{"--keep=quality desc"}, "a2 b1 c2 d2 e1 p1 p2 p3", "p2"},
		{[]string{"--keep=date asc"}, "a3 b2 c1 d1 e1 p1 p2 p3", "p3"},
		{[]string{"--keep=first"}, "a1 b1 c1 d1 e1 p1 p2 p3", "p1"},
		{[]string{"--keep=longest"}, "a1 b1 c1 d1 e1 p1 p2 p3", "p3"},
		{[]string{"--keep=quality asc, longest"}, "a1 b1 c2 d2 e1 p1 p2 p3", "p1"},
	} {
		dir := t.TempDir() + "/out"
		out := mustRun(t, append([]string{"clean", "--input=" + input, "--output=" + dir}, tc.args...)...)
		texts := left(t, dir+"/documents/in.jsonl")
		if got := strings.Join(slices.Sorted(maps.Keys(texts)), " "); got != tc.ids {
			t.Errorf("%v: left is %s, want %s", tc.args, got, tc.ids)
		}
		for _, id := range []string{"p1", "p2", "p3"} {
			if got := strings.Contains(texts[id], strings.TrimSpace(sheepText)); got != (id == tc.passage) {
				t.Errorf("%v: %s has the passage: %v, want it in %s", tc.args, id, got, tc.passage)
			}
		}
		if strings.Contains(tc.args[0], "quality") {
			for _, want := range []string{"1 document has a text in the field quality",
				"1 document has a list or an object in the field quality",
				"2 documents have no value in the field quality: last"} {
				if !strings.Contains(out, want) {
					t.Errorf("%v: the closing lines do not say %q:\n%s", tc.args, want, out)
				}
			}
		}
	}
}

// --keep chooses, too, what stays of groups, and what --policy=annotate would keep.
func TestKeepOfGroups(t *testing.T) {
	input := write(t, t.TempDir()+"/in.jsonl", []byte(keptCollection()))
	dir := t.TempDir()
	mustRun(t, "resemblance", "--input="+input, "--output="+dir+"/similar", "--threshold=0.5")
	mustRun(t, "clean", "--input="+input, "--output="+dir+"/out", "--result="+dir+"/similar",
		"--keep=quality desc, date asc")
	if got, want := strings.Join(slices.Sorted(maps.Keys(left(t, dir+"/out/documents/in.jsonl"))), " "),
		"a2 b2 c2 d2 e1 p2 p3"; got != want {
		t.Errorf("of groups is left %s, want %s", got, want)
	}
	mustRun(t, "clean", "--input="+input, "--output="+dir+"/marked", "--policy=annotate",
		"--keep=quality desc, date asc")
	if got := string(read(t, dir+"/marked/manifest-00000-of-00001.jsonl")); !strings.Contains(got,
		`"id":"a1","start":0,"end":`) || strings.Contains(got, `"kept_id":"a1"`) ||
		!strings.Contains(got, `"kept_id":"p3"`) {
		t.Errorf("the ranges are\n%s", got)
	}
}

// --keep=first is refused with groups of which the longest document was chosen, as --policy=keep_first is;
// --keep=longest chooses anew.
func TestKeepFirstOfGroups(t *testing.T) {
	const own = "Page number 7 tells of a house at the corner, whose owner sold nine chairs and three tables to the inn last year."
	input := write(t, t.TempDir()+"/in.jsonl", fmt.Appendf(nil, `{"id":"a","text":%q}`+"\n"+`{"id":"b","text":%q}`+"\n",
		floodText+sheepText, floodText+sheepText+own))
	dir := t.TempDir()
	for _, policy := range []string{"keep_first", "keep_longest"} {
		mustRun(t, "resemblance", "--input="+input, "--output="+dir+"/"+policy, "--threshold=0.3", "--policy="+policy)
	}
	refused(t, 2, []string{"--keep=first: ", "was made with --policy=keep_longest"}, "clean", "--input="+input,
		"--output="+dir+"/x", "--result="+dir+"/keep_longest", "--keep=first")
	for _, tc := range []struct{ policy, keep, want string }{{"keep_first", "first", "a"},
		{"keep_first", "longest", "b"}, {"keep_longest", "longest", "b"}} {
		out := dir + "/" + tc.policy + tc.keep
		mustRun(t, "clean", "--input="+input, "--output="+out, "--result="+dir+"/"+tc.policy, "--keep="+tc.keep)
		if got := strings.Join(slices.Sorted(maps.Keys(left(t, out+"/documents/in.jsonl"))), " "); got != tc.want {
			t.Errorf("%s, --keep=%s: left is %s, want %s", tc.policy, tc.keep, got, tc.want)
		}
	}
}

// A refusal names flags that the user gave, and no others.
func TestRefusalsNameWhatWasGiven(t *testing.T) {
	given := regexp.MustCompile(`--[a-z_]+`)
	for _, flags := range [][]string{
		{"--result=r", "--exact=50"}, {"--result=r", "--apply=a"}, {"--exact=50", "--apply=a"},
		{"--against=o", "--apply=a"}, {"--keep=first", "--apply=a"},
		{"--site_templates=url", "--result=r"}, {"--site_templates=url", "--apply=a"},
		{"--add", "--policy=annotate", "--against=o"},
	} {
		_, err := command(t.Context(), append([]string{"clean", "--input=in", "--output=out"}, flags...)...)
		if err == nil || line.ExitCode(err) != 2 {
			t.Errorf("%q: %v", flags, err)
			continue
		}
		for _, name := range given.FindAllString(err.Error(), -1) {
			if !strings.Contains(strings.Join(flags, " "), name) {
				t.Errorf("%q: %v", flags, err)
			}
		}
	}
}

// Columns of Parquet choose as fields do.
func TestKeepOfParquet(t *testing.T) {
	type row struct {
		ID   string `parquet:"id"`
		Text string `parquet:"text"`
		Day  int32  `parquet:"day,date"` // from 1970-01-01
		Meta struct {
			Score *float64 `parquet:"score,optional"`
		} `parquet:"meta"`
	}
	var rows []row
	for i, score := range []float64{2, 10, 9, 0} {
		r := row{ID: fmt.Sprint("a", i), Text: floodText + sheepText, Day: int32(12054 - i)} // from 2003-01-02 back
		if r.Meta.Score = &score; score == 0 {
			r.Meta.Score, r.Text = nil, r.Text+
				"This is the last page of the book, and nothing of it is in any other book of this small library."
		}
		rows = append(rows, r)
	}
	var b bytes.Buffer
	if err := parquet.Write(&b, rows); err != nil {
		t.Fatal(err)
	}
	input := write(t, t.TempDir()+"/x.parquet", b.Bytes())
	for keep, want := range map[string]string{"meta.score desc": "a1", "meta.score asc": "a0", "day asc": "a3",
		"day desc": "a0"} {
		dir := t.TempDir() + "/out"
		mustRun(t, "clean", "--input="+input, "--output="+dir, "--keep="+keep)
		out := read(t, dir+"/documents/x.parquet")
		got, err := parquet.Read[row](bytes.NewReader(out), int64(len(out)))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range got {
			if has := strings.Contains(r.Text, floodText); has != (r.ID == want) {
				t.Errorf("%s: %s has the passage: %v, want it in %s", keep, r.ID, has, want)
			}
		}
	}
}

func TestKeepRefused(t *testing.T) {
	input := write(t, t.TempDir()+"/in.jsonl", []byte(keptCollection()))
	for _, tc := range []struct {
		words, args []string
	}{
		{[]string{"--keep=quality", "'quality desc'"}, []string{"--keep=quality"}},
		{[]string{"--keep", "--policy"}, []string{"--keep=quality desc", "--policy=drop_all"}},
		{[]string{"--keep", "--policy"}, []string{"--keep=first", "--policy=keep_longest"}},
		{[]string{"--keep", "--apply"}, []string{"--keep=first", "--apply=" + input}},
	} {
		refused(t, 2, tc.words, append([]string{"clean", "--input=" + input, "--output=" + t.TempDir() + "/out"},
			tc.args...)...)
	}
	refused(t, 1, []string{"no document of the input has the field qualty"}, "clean", "--input="+input,
		"--output="+t.TempDir()+"/out", "--keep=qualty desc")
	texts := write(t, t.TempDir()+"/a.txt", []byte(floodText))
	refused(t, 2, []string{"no file has records with fields"}, "clean", "--input="+texts,
		"--output="+t.TempDir()+"/out", "--keep=date asc")
}

// --count_copies counts what was removed of each document and passage that stays, with a search and without, and
// changes no other file.
func TestCountCopies(t *testing.T) {
	input := write(t, t.TempDir()+"/in.jsonl", []byte(keptCollection()))
	dir := t.TempDir()
	want := `{"id":"a2","start":0,"end":97,"copies":2,"reason":"document"}
{"id":"b2","start":0,"end":98,"copies":1,"reason":"document"}
{"id":"c2","start":0,"end":98,"copies":1,"reason":"document"}
{"id":"d2","start":0,"end":98,"copies":1,"reason":"document"}
{"id":"e1","start":0,"end":98,"copies":1,"reason":"document"}
{"id":"p3","start":0,"end":256,"copies":2,"reason":"passage"}
`
	for i, more := range [][]string{nil, {"--exact=20"}, {"--policy=annotate"}} {
		out := fmt.Sprintf("%s/out%d", dir, i)
		args := append([]string{"clean", "--input=" + input, "--keep=quality desc, date asc"}, more...)
		mustRun(t, append(args, "--output="+out, "--count_copies")...)
		if got := string(read(t, out+"/copies-00000-of-00001.jsonl")); got != want {
			t.Errorf("%v: the copies are\n%s, want\n%s", more, got, want)
		}
		mustRun(t, append(args, "--output="+out+"-plain")...)
		for _, name := range []string{"manifest-00000-of-00001.jsonl", "dropped-00000-of-00001.jsonl",
			"cuts-00000-of-00001.jsonl", "documents/in.jsonl"} {
			if !bytes.Equal(read(t, out+"/"+name), read(t, out+"-plain/"+name)) {
				t.Errorf("%v: %s is another one", more, name)
			}
		}
	}
	refused(t, 2, []string{"--count_copies", "--policy"}, "clean", "--input="+input, "--output="+dir+"/x",
		"--count_copies", "--policy=drop_all")
}

// A document counts as a copy of what its representative loses, also if that has a representative itself later: d is
// the same as c, which is the same as b when it has lost the passage.
func TestCountCopiesOfLaterPasses(t *testing.T) {
	const short = "A short note."
	lines := fmt.Sprintf(`{"id":"a","text":%q}
{"id":"b","text":%q}
{"id":"c","text":%q}
{"id":"d","text":%q}
`, floodText+sheepText+"This is the last page of it.", short, floodText+sheepText+short, floodText+sheepText+short)
	input := write(t, t.TempDir()+"/in.jsonl", []byte(lines))
	out := t.TempDir() + "/out"
	mustRun(t, "clean", "--input="+input, "--output="+out, "--count_copies")
	want := `{"id":"a","start":0,"end":256,"copies":2,"reason":"passage"}
{"id":"b","start":0,"end":13,"copies":2,"reason":"document"}
`
	if got := string(read(t, out+"/copies-00000-of-00001.jsonl")); got != want {
		t.Errorf("the copies are\n%s, want\n%s", got, want)
	}
}
