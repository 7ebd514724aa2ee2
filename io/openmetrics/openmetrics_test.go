package openmetrics

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"example.org/diagonal/io/filetest"
)

// TestWriteFile: the bytes of a file, and what the parser of node_exporter reads in them.
func TestWriteFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.prom")
	gauges := []Gauge{
		{"run_seconds", "Seconds that the run took.", []string{"output", "a \"b\"\n\\c\xff"}, 1.5},
		{"lines", "Lines.", []string{"stream", "one"}, 12345678},
		{"lines", "Lines.", []string{"stream", "two"}, 0},
	}
	for range 2 { // the second takes the place of the first
		if err := WriteFile(t.Context(), path, gauges); err != nil {
			t.Fatal(err)
		}
	}
	got := filetest.Read(t, path)
	const want = `# HELP run_seconds Seconds that the run took.
# TYPE run_seconds gauge
run_seconds{output="a \"b\"\n\\c` + "\ufffd" + `"} 1.5
# HELP lines Lines.
# TYPE lines gauge
lines{stream="one"} 1.2345678e+07
lines{stream="two"} 0.0
# EOF
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(file)
	if err != nil {
		t.Fatal(err)
	}
	if m := families["run_seconds"].GetMetric(); len(m) != 1 || m[0].GetGauge().GetValue() != 1.5 ||
		m[0].GetLabel()[0].GetValue() != "a \"b\"\n\\c\ufffd" {
		t.Errorf("run_seconds is read as %v", m)
	}
	if m := families["lines"].GetMetric(); len(m) != 2 || m[0].GetGauge().GetValue() != 12345678 {
		t.Errorf("lines is read as %v", m)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o044 != 0o044 {
		t.Errorf("another user cannot read the file: %v, %v", info.Mode(), err)
	}
}
