package evaluate

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

// run runs the command in dir and returns what it printed.
func run(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	t.Chdir(dir)
	cmd := Command()
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetArgs(args)
	err := cmd.Execute()
	return out.String(), err
}

// planted is a collection of four documents of 4 sentences of 10 characters, the space
// between them included: positions 0, 10, 20, 30. Two share sentences 0 and 1, the
// boilerplate is sentence 3 of three of them.
var planted = map[string]string{
	"gold/corpus.jsonl": `{"id":"a","text":"One xxxxx. Two xxxxx. Six xxxxx. Hot xxxxx."}
{"id":"b","text":"One xxxxx. Two xxxxx. Ten xxxxx. Hot xxxxx."}
{"id":"c","text":"Was xxxxx. May xxxxx. May xxxxx. Hot xxxxx."}
{"id":"中","text":"一二三四五六七八九。一二三四五六七八九。"}
`,
	"gold/gold.jsonl": `{"a":"a","a_start":0,"a_end":21,"b":"b","b_start":0,"b_end":21,"kind":"verbatim"}
{"a":"中","a_start":0,"a_end":10,"b":"中","b_start":10,"b_end":20,"kind":"within"}
`,
	"gold/boiler.jsonl": `{"id":"a","start":33,"end":43}
{"id":"b","start":33,"end":43}
{"id":"c","start":33,"end":43}
`,
}

func with(files map[string]string, more ...string) map[string]string {
	all := map[string]string{}
	for name, text := range files {
		all[name] = text
	}
	for i := 0; i < len(more); i += 2 {
		all[more[i]] = more[i+1]
	}
	return all
}

func evaluate(t *testing.T, files map[string]string, p Params) (*Report, error) {
	t.Helper()
	t.Chdir(filetest.Put(t, t.TempDir(), files))
	return Evaluate(context.Background(), p)
}

func zero() *float64 { return new(float64) }

func TestEvaluatePlanted(t *testing.T) {
	gold := planted["gold/gold.jsonl"]
	perfect := Measures{Cases: 2, Detections: 2, Precision: 1, Recall: 1, F1: 1, Granularity: 1, Plagdet: 1, Found: 1}
	all := []Kind{{"verbatim", 1, 1, 1, 1}, {"within", 1, 1, 1, 1}}
	for _, tc := range []struct {
		name, result string
		want         Report
	}{
		{
			name:   "the gold itself",
			result: gold,
			want: Report{
				Records: 2, Overall: &perfect, Kinds: all,
				Characters: &Characters{Precision: 1, Recall: 1, F1: 1, Granularity: 1, Plagdet: 1, Edge: zero(),
					Within: 1},
				Documents: Agreement{1, 1, 1, 1, 1, 1},
				Sentences: &Agreement{6, 6, 6, 1, 1, 1},
			},
		},
		{
			// Boilerplate in two records of one pair; sides in any order.
			name: "with boilerplate",
			result: gold + `{"a":"c","a_start":33,"a_end":43,"b":"a","b_start":33,"b_end":43}
{"a":"a","a_start":30,"a_end":43,"b":"c","b_start":30,"b_end":43}
`,
			want: Report{
				Records: 4, Overall: &perfect, Kinds: all,
				Characters: &Characters{Precision: 1, Recall: 1, F1: 1, Granularity: 1, Plagdet: 1,
					Edge: zero(), Within: 1,
					Boilerplate: 2, BoilerplatePairs: 1},
				Documents: Agreement{1, 1, 1, 1, 1, 1},
				Sentences: &Agreement{6, 6, 6, 1, 1, 1},
			},
		},
		{
			// Of the case only the first sentence, 10 of 21 characters; one false record.
			name: "half right",
			result: `{"a":"a","a_start":0,"a_end":10,"b":"b","b_start":0,"b_end":10}
{"a":"c","a_start":11,"a_end":21,"b":"b","b_start":22,"b_end":32}
`,
			want: Report{
				Records: 2,
				Overall: &Measures{Cases: 2, Detections: 2, Precision: .5, Recall: .2381, F1: .3226, Granularity: 1,
					Plagdet: .3226},
				Kinds: []Kind{{"verbatim", 1, 0, .4762, 0}, {"within", 1, 0, 0, 0}},
				Characters: &Characters{Precision: .5, Recall: .4762, F1: .4878, Granularity: 1,
					Plagdet: .4878, False: 1},
				Documents: Agreement{2, 1, 1, .5, 1, .6667},
				Sentences: &Agreement{4, 6, 2, .5, .3333, .4},
			},
		},
		{
			name: "empty",
			want: Report{
				Overall:    &Measures{Cases: 2, Granularity: 1},
				Kinds:      []Kind{{"verbatim", 1, 0, 0, 0}, {"within", 1, 0, 0, 0}},
				Characters: &Characters{Granularity: 1},
				Documents:  Agreement{Gold: 1},
				Sentences:  &Agreement{Gold: 6},
			},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := evaluate(t, with(planted, "found/passages-00000-of-00001.jsonl", tc.result),
				Params{Result: "found", Gold: "gold"})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&tc.want, got); diff != "" {
				t.Errorf("Evaluate (-want +got):\n%s", diff)
			}
		})
	}
}

