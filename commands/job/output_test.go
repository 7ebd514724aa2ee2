package job

import (
	"strings"
	"testing"

	"example.org/diagonal/commands/line"
)

func TestCheckOutput(t *testing.T) {
	for output, want := range map[string]string{
		"":              "--output is missing",
		"out":           "",
		"渡船":            "",
		"gs://bucket/x": "",
		"out\xff":       "is not valid UTF-8",
		"/a/\xff/out":   "is not valid UTF-8",
	} {
		err := checkOutput(output)
		if want == "" && err != nil || want != "" && (line.ExitCode(err) != 2 || !strings.Contains(err.Error(), want)) {
			t.Errorf("checkOutput(%q) = %v, want %q", output, err, want)
		}
	}
}
