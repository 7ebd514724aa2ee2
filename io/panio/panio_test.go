package panio

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

func TestReadXML(t *testing.T) {
	one := Annotation{"s1.txt", 10, 5, "r2.txt", 0, 7}
	feature := `<feature name="plagiarism" this_offset="10" this_length="5" source_reference="r2.txt" source_offset="0" source_length="7" type="artificial"/>`
	for _, tc := range []struct {
		name, xml string
		want      []Annotation
		wantErr   string // empty: none
	}{
		{name: "gold", xml: `<document reference="s1.txt">` + feature + `</document>`, want: []Annotation{one}},
		{name: "submission", xml: `<?xml version="1.0" encoding="UTF-8"?><document reference="s1.txt">` +
			strings.Replace(feature, "plagiarism", Detected, 1) + feature + `</document>`,
			want: []Annotation{one, one}},
		{name: "no case", xml: `<document reference="s1.txt"><feature name="about" title="r"/></document>`},
		{name: "cut off", xml: `<document reference="s1.txt">` + feature, wantErr: "x.xml: broken XML"},
		{name: "not XML", xml: `{"a": 1}`, wantErr: "no document with a reference"},
		{name: "empty file", xml: ``, wantErr: "no document with a reference"},
		{name: "mismatched tags", xml: `<document reference="s"></feature>`, wantErr: "broken XML"},
		{name: "no reference", xml: `<document>` + feature + `</document>`, wantErr: "the document has no reference"},
		{name: "offset missing",
			xml:     "<document reference=\"s\">\n<feature source_reference=\"r\" this_length=\"1\"/></document>",
			wantErr: `x.xml:2: this_offset is ""`},
		{name: "negative", xml: `<document reference="s">` + strings.Replace(feature, `"5"`, `"-5"`, 1) + `</document>`,
			wantErr: `this_length is "-5"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := ReadXML(strings.NewReader(tc.xml), "x.xml")
			if tc.wantErr != "" {
				if err == nil || !strings.Contains(err.Error(), tc.wantErr) {
					t.Fatalf("error = %v, want one with %q", err, tc.wantErr)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("ReadXML (-want +got):\n%s", diff)
			}
		})
	}
}

func TestName(t *testing.T) {
	for in, want := range map[string]string{
		"src/source-document00001.txt": "source-document00001.txt",
		"source-document00001":         "source-document00001.txt",
		"/a/b/中文":                      "中文.txt",
	} {
		if got := Name(in); got != want {
			t.Errorf("Name(%q) = %q, want %q", in, got, want)
		}
	}
}

// gold is the feature name of a gold case.
const gold = "plagiarism"

func TestReadCorpus(t *testing.T) {
	dir := t.TempDir()
	cases := []Annotation{{"s1.txt", 1, 2, "r1.txt", 3, 4}, {"s1.txt", 5, 6, "r1.txt", 7, 8},
		{"s1.txt", 0, 1, "r & 2.txt", 0, 1}}
	for _, cat := range []string{"01-none", "02-copied", "03-unlisted"} {
		filetest.Write(t, filepath.Join(dir, cat, "readme"), "")
	}
	filetest.Write(t, filepath.Join(dir, "01-none", "pairs"), "s1.txt r1.txt\n\ns2.txt r1.txt\n")
	filetest.Write(t, filepath.Join(dir, "02-copied", "pairs"), "s1.txt r1.txt\ns1.txt r2.txt\n")
	for _, cat := range []string{"02-copied", "03-unlisted"} {
		filetest.Write(t, filepath.Join(dir, cat, "s1-r1.xml"), string(AppendXML(nil, gold, cases[:2])))
		filetest.Write(t, filepath.Join(dir, cat, "s1-r & 2.xml"), string(AppendXML(nil, gold, cases[2:])))
	}
	filetest.Write(t, filepath.Join(dir, "src", "r1.txt"), "")
	filetest.Write(t, filepath.Join(dir, "04-other", "notes.txt"), "")
	if got, err := ReadCorpus(dir); err != nil || got.Texts != nil {
		t.Errorf("with the texts of one side: Texts = %v, %v; want none", got.Texts, err)
	}
	filetest.Write(t, filepath.Join(dir, "susp", "s1.txt"), "")
	sorted := []Annotation{cases[2], cases[0], cases[1]} // file "s1-r & 2.xml" before "s1-r1.xml"
	want := &Corpus{
		Categories: []Category{
			{Name: "01-none", Pairs: []Pair{{"s1.txt", "r1.txt"}, {"s2.txt", "r1.txt"}}, Listed: true},
			{Name: "02-copied", Pairs: []Pair{{"s1.txt", "r1.txt"}, {"s1.txt", "r2.txt"}}, Listed: true, Cases: sorted},
			{Name: "03-unlisted", Pairs: []Pair{{"s1.txt", "r & 2.txt"}, {"s1.txt", "r1.txt"}}, Cases: sorted},
		},
		Texts: map[string]string{"r1.txt": filepath.Join(dir, "src", "r1.txt"),
			"s1.txt": filepath.Join(dir, "susp", "s1.txt")},
	}
	got, err := ReadCorpus(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ReadCorpus (-want +got):\n%s", diff)
	}
	if one, err := ReadCorpus(filepath.Join(dir, "02-copied")); err != nil || len(one.Categories) != 1 ||
		len(one.Categories[0].Cases) != 3 {
		t.Errorf("ReadCorpus of one category = %+v, %v; want its 3 cases", one, err)
	}
	all, err := Detections(dir)
	if err != nil || len(all) != 6 {
		t.Errorf("Detections = %d annotations, %v; want the 6 of both folders", len(all), err)
	}
}

func TestReadCorpusBrokenPairs(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "01-none", "pairs"), "s1.txt r1.txt\none\n")
	if _, err := ReadCorpus(dir); err == nil || !strings.Contains(err.Error(), "pairs:2: 1 words") {
		t.Errorf("error = %v, want one that names line 2", err)
	}
}

func TestAppendXML(t *testing.T) {
	got := AppendXML(nil, Detected, []Annotation{{"a\"b.txt", 0, 1, "c.txt", 2, 3}, {"a\"b.txt", 9, 1, "c.txt", 2, 3}})
	want := `<document reference="a&#34;b.txt">
<feature name="detected-plagiarism" source_reference="c.txt" this_offset="0" this_length="1" source_offset="2" source_length="3" />
<feature name="detected-plagiarism" source_reference="c.txt" this_offset="9" this_length="1" source_offset="2" source_length="3" />
</document>
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("AppendXML (-want +got):\n%s", diff)
	}
}
