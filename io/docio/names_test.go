package docio

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/io/record"
)

// TestIDsOfNames: files of every format have ids that are UTF-8, and different ones.
func TestIDsOfNames(t *testing.T) {
	files := map[string]string{}
	var want []string
	for _, tail := range []string{"\xff", "\xfe", `\xff`} {
		name := "bad" + tail
		files[name+".txt"] = "text"
		files[name+".html"] = "<p>text"
		files[name+".jsonl"] = `{"text":"a"}` + "\n" + `{"id":"bad\\xff","text":"a"}` + "\n{\n"
		files[name+".gz"] = "\x1f\x8b\x00"
		shown := record.UTF8(name)
		want = append(want, shown+".html", shown+".jsonl:1", `bad\xff`, shown+".txt")
	}
	plan, err := NewPlan(t.Context(), params(folder(t, files)))
	if err != nil {
		t.Fatal(err)
	}
	var ids, rejected []string
	err = plan.Each(t.Context(), func(d record.Document) error {
		ids = append(ids, d.ID)
		if base := strings.Split(record.UTF8(filepath.Base(d.File)), ".")[0]; !strings.HasPrefix(d.ID, base) &&
			d.ID != `bad\xff` {
			t.Errorf("%q has the id %q", d.File, d.ID)
		}
		return nil
	}, func(r record.Rejected) { rejected = append(rejected, filepath.Base(r.File)) })
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(ids)
	slices.Sort(want)
	if !slices.Equal(ids, want) {
		t.Errorf("ids %q, want %q", ids, want)
	}
	slices.Sort(rejected)
	if want := []string{`bad\\xff.gz`, `bad\\xff.jsonl`, `bad\xfe.gz`, `bad\xfe.jsonl`, `bad\xff.gz`,
		`bad\xff.jsonl`}; !slices.Equal(rejected, want) {
		t.Errorf("rejected %q, want %q", rejected, want)
	}
}
