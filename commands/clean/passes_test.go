package clean

import (
	"io"
	"os"
	"testing"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/transforms/cleaning"
)

// Passes end with one that removes little, and a collection that a pass has left as it is is not searched again.
func TestPassesEnd(t *testing.T) {
	clean := func(input string, flags ...string) (*job.Result, ending) {
		t.Helper()
		var p Params
		fs := pflag.NewFlagSet("t", pflag.ContinueOnError)
		p.Flags(fs)
		dir := t.TempDir()
		if err := fs.Parse(append(flags, "--input="+input, "--output="+dir+"/out", "--quiet")); err != nil {
			t.Fatal(err)
		}
		if err := p.complete(fs); err != nil {
			t.Fatal(err)
		}
		r, end, err := run(t.Context(), p, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		return r, end
	}
	for name, want := range map[string]struct {
		passes   int64
		searches int
		little   string
	}{
		"licences": {3, 2, ""},
		"statutes": {4, 4, "3 copies"},
	} {
		r, end := clean("../../testdata/corpora/" + name + "/corpus.jsonl.gz")
		if c := r.Summary.Counts; c[passCount] != want.passes || end.searches != want.searches || end.little != want.little {
			t.Errorf("%s: %d passes, %d searches, %q, want %+v", name, c[passCount], end.searches, end.little, want)
		}
		if r.Summary.Ledger[passagesLeft] == 0 {
			t.Errorf("%s: the summary does not say that passages are left", name)
		}
	}
	// Two documents with a reworded passage: the first pass removes nothing.
	input := t.TempDir() + "/in.jsonl"
	lines := `{"id":"a","text":"The river rises in the hills above the old town. Every spring it floods the lower meadows. Farmers move their sheep to the ridge in March. The mill was closed after the great flood of 1953."}
{"id":"b","text":"The river rises in the hills above the small town. Every spring it floods the lower fields. Farmers move their sheep to the ridge in April. The mill was closed after the last flood of 1953."}
`
	if err := os.WriteFile(input, []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	r, end := clean(input)
	if c := r.Summary.Counts; c[passCount] != 1 || end.searches != 1 || c[cleaning.RemovedPassages] != 0 || r.Summary.Ledger[passagesLeft] != 1 {
		t.Errorf("reworded text: %d passes, %d searches, %v, %v", c[passCount], end.searches, c, r.Summary.Ledger)
	}
}
