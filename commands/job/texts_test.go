package job

import (
	"os"
	"path/filepath"
	"testing"
)

// The texts and the result are two folders: neither is in the other.
func TestCheckTexts(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		texts, output string
		want          bool
	}{{"", "o", true}, {"t", "o", true}, {"o2", "o", true}, {"o", "o", false}, {"./o/", "o", false}, {"o/t", "o", false}, {"t", "t/o", false}, {"t", "gs://b/t", true}} {
		p := &Params{WriteTexts: c.texts, Output: c.output}
		if err := p.checkTexts(); (err == nil) != c.want {
			t.Errorf("--write_texts=%s --output=%s: %v", c.texts, c.output, err)
		}
	}
}

// A result is done with its texts only: the folder has its marker.
func TestHasTexts(t *testing.T) {
	dir := t.TempDir()
	p := &Params{WriteTexts: filepath.Join(dir, "texts")}
	has := func(want bool) {
		t.Helper()
		if got := p.hasTexts(t.Context()); got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
	has(false)
	if err := os.Mkdir(p.WriteTexts, 0o777); err != nil {
		t.Fatal(err)
	}
	has(false)
	if err := os.WriteFile(filepath.Join(p.WriteTexts, textsMarker), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	has(true)
	p.WriteTexts = ""
	has(true)
}
