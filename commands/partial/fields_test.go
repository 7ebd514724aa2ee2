package partial

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// Fields of the records travel into passages and documents. Without the flag there are none, and
// nothing else changes.
func TestKeepFields(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(12, 13)), false}
	shared, twice := w.sentences(8), w.sentences(8)
	var in strings.Builder
	for _, d := range []struct{ fields, text string }{
		{`"id":"a","series":"x","m":{"date":1890}`, w.text(shared, w.sentences(5), twice, w.sentences(9), twice)},
		{`"id":"b","series":"y"`, w.text(w.sentences(5), shared)},
	} {
		text, err := record.JSON(d.text)
		if err != nil {
			t.Fatal(err)
		}
		in.WriteString(`{"body":{"text":` + string(text) + `},` + d.fields + "}\n")
	}
	input := []string{"--text_field=body.text", "--input=" + filetest.Write(t, filepath.Join(t.TempDir(), "in.jsonl"),
		[]byte(in.String()))}
	for _, matching := range []string{"refine", "diagonal"} {
		flags := append(input, "--matching="+matching)
		plain := runWith(t, one, flags...)
		kept := runWith(t, one, append(flags, "--keep_fields=series,m.date")...)
		without := strings.NewReplacer(
			`,"a_fields":{"series":"x","m.date":1890},"b_fields":{"series":"y"}`, "",
			`,"a_fields":{"series":"x","m.date":1890},"b_fields":{"series":"x","m.date":1890}`, "",
			`,"fields":{"series":"x","m.date":1890}`, "", `,"fields":{"series":"y"}`, "")
		for _, stream := range []string{"passages", "within", "documents"} {
			want, got := plain.stream(stream), kept.stream(stream)
			if diff := cmp.Diff(want, without.Replace(got)); diff != "" || want == got ||
				strings.Contains(without.Replace(got), "fields") {
				t.Errorf("%s, %s: (-without +with, without the fields):\n%s\n%s", matching, stream, diff, got)
			}
		}
		if !strings.Contains(string(kept.summary(t).Parameters), `"keep_fields"`) {
			t.Errorf("parameters %s", kept.summary(t).Parameters)
		}
	}
}

// What cannot be kept is an error before anything runs.
func TestKeepFieldsErrors(t *testing.T) {
	dir := t.TempDir()
	text, lines := filetest.Write(t, dir+"/a.txt", []byte("A text.")),
		filetest.Write(t, dir+"/a.jsonl", []byte(`{"text":"A text."}`))
	for _, tc := range []struct {
		input string
		keep  []string
		want  string
	}{
		{lines, []string{"series", "a.b"}, ""},
		{lines, []string{"a", "b", "a"}, "--keep_fields names a twice"},
		{lines, []string{"a", ""}, "--keep_fields names an empty field: want names such as series,date"},
		{lines, []string{`a"`}, `--keep_fields names a field "a\"": a name may not have quotes or control characters`},
		{text, []string{"a", "b"},
			"there are no fields to keep (a, b): no file has records with fields, as JSON Lines and Parquet have"},
	} {
		var p Params
		p.Flags(pflag.NewFlagSet("partial", pflag.ContinueOnError))
		p.Job.Docs.Input, p.Job.Docs.Keep = []string{tc.input}, tc.keep
		got := ""
		if _, err := docio.NewPlan(t.Context(), p.Job.Docs); err != nil {
			got = err.Error()
		}
		if got != tc.want {
			t.Errorf("%v: %q, want %q", tc.keep, got, tc.want)
		}
	}
}
