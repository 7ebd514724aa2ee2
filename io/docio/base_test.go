package docio

import (
	"errors"
	"strings"
	"testing"

	"example.org/diagonal/io/record"
)

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
