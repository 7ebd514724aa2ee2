package rewrite

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// params are the defaults of the flags with this input.
func params(input string) docio.Params {
	return docio.Params{Input: []string{input}, Format: "auto", HTML: docio.HTMLAll, IDField: "id", TextField: "text",
		MaxRecord: record.MaxBytes}
}

// What is written again has to be what was read: the copy that is kept may stand there.
func TestRewriteChangedFile(t *testing.T) {
	for name, change := range map[string]func(path string) error{
		"cut":  func(path string) error { return os.Truncate(path, 10) },
		"gone": os.Remove,
	} {
		path := filetest.Write(t, filepath.Join(t.TempDir(), "a.txt"), "some text that is here")
		plan, err := docio.NewPlan(t.Context(), params(path))
		if err != nil {
			t.Fatal(err)
		}
		part := PartsOf(plan)[0]
		if err := change(path); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(t.TempDir(), "a.txt")
		if ok, err := part.Rewrite(t.Context(), out, "", untouched{}); ok || err == nil ||
			!strings.Contains(err.Error(), "during the run") {
			t.Errorf("%s: written %v, %v", name, ok, err)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s: a file was written", name)
		}
	}
}

// What is rejected because it is no text is not written again, and the rest is.
func TestRewriteForeign(t *testing.T) {
	type row struct {
		ID   string `parquet:"id"`
		Text string `parquet:"text"`
	}
	var table bytes.Buffer
	if err := parquet.Write(&table, []row{{"a", "text"}, {"b", "%PDF-1.4"}, {"c", "%!PS-Adobe"}}); err != nil {
		t.Fatal(err)
	}
	line := `{"id":"a","text":"text"}` + "\n"
	for name, tc := range map[string]struct {
		content        string
		want, rejected int // documents
	}{
		"a.txt":     {"%PDF-1.4", 0, 1},
		"a.jsonl":   {`{"id":"b","text":"%PDF-1.4"}` + "\n" + line + `{"id":"c","text":"\u0025!PS"}`, 1, 2},
		"a.parquet": {table.String(), 1, 2},
	} {
		read := func(path string) (texts []string, rejected int) {
			plan, err := docio.NewPlan(t.Context(), params(path))
			if err != nil {
				t.Fatal(err)
			}
			err = plan.Each(t.Context(), func(d record.Document) error {
				texts = append(texts, string(d.Text))
				return nil
			}, func(record.Rejected) { rejected++ })
			if err != nil {
				t.Fatal(err)
			}
			return texts, rejected
		}
		path, out := filepath.Join(t.TempDir(), name), filepath.Join(t.TempDir(), name)
		filetest.Write(t, path, tc.content)
		if texts, rejected := read(path); len(texts) != tc.want || rejected != tc.rejected {
			t.Errorf("%s: read %q, %d rejected", name, texts, rejected)
		}
		plan, err := docio.NewPlan(t.Context(), params(path))
		if err != nil {
			t.Fatal(err)
		}
		ok, err := PartsOf(plan)[0].Rewrite(t.Context(), out, "", untouched{})
		if ok != (tc.want > 0) || err != nil {
			t.Errorf("%s: written %v, %v", name, ok, err)
		}
		if !ok {
			continue
		}
		if texts, rejected := read(out); len(texts) != tc.want || rejected != 0 {
			t.Errorf("%s: wrote %q, %d rejected", name, texts, rejected)
		}
	}
}

// untouched edits nothing.
type untouched struct{}

func (untouched) Touches(int64) bool                                     { return false }
func (untouched) Edit(record.Document) (edited record.Edited, err error) { return edited, nil }

// failing fails at the second document.
type failing struct{ seen int }

func (*failing) Touches(int64) bool { return true }

func (f *failing) Edit(record.Document) (edited record.Edited, err error) {
	if f.seen++; f.seen > 1 {
		err = os.ErrInvalid
	}
	return edited, err
}

// After an error there is no file, under its name or under another one, and the file of an
// earlier try is as it was.
func TestRewriteFails(t *testing.T) {
	path := filetest.Write(t, filepath.Join(t.TempDir(), "a.jsonl"), strings.Repeat("{\"text\":\"a\"}\n", 3))
	plan, err := docio.NewPlan(t.Context(), params(path))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "sub", "a.jsonl")
	for _, earlier := range []string{"", "earlier"} {
		if earlier != "" {
			filetest.Write(t, out, earlier)
		}
		if ok, err := PartsOf(plan)[0].Rewrite(t.Context(), out, "", &failing{}); ok || err != os.ErrInvalid {
			t.Errorf("written %v, %v", ok, err)
		}
		left, err := os.ReadFile(out)
		entries, _ := os.ReadDir(filepath.Dir(out))
		if string(left) != earlier || os.IsNotExist(err) != (earlier == "") ||
			len(entries) != len(left)/len("earlier") {
			t.Errorf("left %q, %v, %v", left, err, entries)
		}
	}
}
