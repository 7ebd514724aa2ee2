package job

import (
	"strings"
	"testing"
)

func TestHasSpace(t *testing.T) {
	if err := hasSpace(t.TempDir(), 0); err != nil {
		t.Errorf("no bytes: %v", err)
	}
	dir := t.TempDir()
	err := hasSpace(dir, 1<<60)
	if err == nil {
		t.Fatal("there is room for an exabyte")
	}
	for _, want := range []string{"no space left on device: " + dir + " has ", "free, and temporary files of the shuffle take about 1.2EB; name a folder with more room with --spool=FOLDER"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q, want %q", err, want)
		}
	}
}
