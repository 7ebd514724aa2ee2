package clean

import (
	"os"
	"path/filepath"
	"testing"
)

// If the account of all passes cannot be written, the account of the passes before the last
// one stays.
func TestReplaceFails(t *testing.T) {
	last, dir := t.TempDir(), t.TempDir()
	for _, folder := range []string{last, dir} {
		for _, stream := range []string{manifestStream, droppedStream, cutsStream} {
			if err := os.WriteFile(filepath.Join(folder, stream+"-00000-of-00001.jsonl"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	rejected := filepath.Join(last, "rejected-00000-of-00001.jsonl")
	if err := os.WriteFile(rejected, []byte("\x1f\x8b broken gzip"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := replace(t.Context(), last, dir); err == nil {
		t.Error("the rejected records of the passes are not read, and there is no error")
	}
	if _, err := os.Stat(filepath.Join(last, "manifest-00000-of-00001.jsonl")); err != nil {
		t.Errorf("the account of earlier passes: %v", err)
	}
	if err := os.WriteFile(rejected, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := replace(t.Context(), last, dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(last); !os.IsNotExist(err) {
		t.Errorf("the folder of earlier passes: %v", err)
	}
}
