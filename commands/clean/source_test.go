package clean_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/record"
)

// TestSameIDInTheSource: the manifest tells a document from one of the source with its id.
func TestSameIDInTheSource(t *testing.T) {
	dir := t.TempDir()
	passage := strings.Repeat("The miller of the old village kept seven grey horses near the river. Nobody in the town had seen them before the winter. ", 2)
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("old/tim.txt", "An old book begins with this sentence about the harbour of the capital. "+passage)
	write("new/tim.txt", passage+"A new essay ends with another sentence about the gardens of the queen.")
	in, found, cleaned := dir+"/new", dir+"/found", dir+"/cleaned"
	mustRun(t, "partial", "--input="+in, "--source="+dir+"/old", "--output="+found)
	out := mustRun(t, "clean", "--input="+in, "--result="+found, "--output="+cleaned)
	removed, err := job.First[record.Removed](t.Context(), cleaned, "manifest", 9)
	if err != nil || len(removed) == 0 {
		t.Fatalf("%d ranges removed, %v", len(removed), err)
	}
	for _, r := range removed {
		if r.ID != "tim.txt" || r.KeptID != "tim.txt" || !r.Source {
			t.Errorf("removed %+v, want a place in tim.txt of the source", r)
		}
	}
	if !strings.Contains(out, "tim.txt (source)") {
		t.Errorf("the closing lines do not tell the sides apart:\n%s", out)
	}
	for _, old := range []string{dir + "/old", dir + "/old.index"} {
		if strings.HasSuffix(old, ".index") {
			mustRun(t, "index", "--input="+dir+"/old", "--index="+old)
		}
		out := mustRun(t, "clean", "--input="+in, "--against="+old, "--output="+cleaned, "--overwrite")
		if !strings.Contains(out, "\n1 document and 1 of the source, ") {
			t.Errorf("--against=%s: the closing lines do not count the sides apart:\n%s", old, out)
		}
	}
}
