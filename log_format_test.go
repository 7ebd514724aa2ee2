package main

import (
	"encoding/json"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
)

// TestLogFormat: with --log_format=json all of standard error is JSON, errors too; the tables are on standard output as
// ever.
func TestLogFormat(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in/a.jsonl": lineA + lineB, "in/.hidden": "", "bad/a.jsonl": "{\n"})
	for _, tc := range []struct {
		args    []string
		code    int
		level   string
		message string // of the last line
	}{
		{[]string{"partial", "--input=in", "--output=found"}, 0, "info", "name begins with a dot"},
		{[]string{"partial", "--input=in", "--output=found"}, 2, "error", "exists already"},
		{[]string{"partial", "--input=bad", "--output=none"}, 1, "error", "every record was rejected"},
		{[]string{"partial", "--input=in", "--output=none", "--gama=3"}, 2, "error", "did you mean --gamma?"},
		{[]string{"index", "--input=none", "--index=kept"}, 2, "error", "none"},
	} {
		o := finish(t, dir, program(dir, append([]string{tc.args[0], "--log_format=json"}, tc.args[1:]...)...))
		var last struct{ Time, Level, Message string }
		for l := range strings.Lines(o.stderr) {
			if err := json.Unmarshal([]byte(l), &last); err != nil || last.Time == "" {
				t.Errorf("%q: %v in %q", tc.args, err, l)
			}
		}
		if o.code != tc.code || last.Level != tc.level || !strings.Contains(last.Message, tc.message) {
			t.Errorf("%q: exit %d, want %d, and %+v, want %s %s", tc.args, o.code, tc.code, last, tc.level, tc.message)
		}
		if tables := strings.Contains(o.stdout, "The result is in found\n"); tables != (tc.code == 0) {
			t.Errorf("%q printed %s", tc.args, o.stdout)
		}
	}
	if o := finish(t, dir, program(dir, "partial", "--input=in", "--output=none", "--log_format=xml")); o.code != 2 ||
		o.stderr != "diagonal: --log_format=xml: want text or json\n" {
		t.Errorf("exit %d: %s", o.code, o.stderr)
	}
}
