package docio

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/record"
)

func TestOutside(t *testing.T) {
	dir := folder(t, map[string]string{"in/a.jsonl": lines(2), "found/b.jsonl": lines(3), "found/deep/c.txt": "c"})
	for _, tc := range []struct {
		input, output string
		want          string // the file that is in the way
	}{
		{"in", "found", ""},
		{"in", "new", ""},
		{"in", "in/new", ""},
		{"in", "in", "in/a.jsonl"},
		{"in", "", "in/a.jsonl"},
		{"found/*.jsonl", "found", "found/b.jsonl"},
		{"found/deep", "found", "found/deep/c.txt"},
		{"found/deep", "found/deep/../other", ""},
		{"found/b.jsonl", "found/deep", ""},
	} {
		err := newPlan(t, params(filepath.Join(dir, tc.input))).Outside(filepath.Join(dir, tc.output))
		switch {
		case tc.want == "" && err != nil, tc.want != "" &&
			(err == nil || !strings.Contains(err.Error(), tc.want+", which is read")):
			t.Errorf("input %s, output %s: %v, want %q", tc.input, tc.output, err, tc.want)
		case err != nil && !errors.As(err, new(*UsageError)):
			t.Errorf("%T is no error of the user", err)
		}
	}
}

// TestBase: with a base, the id of a file does not depend on what found it.
func TestBase(t *testing.T) {
	dir := folder(t, map[string]string{"essays/x.txt": "one", "reviews/x.txt": "two",
		"essays/lines.jsonl": `{"text":"three"}`})
	t.Chdir(dir)
	for _, tc := range []struct{ base, input, want string }{
		{"", "essays", "lines.jsonl:1 x.txt"},
		{"", ".", "essays/lines.jsonl:1 essays/x.txt reviews/x.txt"},
		{".", "essays", "essays/lines.jsonl:1 essays/x.txt"},
		{".", "essays reviews", "essays/lines.jsonl:1 essays/x.txt reviews/x.txt"},
		{dir, "essays/x.txt", "essays/x.txt"},
		{dir + "/", "e*/*.txt", "essays/x.txt"},
		{"essays/", "essays", "lines.jsonl:1 x.txt"},
		{"essays", "essays reviews",
			"--base=essays: reviews/x.txt is not below it: name a folder above all that is read"},
		{"gs://b", "essays", "--base=gs://b: essays/lines.jsonl is not below it: name a folder above all that is read"},
	} {
		p := params(strings.Fields(tc.input)...)
		p.Base = tc.base
		plan, err := NewPlan(t.Context(), p)
		got := ""
		if err != nil {
			if got = err.Error(); !errors.As(err, new(*UsageError)) {
				t.Errorf("%v is no error of usage", err)
			}
		} else if err := plan.Each(t.Context(), func(d record.Document) error {
			got += " " + d.ID
			return nil
		}, func(r record.Rejected) { got += " " + r.Reason }); err != nil {
			t.Fatal(err)
		}
		if got = strings.TrimSpace(got); got != tc.want {
			t.Errorf("--input=%s --base=%s: ids %q, want %q", tc.input, tc.base, got, tc.want)
		}
	}
}
