package plant

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

func TestWeb(t *testing.T) {
	in, out := writeInput(t), t.TempDir()
	args := []string{"--web", "--input=" + in, "--text_field=body", "--size=500", "--site_pages=15"}
	first, second := filepath.Join(out, "one"), filepath.Join(out, "two")
	printed, err := run(append(args, "--output="+first)...)
	if err != nil || !strings.Contains(printed, "onesite") || !strings.Contains(printed, " sites, ") {
		t.Fatalf("%v: printed %s", err, printed)
	}
	if printed, err = run(append(args, "--output="+second, "--quiet")...); err != nil || printed != "" {
		t.Errorf("with --quiet: printed %q, %v", printed, err)
	}
	files := filetest.Tree(t, first)
	if diff := cmp.Diff(files, filetest.Tree(t, second)); diff != "" {
		t.Errorf("a second run writes other bytes (-first +second):\n%s", diff)
	}
	for name, start := range map[string]string{
		corpusFile: `{"id":"d00`, setsFile: `{"id":"d00`, markerFile: "diagonal result",
	} {
		if !strings.HasPrefix(files[name], start) {
			t.Errorf("%s begins with %.40q, want %q", name, files[name], start)
		}
	}
	if a, b := strings.Count(files[corpusFile], "\n"), strings.Count(files[setsFile], "\n"); len(files) != 3 ||
		a != b || a < 50 {
		t.Errorf("%d files, with %d and %d lines", len(files), a, b)
	}
	for _, wrong := range [][]string{
		{"--web", "--boilerplate=.1"}, {"--site_pages=20"}, {"--web", "--site_pages=1"}, {"--web", "--per_thousand=60"},
	} {
		if _, err := run(append(wrong, "--input="+in, "--text_field=body",
			"--output="+filepath.Join(out, "no"))...); err == nil {
			t.Errorf("%v is accepted", wrong)
		}
	}
}
