package clean

import (
	"io"
	"os"
	"testing"

	"github.com/spf13/pflag"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/transforms/cleaning"
)

// Little is counted in characters: three copies may be a page each.
func TestLittle(t *testing.T) {
	for _, tc := range []struct {
		total total
		want  bool
	}{
		{total{removed: 3, last: 99, all: 10_000}, true},
		{total{removed: 3, last: 100, all: 10_000}, false},
		{total{removed: 1, last: 5_000, all: 10_000}, false},
		{total{removed: 900, last: 99, all: 10_000}, true},
		// nothing is not little: it ends the passes for another reason
		{total{removed: 0, last: 0, all: 10_000}, false},
	} {
		if got := tc.total.little(); got != tc.want {
			t.Errorf("%+v: %v", tc.total, got)
		}
	}
}

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
	var all *job.Result
	for name, want := range map[string]struct {
		passes   int64
		searches int
		little   string
	}{
		"licences": {3, 2, ""},
		"statutes": {3, 2, "579 of 117,931 characters"},
	} {
		r, end := clean("../../testdata/corpora/" + name + "/corpus.jsonl.gz")
		if name == "statutes" {
			all = r
		}
		if c := r.Summary.Counts; c[passCount] != want.passes || end.searches != want.searches ||
			end.little != want.little {
			t.Errorf("%s: %d passes, %d searches, %q, want %+v", name, c[passCount], end.searches, end.little, want)
		}
		if c := r.Summary.Counts; (c[lastCharacters] > 0) != (want.little != "") ||
			c[lastCharacters]*little >= c[cleaning.RemovedCharacters]+c[cleaning.DroppedCharacters] {
			t.Errorf("%s: %d of %d and %d characters were removed last", name, c[lastCharacters],
				c[cleaning.RemovedCharacters], c[cleaning.DroppedCharacters])
		}
		if l := r.Summary.Ledger; (l[passagesLeft] > 0) != (want.little == "") ||
			(l[passagesBefore] > 0) != (want.little != "") {
			t.Errorf("%s: the summary says %v of what is left", name, l)
		}
	}
	// What is shuffled is that of all passes and searches.
	if once, _ := clean("../../testdata/corpora/statutes/corpus.jsonl.gz",
		"--passes=1"); all.Run.ShuffledBytes <= once.Run.ShuffledBytes ||
		all.Run.ShuffledRecords <= once.Run.ShuffledRecords {
		t.Errorf("shuffled %d bytes in three passes with two searches, %d in two with one", all.Run.ShuffledBytes,
			once.Run.ShuffledBytes)
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
	if c := r.Summary.Counts; c[passCount] != 1 || end.searches != 1 || c[cleaning.RemovedPassages] != 0 ||
		r.Summary.Ledger[passagesLeft] != 1 {
		t.Errorf("reworded text: %d passes, %d searches, %v, %v", c[passCount], end.searches, c, r.Summary.Ledger)
	}
}
