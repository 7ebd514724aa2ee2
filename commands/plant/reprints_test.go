package plant

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

func TestReprints(t *testing.T) {
	in, out := writeInput(t), t.TempDir()
	args := []string{"--reprints", "--input=" + in, "--text_field=body", "--size=2000"}
	first, second := filepath.Join(out, "one"), filepath.Join(out, "two")
	printed, err := run(append(args, "--output="+first)...)
	if err != nil || !strings.Contains(printed, "places of a text") {
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
		corpusFile: `{"id":"d00`, placesFile: `{"text":"t00000","id":"d00`, markerFile: "diagonal result",
	} {
		if !strings.HasPrefix(files[name], start) {
			t.Errorf("%s begins with %.40q, want %q", name, files[name], start)
		}
	}
	if n := strings.Count(files[placesFile], "\n"); len(files) != 3 || n != 80 {
		t.Errorf("%d files, and %d places", len(files), n)
	}
	for _, wrong := range [][]string{
		{"--web", "--reprints"}, {"--reprints", "--boilerplate=.1"}, {"--reprints", "--site_pages=20"},
		{"--reprints", "--per_thousand=30"}, {"--reprints", "--places=1"}, {"--places=4"},
	} {
		if _, err := run(append(wrong, "--input="+in, "--text_field=body",
			"--output="+filepath.Join(out, "no"))...); err == nil {
			t.Errorf("%v is accepted", wrong)
		}
	}
}
