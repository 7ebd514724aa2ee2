package docio

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
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