// pan is a corpus of two categories; s1-r1 has a case of 10 characters, s2-r1 none.
var pan = map[string]string{
	"gold/01-none/pairs":       "s2.txt r1.txt\n",
	"gold/01-none/s2-r1.xml":   `<document reference="s2.txt"/>`,
	"gold/02-copied/pairs":     "s1.txt r1.txt\n",
	"gold/02-copied/s1-r1.xml": `<document reference="s1.txt"><feature name="plagiarism" this_offset="0" this_length="10" source_reference="r1.txt" source_offset="5" source_length="10"/></document>`,
	"gold/susp/s1.txt":         "一二三四五六七八九。一二三四五六七八九。",
	"gold/susp/s2.txt":         "一二三四五六七八九。一二三四五六七八九。",
	"gold/src/r1.txt":          "一二三四五六七八九。一二三四五六七八九。",
	"gold/src/r2.txt":          "一二三四五六七八九。",
	"result/passages-0.jsonl":  `{"a":"susp/s1","a_start":0,"a_end":10,"b":"r1.txt","b_start":5,"b_end":15}` + "\n",
	"result/passages-1.jsonl": `{"a":"src/r1","a_start":0,"a_end":4,"b":"s2","b_start":0,"b_end":4}` + "\n" +
		`{"a":"s1","a_start":0,"a_end":4,"b":"r2","b_start":0,"b_end":4}`,
	"result/passages-1.json.tmp": "not read",
}

func TestEvaluatePAN(t *testing.T) {
	outside := 1
	want := &Report{
		Records: 3,
		Outside: &outside,
		Overall: &Measures{Cases: 1, Detections: 2, Precision: .5, Recall: 1, F1: .6667, Granularity: 1,
			Plagdet: .6667, Found: 1},
		Categories: []Measures{
			{Name: "01-none", Detections: 1, Granularity: 1},
			{Name: "02-copied", Cases: 1, Detections: 1, Precision: 1, Recall: 1, F1: 1, Granularity: 1,
				Plagdet: 1, Found: 1},
		},
		Characters: &Characters{Precision: .7143, Recall: 1, F1: .8333, Granularity: 1, Plagdet: .8333,
			Edge: zero(), False: 1},
		Documents: Agreement{2, 1, 1, .5, 1, .6667},
		// Half of each sentence of r1 is in the case; 4 of 10 characters are not half.
		Sentences: &Agreement{3, 3, 3, 1, 1, 1},
	}
	got, err := evaluate(t, pan, Params{Result: "result", Gold: "gold"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Evaluate (-want +got):\n%s", diff)
	}
	t.Run("submission", func(t *testing.T) {
		sub := with(pan, "sub/s1-r1.xml", strings.Replace(pan["gold/02-copied/s1-r1.xml"], "plagiarism",
			"detected-plagiarism", 1))
		got, err := evaluate(t, sub, Params{Result: "sub", Gold: "gold"})
		if err != nil {
			t.Fatal(err)
		}
		if got.Overall.Plagdet != 1 || got.Records != 1 {
			t.Errorf("a submission that is the gold: %+v", got.Overall)
		}
	})
	t.Run("no pair list", func(t *testing.T) {
		files := with(pan)
		delete(files, "gold/01-none/pairs")
		delete(files, "gold/02-copied/pairs")
		got, err := evaluate(t, files, Params{Result: "result", Gold: "gold"})
		if err != nil {
			t.Fatal(err)
		}
		if got.Outside != nil || got.Overall.Detections != 3 {
			t.Errorf("without a list every detection counts: outside %v, %d detections", got.Outside,
				got.Overall.Detections)
		}
	})
}

func TestEvaluateDocumentPairs(t *testing.T) {
	files := map[string]string{
		"ours/pairs-00000-of-00001.jsonl": `{"a":"x","b":"y","resemblance":0.9}` + "\n" +
			`{"a":"x","b":"z","resemblance":0.8}`,
		"other.jsonl":  `{"a":"y","b":"x"}` + "\n" + `{"a":"p","b":"q"}`,
		"ranges.jsonl": `{"a":"x","a_start":0,"a_end":1,"b":"y","b_start":0,"b_end":1,"kind":"light"}`,
	}
	for gold, want := range map[string]Agreement{"other.jsonl": {2, 2, 1, .5, .5, .5},
		"ranges.jsonl": {2, 1, 1, .5, 1, .6667}} {
		got, err := evaluate(t, files, Params{Result: "ours", Gold: gold})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&Report{Records: 2, Documents: want}, got); diff != "" {
			t.Errorf("%s: Evaluate (-want +got):\n%s", gold, diff)
		}
	}
}

func TestCommandPrints(t *testing.T) {
	dir := filetest.Put(t, t.TempDir(), with(planted, "found.jsonl", planted["gold/gold.jsonl"]))
	table, err := run(t, dir, "found.jsonl", "gold")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"plagdet", "verbatim", "1.0000", "median edge error 0 characters", "document pairs"} {
		if !strings.Contains(table, want) {
			t.Errorf("the table has no %q:\n%s", want, table)
		}
	}
	out, err := run(t, dir, "found.jsonl", "gold", "--json")
	if err != nil {
		t.Fatal(err)
	}
	var r Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || r.Overall.Plagdet != 1 || len(r.Kinds) != 2 {
		t.Errorf("JSON %s: %v", out, err)
	}
}
